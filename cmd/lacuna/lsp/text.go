package lsp

import (
	"slices"
	"unicode/utf16"

	"github.com/lacuna-go/lacuna/eval"
)

// text is a document's text, with its lines. It is immutable.
type text struct {
	runes []rune
	// starts are the rune offsets of lines as the protocol counts them: also after a carriage return alone.
	starts []int
	tokens []eval.Token // of a policy file, made by withTokens
}

func newText(s string) *text {
	t := &text{runes: []rune(s), starts: []int{0}}
	for i, r := range t.runes {
		if r == '\n' || r == '\r' && (i+1 == len(t.runes) || t.runes[i+1] != '\n') {
			t.starts = append(t.starts, i+1)
		}
	}
	return t
}

// newPolicyText is a text that is cut into tokens.
func newPolicyText(s string) *text {
	t := newText(s)
	t.tokens = eval.Tokens(s)
	return t
}

func (t *text) String() string { return string(t.runes) }

// offset is the rune offset of a position. One beyond its line counts as the line's end, one inside a rune as its beginning.
func (t *text) offset(p position) int {
	switch {
	case p.Line < 0:
		return 0
	case p.Line >= len(t.starts):
		return len(t.runes)
	}
	at, end := t.starts[p.Line], t.lineEnd(p.Line)
	for units := 0; at < end; at++ {
		if units += utf16.RuneLen(valid(t.runes[at])); units > p.Character {
			break
		}
	}
	return at
}

// lineEnd is where the text of a line ends, its line end not included.
func (t *text) lineEnd(line int) int {
	end := len(t.runes)
	if line+1 < len(t.starts) {
		end = t.starts[line+1] - 1
	}
	if end > t.starts[line] && end < len(t.runes) && t.runes[end] == '\n' && t.runes[end-1] == '\r' {
		end--
	}
	return end
}

// position is that of a rune offset.
func (t *text) position(offset int) position {
	offset = max(0, min(offset, len(t.runes)))
	line, found := slices.BinarySearch(t.starts, offset)
	if !found {
		line--
	}
	units := 0
	for _, r := range t.runes[t.starts[line]:offset] {
		units += utf16.RuneLen(valid(r))
	}
	return position{line, units}
}

func valid(r rune) rune {
	if utf16.RuneLen(r) < 0 {
		return '\uFFFD'
	}
	return r
}

// span is that between two rune offsets.
func (t *text) span(from, to int) span { return span{t.position(from), t.position(to)} }

// at is the rune offset of a place in a policy file, whose lines end with line feeds alone.
func (t *text) at(p eval.Pos) int {
	offset := 0
	for line := 1; line < p.Line; line++ {
		next := slices.Index(t.runes[offset:], '\n')
		if next < 0 {
			return len(t.runes)
		}
		offset += next + 1
	}
	return max(0, min(offset+p.Col-1, len(t.runes)))
}

// change returns the text with a span replaced.
func (t *text) change(s span, by string) string {
	from, to := t.offset(s.Start), t.offset(s.End)
	to = max(from, to)
	return string(t.runes[:from]) + by + string(t.runes[to:])
}
