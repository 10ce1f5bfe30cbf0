package policytest

import (
	"fmt"
	"strings"
)

// Row is one field of the schema of *_test.yaml.
type Row struct {
	// Of is the map that the field belongs to: "a case", "turn", "an entry of results", ...
	Of string
	// Name, what it takes, and what it does.
	Name, Takes, Doc string
}

// Schema lists every field of a *_test.yaml, in the order of documentation. The fields of want are those of the records: see
// [WantFields].
func Schema() []Row {
	rows := []Row{
		{"a test file", "tests", "list of maps", "the cases; every other field of the file is a default for them, merged key by key; a null unsets"},
		{"a test file", "fixtures", "map by name", "parts of cases that `use` lays under a case; a *_fixtures.yaml beside the file or above it holds more"},
	}
	rows = append(rows, rowsOf("a case", caseFields)...)
	rows = append(rows, rowsOf("turn", turnFields)...)
	rows = append(rows, rowsOf("call", callFields)...)
	rows = append(rows, rowsOf("an entry of calls, besides", callsFields)...)
	rows = append(rows, rowsOf("failure", failureFields)...)
	rows = append(rows, rowsOf("breaker", breakerFields)...)
	rows = append(rows, rowsOf("latency", latencyFields)...)
	rows = append(rows, rowsOf("cached", entryFields)...)
	rows = append(rows, rowsOf("an entry of results", resultFields)...)
	return append(rows, rowsOf("an entry of tools", toolFields)...)
}

func rowsOf[T any](of string, fields []field[T]) []Row {
	var rows []Row
	for _, f := range fields {
		rows = append(rows, Row{of, f.name, f.takes, f.doc})
	}
	return rows
}

// WantFields lists what a want can name: the fields of a decision, and those of the verdict on a reply.
func WantFields() (decision, verdict []string) { return decisionFields.names(), verdictFields.names() }

// Markdown writes the schema as tables, one a map.
func Markdown() string {
	var b strings.Builder
	of := ""
	for _, r := range Schema() {
		if r.Of != of {
			of = r.Of
			fmt.Fprintf(&b, "\n| field of %s | takes | |\n|---|---|---|\n", of)
		}
		fmt.Fprintf(&b, "| `%s` | %s | %s |\n", r.Name, r.Takes, strings.ReplaceAll(r.Doc, "|", `\|`))
	}
	decision, verdict := WantFields()
	fmt.Fprintf(&b, "\n`want` of a decision: `%s`.\n`want` of a verdict: `%s`.\n", strings.Join(decision, "` `"), strings.Join(verdict, "` `"))
	return strings.TrimPrefix(b.String(), "\n")
}
