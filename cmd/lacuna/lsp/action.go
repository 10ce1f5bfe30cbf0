package lsp

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"github.com/lacuna-go/lacuna/eval"
)

// meant finds what a message suggests: did you mean "timeout"?, or without quotes, did you mean Effect.READ?
var meant = regexp.MustCompile(`did you mean (?:"((?:[^"\\]|\\.)+)"|(\S+?))\?`)

// fixes are the edits that put what messages suggest into the text.
func fixes(uri string, t *text, list []diagnostic) []codeAction {
	actions := []codeAction{}
	for _, d := range list {
		edit, ok := fix(t, d)
		if !ok {
			continue
		}
		actions = append(actions, codeAction{
			Title: fmt.Sprintf("Replace with %s", edit.NewText), Kind: "quickfix", Diagnostics: []diagnostic{d}, IsPreferred: true,
			Edit: workspaceEdit{map[string][]textEdit{uri: {edit}}},
		})
	}
	return actions
}

func fix(t *text, d diagnostic) (textEdit, bool) {
	m := meant.FindStringSubmatch(d.Message)
	if m == nil {
		return textEdit{}, false
	}
	word := m[1] + m[2]
	at := t.offset(d.Range.Start)
	for i, tok := range t.tokens {
		if tok.To <= at || tok.Kind == eval.TokenComment {
			continue
		}
		if tok.Kind == eval.TokenOperator { // the message is about what is compared
			return t.fixOperand(i, word)
		}
		if tok.From > at {
			return textEdit{}, false
		}
		return t.replace(i, word), true
	}
	return textEdit{}, false
}

// fixOperand replaces the text that is compared with a constant: the operand that says the same in quotes.
func (t *text) fixOperand(operator int, word string) (textEdit, bool) {
	_, member, _ := strings.Cut(word, ".")
	for _, i := range []int{operator + 1, operator - 1} {
		if i < 0 || i >= len(t.tokens) || t.tokens[i].Kind != eval.TokenString {
			continue
		}
		text, err := strconv.Unquote(t.tokens[i].Text)
		if err == nil && (strings.EqualFold(text, member) || strings.Contains(word, text)) {
			return textEdit{t.span(t.tokens[i].From, t.tokens[i].To), word}, true
		}
	}
	return textEdit{}, false
}

// replace puts a word in the place of a name, or of a text with its quotes. A qualified word replaces the whole chain.
func (t *text) replace(i int, word string) textEdit {
	tok := t.tokens[i]
	from, to := tok.From, tok.To
	if tok.Kind == eval.TokenString && !constant.MatchString(word) {
		return textEdit{t.span(from, to), strconv.Quote(word)}
	}
	if i+2 < len(t.tokens) && strings.Contains(word, ".") && t.tokens[i+1].Kind == eval.TokenDot && !strings.HasPrefix(word, "facts.") {
		to = t.tokens[i+2].To
	}
	return textEdit{t.span(from, to), word}
}

// constant is a qualified constant, or a call such as duration("2s").
var constant = regexp.MustCompile(`^[A-Z]\w*\.[A-Z_]+$|^(duration|timestamp)\(`)
