package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/lacuna-go/lacuna/engine"
	"github.com/lacuna-go/lacuna/engine/mcpadapter"
	"github.com/lacuna-go/lacuna/eval"
	"github.com/lacuna-go/lacuna/rules"
)

// checked is one directory in the output of check.
type checked struct {
	Dir      string    `json:"dir"`
	OK       bool      `json:"ok"`
	Digest   string    `json:"digest,omitempty"`
	Files    int       `json:"files"`
	Policies int       `json:"policies"`
	Claims   int       `json:"claims"`
	Known    int       `json:"known"`
	Tools    []covered `json:"tools"`
	Budget   string    `json:"budget,omitempty"`
	Problems []problem `json:"problems"`
	Warnings []problem `json:"warnings"`
	Notes    []string  `json:"notes"`
}

// covered is a tool that a policy names.
type covered struct {
	Tool   string `json:"tool"`
	Worst  string `json:"worst_case"`
	Varies bool   `json:"varies,omitempty"`
}

func checkCommand() *cobra.Command {
	var asJSON bool
	var log string
	var tools []string
	cmd := &cobra.Command{
		Use:   "check [DIR...]",
		Short: "Load and type-check policies",
		Long: `Check loads every *.cel file below the directories, by default policies, and says what is wrong, at its place.

A warning is about what loads and is hardly meant; the exit code is 1 then. A note is about what may well be meant.`,
		RunE: func(cmd *cobra.Command, args []string) error {
			dirs, err := directories(args)
			if err != nil {
				return err
			}
			listed, err := readTools(tools)
			if err != nil {
				return usage("--tools: %w", err)
			}
			code := exitFine
			var list []checked
			for _, dir := range dirs {
				one, dirCode := checkDir(cmd.Context(), dir, log, listed, cmd.ErrOrStderr())
				list, code = append(list, one), max(code, dirCode)
			}
			return report(cmd.OutOrStdout(), asJSON, code, list)
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "write machine output")
	cmd.Flags().StringVar(&log, "log", "", "a decision log: note steps that were never taken, and timeouts far from what was measured")
	cmd.Flags().StringArrayVar(&tools, "tools", nil, "a snapshot of tools to check policies against, or server=FILE with what a tools/list returned; may be repeated")
	return cmd
}

func report(w io.Writer, asJSON bool, code int, list []checked) error {
	if asJSON {
		if err := writeJSON(w, list); err != nil {
			return &exit{exitFailed, err}
		}
		return failed(code)
	}
	for i := range list {
		if list[i].Digest != "" { // it loads
			list[i].print(w)
		}
	}
	return failed(code)
}

func checkDir(ctx context.Context, dir, log string, tools map[string]map[string]mcpadapter.Shape, stderr io.Writer) (checked, int) {
	out := checked{Dir: dir, Tools: []covered{}, Problems: []problem{}, Warnings: []problem{}, Notes: []string{}}
	set, err := rules.Load(os.DirFS(dir), rules.WithDir(filepath.ToSlash(dir)))
	var load *rules.LoadError
	switch {
	case errors.As(err, &load):
		diagnoseLoad(stderr, load)
		out.Problems = problemsOf(load.Problems)
		return out, exitLoad
	case err != nil:
		_, _ = fmt.Fprintf(stderr, "lacuna: %v\n", err)
		out.Problems = []problem{{Message: err.Error()}}
		return out, exitLoad
	}
	out.Digest, out.Budget = set.Digest, set.Turn.Budget.String()
	out.Files, out.Policies, out.Claims, out.Known = len(set.Files()), len(set.Policies), len(set.Claims), len(set.Known)
	for _, w := range set.WorstCases() {
		out.Tools = append(out.Tools, covered{w.Server + "/" + w.Tool, w.Time.String(), w.Varies})
	}
	out.Notes = notes(set)
	if log != "" {
		more, err := logNotes(ctx, set, dir, log)
		if err != nil {
			_, _ = fmt.Fprintf(stderr, "lacuna: %v\n", err)
			return out, exitUsage
		}
		out.Notes = append(out.Notes, more...)
	}
	found := warnings(set, engine.SystemClock().Now())
	if len(tools) > 0 {
		found = eval.SortProblems(append(found, toolWarnings(set, tools)...))
	}
	for _, p := range found {
		warned := p
		warned.Message = "warning: " + p.Message
		diagnose(stderr, warned, snippetAt(set.File(p.Pos.File), p.Pos))
	}
	out.Warnings = problemsOf(found)
	if out.OK = len(found) == 0; !out.OK {
		return out, exitFailed
	}
	return out, exitFine
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
	for _, note := range c.Notes {
		_, _ = fmt.Fprintf(w, "  note: %s\n", note)
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
