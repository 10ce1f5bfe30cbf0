package lsp

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/lacuna-go/lacuna/eval"
)

var (
	// meant finds what a message suggests: did you mean "timeout"?, or without quotes, did you mean Effect.READ?
	meant = regexp.MustCompile(`did you mean (?:"((?:[^"\\]|\\.)+)"|(\S+?))\?`)
	// quoted finds the text that a word was to be: "; write "a"" at the end.
	quoted = regexp.MustCompile(`; write ("(?:[^"\\]|\\.)*")$`)
	// constant is a qualified constant, or a call such as duration("2s").
	constant = regexp.MustCompile(`^[A-Z]\w*\.[A-Z_]+$|^(duration|timestamp)\(`)
)

// fixes are the edits that put what messages suggest into the text.
func fixes(uri string, t *text, list []diagnostic) []codeAction {
	actions := []codeAction{}
	for _, d := range list {
		edit, ok := t.fix(d)
		if !ok {
			continue
		}
		title := fmt.Sprintf("Replace with %s", edit.NewText)
		if edit.Range.Start == edit.Range.End {
			title = fmt.Sprintf("Insert %s", edit.NewText)
		}
		actions = append(actions, codeAction{
			Title: title, Kind: "quickfix", Diagnostics: []diagnostic{d}, IsPreferred: true,
			Edit: workspaceEdit{map[string][]textEdit{uri: {edit}}},
		})
	}
	return actions
}

// fix is the edit that a message asks for.
func (t *text) fix(d diagnostic) (textEdit, bool) {
	i := t.tokenAt(t.offset(d.Range.Start))
	if i < 0 {
		return textEdit{}, false
	}
	tok := t.tokens[i]
	if m := meant.FindStringSubmatch(d.Message); m != nil {
		switch word := m[1] + m[2]; {
		case tok.Kind == eval.TokenOperator: // the message is about what is compared
			return t.fixOperand(i, word)
		case strings.Contains(d.Message, " has no member ") && i+2 < len(t.tokens):
			return t.replace(i+2, word), true
		default:
			return t.replace(i, word), true
		}
	}
	if m := quoted.FindStringSubmatch(d.Message); m != nil {
		return textEdit{d.Range, m[1]}, true
	}
	if before := t.prev(i); strings.HasPrefix(d.Message, "missing comma after ") && before >= 0 {
		end := t.tokens[before].To
		return textEdit{t.span(end, end), ","}, true
	}
	if strings.Contains(d.Message, " takes a duration such as ") && tok.Kind == eval.TokenString {
		_, err := time.ParseDuration(keyText(tok))
		return textEdit{t.span(tok.From, tok.To), "duration(" + tok.Text + ")"}, err == nil
	}
	return textEdit{}, false
}

// tokenAt is the index of the token that begins at an offset or holds it, -1 for none.
func (t *text) tokenAt(offset int) int {
	for i, tok := range t.tokens {
		if tok.To > offset && tok.Kind != eval.TokenComment {
			if tok.From > offset {
				return -1
			}
			return i
		}
	}
	return -1
}

// fixOperand replaces the text that is compared with a constant: the operand that says the same in quotes.
func (t *text) fixOperand(operator int, word string) (textEdit, bool) {
	_, member, _ := strings.Cut(word, ".")
	for _, i := range []int{operator + 1, operator - 1} {
		if i < 0 || i >= len(t.tokens) || t.tokens[i].Kind != eval.TokenString {
			continue
		}
		said := keyText(t.tokens[i])
		if strings.EqualFold(said, member) || strings.Contains(word, said) {
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
	if i+2 < len(t.tokens) && constant.MatchString(word) && t.tokens[i+1].Kind == eval.TokenDot {
		to = t.tokens[i+2].To
	}
	return textEdit{t.span(from, to), word}
}
