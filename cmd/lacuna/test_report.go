package main

import (
	"fmt"
	"strings"

	"github.com/lacuna-go/lacuna/engine/policytest"
)

// tested is one directory in the output of test.
type tested struct {
	Dir      string     `json:"dir"`
	OK       bool       `json:"ok"`
	Passed   int        `json:"passed"`
	Failed   int        `json:"failed"`
	Problems []problem  `json:"problems"`
	Untested []problem  `json:"untested,omitempty"`
	Cases    []testCase `json:"cases"`
	// Coverage with --cover, Mutation with --mutate.
	Coverage *policytest.Coverage `json:"coverage,omitempty"`
	Covered  *float64             `json:"covered_percent,omitempty"`
	Mutation *policytest.Mutation `json:"mutation,omitempty"`
	Score    *float64             `json:"mutation_score,omitempty"`

	code   int
	suite  *policytest.Suite
	report *policytest.Report
}

// testCase is one case.
type testCase struct {
	File     string            `json:"file"`
	Line     int               `json:"line"`
	Name     string            `json:"name"`
	Passed   bool              `json:"passed"`
	Problems []problem         `json:"problems,omitempty"`
	Diffs    []policytest.Diff `json:"diffs,omitempty"`
	// Faults of rules on the way to another outcome than the one that is wanted, and what each condition read.
	Faults  []policytest.Fault `json:"faults,omitempty"`
	Values  []policytest.Value `json:"values,omitempty"`
	Updated string             `json:"updated,omitempty"`
}

// report prints what came of a directory.
func (t *testFlags) report(out *tested) {
	r := out.report
	problems := r.Problems
	if t.asJSON { // else those of a case stand below it
		problems = r.All()
	}
	for _, p := range problems {
		diagnose(t.stderr, p, out.suite.Snippet(p.Pos))
	}
	t.annotateAll("error", "test file", r.Problems)
	out.OK = r.OK()
	out.Passed, out.Failed = r.Count()
	out.Problems = problemsOf(r.Problems)
	for i := range r.Results {
		out.Cases = append(out.Cases, t.result(out.suite, &r.Results[i]))
	}
	if !t.asJSON {
		_, _ = fmt.Fprintf(t.stdout, "%s: %d passed, %d failed\n", out.Dir, out.Passed, out.Failed)
	}
	t.untestedOf(out)
	if !out.OK {
		out.code = exitFailed
	}
}

// untestedOf reports the policies that no case reaches. A run of some cases alone says nothing about that.
func (t *testFlags) untestedOf(out *tested) {
	c := out.report.Coverage
	if c == nil || out.Passed+out.Failed == 0 {
		return
	}
	if t.cover {
		out.Coverage = c
	}
	list := c.Untested()
	if len(list) == 0 || t.run != "" {
		return
	}
	out.Untested = problemsOf(list)
	t.annotateAll("warning", "untested", list)
	if t.allTested {
		out.code = exitFailed
	}
	for _, p := range list {
		if t.allTested {
			diagnose(t.stderr, p, snippetAt(out.suite.Set.File(p.Pos.File), p.Pos))
			continue
		}
		_, _ = fmt.Fprintf(t.stderr, "note: %s: %s\n", p.Pos, p.Message)
	}
}

// result prints a case that did not pass, with the reason below it, and what was written.
func (t *testFlags) result(suite *policytest.Suite, r *policytest.Result) testCase {
	if !t.asJSON {
		switch {
		case !r.Passed():
			_, _ = fmt.Fprintf(t.stdout, "FAIL %s: %s\n", r.Pos, r.Name)
			t.reason(suite, r)
			_ = r.WriteDiffs(t.stdout, "    ") // nobody is there to tell
			_ = r.WriteValues(t.stdout, "      ")
		case t.verbose:
			_, _ = fmt.Fprintf(t.stdout, "pass %s: %s\n", r.Pos, r.Name)
		}
		if r.Updated != "" {
			_, _ = fmt.Fprintf(t.stdout, "wrote %s\n", r.Updated)
		}
	}
	t.annotateResult(r)
	c := testCase{
		File: r.File, Line: r.Pos.Line, Name: r.Name, Passed: r.Passed(), Diffs: r.Diffs, Faults: r.Faults, Values: r.Values, Updated: r.Updated,
	}
	if len(r.Problems) > 0 {
		c.Problems = problemsOf(r.Problems)
	}
	return c
}

// reason prints why a case was not played, or not compared.
func (t *testFlags) reason(suite *policytest.Suite, r *policytest.Result) {
	var b strings.Builder
	for _, p := range r.Problems {
		diagnose(&b, p, suite.Snippet(p.Pos))
	}
	if r.NotPlayed {
		b.WriteString("not played: its file has faults\n")
	}
	for line := range strings.Lines(b.String()) {
		_, _ = fmt.Fprint(t.stdout, "    ", line)
	}
}
