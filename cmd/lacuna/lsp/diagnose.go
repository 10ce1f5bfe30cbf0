package lsp

import (
	"strings"

	"github.com/lacuna-go/lacuna/engine/policytest"
	"github.com/lacuna-go/lacuna/eval"
	"github.com/lacuna-go/lacuna/rules"
	"github.com/lacuna-go/lacuna/rules/lint"
)

// diagnostics are findings in the units of the protocol. Without the text of the file they are those of its lines.
func diagnostics(t *text, list []lint.Finding) []diagnostic {
	out := []diagnostic{}
	for _, f := range list {
		message := f.Message
		if f.Suggestion != "" && !strings.Contains(message, f.Suggestion) {
			message += ": " + f.Suggestion
		}
		out = append(out, diagnostic{Range: findingSpan(t, f), Severity: severity(f.Severity), Code: f.ID, Source: "lacuna", Message: message})
	}
	return out
}

// testFaults is what keeps a test file, or cases of it, from being played.
func testFaults(name, text string) []lint.Finding {
	_, file := policytest.ReadInput(name, []byte(text), nil)
	if len(file.Cases) > 1 && len(file.Problems) == 1 && file.Problems[0].Pos == file.Cases[1].Pos {
		return nil // that there are several cases is no fault here
	}
	return lint.Faults(&rules.LoadError{Problems: file.Problems})
}

func severity(s lint.Severity) int {
	switch s {
	case lint.Error:
		return 1
	case lint.Warning:
		return 2
	default:
		return 3
	}
}

// findingSpan is what is underlined: what the finding is about, else the token at which it begins.
func findingSpan(t *text, f lint.Finding) span {
	if f.From == (eval.Pos{}) {
		return span{}
	}
	from, to := t.at(f.From), t.at(f.To)
	if to > from {
		return t.span(from, to)
	}
	to = from
	for _, tok := range t.tokens {
		if tok.From <= from && from < tok.To {
			to = tok.To
			break
		}
	}
	if to == from { // no token: a line of a test file, or a place behind the text
		to = t.lineEnd(t.position(from).Line)
	}
	s := t.span(from, to)
	if s.End.Line > s.Start.Line { // of a text over several lines only the first one is underlined
		s.End = t.position(t.lineEnd(s.Start.Line))
	}
	return s
}
