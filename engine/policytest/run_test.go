package policytest_test

import (
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/lacuna-go/lacuna/engine/policytest"
)

// TestWhatRunDemands holds what fails a test besides its cases.
func TestWhatRunDemands(t *testing.T) {
	const policies = `[
  Policy{name: "p", server: "s", forbid: {"a": call.args.n == 1}},
  Policy{name: "q", server: "q"},
]`
	const tests = "tests:\n  - {name: a, call: {server: s, tool: t, args: {n: 1}}, want: {outcome: refused}}\n"
	for _, c := range []struct {
		name string
		opts []policytest.Option
		want []string
	}{
		{"a policy without a test", []policytest.Option{policytest.WithAllTested()}, []string{`p.cel:3:3: no case tests the policy q`}},
		{"that may be", nil, nil},
		{"coverage", []policytest.Option{policytest.WithCoverMin(51)}, []string{
			"50 % of the policies are covered, and 51 % are asked for\n    p.cel:2:48: p/a is never false\n    p.cel:3:3: policy q is never reached",
		}},
		{"coverage that is enough", []policytest.Option{policytest.WithCoverMin(50)}, nil},
		{"mutants", []policytest.Option{policytest.WithMutateMin(100)}, nil},
		{"a part of the cases", []policytest.Option{policytest.WithFilter(regexp.MustCompile("a")), policytest.WithCoverMin(100)}, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := suiteOf(t, policies, tests).Dir
			suite, err := policytest.Load(dir, append(c.opts, policytest.WithCoverage())...)
			require.NoError(t, err)
			var got []string
			for _, text := range suite.Lacks(t.Context(), suite.Run(t.Context())) {
				got = append(got, strings.ReplaceAll(text, filepath.ToSlash(dir)+"/", ""))
			}
			assert.Equal(t, c.want, got)
		})
	}
}

func TestRunDemandsThatMutantsAreKilled(t *testing.T) {
	dir := suiteOf(t, mutated, mutating).Dir
	suite, err := policytest.Load(dir, policytest.WithMutateMin(99), policytest.WithCoverage())
	require.NoError(t, err)
	lacks := suite.Lacks(t.Context(), suite.Run(t.Context()))
	require.Len(t, lacks, 1)
	assert.Contains(t, lacks[0], "% of the mutants are killed, and 99 % are asked for\n    survived ")
	assert.Contains(t, lacks[0], `p.cel:3:55: drop condition: turn.purpose == Purpose.CHAT -> true: add a case in which this alone decides`)
}
