package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/lacuna-go/lacuna/rules/lint"
)

// explainFinding prints the entry of an id.
func explainFinding(w io.Writer, id string) error {
	e, near, ok := lint.Find(id)
	switch {
	case !ok && near != "":
		return usage("there is no finding %q; did you mean %q?", id, near)
	case !ok:
		return usage("there is no finding %q: docs/lint.md lists them", id)
	}
	_, err := fmt.Fprintf(w, "%s (%s)\n\n%s\n%s\n\nFound in:\n\n%s\n\nNot found in:\n\n%s\n\nIf it is meant, say so on the line or above it:\n\n    %s\n",
		e.ID, e.Severity, e.Title, e.Why, exampleText(e.Bad), exampleText(e.Good), silencing(e))
	return err
}

// silencing is the comment that silences a finding.
func silencing(e lint.Entry) string { return "// lacuna:ignore " + e.ID + " -- why it is meant" }

// exampleText shows an example, with what stands beside it.
func exampleText(e lint.Example) string {
	text := block(e.Policies)
	for _, beside := range []struct{ what, text string }{
		{"with the test", e.Tests}, {"with the decision log", e.Log}, {"with the tools", e.Tools},
	} {
		if beside.text != "" {
			text += "\n\n  " + beside.what + "\n\n" + block(beside.text)
		}
	}
	return text
}

func block(text string) string {
	return "    " + strings.ReplaceAll(strings.TrimRight(text, "\n"), "\n", "\n    ")
}
