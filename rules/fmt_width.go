package rules

import (
	"strings"
	"unicode/utf8"

	"github.com/lacuna-go/lacuna/eval"
)

const (
	// maxWidth is how many columns a line has, a comment behind it not counted. A string may be wider.
	maxWidth = 120
	// tooWide is the width of what can't stand on one line whatever its length: it holds a comment, or a line end.
	tooWide = 1 << 20
)

// spaced reports whether a blank stands between two tokens that follow each other on a line.
func spaced(before, after *layoutToken) bool {
	return before != nil && (before.Kind == eval.TokenOperator || after.Kind == eval.TokenOperator)
}

// width is how many columns a token takes, comments included.
func (t *layoutToken) width() int {
	if len(t.lead) > 0 || t.trail != "" || strings.Contains(t.Text, "\n") {
		return tooWide
	}
	return utf8.RuneCountInString(t.Text)
}

// width is how many columns an expression takes on one line.
func (e *layoutExpr) width() int {
	if e.wide == 0 {
		e.wide = e.measure()
	}
	return e.wide
}

func (e *layoutExpr) measure() int {
	if e.operands == nil {
		return widthOf(e.pieces)
	}
	total := 0
	for i, o := range e.operands {
		total += o.width()
		if i < len(e.ops) {
			total += e.ops[i].width() + 2
		}
	}
	return min(total, tooWide)
}

// widthOf is the width of pieces in a row.
func widthOf(pieces []layoutPiece) int {
	total := 0
	var before *layoutToken
	for _, p := range pieces {
		if spaced(before, p.first()) {
			total++
		}
		if p.group != nil {
			total += p.group.width()
			if p.group.close.trail != "" {
				return tooWide
			}
		} else {
			total += p.token.width()
		}
		before = p.last()
	}
	return min(total, tooWide)
}

// width is how many columns a bracket takes on one line: too many where it must not stand there.
func (g *layoutGroup) width() int {
	if g.wide == 0 {
		g.wide = g.measure()
	}
	return g.wide
}

func (g *layoutGroup) measure() int {
	total := g.open.width() + len(g.close.Text)
	if len(g.close.lead) > 0 || len(g.elems) > 0 && g.elems[0].fresh() && !g.fixed {
		return tooWide
	}
	for i, e := range g.elems {
		if len(e.lead) > 0 || e.trail != "" {
			return tooWide
		}
		if i > 0 {
			total += len(", ")
		}
		if e.key != nil {
			total += e.key.width() + e.colon.width() + len(" ")
		}
		total += e.value.width()
	}
	return min(total, tooWide)
}

// fresh reports whether the element was written on a new line.
func (e *layoutElem) fresh() bool { return e.first().fresh }

func (e *layoutElem) first() *layoutToken {
	if e.key != nil {
		return e.key.pieces[0].first()
	}
	return e.value.pieces[0].first()
}
