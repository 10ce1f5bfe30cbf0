package bench_test

import (
	"context"
	"errors"
	"strconv"
	"testing"
	"testing/synctest"
	"time"

	"github.com/failsafe-go/failsafe-go"
	"github.com/failsafe-go/failsafe-go/circuitbreaker"
	"github.com/failsafe-go/failsafe-go/retrypolicy"
	"github.com/failsafe-go/failsafe-go/timeout"
	"github.com/stretchr/testify/assert"

	"github.com/lacuna-go/lacuna/engine"
	"github.com/lacuna-go/lacuna/state"
)

// What failsafe-go v0.9.8 gets wrong.

// fsBreaker is the breaker of its guide: so many failures in a row, a delay, one success to close.
func fsBreaker() circuitbreaker.CircuitBreaker[string] {
	return circuitbreaker.NewBuilder[string]().WithFailureThreshold(3).WithSuccessThreshold(1).WithDelay(10 * time.Second).Build()
}

func fsAnswer(after time.Duration, err error) func() (string, error) {
	return func() (string, error) {
		time.Sleep(after)
		return "", err
	}
}

func fsFail(cb failsafe.Policy[string], n int) {
	for range n {
		_, _ = failsafe.With(cb).Get(fsAnswer(0, errDown))
	}
}

const threeInARow = `timeout: duration("60s"), breaker: Breaker{failures: 3, open_for: duration("10s")}`

// TestLateSuccess: a call that was let in while the breaker was closed succeeds while a probe is out.
func TestLateSuccess(t *testing.T) {
	t.Run("failsafe-go", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			cb := fsBreaker()
			go func() { _, _ = failsafe.With(cb).Get(fsAnswer(11*time.Second, nil)) }()
			synctest.Wait()
			fsFail(cb, 3)
			time.Sleep(10 * time.Second)
			go func() { _, _ = failsafe.With(cb).Get(fsAnswer(5*time.Second, errDown)) }()
			synctest.Wait()
			assert.True(t, cb.IsHalfOpen())
			time.Sleep(2 * time.Second)
			assert.True(t, cb.IsClosed(), "closed, while its only probe was still running")
			time.Sleep(time.Minute)
		})
	})
	t.Run("lacuna", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			lateReport(t, answer(11*time.Second))
		})
	})
}

// TestLateFailure: the same, and the late call fails.
func TestLateFailure(t *testing.T) {
	t.Run("failsafe-go", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			cb := fsBreaker()
			go func() { _, _ = failsafe.With(cb).Get(fsAnswer(11*time.Second, errDown)) }()
			synctest.Wait()
			fsFail(cb, 3)
			time.Sleep(10 * time.Second)
			go func() { _, _ = failsafe.With(cb).Get(fsAnswer(5*time.Second, nil)) }()
			synctest.Wait()
			assert.True(t, cb.IsHalfOpen())
			time.Sleep(2 * time.Second)
			assert.True(t, cb.IsOpen(), "open again, while its only probe was still running")
			time.Sleep(time.Minute)
		})
	})
	t.Run("lacuna", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) { lateReport(t, failure(11*time.Second)) })
	})
}

// lateReport ends a call of the closed era while a probe is out, and looks at the breaker.
func lateReport(t *testing.T, late engine.Dispatch) {
	s := open(t, "60s", threeInARow)
	go s.do(t.Context(), "late", late)
	synctest.Wait()
	s.fail(3)
	time.Sleep(10 * time.Second)
	go s.do(t.Context(), "probe", answer(5*time.Second))
	synctest.Wait()
	assert.Equal(t, state.HalfOpen, s.state())
	time.Sleep(2 * time.Second)
	assert.Equal(t, state.HalfOpen, s.state(), "only its probe decides")
	time.Sleep(4 * time.Second)
	assert.Equal(t, state.Closed, s.state())
}

// TestPanickingProbe: the call that probes panics, and the caller recovers.
func TestPanickingProbe(t *testing.T) {
	t.Run("failsafe-go", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			cb := fsBreaker()
			fsFail(cb, 3)
			time.Sleep(10 * time.Second)
			func() {
				defer func() { assert.NotNil(t, recover()) }()
				_, _ = failsafe.With(cb).Get(func() (string, error) { panic("a bug") })
			}()
			time.Sleep(time.Hour)
			_, err := failsafe.With(cb).Get(fsAnswer(0, nil))
			assert.ErrorIs(t, err, circuitbreaker.ErrOpen, "an hour later nobody may try")
			assert.True(t, cb.IsHalfOpen())
		})
	})
	t.Run("lacuna", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			s := open(t, "60s", threeInARow)
			s.fail(3)
			time.Sleep(10 * time.Second)
			a := s.do(t.Context(), "c", func(context.Context, engine.Call) (engine.Result, error) { panic("a bug") })
			assert.Equal(t, engine.Omit, a.Outcome)
			assert.Equal(t, state.Open, s.state(), "a failed probe")
			time.Sleep(20 * time.Second)
			assert.Equal(t, engine.OK, s.do(t.Context(), "c", answer(0)).Outcome)
			assert.Equal(t, state.Closed, s.state())
		})
	})
}

