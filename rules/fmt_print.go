package rules

import (
	"strings"

	"github.com/lacuna-go/lacuna/eval"
)

// step is how far what a bracket holds is indented.
const step = 2

func (p *layoutPrinter) file(tree *layoutTree) {
	p.comments(tree.root.lead, 0, true)
	if tree.root.blank && len(tree.root.lead) > 0 {
		p.gap()
	}
	p.newline(0)
	p.expr(tree.root.value, step, 0)
	p.remark(tree.root.trail)
	p.comments(tree.end, 0, false)
}

// token writes a token with its comments. indent is that of a line which a comment makes necessary.
func (p *layoutPrinter) token(t *layoutToken, space bool, indent int) {
	switch {
	case len(t.lead) > 0:
		p.comments(t.lead, indent, true)
		p.newline(indent)
	case p.line().comment != "":
		p.newline(indent)
	case space && p.line().code != "":
		p.write(" ")
	}
	p.write(t.Text)
	p.remark(t.trail)
}

// remark puts a comment behind the code of the line.
func (p *layoutPrinter) remark(comment string) {
	if comment != "" {
		p.line().comment = comment
	}
}

// glue writes what stays behind the code of the line, whatever comment is there.
func (p *layoutPrinter) glue(text string, t *layoutToken) {
	p.write(text)
	p.remark(t.trail)
}

// expr writes an expression where the line has come to; tail columns follow it. Lines that it begins have the indent.
func (p *layoutPrinter) expr(e *layoutExpr, indent, tail int) {
	switch {
	case e.operands == nil || p.fits(e.width()+tail):
		p.pieces(e.pieces, indent, tail)
	case e.conditional():
		p.conditional(e, indent, tail)
	default:
		p.chain(e, indent, tail)
	}
}

func (p *layoutPrinter) fits(width int) bool { return p.line().column()+width <= maxWidth }

// chain writes each operand on a line of its own, with the operator at the end of the line.
func (p *layoutPrinter) chain(e *layoutExpr, indent, tail int) {
	for i, o := range e.operands {
		if i > 0 {
			p.newline(indent)
		}
		if i == len(e.ops) {
			p.expr(o, indent+step, tail)
			return
		}
		p.expr(o, indent+step, len(e.ops[i].Text)+1)
		p.glue(" "+e.ops[i].Text, e.ops[i])
	}
}

// conditional writes each branch of a ? b : c on a line of its own, with the sign before it.
func (p *layoutPrinter) conditional(e *layoutExpr, indent, tail int) {
	for i, o := range e.operands {
		last := 0
		if i == len(e.ops) {
			last = tail
		}
		if i == 0 {
			p.expr(o, indent+step, last)
			continue
		}
		p.newline(indent + step)
		p.token(e.ops[i-1], false, indent+step)
		if p.line().comment == "" {
			p.write(" ")
		} else {
			p.newline(indent + 2*step)
		}
		p.expr(o, indent+2*step, last)
	}
}

// pieces writes pieces in a row, and lays a bracket out over several lines where the row would be too long.
func (p *layoutPrinter) pieces(pieces []layoutPiece, indent, tail int) {
	last := lastFilled(pieces)
	var before *layoutToken
	for i, piece := range pieces {
		space := spaced(before, piece.first()) || ternarySpace(pieces, i)
		before = piece.last()
		if piece.group == nil {
			p.token(piece.token, space, indent)
			continue
		}
		p.token(piece.group.open, space, indent)
		rest := widthOf(pieces[i:]) - piece.group.open.width() + tail
		switch g := piece.group; {
		case g.width() >= tooWide, i < last && !p.fits(g.width()), i == last && !p.fits(rest):
			p.spread(g, tail)
		default:
			p.flat(g, indent)
		}
	}
}

// lastFilled is the index of the last bracket that holds anything, -1 if there is none.
func lastFilled(pieces []layoutPiece) int {
	for i := len(pieces) - 1; i >= 0; i-- {
		if g := pieces[i].group; g != nil && len(g.elems) > 0 {
			return i
		}
	}
	return -1
}

// ternarySpace reports whether a blank stands before a piece because of a conditional on one line.
func ternarySpace(pieces []layoutPiece, i int) bool {
	mark := func(i int) bool {
		return i >= 0 && (pieces[i].is(eval.TokenColon) || pieces[i].is(eval.TokenQuestion) && !optionalMark(pieces, i))
	}
	return mark(i) || mark(i-1)
}

// flat writes what a bracket holds, and the closing one, on the line.
func (p *layoutPrinter) flat(g *layoutGroup, indent int) {
	for i, e := range g.elems {
		if i > 0 {
			p.write(", ")
		}
		if e.key != nil {
			p.pieces(e.key.pieces, indent, 0)
			p.write(": ")
		}
		p.pieces(e.value.pieces, indent, 0)
	}
	p.token(g.close, false, indent)
}

