package engine_test

import (
	"context"
	"errors"
	"testing"
	"testing/fstest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/lacuna-go/lacuna/engine"
	"github.com/lacuna-go/lacuna/state"
)

const eventPolicies = `[
  Turn{budget: duration("8s"), budgets: {"model": duration("90s")}},
  Policy{name: "stock", server: "stock", effect: Effect.READ, breaker: Breaker{failures: 1}, when_unavailable: [Omit{disclose: "No stock."}]},
  Policy{name: "pay", server: "pay", effect: Effect.READ, when_unavailable: [HardFail{message: "No."}]},
]`

type traced struct {
	events []engine.Event
	under  []any // what the context of each holds
}

type traceKey struct{}

func (s *traced) observe(ctx context.Context, ev engine.Event) {
	s.events, s.under = append(s.events, ev), append(s.under, ctx.Value(traceKey{}))
}

func eventShop(t *testing.T, opts ...engine.Option) (*engine.Engine, *state.Virtual) {
	t.Helper()
	clock := state.NewVirtual(noon)
	eng, err := engine.New(fstest.MapFS{"p.cel": {Data: []byte(eventPolicies)}}, append(opts, engine.WithClock(clock))...)
	require.NoError(t, err)
	return eng, clock
}

// TestEventsOfTurns plays a turn that meets an outage and one that comes after it.
func TestEventsOfTurns(t *testing.T) {
	var seen traced
	eng, clock := eventShop(t, engine.WithContextObserver(seen.observe))
	failing := func(context.Context, engine.Call) (engine.Result, error) {
		clock.Advance(3 * time.Second)
		return engine.Result{}, engine.StatusError(503, nil)
	}
	begin := func(id string) *engine.Turn {
		turn, err := eng.Begin(context.WithValue(t.Context(), traceKey{}, "turn "+id), engine.TurnInfo{ID: id})
		require.NoError(t, err)
		return turn
	}
	first := begin("1")
	first.Do(context.WithValue(t.Context(), traceKey{}, "call"), engine.Call{Server: "stock", Tool: "level"}, failing)
	first.Check("Hello.")
	first.End()
	first.End()
	second := begin("2")
	for range 2 { // asked twice, told once
		require.Empty(t, engine.Offered(second, []string{"stock__level"}, func(s string) string { return s }))
	}
	second.Do(t.Context(), engine.Call{Server: "pay", Tool: "pay"}, failing)
	looks, err := eng.Begin(t.Context(), engine.TurnInfo{Looks: true})
	require.NoError(t, err)
	looks.End()

	require.Len(t, seen.events, 8)
	assert.IsType(t, engine.ReloadEvent{}, seen.events[0])
	assert.IsType(t, engine.TransitionEvent{}, seen.events[1], "before the decision that it was part of")
	assert.Equal(t, "omit", seen.events[2].(engine.DecisionEvent).Record.Outcome)
	assert.Equal(t, "append", seen.events[3].(engine.VerdictEvent).Record.Verdict)
	assert.Equal(t, engine.TurnEvent{
		Turn: "1", Purpose: "chat", Calls: 1, Attempts: 1, Took: 3 * time.Second,
		Clocks: []engine.TurnClock{{"", 3 * time.Second, 8 * time.Second}, {"model", 0, 90 * time.Second}},
	}, seen.events[4])
	assert.Equal(t, engine.HiddenEvent{
		Turn: "2", Tool: engine.Tool{Server: "stock", Tool: "level"}, Reason: "breaker_open", Disclosed: true,
	}, seen.events[5])
	assert.Equal(t, "hard_fail", seen.events[6].(engine.DecisionEvent).Record.Outcome)
	assert.Equal(t, engine.HardFail, seen.events[7].(engine.TurnEvent).Outcome)
	assert.Equal(t, []any{nil, nil, "call", "turn 1", "turn 1", "turn 2", nil, "turn 2"}, seen.under)
	assert.Equal(t, engine.EventCounts{Emitted: uint64(len(seen.events))}, eng.Events())
}

// TestObserverThatPanics holds that others are told, that the call has its answer, and that it is counted.
func TestObserverThatPanics(t *testing.T) {
	told := 0
	eng, _ := eventShop(t,
		engine.WithObserver(func(engine.Event) { panic("broken") }),
		engine.WithObserver(func(engine.Event) { told++ }))
	a := open(t, eng).Do(t.Context(), engine.Call{Server: "pay", Tool: "pay"}, answering(`{}`))
	assert.Equal(t, engine.OK, a.Outcome)
	assert.Equal(t, 2, told)
	assert.Equal(t, engine.EventCounts{Emitted: 2, Panics: 2}, eng.Events())
	assert.Zero(t, func() engine.EventCounts { e, _ := eventShop(t); return e.Events() }(), "nobody observes")
}

// TestTransitionsForTheStoresObserver holds that an observer of the embedder's own takes no event from the others.
func TestTransitionsForTheStoresObserver(t *testing.T) {
	var own []state.Transition
	var seen traced
	eng, _ := eventShop(t, engine.WithContextObserver(seen.observe),
		engine.WithStore(state.Options{Observe: func(tr state.Transition) { own = append(own, tr) }}))
	open(t, eng).Do(t.Context(), engine.Call{Server: "stock", Tool: "level"}, func(context.Context, engine.Call) (engine.Result, error) {
		return engine.Result{}, errors.New("raw")
	})
	require.Len(t, own, 1)
	assert.Contains(t, seen.events, engine.Event(engine.TransitionEvent{Transition: own[0]}))
}
