package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/lacuna-go/lacuna/eval"
	"github.com/lacuna-go/lacuna/rules"
)

// diagnose writes a problem as "file:line:col: message", then the line of the file with a caret below the column.
func diagnose(w io.Writer, p eval.Problem, snippet string) {
	message := strings.NewReplacer("\r", `\r`, "\n", `\n`).Replace(p.Message)
	if p.Pos != (eval.Pos{}) {
		message = p.Pos.String() + ": " + message
	}
	_, _ = fmt.Fprintln(w, message)
	if snippet != "" {
		_, _ = fmt.Fprintf(w, "  %s\n", strings.ReplaceAll(snippet, "\n", "\n  "))
	}
}

// diagnoseLoad writes why policies do not load, at most so much as a LoadError writes.
func diagnoseLoad(w io.Writer, err *rules.LoadError) {
	shown := min(len(err.Problems), rules.MaxProblems)
	for _, p := range err.Problems[:shown] {
		diagnose(w, p, err.Snippet(p))
	}
	if more := len(err.Problems) - shown; more > 0 {
		_, _ = fmt.Fprintf(w, "and %d more\n", more)
	}
}

// snippetAt returns the line of a position in a file that loads, and a caret below the column.
func snippetAt(f *eval.File, at eval.Pos) string {
	load := &rules.LoadError{Files: map[string]*eval.File{at.File: f}}
	return load.Snippet(eval.Problem{Pos: at})
}

// problem is a problem in machine output.
type problem struct {
	File    string `json:"file,omitempty"`
	Line    int    `json:"line,omitempty"`
	Col     int    `json:"col,omitempty"`
	Message string `json:"message"`
}

func problemsOf(list []eval.Problem) []problem {
	out := []problem{}
	for _, p := range list {
		out = append(out, problem{p.Pos.File, p.Pos.Line, p.Pos.Col, p.Message})
	}
	return out
}

// directories are those that a command works on. One that is not there is wrong usage.
func directories(args []string) ([]string, error) {
	hint := ""
	if len(args) == 0 {
		args, hint = []string{defaultDir}, "; name one, or let lacuna init write a first one"
	}
	for _, dir := range args {
		info, err := os.Stat(dir)
		switch {
		case errors.Is(err, os.ErrNotExist):
			return nil, usage("there is no directory %s%s", dir, hint)
		case err != nil:
			return nil, usage("%w", err)
		case !info.IsDir():
			return nil, usage("%s is no directory: policies are a directory, and are loaded as a whole", dir)
		}
	}
	return args, nil
}

// writeJSON writes machine output.
func writeJSON(w io.Writer, v any) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(v)
}