// TestRateJustBelowItsThreshold: 99 of 200 calls fail, where one half opens.
func TestRateJustBelowItsThreshold(t *testing.T) {
	fails := func(i int) bool { return i%2 == 1 && i < 198 }
	t.Run("failsafe-go", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			cb := circuitbreaker.NewBuilder[string]().WithFailureRateThreshold(0.5, 200, time.Minute).WithDelay(10 * time.Second).Build()
			for i := range 200 {
				var err error
				if fails(i) {
					err = errDown
				}
				_, _ = failsafe.With(cb).Get(fsAnswer(0, err))
			}
			assert.EqualValues(t, 99, cb.Metrics().Failures())
			assert.True(t, cb.IsOpen(), "0.495 is rounded to 0.5")
		})
	})
	t.Run("lacuna", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			s := open(t, "60s", `breaker: Breaker{rate: 0.5, min_calls: 200, window: duration("60s"), open_for: duration("10s")}`)
			for i := range 200 {
				if fails(i) {
					s.fail(1)
				} else {
					s.do(t.Context(), "c", answer(0))
				}
			}
			assert.Equal(t, state.Closed, s.state())
			s.do(t.Context(), "c", failure(0))
			assert.InDelta(t, 100.0/201, s.view().FailureRate, 1e-9)
			assert.Equal(t, state.Closed, s.state())
			s.fail(1)
			assert.Equal(t, state.Open, s.state(), "101 of 202 is one half")
		})
	})
}

// TestCallerCancels: callers give up on a healthy tool before it could answer.
func TestCallerCancels(t *testing.T) {
	t.Run("failsafe-go", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			cb := fsBreaker()
			for range 3 {
				ctx, cancel := context.WithTimeout(t.Context(), 10*time.Millisecond)
				_, _ = failsafe.With(cb).WithContext(ctx).GetWithExecution(func(e failsafe.Execution[string]) (string, error) {
					<-e.Context().Done()
					return "", e.Context().Err()
				})
				cancel()
			}
			assert.True(t, cb.IsOpen(), "three callers who gave up opened it for everybody")
		})
	})
	t.Run("lacuna", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			s := open(t, "60s", threeInARow)
			for range 50 {
				ctx, cancel := context.WithTimeout(t.Context(), 10*time.Millisecond)
				a := s.do(ctx, "c", func(ctx context.Context, _ engine.Call) (engine.Result, error) {
					<-ctx.Done()
					return engine.Result{}, ctx.Err()
				})
				cancel()
				assert.Equal(t, engine.Cancelled, a.Outcome)
			}
			assert.Equal(t, state.Closed, s.state())
			assert.Zero(t, s.view().Failures)
		})
	})
}

// TestRetryAndDeadline: a tool fails at once, five seconds are left, and the backoff is thirty.
func TestRetryAndDeadline(t *testing.T) {
	t.Run("failsafe-go", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			retry := retrypolicy.NewBuilder[string]().WithMaxRetries(3).WithBackoff(30*time.Second, time.Minute).Build()
			ctx, cancel := context.WithTimeout(t.Context(), 5*time.Second)
			defer cancel()
			start, attempts := time.Now(), 0
			_, err := failsafe.With(retry, failsafe.Policy[string](fsBreaker())).WithContext(ctx).Get(func() (string, error) {
				attempts++
				return "", errDown
			})
			assert.Equal(t, 5*time.Second, time.Since(start), "slept until the deadline, for nothing")
			assert.Equal(t, 1, attempts)
			assert.ErrorIs(t, err, context.DeadlineExceeded)
			assert.False(t, errors.Is(err, errDown), "what went wrong is lost")
		})
	})
	t.Run("lacuna", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			settings := `timeout: duration("1s"), expected: duration("1s"), breaker: Breaker{failures: 1000},
				retry: Retry{max: 3, backoff: Backoff{initial: duration("30s"), max: duration("60s")}}`
			s := open(t, "5s", settings)
			for i := range 40 { // the pause is drawn anew by each turn
				start := time.Now()
				a := s.do(t.Context(), strconv.Itoa(i), func(context.Context, engine.Call) (engine.Result, error) {
					return engine.Result{}, &engine.Error{Failure: engine.Failure{Kind: engine.UnreachableFailure}, Cause: errDown}
				})
				assert.Equal(t, engine.Omit, a.Outcome)
				assert.Equal(t, "unreachable", a.Record().Failure.Kind)
				assert.LessOrEqual(t, time.Since(start), 3*time.Second, "5 s of budget, and room for twice the expected second")
				if a.Record().Attempts == 1 {
					assert.Zero(t, time.Since(start), "decided before sleeping")
				}
			}
		})
	})
}

// TestTimeoutOfACallThatIgnoresItsContext: a second of timeout, and a call of twenty.
func TestTimeoutOfACallThatIgnoresItsContext(t *testing.T) {
	t.Run("failsafe-go", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			start := time.Now()
			_, err := failsafe.With(failsafe.Policy[string](timeout.New[string](time.Second))).Get(fsAnswer(20*time.Second, nil))
			assert.ErrorIs(t, err, timeout.ErrExceeded)
			assert.Equal(t, 20*time.Second, time.Since(start), "the caller waits all the same")
		})
	})
	t.Run("lacuna", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			s := open(t, "60s", `timeout: duration("1s")`)
			start := time.Now()
			a := s.do(t.Context(), "c", answer(20*time.Second))
			assert.Equal(t, "timeout", a.Record().Failure.Kind)
			assert.Equal(t, time.Second, time.Since(start))
			time.Sleep(time.Minute) // until the call has ended
		})
	})
}
