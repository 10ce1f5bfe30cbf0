package policytest

import (
	"strings"
	"testing"
)

// Run plays every golden test of a directory, one subtest a case, named by its file and its name.
func Run(t *testing.T, dir string, opts ...Option) {
	t.Helper()
	suite, err := Load(dir, opts...)
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
		t.Errorf("%s: %s\n%s", r.Pos, r.Name, b.String())
	}
}
