package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/lacuna-go/lacuna/rules/table"
)

// tabled is one directory in the output of check --table.
type tabled struct {
	Dir  string      `json:"dir"`
	Rows []table.Row `json:"rows"`
	// Problems are why there are no rows.
	Problems []problem `json:"problems,omitempty"`
}

// writeTable writes what the policies of each directory come to. One that does not load has no table, and in JSON its problems.
func writeTable(w io.Writer, format string, list []checked) error {
	tables := []tabled{}
	for _, c := range list {
		switch {
		case c.set != nil:
			tables = append(tables, tabled{Dir: c.Dir, Rows: table.Rows(c.set)})
		case format == "json":
			tables = append(tables, tabled{Dir: c.Dir, Rows: []table.Row{}, Problems: c.Problems})
		}
	}
	if format == "json" {
		return writeJSON(w, tables)
	}
	for i, t := range tables {
		if i > 0 {
			_, _ = fmt.Fprintln(w)
		}
		if len(list) > 1 {
			_, _ = fmt.Fprintf(w, "%s:\n\n", t.Dir)
		}
		if err := t.markdown(w); err != nil {
			return err
		}
	}
	return nil
}

func (t tabled) markdown(w io.Writer) error {
	lines := []string{
		"| tool | a wrong answer costs | owner | effect | timeout | retries | breaker opens | when it does not answer |",
		"|---|---|---|---|---|---|---|---|",
	}
	for _, r := range t.Rows {
		cells := []string{
			"`" + r.Server + "/" + r.Tool + "`", orDash(r.Cost), orDash(r.Owner), r.Effect, r.Timeout, r.Retries, r.Breaker, r.Chain,
		}
		for i := range cells {
			cells[i] = cellEscapes.Replace(cells[i])
		}
		lines = append(lines, "| "+strings.Join(cells, " | ")+" |")
	}
	_, err := fmt.Fprintln(w, strings.Join(lines, "\n"))
	return err
}

// cellEscapes keeps a text within its cell.
var cellEscapes = strings.NewReplacer("|", `\|`, "\r\n", " ", "\n", " ", "\r", " ")

func orDash(s string) string {
	if s == "" {
		return "-"
	}
	return s
}
