package doctest_test

import (
	"fmt"
	"strings"
	"testing/fstest"

	"github.com/lacuna-go/lacuna/rules"
	"github.com/lacuna-go/lacuna/rules/lint"
)

// lintCatalogue is every finding, with its examples.
func lintCatalogue() string {
	var b strings.Builder
	for _, s := range []lint.Severity{lint.Error, lint.Warning, lint.Note} {
		var ids []string
		for _, e := range lint.Catalogue() {
			if e.Severity == s {
				ids = append(ids, fmt.Sprintf("[`%s`](#%s)", e.ID, e.ID))
			}
		}
		fmt.Fprintf(&b, "%ss: %s\n\n", strings.ToUpper(s.String()[:1])+s.String()[1:], strings.Join(ids, ", "))
	}
	for _, e := range lint.Catalogue() {
		fmt.Fprintf(&b, "### %s\n\n*%s.* %s\n\n%s\n\n%s\nInstead:\n\n%s\n", e.ID, e.Severity, e.Title, e.Why, example(e.Bad), example(e.Good))
	}
	return b.String()
}

// example shows policies, and what stands beside them. What does not load is shown as text.
func example(e lint.Example) string {
	lang := "text"
	if _, err := rules.Load(fstest.MapFS{"policy.cel": {Data: []byte(e.Policies)}}); err == nil {
		lang = "cel"
	}
	text := "```" + lang + "\n" + strings.TrimSpace(e.Policies) + "\n```\n"
	for _, beside := range []struct{ what, lang, text string }{{"the test", "yaml", e.Tests}, {"the decision log", "json", e.Log}, {"the tools", "json", e.Tools}} {
		if beside.text != "" {
			text += "\nwith " + beside.what + "\n\n```" + beside.lang + "\n" + strings.TrimSpace(beside.text) + "\n```\n"
		}
	}
	return text
}
