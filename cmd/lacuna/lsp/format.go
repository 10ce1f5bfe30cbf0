package lsp

import (
	"slices"
	"strings"

	"github.com/lacuna-go/lacuna/rules"
)

// formatted are the edits that lay a text out: one, of the lines that differ. A text that does not parse has none.
func formatted(name string, t *text) []textEdit {
	old := t.String()
	text, err := rules.Format(name, []byte(old))
	if err != nil || string(text) == old {
		return []textEdit{}
	}
	was, is := strings.SplitAfter(old, "\n"), strings.SplitAfter(string(text), "\n")
	head := 0
	for head < min(len(was), len(is)) && was[head] == is[head] {
		head++
	}
	tail := 0
	for tail < min(len(was), len(is))-head && was[len(was)-1-tail] == is[len(is)-1-tail] {
		tail++
	}
	from := len([]rune(strings.Join(was[:head], "")))
	to := from + len([]rune(strings.Join(was[head:len(was)-tail], "")))
	return []textEdit{{t.span(from, to), strings.Join(slices.Clone(is[head:len(is)-tail]), "")}}
}
