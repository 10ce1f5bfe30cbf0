package metrics_test

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/lacuna-go/lacuna/engine"
	"github.com/lacuna-go/lacuna/engine/metrics"
	"github.com/lacuna-go/lacuna/state"
)

// TestTable holds what makes a name fit for every exporter.
func TestTable(t *testing.T) {
	seen := map[string]bool{}
	word := regexp.MustCompile(`^[a-z][a-z_]*[a-z]$`)
	for _, i := range metrics.Instruments() {
		assert.False(t, seen[i.Name], "%s stands twice", i.Name)
		seen[i.Name] = true
		assert.Regexp(t, `^lacuna_[a-z_]*[a-z]$`, i.Name)
		assert.Equal(t, i.Kind == metrics.Counter, strings.HasSuffix(i.Name, "_total"), "%s: counters, and they alone, are totals", i.Name)
		assert.Equal(t, i.Unit == "s", strings.HasSuffix(i.Name, "_seconds"), "%s: the unit of seconds", i.Name)
		assert.Equal(t, i.Kind == metrics.Histogram, i.Bounds != nil, i.Name)
		assert.True(t, slices.IsSorted(i.Bounds), i.Name)
		assert.True(t, strings.HasSuffix(i.Help, "."), i.Name)
		for _, l := range i.Labels {
			assert.Regexp(t, word, l)
		}
	}
}

func toolsOf(got map[string]string) []string {
	seen := map[string]bool{}
	for key := range got {
		if _, rest, ok := strings.Cut(key, "server="); ok {
			tool, _, _ := strings.Cut(strings.TrimSuffix(rest, "}"), ",")
			_, name, _ := strings.Cut(rest, "tool=")
			name, _, _ = strings.Cut(strings.TrimSuffix(name, "}"), ",")
			seen[tool+"/"+name] = true
		}
	}
	return slices.Sorted(maps.Keys(seen))
}

// named are the tools that policies name.
var named = []string{"orders/create", "pricing/quote", "search/keyword", "search/semantic"}

// TestBounds holds that names which a model makes up take a quarter of the places at most, and policies' tools the others.
func TestBounds(t *testing.T) {
	s := open(t, metrics.Options{Tools: 12})
	for i := range 100 {
		s.call("made-up", fmt.Sprintf("tool%02d", i), nil)
	}
	for i := range 100 {
		s.call("free", fmt.Sprintf("tool%02d", i), nil) // a policy covers whatever the server has
	}
	got := s.read()
	assert.Equal(t, "192", got["lacuna_calls_total{server=other,tool=other,outcome=ok}"], "200 but for 3 of the first and 5 of the others: policies name four")
	list := toolsOf(got)
	assert.Len(t, list, 13)
	assert.Equal(t, append([]string{"made-up/tool00", "made-up/tool01", "made-up/tool02", "orders/create", "other/other"}, named[1:]...), list[5:])

	long := open(t, metrics.Options{})
	long.call("free", "\xff"+strings.Repeat("x", 1000), nil)
	for _, tool := range toolsOf(long.read()) {
		assert.Less(t, len(tool), 150)
	}
}

// TestEvicted holds that a tool's series leave with its breaker, but for tools that policies name.
func TestEvicted(t *testing.T) {
	s := open(t, metrics.Options{}, engine.WithStore(state.Options{Keys: 4}))
	s.call("pricing", "quote", nil)
	for i := range 3 {
		s.call("free", fmt.Sprintf("a%d", i), nil)
	}
	assert.Equal(t, append([]string{"free/a0", "free/a1", "free/a2"}, named...), toolsOf(s.read()))
	for i := range 4 {
		s.clock.Advance(time.Minute)
		s.call("free", fmt.Sprintf("b%d", i), nil)
	}
	got := s.read()
	assert.Equal(t, append([]string{"free/b0", "free/b1", "free/b2", "free/b3"}, named...), toolsOf(got))
	assert.Equal(t, "1", got["lacuna_calls_total{server=pricing,tool=quote,outcome=ok}"])
	assert.NotContains(t, got, "lacuna_breaker_state{server=pricing,tool=quote,state=closed}", "its breaker is gone")
}

