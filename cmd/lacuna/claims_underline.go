package main

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode"

	"github.com/lacuna-go/lacuna/guard"
)

// maxColumns is where a line of the text is continued on the next one.
const maxColumns = 100

// style says how a claim is underlined.
type style uint8

const (
	markNone  style = iota
	markFound       // ^~~~
	markGood        // ~~~~
	markBad         // ^^^^
)

// mark is a part of a text to underline, in bytes.
type mark struct {
	guard.Span
	style style
}

// underliner writes a text with its marks on lines of their own below it.
type underliner struct {
	w      io.Writer
	indent string
	colour bool
	marks  []mark // in the order of the text
}

// cell is one character of a text as it is shown.
type cell struct {
	r     rune
	width int
	style style
	first bool // of its mark
}

func (u *underliner) write(text string) {
	for line := range strings.SplitSeq(strings.TrimSuffix(text, "\n"), "\n") {
		cells := u.cells(strings.TrimSuffix(line, "\r"))
		for {
			n := fit(cells)
			u.row(cells[:n])
			if cells = cells[n:]; len(cells) == 0 {
				break
			}
		}
		u.advance(len(line) + 1)
	}
}

// advance moves the marks to the text that is left.
func (u *underliner) advance(n int) {
	kept := u.marks[:0]
	for _, m := range u.marks {
		if m.Start, m.End = max(m.Start-n, 0), m.End-n; m.End > 0 {
			kept = append(kept, m)
		}
	}
	u.marks = kept
}

// cells lays out a line, which is the beginning of the text. What has no place on a screen is left out, or replaced.
func (u *underliner) cells(line string) []cell {
	list := make([]cell, 0, len(line))
	started := -1
	for at, r := range line {
		c := cell{r: r, width: columns(r)}
		switch {
		case r == '\t':
			c.r, c.width = ' ', 1
		case unicode.IsControl(r):
			c.r, c.width = unicode.ReplacementChar, 1
		case unicode.Is(unicode.Cf, r): // could turn the line around
			continue
		}
		i := slices.IndexFunc(u.marks, func(m mark) bool { return m.Start <= at && at < m.End })
		if i >= 0 {
			c.style, c.first = u.marks[i].style, i != started
			started = i
		}
		list = append(list, c)
	}
	return list
}

// fit returns how many cells go on one row, at least one where there are any. It breaks after a space if there is one.
func fit(cells []cell) int {
	width, space := 0, 0
	for i, c := range cells {
		if width += c.width; width > maxColumns && i > 0 {
			if space > 0 {
				return space
			}
			return i
		}
		if c.r == ' ' {
			space = i + 1
		}
	}
	return len(cells)
}

// row writes cells, and their marks below.
func (u *underliner) row(cells []cell) {
	var text strings.Builder
	var below []style
	var signs []byte
	for _, c := range cells {
		text.WriteRune(c.r)
		for i := range c.width {
			below, signs = append(below, c.style), append(signs, c.sign(i))
		}
	}
	_, _ = fmt.Fprintln(u.w, strings.TrimRight(u.indent+text.String(), " "))
	for len(below) > 0 && below[len(below)-1] == markNone {
		below = below[:len(below)-1]
	}
	if len(below) > 0 {
		_, _ = fmt.Fprintln(u.w, u.indent+u.paint(signs[:len(below)], below))
	}
}

// sign is what stands below a column of the cell.
func (c *cell) sign(column int) byte {
	switch {
	case c.style == markNone:
		return ' '
	case c.style == markBad, c.style == markFound && c.first && column == 0:
		return '^'
	default:
		return '~'
	}
}

// paint gives each style its colour, where there are colours.
func (u *underliner) paint(signs []byte, styles []style) string {
	if !u.colour {
		return string(signs)
	}
	codes := [...]string{markNone: "", markFound: "\x1b[36m", markGood: "\x1b[32m", markBad: "\x1b[31m"}
	var b strings.Builder
	last := markNone
	for i, s := range styles {
		if s != last {
			if last != markNone {
				b.WriteString("\x1b[0m")
			}
			b.WriteString(codes[s])
			last = s
		}
		b.WriteByte(signs[i])
	}
	b.WriteString("\x1b[0m")
	return b.String()
}

// wide are the characters that take two columns on a terminal.
var wide = []*unicode.RangeTable{unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul, {
	R16: []unicode.Range16{{0x3000, 0x303E, 1}, {0xFF01, 0xFF60, 1}, {0xFFE0, 0xFFE6, 1}},
	R32: []unicode.Range32{{0x1F300, 0x1F64F, 1}, {0x1F680, 0x1F6FF, 1}, {0x1F900, 0x1F9FF, 1}},
}}

// columns is how much room a character takes on a terminal.
func columns(r rune) int {
	switch {
	case unicode.In(r, unicode.Mn, unicode.Me):
		return 0
	case r >= 0x1100 && unicode.In(r, wide...):
		return 2
	default:
		return 1
	}
}
