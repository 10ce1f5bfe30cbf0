package state_test

import (
	"math"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"github.com/lacuna-go/lacuna/state"
)

func rate(num, den int64, minCalls int) func(*state.Config) {
	return func(c *state.Config) { c.Failures, c.RateNum, c.RateDen, c.MinCalls = 0, num, den, minCalls }
}

func calls(n int) func(*state.Config) { return func(c *state.Config) { c.Calls = n } }

func slow(num, den int64) func(*state.Config) {
	return func(c *state.Config) { c.Slow, c.SlowNum, c.SlowDen = 2*s, num, den }
}

func TestRateWaitsForMinCalls(t *testing.T) {
	r := newRig(t, rate(1, 2, 10), calls(10))
	for range 9 {
		r.end(0, bad)
	}
	v := r.is(state.Closed, 0)
	assert.Equal(t, 9, v.Calls)
	assert.InDelta(t, 1.0, v.FailureRate, 0)
	r.end(0, good) // the tenth call opens, whatever its result
	assert.Equal(t, state.ReasonFailureRate, r.is(state.Open, 0).Reason)
}

func TestMinCallsFitTheCountWindow(t *testing.T) {
	r := newRig(t, rate(1, 2, 20), calls(4))
	r.end(0, bad, bad, bad)
	r.is(state.Closed, 0)
	r.end(0, bad)
	r.is(state.Open, 0)
}

func TestRatesCompareAsIntegers(t *testing.T) {
	r := newRig(t, rate(1, 2, 200), calls(200))
	for i := range 200 {
		kind := good
		if i%2 == 1 && i < 199 {
			kind = bad
		}
		r.end(0, kind)
	}
	r.is(state.Closed, 0) // 99 of 200
	r.end(0, bad)         // 100 of 200: the oldest, a success, left
	r.is(state.Open, 0)
}

func TestRateOverflow(t *testing.T) {
	r := newRig(t, rate(math.MaxInt64-1, math.MaxInt64, 2))
	r.end(0, bad)
	r.is(state.Closed, 0)
	r.end(0, bad)
	r.is(state.Open, 0)
}

func TestCountWindowForgetsTheOldest(t *testing.T) {
	r := newRig(t, rate(1, 2, 4), calls(4))
	r.end(0, good, good, good, bad, good, good, good, bad, good, good, good)
	assert.Equal(t, 4, r.is(state.Closed, 0).Calls)
	assert.InDelta(t, 0.25, r.is(state.Closed, 0).FailureRate, 0)
	r.end(0, bad, bad)
	r.is(state.Open, 0)
}

func TestCountWindowKeepsTheLatestWhenResized(t *testing.T) {
	r := newRig(t, rate(1, 1, 8), calls(8))
	r.end(0, good, bad, bad, bad)
	r.cfg.Calls = 3
	assert.Equal(t, 4, 1+r.is(state.Closed, 0).Calls)
	assert.InDelta(t, 1.0, r.is(state.Closed, 0).FailureRate, 0)
	r.cfg.Calls = 5
	assert.Equal(t, 3, r.is(state.Closed, 0).Calls)
}

func TestTimeWindow(t *testing.T) {
	r := newRig(t, rate(1, 2, 4))
	r.end(0, bad, bad)
	r.end(30*s, bad)
	assert.Equal(t, 3, r.is(state.Closed, 60*s-1).Calls)
	assert.Equal(t, 1, r.is(state.Closed, 60*s).Calls)
	r.end(60*s, bad, good, good) // 2 of 4: half
	r.is(state.Open, 60*s)
}

func TestTimeWindowIsExactForAThinStream(t *testing.T) {
	r := newRig(t, rate(1, 1, 1000))
	for i := range 300 {
		now := time.Duration(i) * 1100 * ms
		r.end(now, bad)
		assert.Equal(t, min(i+1, 55), r.is(state.Closed, now).Calls)
	}
}

