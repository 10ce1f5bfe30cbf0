package engine_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"runtime"
	"testing"
	"testing/fstest"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/lacuna-go/lacuna/engine"
	"github.com/lacuna-go/lacuna/state"
)

// bank has two ways to pay, the second one as a fallback, and amounts that pricing must have returned.
func bank(t *testing.T, opts ...engine.Option) *engine.Engine {
	t.Helper()
	eng, err := engine.New(fstest.MapFS{"p.cel": {Data: []byte(`[
		Policy{name: "a", server: "bank", tools: ["pay_a"], effect: Effect.IDEMPOTENT, when_unavailable: [UseTool{tool: "pay_b"}, HardFail{}]},
		Policy{name: "b", server: "bank", tools: ["pay_b"], effect: Effect.IDEMPOTENT, when_unavailable: [HardFail{}]},
		Policy{name: "q", server: "pricing", effect: Effect.READ, when_unavailable: [Omit{}]},
		Claims{name: "args", kinds: [Kind.MONEY], on: Site.ARGS, sourced_by: {"pricing": source.server == "pricing"}, otherwise: Block{}},
	]`)}}, append([]engine.Option{engine.WithClock(state.NewVirtual(noon))}, opts...)...)
	require.NoError(t, err)
	return eng
}

func open(t *testing.T, eng *engine.Engine) *engine.Turn {
	t.Helper()
	turn, err := eng.Begin(t.Context(), engine.TurnInfo{})
	require.NoError(t, err)
	t.Cleanup(turn.End)
	return turn
}

func pay(tool, args string) engine.Call {
	return engine.Call{ID: tool, Server: "bank", Tool: tool, Args: json.RawMessage(args)}
}

func TestArgumentsOfAFallbackAreCheckedToo(t *testing.T) {
	eng := bank(t)
	require.NoError(t, eng.Force("bank", "pay_a", state.ForceOpen))
	a := open(t, eng).Do(t.Context(), pay("pay_a", `{"price":"999.00","currency":"EUR"}`), func(context.Context, engine.Call) (engine.Result, error) {
		t.Error("an unsourced amount was sent")
		return engine.Result{}, nil
	})
	assert.Equal(t, engine.HardFail, a.Outcome)
	assert.Contains(t, a.Record().Unmet, "a/target")
}

func TestWritesThroughAFallbackAreTheTurns(t *testing.T) {
	eng := bank(t)
	require.NoError(t, eng.Force("bank", "pay_a", state.ForceOpen))
	turn := open(t, eng)
	sent := 0
	done := func(context.Context, engine.Call) (engine.Result, error) {
		sent++
		return engine.Result{JSON: json.RawMessage(`{}`)}, nil
	}
	assert.Equal(t, engine.Fallback, turn.Do(t.Context(), pay("pay_a", `{"x":1}`), done).Outcome)
	turn.Do(t.Context(), pay("pay_b", `{"x":1}`), done)
	assert.Equal(t, 1, sent, "the same write, whichever way it is asked for")
	assert.Equal(t, []engine.Effect{{Server: "bank", Tool: "pay_b", CallID: "pay_a"}}, turn.Effects())

	turn = open(t, eng)
	a := turn.Do(t.Context(), pay("pay_a", `{"x":2}`), func(context.Context, engine.Call) (engine.Result, error) {
		return engine.Result{}, context.DeadlineExceeded
	})
	assert.Equal(t, engine.Uncertain, a.Outcome)
	assert.Equal(t, []engine.Effect{{Server: "bank", Tool: "pay_b", CallID: "pay_a", Uncertain: true}}, turn.Effects())
}

// TestWriteThatMayHaveHappenedIsFollowedByNothing feeds errors that do not say that a write was refused.
func TestWriteThatMayHaveHappenedIsFollowedByNothing(t *testing.T) {
	for name, dispatch := range map[string]func() (engine.Result, error){
		"no json":     func() (engine.Result, error) { return engine.Result{JSON: []byte("OK created order 17")}, nil },
		"unknown":     func() (engine.Result, error) { return engine.Result{}, errors.New("http2: server sent GOAWAY") },
		"bad gateway": func() (engine.Result, error) { return engine.Result{}, engine.StatusError(502, nil) },
		"own cancel":  func() (engine.Result, error) { return engine.Result{}, context.Canceled },
		"empty error": func() (engine.Result, error) { return engine.Result{}, &engine.Error{} },
		"timeout": func() (engine.Result, error) {
			return engine.Result{}, &engine.Error{Failure: engine.Failure{Kind: engine.TimeoutFailure}}
		},
		"left by Goexit": func() (engine.Result, error) { runtime.Goexit(); return engine.Result{}, nil },
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				turn := open(t, bank(t, engine.WithClock(state.System())))
				var tools []string
				a := turn.Do(t.Context(), pay("pay_a", `{"x":1}`), func(_ context.Context, c engine.Call) (engine.Result, error) {
					tools = append(tools, c.Tool)
					return dispatch()
				})
				assert.Equal(t, engine.Uncertain, a.Outcome)
				assert.Equal(t, []string{"pay_a"}, tools)
				assert.Len(t, turn.Effects(), 1)
			})
		})
	}
	turn := open(t, bank(t))
	a := turn.Do(t.Context(), pay("pay_a", `{"x":1}`), func(_ context.Context, c engine.Call) (engine.Result, error) {
		if c.Tool == "pay_a" {
			return engine.Result{}, &engine.Error{Failure: engine.Failure{Kind: engine.TimeoutFailure}, NotSent: true}
		}
		return engine.Result{JSON: json.RawMessage(`{}`)}, nil
	})
	assert.Equal(t, engine.Fallback, a.Outcome, "what never left may go another way")
}

func TestNothingIsSentUnderACancelledContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	turn := open(t, bank(t))
	a := turn.Do(ctx, pay("pay_b", `{"x":1}`), func(context.Context, engine.Call) (engine.Result, error) {
		t.Error("dispatched")
		return engine.Result{}, nil
	})
	assert.Equal(t, engine.Cancelled, a.Outcome)
	assert.ErrorIs(t, a.Err(), context.Canceled)
	assert.Empty(t, turn.Effects())
}

func TestFactsFunctionIsHeldInCheck(t *testing.T) {
	for name, f := range map[string]engine.FactsFunc{
		"panics": func(context.Context, engine.TurnInfo, engine.Call) (engine.Facts, error) { panic("facts") },
		"hangs": func(context.Context, engine.TurnInfo, engine.Call) (engine.Facts, error) {
			time.Sleep(20 * time.Second)
			return nil, nil
		},
		"fails": func(context.Context, engine.TurnInfo, engine.Call) (engine.Facts, error) {
			return nil, errors.New("no")
		},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				turn := open(t, bank(t, engine.WithClock(state.System()), engine.WithFacts(f)))
				start := time.Now()
				answers := turn.DoAll(t.Context(), []engine.Call{priceCall, priceCall}, answering(quote))
				assert.LessOrEqual(t, time.Since(start), 8*time.Second)
				assert.Equal(t, "facts", answers[0].Record().Faults[0].ID)
				time.Sleep(time.Minute)
			})
		})
	}
}

// TestIdsOfTwentyDigits holds that a number which no double holds is not taken for its neighbour.
func TestIdsOfTwentyDigits(t *testing.T) {
	eng, err := engine.New(fstest.MapFS{"p.cel": {Data: []byte(`Policy{
		name: "p", server: "s", effect: Effect.READ, store: Store{key: [call.args.id]},
		when_unavailable: [Cached{max_age: duration("1h")}, Omit{}],
	}`)}}, engine.WithClock(state.NewVirtual(noon)))
	require.NoError(t, err)
	ask := func(id string, dispatch engine.Dispatch) engine.Answer {
		turn, err := eng.Begin(t.Context(), engine.TurnInfo{Audience: engine.Public()})
		require.NoError(t, err)
		defer turn.End()
		return turn.Do(t.Context(), engine.Call{Server: "s", Tool: "t", Args: json.RawMessage(fmt.Sprintf(`{"id":%s}`, id))}, dispatch)
	}
	down := func(context.Context, engine.Call) (engine.Result, error) {
		return engine.Result{}, engine.StatusError(503, nil)
	}
	for _, pair := range [][2]string{
		{"12345678901234567890", "12345678901234567891"}, {"9007199254740993.0", "9007199254740992"}, {"1e400", "1e401"},
	} {
		require.Equal(t, engine.OK, ask(pair[0], answering(`{}`)).Outcome)
		assert.Equal(t, engine.Omit, ask(pair[1], down).Outcome, "%s is not %s", pair[1], pair[0])
		assert.Equal(t, engine.Cached, ask(pair[0], down).Outcome)
	}
}

// TestEntriesAreNotShared looks entries up under another audience, tool, server and argument.
func TestEntriesAreNotShared(t *testing.T) {
	eng, err := engine.New(fstest.MapFS{"p.cel": {Data: []byte(`Policy{
		name: "p", effect: Effect.READ, when_unavailable: [Cached{max_age: duration("1h")}, Omit{}],
	}`)}}, engine.WithClock(state.NewVirtual(noon)))
	require.NoError(t, err)
	ask := func(audience engine.Audience, server, tool, args string, dispatch engine.Dispatch) engine.Outcome {
		turn, err := eng.Begin(t.Context(), engine.TurnInfo{Audience: audience})
		require.NoError(t, err)
		defer turn.End()
		return turn.Do(t.Context(), engine.Call{Server: server, Tool: tool, Args: json.RawMessage(args)}, dispatch).Outcome
	}
	down := func(context.Context, engine.Call) (engine.Result, error) {
		return engine.Result{}, engine.StatusError(503, nil)
	}
	require.Equal(t, engine.OK, ask(engine.Person("A"), "s", "t", `{"x":1}`, answering(`{}`)))
	assert.Equal(t, engine.Cached, ask(engine.Person("A"), "s", "t", `{"x":1}`, down))
	assert.Equal(t, engine.Omit, ask(engine.Person("B"), "s", "t", `{"x":1}`, down), "another person")
	assert.Equal(t, engine.Omit, ask(engine.Public(), "s", "t", `{"x":1}`, down), "everybody")
	assert.Equal(t, engine.Omit, ask(engine.Audience{}, "s", "t", `{"x":1}`, down), "nobody in particular")
	assert.Equal(t, engine.Omit, ask(engine.Person("A"), "r", "t", `{"x":1}`, down), "another server")
	assert.Equal(t, engine.Omit, ask(engine.Person("A"), "s", "u", `{"x":1}`, down), "another tool")
	assert.Equal(t, engine.Omit, ask(engine.Person("A"), "s", "t", `{"x":2}`, down), "other arguments")
}
