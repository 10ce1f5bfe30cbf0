package state_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"github.com/lacuna-go/lacuna/state"
)

// hint is a RATE_LIMITED with a Retry-After.
func hint(d time.Duration) state.Outcome {
	return state.Outcome{Kind: state.RateLimited, RetryAfter: d, HasRetryAfter: true}
}

func TestRateLimitHolds(t *testing.T) {
	r := newRig(t)
	r.call(0).Done(hint(5*s), at(s))
	v := r.is(state.Open, s)
	assert.Equal(t, state.ReasonRateLimited, v.Reason)
	assert.Equal(t, at(6*s), v.Until)
	assert.Zero(t, v.Failures, "outside the row of failures")
	assert.Zero(t, v.Calls, "outside the rate")
	r.refused(6*s - 1)
	r.is(state.HalfOpen, 6*s)
	assert.True(t, r.call(6*s).Probe())
}

func TestRateLimitsAreNoFailures(t *testing.T) {
	r := newRig(t, rate(1, 10, 2), func(c *state.Config) { c.Failures = 2 })
	r.end(0, bad)
	r.call(0).Done(hint(0), at(0)) // a hint of zero holds nothing
	v := r.is(state.Closed, 0)
	assert.Equal(t, 1, v.Failures, "nor does it end a row")
	assert.Equal(t, 1, v.Calls)
	r.call(0).Done(hint(-s), at(0)) // a date that has passed
	r.is(state.Closed, 0)
	assert.EqualValues(t, 2, r.Stats(at(0)).Limited)
}

func TestHoldIsCapped(t *testing.T) {
	r := newRig(t)
	r.call(0).Done(hint(24*time.Hour), at(0))
	assert.Equal(t, at(5*time.Minute), r.is(state.Open, 0).Until)
}

func TestHoldWithoutHint(t *testing.T) {
	r := newRig(t)
	r.end(0, state.RateLimited)
	assert.Equal(t, at(10*s), r.is(state.Open, 0).Until, "as long as an opening")
}

func TestLongerHoldWins(t *testing.T) {
	for name, c := range map[string]struct{ second, until time.Duration }{
		"longer":  {20 * s, 21 * s},
		"shorter": {2 * s, 10 * s},
		"capped":  {time.Hour, 5*time.Minute + s},
	} {
		t.Run(name, func(t *testing.T) {
			r := newRig(t)
			a, b := r.call(0), r.call(0)
			a.Done(hint(10*s), at(0))
			b.Done(hint(c.second), at(s))
			v := r.is(state.Open, s)
			assert.Equal(t, at(c.until), v.Until)
			row, _ := r.store.Row(key)
			assert.Equal(t, v.Until, row.Until, "a longer hold is stored")
		})
	}
	t.Run("of an opening for failures", func(t *testing.T) {
		r := newRig(t)
		late := r.call(0)
		r.end(0, bad, bad, bad)
		late.Done(hint(20*s), at(0))
		v := r.is(state.Open, 0)
		assert.Equal(t, at(20*s), v.Until)
		assert.Equal(t, state.ReasonFailures, v.Reason)
	})
	t.Run("but not once it is half open", func(t *testing.T) {
		r := newRig(t)
		late := r.call(0)
		r.end(0, bad, bad, bad)
		late.Done(hint(20*s), at(10*s))
		r.is(state.HalfOpen, 10*s)
	})
}

func TestHoldOfAProbe(t *testing.T) {
	r := newRig(t)
	r.end(0, bad, bad, bad)
	r.call(10*s).Done(hint(5*s), at(10*s))
	assert.Equal(t, at(15*s), r.is(state.Open, 10*s).Until)
	r.end(15*s, bad)
	assert.Equal(t, at(35*s), r.is(state.Open, 15*s).Until, "only failed probes double")
}

func TestHoldStartsWithTheAttempt(t *testing.T) {
	r := newRig(t)
	p := r.call(0)
	p.Limit(5*s, true, at(s))
	v := r.is(state.Open, s)
	assert.Equal(t, at(6*s), v.Until)
	assert.Equal(t, 1, v.InFlight, "the call goes on")
	p.Limit(10*s, true, at(2*s))
	assert.Equal(t, at(12*s), r.is(state.Open, 2*s).Until)
	r.refused(5 * s)
	q := r.call(12 * s) // it tries again as a probe
	assert.True(t, q.Probe())
	q.Done(state.Outcome{}, at(12*s))
	r.is(state.Closed, 12*s)
	p.Done(state.Outcome{Kind: bad}, at(12*s))
	assert.Zero(t, r.is(state.Closed, 12*s).Failures)
}

func TestHoldOfAProbesAttempt(t *testing.T) {
	r := newRig(t)
	r.end(0, bad, bad, bad)
	p := r.call(10 * s)
	p.Limit(0, true, at(10*s)) // no wait: the probe goes on
	r.is(state.HalfOpen, 10*s)
	r.refused(10 * s)
	p.Limit(s, true, at(10*s))
	assert.Equal(t, at(11*s), r.is(state.Open, 10*s).Until)
	p.Done(state.Outcome{}, at(10*s))
	r.is(state.HalfOpen, 13*s) // the lease is gone: it is not lost
}

func TestQuotaAndCredentialsOpenAtOnce(t *testing.T) {
	for kind, reason := range map[state.FailureKind]string{
		state.Quota: state.ReasonQuota, state.Unauthorized: state.ReasonUnauthorized,
	} {
		t.Run(reason, func(t *testing.T) {
			r := newRig(t, rate(1, 2, 20))
			r.end(0, kind)
			v := r.is(state.Open, 0)
			assert.Equal(t, reason, v.Reason)
			assert.Equal(t, at(15*time.Minute), v.Until)
			r.end(15*time.Minute, kind)
			assert.Equal(t, at(30*time.Minute), r.is(state.Open, 15*time.Minute).Until)
		})
	}
}
