package engine_test

import (
	"context"
	"errors"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/lacuna-go/lacuna/engine"
	"github.com/lacuna-go/lacuna/state"
)

func TestOneOwnerOfRetries(t *testing.T) {
	outer, _ := shop(t)
	inner, _ := shop(t)
	attempts := 0
	down := func(context.Context, engine.Call) (engine.Result, error) {
		attempts++
		return engine.Result{}, engine.StatusError(503, nil)
	}
	a := begin(t, outer, nil).Do(t.Context(), priceCall, func(ctx context.Context, c engine.Call) (engine.Result, error) {
		in := begin(t, inner, nil).Do(ctx, c, down)
		assert.Equal(t, 1, in.Record().Attempts, "a nested turn makes one attempt")
		return engine.Result{}, engine.StatusError(503, nil)
	})
	assert.Equal(t, 2, a.Record().Attempts)
	assert.Equal(t, 2, attempts, "two owners would have made four")
}

func TestRetriesAreBoundedAcrossTheEngine(t *testing.T) {
	var alarms int
	clock := state.NewVirtual(noon)
	eng, err := engine.Open("../policies", engine.WithClock(clock), engine.WithObserver(func(e engine.Event) {
		if _, ok := e.(engine.RetryEvent); ok {
			alarms++
		}
	}))
	assert.NoError(t, err)
	require.NoError(t, eng.Force("pricing", "quote", state.ForceClosed))
	for range 1000 {
		turn := begin(t, eng, nil)
		turn.Do(t.Context(), priceCall, func(context.Context, engine.Call) (engine.Result, error) {
			return engine.Result{}, &engine.Error{Failure: engine.Failure{Kind: engine.UnreachableFailure}, Cause: errors.New("no route")}
		})
	}
	counts := eng.Retries()
	assert.EqualValues(t, 1000, counts.Calls)
	assert.InDelta(t, 1.24, counts.PerCall(), 0.05)
	assert.Positive(t, counts.Refused)
	assert.Equal(t, 1, alarms, "once")
}
