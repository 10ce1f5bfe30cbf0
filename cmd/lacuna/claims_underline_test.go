package main

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/lacuna-go/lacuna/guard"
)

func TestUnderline(t *testing.T) {
	at := func(text, part string, s style) mark {
		i := strings.Index(text, part)
		return mark{guard.Span{Start: i, End: i + len(part)}, s}
	}
	for _, c := range []struct {
		name, text, part, want string
		style                  style
		colour                 bool
	}{
		{"found", "a bcd e", "bcd", "a bcd e\n  ^~~\n", markFound, false},
		{"good", "a bcd e", "bcd", "a bcd e\n  ~~~\n", markGood, false},
		{"bad", "a bcd e", "bcd", "a bcd e\n  ^^^\n", markBad, false},
		{"in colour", "a bcd e", "bcd", "a bcd e\n  \x1b[31m^^^\x1b[0m\n", markBad, true},
		{"wide", "全部 円 x", "円", "全部 円 x\n     ^~\n", markFound, false},
		{"a combining mark takes no room", "a\u0301 b", "b", "a\u0301 b\n  ^\n", markFound, false},
		{"what turns a line around is left out", "a\u202e b", "b", "a b\n  ^\n", markFound, false},
		{"what moves the cursor is shown", "a\x1b[2J b", "b", "a\ufffd[2J b\n      ^\n", markFound, false},
		{"over two lines", "ab\ncd", "b\nc", "ab\n ^\ncd\n^\n", markBad, false},
		{"on the second line", "ab\r\ncd\n", "d", "ab\ncd\n ^\n", markFound, false},
		{"nothing", "", "", "\n", markFound, false},
		{"at the break", strings.Repeat("x", 97) + " bcd", "bcd", strings.Repeat("x", 97) + "\nbcd\n^~~\n", markFound, false},
		{"without a place to break", strings.Repeat("x", 99) + "bcd", "bcd", strings.Repeat("x", 99) + "b\n" + strings.Repeat(" ", 99) + "^\ncd\n~~\n", markFound, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			var b strings.Builder
			(&underliner{w: &b, colour: c.colour, marks: []mark{at(c.text, c.part, c.style)}}).write(c.text)
			assert.Equal(t, c.want, b.String())
		})
	}
}
