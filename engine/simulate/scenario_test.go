package simulate_test

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/lacuna-go/lacuna/engine/simulate"
	"github.com/lacuna-go/lacuna/rules"
)

const scenarios = "../../examples/scenarios"

func shop(t *testing.T) *rules.Set {
	t.Helper()
	set, err := rules.Load(os.DirFS("../../policies"))
	require.NoError(t, err)
	return set
}

func scenario(t *testing.T, name string) *simulate.Scenario {
	t.Helper()
	f, err := os.Open(filepath.Join(scenarios, name+".yaml"))
	require.NoError(t, err)
	defer func() { assert.NoError(t, f.Close()) }()
	s, err := simulate.ReadScenario(f.Name(), f)
	require.NoError(t, err)
	return s
}

func played(t *testing.T, name string) *simulate.Report {
	t.Helper()
	r, err := scenario(t, name).Play(shop(t))
	require.NoError(t, err)
	var text strings.Builder
	require.NoError(t, r.Write(&text))
	t.Log(text.String())
	return r
}

func TestScenarios(t *testing.T) {
	budget := shop(t).Turn.Budget
	for _, c := range []struct {
		name     string
		attempts float64 // a call, at most
		data     float64 // at least, within the budget
	}{
		{"healthy", 1.05, 0.99},
		{"thirty-percent", 1.4, 0.8},
		{"seventy-percent", 1.3, 0.3},
		{"dead-minute", 1.1, 0.9},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := played(t, c.name)
			assert.LessOrEqual(t, r.Lacuna.AttemptsPerCall, c.attempts)
			assert.LessOrEqual(t, r.Lacuna.AttemptsPerSent, c.attempts)
			assert.GreaterOrEqual(t, r.Lacuna.Timely, c.data)
			assert.GreaterOrEqual(t, r.Lacuna.Timely, r.Naive.Timely-0.01)
			assert.Equal(t, r.Lacuna.Data, r.Lacuna.Timely, "nothing comes after the budget")
			require.NotEmpty(t, r.Lacuna.All())
			for _, turn := range r.Lacuna.All() {
				assert.LessOrEqual(t, turn.ToolTime, budget+50*time.Millisecond, turn.ID)
			}
		})
	}
}

// The gates are no luck of one seed.
func TestScenariosWithOtherSeeds(t *testing.T) {
	set := shop(t)
	for _, c := range []struct {
		name     string
		attempts float64
	}{{"thirty-percent", 1.4}, {"seventy-percent", 1.3}, {"dead-minute", 1.1}} {
		for seed := range uint64(3) {
			s := scenario(t, c.name)
			s.Seed = 1000 + seed
			r, err := s.Play(set)
			require.NoError(t, err)
			assert.LessOrEqual(t, r.Lacuna.AttemptsPerCall, c.attempts, "%s, seed %d", c.name, s.Seed)
			assert.Greater(t, r.Lacuna.Timely, r.Naive.Timely, "%s, seed %d", c.name, s.Seed)
			assert.Less(t, r.Lacuna.TurnTime.P95, r.Naive.TurnTime.P95, "%s, seed %d", c.name, s.Seed)
			for _, l := range r.Loads {
				if l.Fail == 1 {
					assert.LessOrEqual(t, l.Lacuna.In, 0.1*l.Naive.In, "%s, seed %d", c.name, s.Seed)
				}
			}
		}
	}
}

func TestADeadMinuteIsLeftAlone(t *testing.T) {
	r := played(t, "dead-minute")
	require.Len(t, r.Loads, 1)
	l := r.Loads[0]
	assert.LessOrEqual(t, l.Lacuna.In, 0.1*l.Naive.In)
	assert.LessOrEqual(t, l.Lacuna.After, 0.1*l.Naive.After, "nor is it met by a herd as it comes back")
	last := r.Breakers[len(r.Breakers)-1]
	assert.Equal(t, "closed", last.To)
	require.NotNil(t, last.Outage)
}

