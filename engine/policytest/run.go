package policytest

import (
	"context"
	"fmt"
	"strings"
	"testing"
)

// WithCoverMin lets [Run] fail where the cases cover less than this percentage of the policies.
func WithCoverMin(percent float64) Option { return func(o *options) { o.coverMin = percent } }

// WithMutateMin lets [Run] fail where the cases notice less than this percentage of small changes of the policies: see [Suite.Mutate].
func WithMutateMin(percent float64) Option { return func(o *options) { o.mutateMin = percent } }

// WithAllTested lets [Run] fail where a policy has no test.
func WithAllTested() Option { return func(o *options) { o.allTested = true } }

// Run plays every golden test of a directory, one subtest a case, named by its file and its name. Policies that no case
// tests are logged; they fail it with [WithAllTested], coverage does below [WithCoverMin], and mutants that survive beyond
// [WithMutateMin]. A filter leaves these out.
func Run(t *testing.T, dir string, opts ...Option) {
	t.Helper()
	suite, err := Load(dir, append([]Option{WithCoverage()}, opts...)...)
	if err != nil {
		t.Fatal(err)
	}
	report := suite.Run(t.Context())
	for _, p := range report.Problems {
		t.Error(line(p))
	}
	for i := range report.Results {
		r := &report.Results[i]
		t.Run(strings.TrimPrefix(r.File, suite.prefix())+"/"+r.Name, func(t *testing.T) { r.check(t) })
	}
	for _, what := range suite.lacks(t.Context(), report) {
		t.Error(what)
	}
	if suite.options.run == nil && !suite.options.allTested {
		for _, p := range report.Coverage.Untested() {
			t.Log(line(p))
		}
	}
}

// lacks says in what the policies are tested less than is asked for, each thing with what is behind it.
func (s *Suite) lacks(ctx context.Context, r *Report) []string {
	var list []string
	if s.options.run != nil || r.Coverage == nil {
		return nil
	}
	if s.options.allTested {
		for _, p := range r.Coverage.Untested() {
			list = append(list, line(p))
		}
	}
	if got := r.Coverage.Percent(); got < s.options.coverMin {
		text := fmt.Sprintf("%v %% of the policies are covered, and %v %% are asked for", got, s.options.coverMin)
		for _, p := range r.Coverage.Missed() {
			text += "\n    " + line(p)
		}
		list = append(list, text)
	}
	if s.options.mutateMin == 0 {
		return list
	}
	m, err := s.Mutate(ctx)
	if err != nil {
		return append(list, err.Error())
	}
	if got := m.Score(); got < s.options.mutateMin {
		text := fmt.Sprintf("%v %% of the mutants are killed, and %v %% are asked for", got, s.options.mutateMin)
		for _, survivor := range m.Survivors() {
			text += "\n    survived " + survivor.String() + ": " + survivor.Hint
		}
		list = append(list, text)
	}
	return list
}

// check fails the test of a case that did not pass.
func (r *Result) check(t *testing.T) {
	t.Helper()
	for _, p := range r.Problems {
		t.Error(line(p))
	}
	if r.NotPlayed {
		t.Error("not played: its file has problems")
	}
	if len(r.Diffs) > 0 {
		var b strings.Builder
		_ = r.WriteDiffs(&b, "    ") // a Builder never fails
		_ = r.WriteValues(&b, "      ")
		t.Errorf("%s: %s\n%s", r.Pos, r.Name, b.String())
	}
}