// TestStepsOfAReload holds that a step keeps its count over a reload, that one which is gone leaves, and that a turn under the policies of
// before is counted all the same.
func TestStepsOfAReload(t *testing.T) {
	s := open(t, metrics.Options{})
	s.call("search", "semantic", down)
	require.Equal(t, "1", s.read()["lacuna_steps_total{policy=search,step=0,kind=use_tool}"])
	zero := 0
	s.numbers.Observe(engine.DecisionEvent{Record: &engine.Record{Outcome: "omit", Policy: "gone", StepIndex: &zero, Step: "omit", Took: "1s"}})
	got := s.read()
	assert.Equal(t, "1", got["lacuna_steps_total{policy=other,step=other,kind=other}"])
	assert.NotContains(t, got, "lacuna_steps_total{policy=gone,step=0,kind=omit}")
}

// TestObserveIsCheap holds what a decision costs the call that it is about: no allocation.
func TestObserveIsCheap(t *testing.T) {
	s := open(t, metrics.Options{})
	s.call("pricing", "quote", nil)
	one := 1
	for _, outcome := range []string{"ok", "omit"} {
		var ev engine.Event = engine.DecisionEvent{Record: &engine.Record{
			Server: "pricing", Tool: "quote", Outcome: outcome, Took: "1.234567ms", StepIndex: &one, Step: "hard_fail", Policy: "price",
			Failure: &engine.FailureRecord{Kind: "timeout"},
		}}
		s.numbers.Observe(ev)
		assert.Zero(t, testing.AllocsPerRun(100, func() { s.numbers.Observe(ev) }), outcome)
	}
}

// TestMirror holds that values of histograms are handed on as they come, to a recorder of each series.
func TestMirror(t *testing.T) {
	s := open(t, metrics.Options{})
	s.call("pricing", "quote", nil)
	got := map[string][]float64{}
	s.numbers.Mirror(func(of *metrics.Instrument, labels []string) func(float64) {
		key := of.Name + " " + strings.Join(labels, "/")
		return func(v float64) { got[key] = append(got[key], v) }
	})
	s.call("pricing", "quote", nil)
	s.call("search", "keyword", nil)
	want := map[string][]float64{
		"lacuna_call_seconds pricing/quote": {1}, "lacuna_call_seconds search/keyword": {1}, "lacuna_turn_tool_seconds turn": {1, 1},
		"lacuna_turn_budget_ratio turn": {0.125, 0.125}, "lacuna_turn_tool_seconds model": {0, 0}, "lacuna_turn_budget_ratio model": {0, 0},
	}
	assert.Equal(t, want, got)
	s.numbers.Mirror(nil)
	s.call("pricing", "quote", nil)
	assert.Equal(t, want, got, "ended")
}

// TestConcurrent observes, reads, mirrors and reloads at once: the race detector looks at it, and no decision is lost.
func TestConcurrent(t *testing.T) {
	s := open(t, metrics.Options{Tools: 50})
	var group sync.WaitGroup
	for g := range 4 {
		group.Go(func() {
			zero := 0
			for i := range 500 {
				s.numbers.Observe(engine.DecisionEvent{Record: &engine.Record{
					Server: "free", Tool: fmt.Sprint("t", (g*500+i)%80), Outcome: "omit", Took: "1s", StepIndex: &zero, Step: "omit", Policy: "any",
				}})
				s.numbers.Observe(engine.TurnEvent{Clocks: []engine.TurnClock{{Used: time.Second, Allowed: time.Second}}})
				s.numbers.Observe(engine.TransitionEvent{Transition: state.Transition{Key: state.Key{Server: "free", Tool: "t1"}, From: state.Closed, To: state.Open}})
				s.numbers.Observe(engine.VerdictEvent{Record: &engine.VerdictRecord{Verdict: "pass"}})
			}
		})
	}
	group.Go(func() {
		for range 50 {
			s.numbers.Read(func(metrics.Sample) {})
			s.numbers.Mirror(func(*metrics.Instrument, []string) func(float64) { return func(float64) {} })
			s.numbers.Attach(s.eng)
		}
	})
	group.Wait()
	total := 0
	for key, n := range s.read() {
		if strings.HasPrefix(key, "lacuna_calls_total{") {
			one, err := strconv.Atoi(n)
			require.NoError(t, err)
			total += one
		}
	}
	assert.Equal(t, 2000, total)
	assert.Equal(t, "2000", s.read()["lacuna_verdicts_total{verdict=pass}"])
	assert.Equal(t, "2000", s.read()["lacuna_steps_total{policy=any,step=0,kind=omit}"])
}