func TestTimeWindowOfADenseStream(t *testing.T) {
	r := newRig(t, rate(1, 1, 1<<40))
	for i := range 100_000 {
		p, _ := r.Admit(r.pin(), "c", 0, at(time.Duration(i)*5*ms))
		p.Done(state.Outcome{}, at(time.Duration(i)*5*ms))
	}
	n := r.View(r.pin(), at(99_999*5*ms)).Calls // 12,000 in a minute, give or take a 60th
	assert.LessOrEqual(t, n, 12_000)
	assert.GreaterOrEqual(t, n, 11_800)
	assert.Zero(t, r.View(r.pin(), at(time.Hour)).Calls)
}

func TestSlowCalls(t *testing.T) {
	took := func(r *rig, durations ...time.Duration) {
		for _, d := range durations {
			r.call(0).Done(state.Outcome{Took: d}, at(0))
		}
	}
	t.Run("half of them open", func(t *testing.T) {
		r := newRig(t, rate(0, 0, 4), slow(1, 2))
		took(r, s, 2*s, 2*s)
		r.is(state.Closed, 0)
		took(r, s)
		assert.Equal(t, state.ReasonSlowRate, r.is(state.Open, 0).Reason)
	})
	t.Run("just below the limit is not slow", func(t *testing.T) {
		r := newRig(t, rate(0, 0, 4), slow(1, 2))
		took(r, s, 2*s-1, 2*s-1, 2*s, s)
		assert.InDelta(t, 0.2, r.is(state.Closed, 0).SlowRate, 1e-9)
	})
	t.Run("they end a row of failures all the same", func(t *testing.T) {
		r := newRig(t, slow(1, 1))
		r.end(0, bad, bad)
		took(r, 9*s)
		r.end(0, bad, bad)
		r.is(state.Closed, 0)
	})
	t.Run("a slow probe is a success", func(t *testing.T) {
		r := newRig(t, rate(0, 0, 1), slow(1, 1))
		took(r, 2*s)
		r.is(state.Open, 0)
		r.call(10*s).Done(state.Outcome{Took: 2 * s}, at(12*s))
		r.is(state.Closed, 12*s)
	})
}

func TestImpatience(t *testing.T) {
	for name, kind := range map[string]state.FailureKind{"caller": state.Cancelled, "deadline": state.Budget} {
		end := func(r *rig, took, expected time.Duration, received bool) {
			r.call(0).Done(state.Outcome{Kind: kind, Took: took, Expected: expected, Received: received}, at(0))
		}
		t.Run(name+" gave it too little time", func(t *testing.T) {
			r := newRig(t, func(c *state.Config) { c.Failures = 1 })
			for range 50 {
				end(r, 2*s-1, s, false)
				end(r, time.Hour, 0, false)
			}
			v := r.is(state.Closed, 0)
			assert.Zero(t, v.Calls)
			assert.Zero(t, v.Failures)
			assert.EqualValues(t, 100, r.Stats(at(0)).Neutral)
		})
		t.Run(name+" waited, and nothing came", func(t *testing.T) {
			r := newRig(t)
			end(r, 2*s, s, false)
			v := r.is(state.Closed, 0)
			assert.Equal(t, 1, v.Failures)
			assert.InDelta(t, 1.0, v.SlowRate, 0)
			end(r, 2*s, s, false)
			end(r, 2*s, s, false)
			r.is(state.Open, 0)
		})
		t.Run(name+" waited, and something came", func(t *testing.T) {
			r := newRig(t, rate(0, 0, 2), slow(1, 2))
			end(r, 2*s, s, true)
			v := r.is(state.Closed, 0)
			assert.Zero(t, v.Failures)
			assert.Zero(t, v.FailureRate)
			assert.InDelta(t, 1.0, v.SlowRate, 0)
			r.end(0, good)
			assert.Equal(t, state.ReasonSlowRate, r.is(state.Open, 0).Reason)
		})
	}
	t.Run("a neutral call does not end a row of failures", func(t *testing.T) {
		r := newRig(t)
		r.end(0, bad, bad)
		r.call(0).Release(at(0))
		r.end(0, bad)
		r.is(state.Open, 0)
	})
}