// spread lays a bracket out over several lines, relative to the line on which it opened.
func (p *layoutPrinter) spread(g *layoutGroup, tail int) {
	base := p.line().indent
	switch {
	case g.hangs():
		p.expr(g.elems[0].value, base+step, tail+1)
		p.token(g.close, false, base)
		return
	case g.hugs():
		p.hug(g, base, tail)
		return
	}
	elems := g.elems
	if g.bound() {
		p.pieces(elems[0].value.pieces, base, 0)
		p.write(",")
		elems = elems[1:]
	}
	p.elems(g, elems, base+step)
	p.comments(g.close.lead, base+step, len(g.elems) == 0)
	p.newline(base)
	p.write(g.close.Text)
	p.remark(g.close.trail)
}

// hangs reports whether a parenthesis holds operands on several lines and no comment of its own.
func (g *layoutGroup) hangs() bool {
	return g.plain && g.open.trail == "" && len(g.close.lead) == 0 && len(g.elems[0].lead) == 0 && g.elems[0].trail == ""
}

// hugs reports whether a bracket holds one element that ends in a bracket, and so needs no lines of its own.
func (g *layoutGroup) hugs() bool {
	if len(g.elems) != 1 || g.open.trail != "" || len(g.close.lead) > 0 || g.elems[0].fresh() && !g.fixed {
		return false
	}
	e := g.elems[0]
	if len(e.lead) > 0 || e.value.operands != nil || e.trail != "" || e.key != nil && e.key.width()+e.colon.width() >= tooWide {
		return false
	}
	pieces := e.value.pieces
	inner := pieces[len(pieces)-1].group
	return inner != nil && len(inner.elems) > 0 && widthOf(pieces[:len(pieces)-1]) < tooWide && len(inner.open.lead) == 0
}

// hug writes Outer{key: {, the lines of the inner bracket, and }}.
func (p *layoutPrinter) hug(g *layoutGroup, base, tail int) {
	e := g.elems[0]
	if e.key != nil {
		p.pieces(e.key.pieces, base, 0)
		p.write(": ")
	}
	pieces := e.value.pieces
	inner := pieces[len(pieces)-1].group
	p.pieces(pieces[:len(pieces)-1], base, 0)
	p.token(inner.open, len(pieces) > 1 && spaced(pieces[len(pieces)-2].last(), inner.open), base)
	p.spread(inner, tail+1)
	p.token(g.close, false, base)
}

// bound reports whether a call is a macro over elements, x.exists(e, ...), whose element's name stays beside the bracket.
func (g *layoutGroup) bound() bool {
	return g.fixed && len(g.elems) > 1 && g.open.trail == "" && len(g.elems[0].value.pieces) == 1 &&
		g.elems[0].first().Kind == eval.TokenName && g.elems[0].value.width() < tooWide && len(g.elems[0].lead) == 0 && g.elems[0].trail == ""
}

// elems writes elements, each on a line of its own. Values on one line below each other begin in one column.
func (p *layoutPrinter) elems(g *layoutGroup, elems []*layoutElem, indent int) {
	var column layoutColumn
	for i, e := range elems {
		first := i == 0 && len(elems) == len(g.elems)
		p.comments(e.lead, indent, first)
		if e.blank && !(first && len(e.lead) == 0) {
			p.gap()
		}
		p.newline(indent)
		from, value := len(p.lines)-1, p.elem(e, g, indent)
		comma := !g.fixed || i < len(elems)-1
		if comma {
			p.write(",")
		}
		p.remark(e.trail)
		gap := e.blank || len(e.lead) > 0 && e.lead[0].blank
		single := e.key != nil && len(p.lines)-1 == from && !strings.Contains(p.line().code, "\n")
		if gap || !single {
			column.align(p.lines)
		}
		if single {
			column = append(column, layoutCell{from, value})
		}
	}
	column.align(p.lines)
}

// elem writes one element, and returns how long the code of its line is before its value.
func (p *layoutPrinter) elem(e *layoutElem, g *layoutGroup, indent int) int {
	tail := 1
	if g.fixed {
		tail = 0
	}
	if e.key == nil {
		inner := indent + step
		if len(g.elems) == 1 {
			inner = indent
		}
		p.expr(e.value, inner, tail)
		return 0
	}
	p.pieces(e.key.pieces, indent+step, 0)
	p.glue(":", e.colon)
	if p.line().comment != "" || e.value.lowered(p.line().column()+1, indent+step) {
		p.newline(indent + step)
		p.expr(e.value, indent+step, tail)
		return 0
	}
	p.write(" ")
	at := len(p.line().code)
	p.expr(e.value, indent+step, tail)
	return at
}

// lowered reports whether a value begins on a line of its own below its key, where it would begin in a column otherwise.
func (e *layoutExpr) lowered(column, indent int) bool {
	switch {
	case len(e.pieces[0].first().lead) > 0:
		return true
	case column+e.width()+1 <= maxWidth:
		return false
	case e.operands != nil:
		return true
	}
	return len(e.pieces) > 1 && lastFilled(e.pieces) < 0 && indent+e.width()+1 <= maxWidth
}
