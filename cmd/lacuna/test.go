package main

import (
	"errors"
	"fmt"
	"io"
	"regexp"
	"strings"

	"github.com/spf13/cobra"

	"github.com/lacuna-go/lacuna/engine/policytest"
	"github.com/lacuna-go/lacuna/eval"
	"github.com/lacuna-go/lacuna/rules"
)

// tested is one directory in the output of test.
type tested struct {
	Dir      string     `json:"dir"`
	OK       bool       `json:"ok"`
	Passed   int        `json:"passed"`
	Failed   int        `json:"failed"`
	Problems []problem  `json:"problems"`
	Cases    []testCase `json:"cases"`
}

// testCase is one case.
type testCase struct {
	File     string            `json:"file"`
	Line     int               `json:"line"`
	Name     string            `json:"name"`
	Passed   bool              `json:"passed"`
	Problems []problem         `json:"problems,omitempty"`
	Diffs    []policytest.Diff `json:"diffs,omitempty"`
	// Faults of rules on the way to another outcome than the one that is wanted.
	Faults  []policytest.Fault `json:"faults,omitempty"`
	Updated string             `json:"updated,omitempty"`
}

// testRun is what the flags of test ask for.
type testRun struct {
	asJSON, verbose bool
	options         []policytest.Option
	stdout, stderr  io.Writer
}

func testCommand() *cobra.Command {
	var pattern string
	var update bool
	run := &testRun{}
	cmd := &cobra.Command{
		Use:   "test [DIR...]",
		Short: "Play the golden tests beside policies",
		Long: `Test plays every case of every *_test.yaml below the directories, by default policies, under the policies there.
The schema of these files stands in docs/rules.md.`,
		RunE: func(cmd *cobra.Command, args []string) error {
			dirs, err := directories(args)
			if err != nil {
				return err
			}
			run.stdout, run.stderr = cmd.OutOrStdout(), cmd.ErrOrStderr()
			if pattern != "" {
				re, err := regexp.Compile(pattern)
				if err != nil {
					return usage("--run: %w", err)
				}
				run.options = append(run.options, policytest.WithFilter(re))
			}
			run.options = append(run.options, policytest.WithUpdate(update))
			return run.all(cmd, dirs)
		},
	}
	cmd.Flags().StringVar(&pattern, "run", "", "play only the cases whose file/name matches the regular expression")
	cmd.Flags().BoolVar(&update, "update", false, "write the golden files of the cases that pass; never a want")
	cmd.Flags().BoolVar(&run.asJSON, "json", false, "write machine output")
	cmd.Flags().BoolVarP(&run.verbose, "verbose", "v", false, "name the cases that pass, too")
	return cmd
}

func (t *testRun) all(cmd *cobra.Command, dirs []string) error {
	code := exitFine
	list := []tested{}
	for _, dir := range dirs {
		one, dirCode := t.dir(cmd, dir)
		list, code = append(list, one), max(code, dirCode)
	}
	if t.asJSON {
		if err := writeJSON(t.stdout, list); err != nil {
			return &exit{exitFailed, err}
		}
	}
	return failed(code)
}

func (t *testRun) dir(cmd *cobra.Command, dir string) (tested, int) {
	out := tested{Dir: dir, Problems: []problem{}, Cases: []testCase{}}
	suite, err := policytest.Load(dir, t.options...)
	var load *rules.LoadError
	switch {
	case errors.As(err, &load):
		diagnoseLoad(t.stderr, load)
		out.Problems = problemsOf(load.Problems)
		return out, exitLoad
	case err != nil:
		_, _ = fmt.Fprintf(t.stderr, "lacuna: %v\n", err)
		out.Problems = []problem{{Message: err.Error()}}
		return out, exitLoad
	}
	r := suite.Run(cmd.Context())
	problems := r.Problems
	if t.asJSON { // else those of a case stand below it
		problems = r.All()
	}
	for _, p := range problems {
		diagnose(t.stderr, p, snippetOf(suite, p))
	}
	out.OK = r.OK()
	out.Passed, out.Failed = r.Count()
	out.Problems = problemsOf(r.Problems)
	for i := range r.Results {
		out.Cases = append(out.Cases, t.result(suite, &r.Results[i]))
	}
	if !t.asJSON {
		_, _ = fmt.Fprintf(t.stdout, "%s: %d passed, %d failed\n", dir, out.Passed, out.Failed)
	}
	if out.OK {
		return out, exitFine
	}
	return out, exitFailed
}

// result prints a case that did not pass, with the reason below it, and what was written.
func (t *testRun) result(suite *policytest.Suite, r *policytest.Result) testCase {
	if !t.asJSON {
		switch {
		case !r.Passed():
			_, _ = fmt.Fprintf(t.stdout, "FAIL %s: %s\n", r.Pos, r.Name)
			t.reason(suite, r)
			_ = r.WriteDiffs(t.stdout, "    ") // nobody is there to tell
		case t.verbose:
			_, _ = fmt.Fprintf(t.stdout, "pass %s: %s\n", r.Pos, r.Name)
		}
		if r.Updated != "" {
			_, _ = fmt.Fprintf(t.stdout, "wrote %s\n", r.Updated)
		}
	}
	c := testCase{File: r.File, Line: r.Pos.Line, Name: r.Name, Passed: r.Passed(), Diffs: r.Diffs, Faults: r.Faults, Updated: r.Updated}
	if len(r.Problems) > 0 {
		c.Problems = problemsOf(r.Problems)
	}
	return c
}

// reason prints why a case was not played, or not compared.
func (t *testRun) reason(suite *policytest.Suite, r *policytest.Result) {
	var b strings.Builder
	for _, p := range r.Problems {
		diagnose(&b, p, snippetOf(suite, p))
	}
	if r.NotPlayed {
		b.WriteString("not played: its file has faults\n")
	}
	for line := range strings.Lines(b.String()) {
		_, _ = fmt.Fprint(t.stdout, "    ", line)
	}
}

func snippetOf(s *policytest.Suite, p eval.Problem) string {
	for _, f := range s.Files {
		if f.Name == p.Pos.File {
			return f.Snippet(p.Pos)
		}
	}
	return ""
}
