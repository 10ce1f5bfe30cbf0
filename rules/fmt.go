package rules

import (
	"fmt"
	"slices"
	"strings"

	"github.com/lacuna-go/lacuna/eval"
)

// Format returns the text of a policy file in the canonical layout. It changes blanks, line ends and the commas behind the
// last elements, and nothing else: names, numbers and strings stay as they are written, and each comment stays at its place.
// Formatting the result again changes nothing.
//
// A bracket is laid out over several lines where its author began a new line after it, where it holds a comment, or where
// it would not fit into 120 columns; otherwise it stands on one line. One empty line between two elements is kept.
//
// A text that does not parse is returned as a [*LoadError] with what is wrong, under the name; its meaning is not looked
// at. Format takes time in proportion to the text.
func Format(name string, src []byte) ([]byte, error) {
	if err := parses(name, src); err != nil {
		return nil, err
	}
	out := layOut(string(src))
	if err := parses(name, []byte(out)); err != nil {
		return nil, fmt.Errorf("%s: its canonical layout would not parse, so it is left alone: %w", name, err)
	}
	if !slices.Equal(substance(string(src)), substance(out)) {
		return nil, fmt.Errorf("%s: its canonical layout would say something else, so it is left alone", name)
	}
	return []byte(out), nil
}

func parses(name string, src []byte) error {
	if file, problems := eval.Parse(name, src); file == nil {
		return &LoadError{Problems: problems, sources: map[string][]byte{name: src}}
	}
	return nil
}

// layOut lays out a text that parses.
func layOut(src string) string {
	tree := newLayoutTree(src)
	p := &layoutPrinter{}
	p.file(tree)
	return p.text()
}

// substance is what a layout may not change: the tokens and then the comments, each in their order. A comma before a closing
// bracket says nothing, and neither do the blanks behind a comment.
func substance(src string) []string {
	var tokens, comments []string
	for _, t := range eval.Tokens(src) {
		switch {
		case t.Kind == eval.TokenComment:
			comments = append(comments, strings.TrimRight(t.Text, " \t\f"))
			continue
		case t.Kind == eval.TokenClose && len(tokens) > 0 && tokens[len(tokens)-1] == ",":
			tokens = tokens[:len(tokens)-1]
		}
		tokens = append(tokens, t.Text)
	}
	return append(tokens, comments...)
}
