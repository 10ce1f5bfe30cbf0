package bench_test

import (
	"context"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/sony/gobreaker/v2"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/lacuna-go/lacuna/engine"
	"github.com/lacuna-go/lacuna/state"
)

// What gobreaker v2.4.0 gets wrong.

// gbSettings are those of its README: trip by its counts, and a timeout.
func gbSettings() gobreaker.Settings {
	return gobreaker.Settings{
		Name: "pricing", Timeout: 10 * time.Second,
		ReadyToTrip: func(c gobreaker.Counts) bool { return c.ConsecutiveFailures >= 3 },
	}
}

func gbFail(cb *gobreaker.CircuitBreaker[string], n int) {
	for range n {
		_, _ = cb.Execute(func() (string, error) { return "", errDown })
	}
}

// TestUnreportedProbe: whoever took the probe never says what came of it.
func TestUnreportedProbe(t *testing.T) {
	t.Run("gobreaker", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			cb := gobreaker.NewTwoStepCircuitBreaker[string](gbSettings())
			for range 3 {
				done, err := cb.Allow()
				require.NoError(t, err)
				done(errDown)
			}
			time.Sleep(10*time.Second + 1)
			_, err := cb.Allow()
			require.NoError(t, err)
			time.Sleep(24 * time.Hour)
			_, err = cb.Allow()
			assert.ErrorIs(t, err, gobreaker.ErrTooManyRequests, "a day later nobody may try")
			assert.Equal(t, gobreaker.StateHalfOpen, cb.State())
		})
	})
	t.Run("lacuna", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			s := open(t, "60s", threeInARow)
			s.fail(3)
			time.Sleep(10 * time.Second)
			plan := s.eng.Set().Plan("pricing", "quote")
			b, cfg := s.eng.Store().Breaker(plan.BreakerKey()), plan.Breaker.Config
			_, ok := b.Admit(cfg, "c", 6*time.Second, time.Now())
			require.True(t, ok)
			assert.Equal(t, engine.Omit, s.do(t.Context(), "c", answer(0)).Outcome, "one at a time")
			time.Sleep(6 * time.Second)
			assert.Equal(t, state.ReasonProbeLost, s.view().Reason)
			time.Sleep(20 * time.Second)
			assert.Equal(t, engine.OK, s.do(t.Context(), "c", answer(0)).Outcome)
			assert.Equal(t, state.Closed, s.state())
		})
	})
}

// TestListenerThatReads: whoever is told of a change of state looks at the numbers. This one needs real time, for a
// goroutine that waits for a mutex is not idle.
func TestListenerThatReads(t *testing.T) {
	within := func(f func()) bool {
		done := make(chan struct{})
		go func() {
			defer close(done)
			f()
		}()
		select {
		case <-done:
			return true
		case <-time.After(500 * time.Millisecond):
			return false // it stays behind
		}
	}
	t.Run("gobreaker", func(t *testing.T) {
		var cb *gobreaker.CircuitBreaker[string]
		settings := gbSettings()
		settings.OnStateChange = func(string, gobreaker.State, gobreaker.State) { cb.Counts() }
		cb = gobreaker.NewCircuitBreaker[string](settings)
		assert.False(t, within(func() { gbFail(cb, 3) }), "a deadlock")
	})
	t.Run("lacuna", func(t *testing.T) {
		var s *shop
		told := 0
		s = open(t, "60s", threeInARow, engine.WithObserver(func(e engine.Event) {
			if _, ok := e.(engine.TransitionEvent); ok {
				told++
				assert.Equal(t, state.Open, s.state())
				assert.Len(t, s.eng.Store().Breakers(time.Now()), 1)
			}
		}))
		assert.True(t, within(func() { s.fail(3) }))
		assert.Equal(t, 1, told)
	})
}

// TestCrowdAfterOneGoodProbe: 500 callers wait for a tool that answered once.
func TestCrowdAfterOneGoodProbe(t *testing.T) {
	const callers = 500
	rush := func(call func(i int) bool) (n int64) {
		var in atomic.Int64
		var wg sync.WaitGroup
		for i := range callers {
			wg.Go(func() {
				if call(i) {
					in.Add(1)
				}
			})
		}
		wg.Wait()
		return in.Load()
	}
	t.Run("gobreaker", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			cb := gobreaker.NewCircuitBreaker[string](gbSettings())
			gbFail(cb, 3)
			time.Sleep(10*time.Second + 1)
			good := func(int) bool {
				_, err := cb.Execute(func() (string, error) { time.Sleep(time.Second); return "", nil })
				return err == nil
			}
			assert.True(t, good(0))
			assert.EqualValues(t, callers, rush(good), "all at once, at a tool that has just come back")
		})
	})
	t.Run("lacuna", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			s := open(t, "60s", `breaker: Breaker{failures: 3, open_for: duration("10s"), ramp: [0.1, 0.25, 0.5]}`)
			s.fail(3)
			time.Sleep(10 * time.Second)
			good := func(i int) bool {
				return s.do(t.Context(), strconv.Itoa(i), answer(time.Second)).Outcome == engine.OK
			}
			assert.True(t, good(0))
			assert.InDelta(t, callers/10, rush(good), callers/20, "a tenth of the conversations")
		})
	})
}

// TestCallerCancelsByDefault: as TestCallerCancels. IsExcluded would be the way out; it excludes nothing by itself.
func TestCallerCancelsByDefault(t *testing.T) {
	cb := gobreaker.NewCircuitBreaker[string](gobreaker.Settings{})
	for range 6 {
		_, _ = cb.Execute(func() (string, error) { return "", context.Canceled })
	}
	assert.Equal(t, gobreaker.StateOpen, cb.State())
}
