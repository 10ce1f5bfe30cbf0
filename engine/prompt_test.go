package engine_test

import (
	"context"
	"encoding/json"
	"runtime"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"github.com/lacuna-go/lacuna/engine"
)

// prompt runs a test with attempts on the goroutines of their callers.
func prompt(t *testing.T, f func(t *testing.T, eng *engine.Engine)) {
	t.Helper()
	realTimeUnder(t, f, engine.WithPromptDispatch())
}

func TestPromptTimeout(t *testing.T) {
	prompt(t, func(t *testing.T, eng *engine.Engine) {
		start, calls := time.Now(), 0
		a := begin(t, eng, nil).Do(t.Context(), priceCall, func(ctx context.Context, _ engine.Call) (engine.Result, error) {
			calls++
			<-ctx.Done()
			return engine.Result{}, ctx.Err()
		})
		assert.Equal(t, engine.HardFail, a.Outcome)
		assert.Equal(t, "timeout", a.Record().Failure.Kind)
		assert.Equal(t, 2, calls)
		assert.InDelta(t, 5*time.Second, time.Since(start), float64(200*time.Millisecond), "twice 2.5 s and a pause")
	})
}

// TestPromptLate breaks the word: what comes late is a timeout, and fills the cache, from which the call may still be served.
func TestPromptLate(t *testing.T) {
	prompt(t, func(t *testing.T, eng *engine.Engine) {
		late := func(context.Context, engine.Call) (engine.Result, error) {
			time.Sleep(time.Minute)
			return engine.Result{JSON: json.RawMessage(quote)}, nil
		}
		start := time.Now()
		a := begin(t, eng, nil).Do(t.Context(), priceCall, late)
		assert.Equal(t, engine.Cached, a.Outcome)
		assert.Equal(t, "timeout", a.Record().Failure.Kind)
		assert.Equal(t, 1, a.Record().Attempts, "nothing is left of the budget")
		assert.Equal(t, time.Minute, time.Since(start), "the caller waits")
		stock := engine.Call{Server: "inventory", Tool: "stock", Args: json.RawMessage(`{"sku":"a"}`)}
		a = begin(t, eng, nil).Do(t.Context(), stock, late)
		assert.Equal(t, engine.Omit, a.Outcome, "and has no cache")
	})
}

func TestPromptLateWrite(t *testing.T) {
	prompt(t, func(t *testing.T, eng *engine.Engine) {
		turn := begin(t, eng, func(i *engine.TurnInfo) { i.Purpose = "order" })
		order := engine.Call{Server: "orders", Tool: "create_order", Args: json.RawMessage(`{"sku":"a"}`)}
		a := turn.Do(t.Context(), order, func(context.Context, engine.Call) (engine.Result, error) {
			time.Sleep(time.Minute)
			return engine.Result{JSON: json.RawMessage(`{"order":"A-1"}`)}, nil
		})
		assert.Equal(t, engine.Uncertain, a.Outcome)
		if effects := turn.Effects(); assert.Len(t, effects, 1) {
			assert.True(t, effects[0].Uncertain)
		}
	})
}

func TestPromptPanic(t *testing.T) {
	prompt(t, func(t *testing.T, eng *engine.Engine) {
		a := begin(t, eng, nil).Do(t.Context(), priceCall, func(context.Context, engine.Call) (engine.Result, error) { panic("a bug") })
		assert.Equal(t, engine.HardFail, a.Outcome)
		assert.Equal(t, "panic", a.Record().Failure.Kind)
	})
}

// TestPromptExit ends the caller's goroutine within an attempt: its permit comes back, and its turn's clock stops.
func TestPromptExit(t *testing.T) {
	prompt(t, func(t *testing.T, eng *engine.Engine) {
		turn, over := begin(t, eng, nil), make(chan struct{})
		go func() {
			defer close(over)
			turn.Do(t.Context(), priceCall, func(context.Context, engine.Call) (engine.Result, error) {
				time.Sleep(time.Second)
				runtime.Goexit()
				return engine.Result{}, nil
			})
			assert.Fail(t, "Do returned")
		}()
		<-over
		for _, b := range eng.Store().Breakers(time.Now()) {
			assert.Zero(t, b.View.InFlight, b.Key)
		}
		time.Sleep(time.Minute)
		assert.Equal(t, 7*time.Second, turn.Remaining())
	})
}
