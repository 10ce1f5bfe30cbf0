package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"

	"github.com/spf13/cobra"

	"github.com/lacuna-go/lacuna/engine"
	"github.com/lacuna-go/lacuna/rules"
	"github.com/lacuna-go/lacuna/rules/lint"
)

// checkFlags are the flags of check.
type checkFlags struct {
	json, table          bool
	format, log, explain string
	tools                []string
}

// checked is one directory that was checked.
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
	// Findings are all of them, problems and notes included.
	Findings []lintFinding `json:"findings"`

	set   *rules.Set // nil where it does not load
	found []lint.Finding
}

// covered is a tool that a policy names.
type covered struct {
	Tool   string `json:"tool"`
	Worst  string `json:"worst_case"`
	Varies bool   `json:"varies,omitempty"`
}

func checkCommand() *cobra.Command {
	var flags checkFlags
	cmd := &cobra.Command{
		Use:   "check [DIR...]",
		Short: "Load, type-check and lint policies",
		Long: `Check loads every *.cel file below the directories, by default policies, and says what is wrong, at its place.

A warning is about what loads and is hardly meant; the exit code is 1 then. A note is about what may well be meant. --explain ID says why a
finding matters, and how to do better. A comment on the line or above it silences one: // lacuna:ignore ID -- why it is meant`,
		RunE: func(cmd *cobra.Command, args []string) error { return check(cmd, args, flags) },
	}
	cmd.Flags().BoolVar(&flags.json, "json", false, "the same as --format json")
	cmd.Flags().StringVar(&flags.format, "format", "", "text, json, sarif or github (annotations); of the table markdown or json")
	cmd.Flags().BoolVar(&flags.table, "table", false, "print what the policies come to, a tool a row")
	cmd.Flags().StringVar(&flags.explain, "explain", "", "say what the finding of an id means, and check nothing")
	cmd.Flags().StringVar(&flags.log, "log", "", "a decision log: note steps that were never taken, and timeouts far from what was measured")
	cmd.Flags().StringArrayVar(&flags.tools, "tools", nil, "a snapshot of tools to check policies against, or server=FILE with what a tools/list returned; may be repeated")
	return cmd
}

func check(cmd *cobra.Command, args []string, flags checkFlags) error {
	if flags.explain != "" {
		return explainFinding(cmd.OutOrStdout(), flags.explain)
	}
	format, err := flags.output()
	if err != nil {
		return err
	}
	dirs, err := directories(args)
	if err != nil {
		return err
	}
	c := checker{log: flags.log, stderr: cmd.ErrOrStderr(), quiet: format == "github"}
	if c.tools, err = readTools(flags.tools); err != nil {
		return usage("--tools: %w", err)
	}
	code := exitFine
	var list []checked
	for _, dir := range dirs {
		one, dirCode := c.dir(cmd.Context(), dir)
		list, code = append(list, one), max(code, dirCode)
	}
	if flags.table {
		err = writeTable(cmd.OutOrStdout(), format, list)
	} else {
		err = report(cmd.OutOrStdout(), format, list)
	}
	if err != nil {
		return &exit{code: exitFailed, err: err}
	}
	return failed(code)
}

// output is the format to write.
func (f checkFlags) output() (string, error) {
	formats := []string{"text", "json", "sarif", "github"}
	if f.table {
		formats = []string{"markdown", "json"}
	}
	format := f.format
	switch {
	case f.json && format != "" && format != "json":
		return "", usage("--json and --format %s contradict each other", format)
	case f.json:
		return "json", nil
	case format == "":
		return formats[0], nil
	case !slices.Contains(formats, format):
		return "", usage("there is no --format %s%s; it is one of %v", format, map[bool]string{true: " of a table"}[f.table], formats)
	}
	return format, nil
}

func report(w io.Writer, format string, list []checked) error {
	switch format {
	case "json":
		return writeJSON(w, list)
	case "sarif":
		return writeJSON(w, sarifOf(list))
	case "github":
		return writeAnnotations(w, list)
	}
	for i := range list {
		if list[i].set != nil {
			list[i].print(w)
		}
	}
	return nil
}

// checker checks directories.
type checker struct {
	log    string
	tools  toolList
	stderr io.Writer
	quiet  bool // what goes to stdout is for people as well
}

func (c *checker) dir(ctx context.Context, dir string) (checked, int) {
	out := checked{Dir: dir, Tools: []covered{}, Problems: []problem{}, Warnings: []problem{}, Notes: []string{}, Findings: []lintFinding{}}
	set, err := rules.Load(os.DirFS(dir), rules.WithDir(filepath.ToSlash(dir)))
	var load *rules.LoadError
	switch {
	case errors.As(err, &load):
		out.found = lint.Faults(load)
		out.settle()
		if !c.quiet {
			diagnoseLoad(c.stderr, load)
		}
		return out, exitLoad
	case err != nil:
		_, _ = fmt.Fprintf(c.stderr, "lacuna: %v\n", err)
		out.found = []lint.Finding{{ID: "invalid-file", Severity: lint.Error, Message: err.Error()}}
		out.settle()
		return out, exitLoad
	}
	out.sum(set)
	opts, err := c.beside(ctx, dir, set)
	if err != nil {
		_, _ = fmt.Fprintf(c.stderr, "lacuna: %v\n", err)
		out.Problems = append(out.Problems, problem{Message: err.Error()})
		return out, exitUsage
	}
	out.found = lint.Check(set, opts...)
	out.settle()
	if !c.quiet {
		out.warn(c.stderr)
	}
	if !out.OK {
		return out, exitFailed
	}
	return out, exitFine
}

// beside is what the linter goes by besides the policies.
func (c *checker) beside(ctx context.Context, dir string, set *rules.Set) ([]lint.Option, error) {
	suite, err := testsBeside(dir, set)
	if err != nil {
		return nil, err
	}
	opts := []lint.Option{lint.At(engine.SystemClock().Now()), lint.Tested(calledBy(suite))}
	if c.tools != nil {
		opts = append(opts, lint.Listed(c.tools))
	}
	if c.log != "" {
		logged, err := readLogged(ctx, suite, c.log)
		if err != nil {
			return nil, err
		}
		opts = append(opts, logged)
	}
	return opts, nil
}

// sum counts what a set holds.
func (c *checked) sum(set *rules.Set) {
	c.set, c.Digest, c.Budget = set, set.Digest, set.Turn.Budget.String()
	c.Files, c.Policies, c.Claims, c.Known = len(set.Files()), len(set.Policies), len(set.Claims), len(set.Known)
	for _, w := range set.WorstCases() {
		c.Tools = append(c.Tools, covered{w.Server + "/" + w.Tool, w.Time.String(), w.Varies})
	}
}

// settle sorts the findings into what the outputs show.
func (c *checked) settle() {
	c.OK = true
	for _, f := range c.found {
		c.Findings = append(c.Findings, findingOf(f))
		switch p := (problem{f.From.File, f.From.Line, f.From.Col, sentence(f)}); f.Severity {
		case lint.Error:
			c.Problems, c.OK = append(c.Problems, p), false
		case lint.Warning:
			c.Warnings, c.OK = append(c.Warnings, p), false
		default:
			c.Notes = append(c.Notes, placed(f))
		}
	}
}