func TestSameSeedSameOutput(t *testing.T) {
	outputs := func(change func(*simulate.Scenario)) string {
		s := scenario(t, "thirty-percent")
		change(s)
		r, err := s.Play(shop(t))
		require.NoError(t, err)
		var b bytes.Buffer
		require.NoError(t, r.Write(&b))
		require.NoError(t, json.NewEncoder(&b).Encode(r))
		return b.String()
	}
	same := func(*simulate.Scenario) {}
	assert.Equal(t, outputs(same), outputs(same))
	assert.NotEqual(t, outputs(same), outputs(func(s *simulate.Scenario) { s.Seed++ }))
}

func TestReadScenario(t *testing.T) {
	const good = `seed: 1
duration: 10s
turns_per_second: 1
turn:
  - {server: a, tool: b}
tools:
  a/b: {p50: 1ms, p99: 2ms}
`
	for _, c := range []struct{ name, from, to, want string }{
		{"as it is", "", "", ""},
		{"an unknown field", "seed", "sede", `s.yaml:1:1: unknown field "sede"`},
		{"an unknown field of a call", "server: a", "sever: a", `s.yaml:5:6: unknown field "sever"`},
		{"an unknown field of a tool", "p50", "p05", `s.yaml:7:9: unknown field "p05"`},
		{"a key twice", "seed: 1", "seed: 1\nseed: 2", "s.yaml:2:1: "},
		{"no YAML", "seed: 1", "seed: [", "s.yaml:"},
		{"no duration", "duration: 10s", "duration: soon", `s.yaml:2:11: "soon" is no duration such as 1.2s`},
		{"a number for a duration", "duration: 10s", "duration: 10", "s.yaml:2:11: 10 is no duration such as 1.2s"},
		{"no time at all", "duration: 10s\n", "", "s.yaml:1:1: a scenario needs a duration"},
		{"no turns", "turns_per_second: 1", "turns_per_second: 0", "s.yaml:3:19: turns_per_second is above 0, and at most 1000"},
		{"a tool that is not described", "tool: b", "tool: c", "s.yaml:5:5: tools does not describe a/c"},
		{"a call and parallel", "tool: b}", "tool: b, parallel: [{server: a, tool: b}]}", "s.yaml:5:5: a step is one call"},
		{"half a latency", "p50: 1ms, ", "", "p50 is above 0, and p99 at least p50"},
		{"two latencies", "p50: 1ms, ", "fixed: 1ms, ", "a latency is fixed, or has p50 and p99"},
		{"a share above one", "p99: 2ms", "p99: 2ms, phases: [{from: 0s, fail: 2}]", "s.yaml:7:55: fail is a share, 0 to 1"},
		{"a kind that no tool has", "p99: 2ms", "p99: 2ms, phases: [{from: 0s, kinds: {breaker_open: 1}}]", `"breaker_open" is no kind of failure that a tool has`},
		{"an end before the beginning", "p99: 2ms", "p99: 2ms, phases: [{from: 5s, until: 4s}]", "until is after from"},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := simulate.ReadScenario("s.yaml", strings.NewReader(strings.Replace(good, c.from, c.to, 1)))
			if c.want == "" {
				require.NoError(t, err)
				return
			}
			assert.ErrorContains(t, err, c.want)
		})
	}
}

func TestPlayFailsWhereTheSetSaysOtherwise(t *testing.T) {
	for _, c := range []struct {
		name   string
		change func(*simulate.Scenario)
		want   string
	}{
		{"a purpose", func(s *simulate.Scenario) { s.Purpose = "sale" }, `the purpose "sale" is not declared`},
		{"a fact", func(s *simulate.Scenario) { s.Facts["vip"] = true }, `the fact "vip" is not declared`},
		{"a fact of a call", func(s *simulate.Scenario) { s.Turn[0].Facts = map[string]any{"vip": true} }, `the fact "vip" is not declared`},
		{"a fallback", func(s *simulate.Scenario) { delete(s.Tools, "search/keyword_search") }, "search/semantic_search falls back to search/keyword_search"},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := scenario(t, "healthy")
			c.change(s)
			_, err := s.Play(shop(t))
			assert.ErrorContains(t, err, c.want)
		})
	}
}
