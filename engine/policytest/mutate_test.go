package policytest_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/lacuna-go/lacuna/engine/policytest"
)

// suiteOf is a suite of one policy file and one test file.
func suiteOf(t *testing.T, policies, tests string) *policytest.Suite {
	t.Helper()
	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, "p.cel"), []byte(policies), 0o644))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "a_test.yaml"), []byte(tests), 0o644))
	suite, err := policytest.Load(dir)
	require.NoError(t, err)
	return suite
}

// mutantsOf lists what became of each mutant, as line:col: kind: change: state.
func mutantsOf(t *testing.T, s *policytest.Suite, opts ...policytest.Option) (*policytest.Mutation, []string) {
	t.Helper()
	m, err := s.Mutate(t.Context(), opts...)
	require.NoError(t, err)
	var list []string
	for i := range m.Mutants {
		one := &m.Mutants[i]
		list = append(list, strings.TrimPrefix(one.String(), filepath.ToSlash(s.Dir)+"/p.cel:")+": "+string(one.State))
		assert.Equal(t, one.State == policytest.Killed, one.By != "", one.String())
		assert.Equal(t, one.State == policytest.Survived, one.Hint != "", one.String())
	}
	return m, list
}

// TestEveryKindOfMutant lists all mutants of policies in which each kind occurs, under tests that notice nothing.
func TestEveryKindOfMutant(t *testing.T) {
	_, list := mutantsOf(t, suiteOf(t, `[
  Turn{budget: duration("8s")},
  Policy{
    name: "p", server: "s", effect: Effect.READ, retry: Retry{max: 1},
    vars: {"many": call.args.n > 3},
    store: Store{when: call.tool == "t", shared: true},
    forbid: {"a": !(call.args.a || call.args.b) && vars.many},
    when_unavailable: [
      Cached{max_age: duration("15m")},
      UseTool{tool: "u", require: {"b": call.money("amount", "currency") <= money("20.00", "EUR") ? true : call.args.f < 1.5}},
      HardFail{handoff: Handoff.HUMAN},
    ],
  },
  Policy{name: "u", server: "s", tools: ["u"], breaker: Breaker{failures: 2}, when_unavailable: [HardFail{}]},
  Claims{
    name: "c", kinds: [Kind.MONEY], mode: Mode.SHADOW,
    sourced_by: {"d": source.server in ["s", "t"]}, unless: {"e": claim.sources.exists(x, x.cached && x.echoed)},
    otherwise: Redact{with: "-"},
  },
  Known{name: "k", text: "Free over €50.", until: timestamp("2036-01-01T00:00:00Z")},
]`, `
tests:
  - {name: nothing, call: {server: x, tool: y}, want: {outcome: ok}}
`))
	got := strings.Join(list, "\n") + "\n"
	if *update {
		require.NoError(t, os.WriteFile("testdata/mutants.want", []byte(got), 0o644))
	}
	want, err := os.ReadFile("testdata/mutants.want")
	require.NoError(t, err)
	assert.Equal(t, string(want), got)
	assert.NotContains(t, got, "killed")
}

// The hint at an entry that is shared is one that works.
func TestTheHintAtASharedEntry(t *testing.T) {
	const policies = `Policy{name: "p", server: "s", effect: Effect.READ, store: Store{shared: true},
  when_unavailable: [Cached{max_age: duration("1h")}, Omit{}]}`
	const one = `
turn: {audience: C-9}
call: {server: s, tool: t}
tests:
  - {name: a, failure: {kind: timeout}, cached: {age: 1m}, want: {outcome: cached}}
`
	const change = `1:74: negate: true -> false`
	m, list := mutantsOf(t, suiteOf(t, policies, one))
	assert.Contains(t, list, change+": survived")
	for i := range m.Mutants {
		if strings.HasSuffix(m.Mutants[i].String(), change) {
			assert.Contains(t, m.Mutants[i].Hint, "without a turn.audience")
		}
	}
	_, list = mutantsOf(t, suiteOf(t, policies, one+`
  - name: b
    turn: {audience: null}
    calls: [{server: s, tool: t}, {server: s, tool: t, failure: {kind: timeout}}]
    want: {outcome: cached}
`))
	assert.Contains(t, list, change+": killed")
}

const (
	mutated = `Policy{name: "p", server: "s", effect: Effect.READ, timeout: duration("2s"), breaker: Breaker{failures: 3},
  when_unavailable: [
    Cached{max_age: duration("1h"), require: {"chat": turn.purpose == Purpose.CHAT && call.args.n == 1}},
    Omit{},
  ]}`
	mutating = `
turn: {audience: C-9}
call: {server: s, tool: t, args: {n: 1}}
failure: {kind: internal}
tests:
  - {name: a, cached: {age: 1h}, want: {outcome: cached, timeout: 2s}}
  - {name: b, cached: {age: 61m}, want: {outcome: omit}}
  - {name: c, call: {args: {n: 2}}, cached: {age: 1m}, want: {outcome: omit}}
  - {name: d, breaker: {state: closed, failures: 2}, cached: {age: 1m}, want: {outcome: cached}}
`
)

func TestMutantsAreKilledByWantsAlone(t *testing.T) {
	suite := suiteOf(t, mutated, mutating)
	m, list := mutantsOf(t, suite)
	assert.Contains(t, list, `1:62: move threshold: duration("2s") -> duration("2.2s"): killed`)
	assert.Contains(t, list, `3:87: drop condition: call.args.n == 1 -> true: killed`)
	assert.Contains(t, list, `3:55: drop condition: turn.purpose == Purpose.CHAT -> true: survived`, "there is no turn but a chat")
	assert.Contains(t, list, `4:5: drop step: Omit{},: invalid`, "a chain ends")
	assert.Contains(t, list, `1:105: move threshold: 3 -> 2: survived`, "that case d can't be played kills nothing")
	killed, survived, invalid := m.Count()
	assert.Equal(t, len(m.Mutants), killed+survived+invalid)
	assert.InDelta(t, policytest.Percent(killed, killed+survived), m.Score(), 0)
	assert.Len(t, m.Survivors(), survived)
	assert.True(t, suite.Run(t.Context()).OK(), "the suite itself is as it was")
}

func TestMutantsAreDrawn(t *testing.T) {
	suite := suiteOf(t, mutated, mutating)
	_, all := mutantsOf(t, suite, policytest.WithParallel(1))
	m, drawn := mutantsOf(t, suite, policytest.WithMutants(5), policytest.WithShuffle(3))
	_, again := mutantsOf(t, suite, policytest.WithMutants(5), policytest.WithShuffle(3), policytest.WithParallel(4))
	assert.Equal(t, len(all), m.Total)
	assert.Len(t, drawn, 5)
	assert.Equal(t, drawn, again, "by the seed alone")
	assert.Subset(t, all, drawn)
}

func TestMutateNeedsTestsThatPass(t *testing.T) {
	suite := suiteOf(t, mutated, strings.Replace(mutating, "outcome: cached", "outcome: ok", 1))
	_, err := suite.Mutate(t.Context())
	require.ErrorIs(t, err, policytest.ErrTestsFail)

	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err = suiteOf(t, mutated, mutating).Mutate(ctx)
	require.ErrorIs(t, err, context.Canceled)

	other, err := policytest.Load(suite.Dir, policytest.WithPlayer(policytest.Engine(suite.Set)))
	require.NoError(t, err)
	_, err = other.Mutate(t.Context())
	require.ErrorContains(t, err, "loaded from a directory")
}
