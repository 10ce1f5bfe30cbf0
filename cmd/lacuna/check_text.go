package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/lacuna-go/lacuna/eval"
	"github.com/lacuna-go/lacuna/rules/lint"
)

// lintFinding is a finding in machine output: where it begins, and the place right behind its end.
type lintFinding struct {
	ID         string `json:"id"`
	Severity   string `json:"severity"`
	File       string `json:"file,omitempty"`
	Line       int    `json:"line,omitempty"`
	Col        int    `json:"col,omitempty"`
	EndLine    int    `json:"end_line,omitempty"`
	EndCol     int    `json:"end_col,omitempty"`
	Policy     string `json:"policy,omitempty"`
	Message    string `json:"message"`
	Suggestion string `json:"suggestion,omitempty"`
}

func findingOf(f lint.Finding) lintFinding {
	return lintFinding{
		f.ID, f.Severity.String(), f.From.File, f.From.Line, f.From.Col, f.To.Line, f.To.Col, f.Policy, f.Message, f.Suggestion,
	}
}

// sentence is a finding in one line, without its place.
func sentence(f lint.Finding) string {
	if f.Suggestion == "" {
		return f.Message
	}
	return f.Message + "; " + f.Suggestion
}

// placed is a finding in one line, with its place where it has one.
func placed(f lint.Finding) string {
	if f.From == (eval.Pos{}) {
		return sentence(f)
	}
	return f.From.String() + ": " + sentence(f)
}

// warn writes the warnings, each with its line of the file, a caret and its id.
func (c *checked) warn(w io.Writer) {
	for _, f := range c.found {
		if f.Severity != lint.Warning {
			continue
		}
		p := eval.Problem{Pos: f.From, Message: fmt.Sprintf("warning: %s [%s]", f.Message, f.ID)}
		snippet := ""
		if file := c.set.File(f.From.File); file != nil {
			snippet = snippetAt(file, f.From)
		}
		diagnose(w, p, snippet)
		if f.Suggestion != "" {
			_, _ = fmt.Fprintf(w, "  help: %s\n", f.Suggestion)
		}
	}
}

func (c *checked) print(w io.Writer) {
	_, _ = fmt.Fprintf(w, "%s: %s, %s, %s, %s\n", c.Dir, count(c.Files, "file"), count(c.Policies, "policy"),
		count(c.Claims, "Claims"), count(c.Known, "Known"))
	var tools []string
	for _, t := range c.Tools {
		varies := ""
		if t.Varies {
			varies = "?"
		}
		tools = append(tools, fmt.Sprintf("%s %s%s", t.Tool, t.Worst, varies))
	}
	if tools != nil {
		_, _ = fmt.Fprintf(w, "  covered, with the most time a call can take: %s\n", strings.Join(tools, ", "))
	}
	for _, f := range c.found {
		if f.Severity == lint.Note {
			_, _ = fmt.Fprintf(w, "  note: %s [%s]\n", placed(f), f.ID)
		}
	}
}

func count(n int, what string) string {
	switch {
	case n == 1 || what == "Claims" || what == "Known":
	case strings.HasSuffix(what, "y"):
		what = strings.TrimSuffix(what, "y") + "ies"
	default:
		what += "s"
	}
	return fmt.Sprintf("%d %s", n, what)
}
