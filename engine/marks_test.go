package engine_test

import (
	"context"
	"encoding/json"
	"errors"
	"testing"
	"testing/fstest"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/lacuna-go/lacuna/engine"
)

// streamed has a tool that may be repeated and that two others, and an earlier answer, can stand in for.
const streamed = `[
  Policy{
    name: "first", server: "s", tools: ["first"], effect: Effect.READ, timeout: duration("2s"), retry: Retry{max: 2},
    when_unavailable: [UseTool{tool: "second"}, Cached{max_age: duration("1h")}, HardFail{message: "It broke off."}],
  },
  Policy{name: "second", server: "s", tools: ["second"], effect: Effect.READ, timeout: duration("2s"), when_unavailable: [Omit{}]},
]`

func TestWhatWasPassedOnIsNotAskedForAgain(t *testing.T) {
	reset := &engine.Error{Failure: engine.Failure{Kind: engine.ResetFailure}}
	for name, c := range map[string]struct {
		passes  map[string]bool // tools that pass a part on before they fail
		hangs   bool
		asked   []string
		outcome engine.Outcome
	}{
		"nothing was passed on":            {asked: []string{"first", "first", "first", "second"}, outcome: engine.Cached},
		"nothing, and it hangs":            {hangs: true, asked: []string{"first", "second"}, outcome: engine.Cached},
		"a part, and it fails":             {passes: map[string]bool{"first": true}, asked: []string{"first"}, outcome: engine.HardFail},
		"a part, and it hangs":             {passes: map[string]bool{"first": true}, hangs: true, asked: []string{"first"}, outcome: engine.HardFail},
		"the one in its place passes some": {passes: map[string]bool{"second": true}, hangs: true, asked: []string{"first", "second"}, outcome: engine.HardFail},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				eng, err := engine.New(fstest.MapFS{"p.cel": {Data: []byte(streamed)}})
				require.NoError(t, err)
				fill := engine.Call{Server: "s", Tool: "first"}
				require.NoError(t, eng.Put(t.Context(), engine.TurnInfo{Audience: engine.Person("C-9")}, fill, engine.Entry{
					Server: "s", Tool: "first", AsOf: time.Now(), Result: engine.Result{JSON: json.RawMessage(`{"old":true}`)},
				}))
				turn, err := eng.Begin(t.Context(), engine.TurnInfo{Audience: engine.Person("C-9")})
				require.NoError(t, err)
				defer turn.End()
				asked := make(chan string, 8)
				a := turn.Do(t.Context(), fill, func(ctx context.Context, call engine.Call) (engine.Result, error) {
					asked <- call.Tool
					if c.passes[call.Tool] {
						assert.True(t, engine.PassOn(ctx))
						assert.True(t, engine.PassOn(ctx), "and the next one")
					}
					if c.hangs {
						<-ctx.Done()
						assert.False(t, engine.PassOn(ctx), "given up")
						return engine.Result{}, ctx.Err()
					}
					return engine.Result{}, reset
				})
				var tools []string
				for range len(asked) {
					tools = append(tools, <-asked)
				}
				assert.Equal(t, c.asked, tools)
				assert.Equal(t, c.outcome, a.Outcome)
				assert.Equal(t, len(c.passes) > 0, a.Record().Passed)
				assert.Equal(t, len(c.asked), a.Record().Attempts)
				synctest.Wait()
			})
		})
	}
}

func TestAWholeAnswerThatWasPassedOnIsOne(t *testing.T) {
	eng, err := engine.New(fstest.MapFS{"p.cel": {Data: []byte(streamed)}})
	require.NoError(t, err)
	turn, err := eng.Begin(t.Context(), engine.TurnInfo{})
	require.NoError(t, err)
	defer turn.End()
	a := turn.Do(t.Context(), engine.Call{Server: "s", Tool: "first"}, func(ctx context.Context, _ engine.Call) (engine.Result, error) {
		assert.True(t, engine.PassOn(ctx))
		return engine.Result{JSON: json.RawMessage(`{}`)}, nil
	})
	assert.Equal(t, engine.OK, a.Outcome)
	assert.False(t, a.Record().Passed)
	assert.False(t, engine.PassOn(t.Context()), "no attempt's context")
}

// TestGivingUpAndPassingOnHaveAnOrder lets a part and the end of its attempt come at the same moment, however that falls out.
func TestGivingUpAndPassingOnHaveAnOrder(t *testing.T) {
	eng, err := engine.New(fstest.MapFS{"p.cel": {Data: []byte(`[
	  Policy{name: "a", server: "s", effect: Effect.READ, timeout: duration("2ms"), retry: Retry{max: 1, backoff: Backoff{initial: duration("1ms"), max: duration("1ms")}},
	    breaker: Breaker{failures: 1000}, when_unavailable: [Omit{}]},
	]`)}}, engine.WithRetries(1, 1000))
	require.NoError(t, err)
	for range 50 {
		turn, err := eng.Begin(t.Context(), engine.TurnInfo{})
		require.NoError(t, err)
		parts := make(chan bool, 2)
		a := turn.Do(t.Context(), engine.Call{Server: "s", Tool: "x"}, func(ctx context.Context, _ engine.Call) (engine.Result, error) {
			begun := time.Now()
			for time.Since(begun) < 2*time.Millisecond { // up to the deadline's own moment
			}
			parts <- engine.PassOn(ctx)
			return engine.Result{}, &engine.Error{Failure: engine.Failure{Kind: engine.ResetFailure}}
		})
		passed := 0
		for range a.Record().Attempts {
			if <-parts {
				passed++
			}
		}
		assert.LessOrEqual(t, passed, 1)
		assert.Equal(t, passed > 0, a.Record().Passed)
		turn.End()
	}
}

// TestACancelledCallSaysWhy, whichever notices first: the dispatcher or the engine.
func TestACancelledCallSaysWhy(t *testing.T) {
	eng, err := engine.New(fstest.MapFS{"p.cel": {Data: []byte(streamed)}})
	require.NoError(t, err)
	moved := errors.New("the conversation moved on")
	for range 50 {
		turn, err := eng.Begin(t.Context(), engine.TurnInfo{})
		require.NoError(t, err)
		ctx, cancel := context.WithCancelCause(t.Context())
		a := turn.Do(ctx, engine.Call{Server: "s", Tool: "first"}, func(ctx context.Context, _ engine.Call) (engine.Result, error) {
			cancel(moved)
			return engine.Result{}, ctx.Err()
		})
		assert.Equal(t, engine.Cancelled, a.Outcome)
		assert.ErrorIs(t, a.Err(), moved)
		turn.End()
	}
}
