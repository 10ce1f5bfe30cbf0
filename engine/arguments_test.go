package engine_test

import (
	"context"
	"errors"
	"sync/atomic"
	"testing"
	"testing/fstest"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/lacuna-go/lacuna/engine"
)

// booking is a write that takes a second at most, once.
const booking = `Policy{
  name: "booking", server: "booking", effect: Effect.WRITE, timeout: duration("1s"), breaker: Breaker{failures: 1},
  when_unavailable: [HardFail{message: {"en": "It was not booked."}}],
  when_uncertain: HardFail{message: {"en": "It may have been booked."}},
}`

func booked(t *testing.T, opts ...engine.Option) *engine.Turn {
	t.Helper()
	eng, err := engine.New(fstest.MapFS{"a.cel": {Data: []byte(booking)}}, opts...)
	require.NoError(t, err)
	turn, err := eng.Begin(t.Context(), engine.TurnInfo{})
	require.NoError(t, err)
	return turn
}

func TestArgumentsAreCheckedBeforeAdmission(t *testing.T) {
	var sent atomic.Int32
	turn := booked(t, engine.WithArguments(func(c engine.Call) error {
		if string(c.Args) == "{}" {
			return &engine.Error{Failure: engine.Failure{Kind: engine.InvalidFailure}, Fields: []string{"seat", "a text of a tool: no name"}}
		}
		return nil
	}))
	dispatch := func(context.Context, engine.Call) (engine.Result, error) {
		sent.Add(1)
		return engine.Result{JSON: []byte(`{}`)}, nil
	}
	for range 3 { // a breaker that counted it would open
		a := turn.Do(t.Context(), engine.Call{Server: "booking", Tool: "book"}, dispatch)
		assert.Equal(t, engine.Refused, a.Outcome)
		assert.Contains(t, a.Model(), `"fields":["seat"]`)
	}
	assert.Zero(t, sent.Load())
	a := turn.Do(t.Context(), engine.Call{Server: "booking", Tool: "book", Args: []byte(`{"seat":"12A"}`)}, dispatch)
	assert.Equal(t, engine.OK, a.Outcome)
	assert.EqualValues(t, 1, sent.Load())
}

func TestWhatWasNotSentIsNotUncertain(t *testing.T) {
	for _, c := range []struct {
		name string
		send bool // before the deadline
		want engine.Outcome
	}{
		{"it only connected", false, engine.HardFail},
		{"it was sending", true, engine.Uncertain},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				turn := booked(t)
				a := turn.Do(t.Context(), engine.Call{Server: "booking", Tool: "book"}, func(ctx context.Context, _ engine.Call) (engine.Result, error) {
					sending := engine.Unsent(ctx)
					if c.send {
						sending()
					}
					time.Sleep(time.Minute)
					return engine.Result{}, errors.New("late")
				})
				assert.Equal(t, c.want, a.Outcome)
				assert.Equal(t, c.send, a.Record().Failure.Sent)
				time.Sleep(2 * time.Minute)
			})
		})
	}
	assert.NotPanics(t, engine.Unsent(context.Background()))
}

func TestRemaining(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		turn := booked(t)
		before := turn.Remaining()
		turn.Do(t.Context(), engine.Call{Server: "booking", Tool: "book"}, func(context.Context, engine.Call) (engine.Result, error) {
			time.Sleep(500 * time.Millisecond)
			return engine.Result{JSON: []byte(`{}`)}, nil
		})
		assert.Equal(t, before-500*time.Millisecond, turn.Remaining())
		time.Sleep(time.Hour)
		assert.Equal(t, before-500*time.Millisecond, turn.Remaining(), "only tool time counts")
		turn.End()
		assert.Zero(t, turn.Remaining())
	})
}
