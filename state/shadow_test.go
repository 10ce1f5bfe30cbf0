package state_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"github.com/lacuna-go/lacuna/state"
)

func shadow(c *state.Config) { c.Shadow = true }

func TestShadowNeverRefusesAndSaysSoOnce(t *testing.T) {
	r := newRig(t, shadow)
	for range 20 {
		r.end(0, bad)
	}
	v := r.is(state.Closed, 0)
	assert.Equal(t, state.Open, v.Would)
	assert.EqualValues(t, 1, v.Generation)
	all := r.store.Transitions(0)
	assert.Len(t, all, 1)
	assert.True(t, all[0].Shadow)
	assert.Equal(t, state.Open, all[0].To)
	assert.Equal(t, state.ReasonFailures, all[0].Reason)
	assert.Equal(t, at(10*s), all[0].Until)
}

func TestShadowWouldRecover(t *testing.T) {
	r := newRig(t, shadow)
	r.end(0, bad, bad, bad)
	r.end(5*s, good) // no probe would have been let in yet
	assert.Equal(t, state.Open, r.is(state.Closed, 5*s).Would)
	r.end(10*s, good)
	assert.Zero(t, r.is(state.Closed, 10*s).Would)
	r.end(11*s, bad, bad, bad)
	assert.Len(t, r.store.Transitions(0), 2)
}

func TestShadowHolds(t *testing.T) {
	for name, c := range map[string]struct {
		outcome state.Outcome
		until   time.Duration
	}{
		state.ReasonRateLimited:  {hint(5 * s), 5 * s},
		state.ReasonQuota:        {state.Outcome{Kind: state.Quota}, 15 * time.Minute},
		state.ReasonUnauthorized: {state.Outcome{Kind: state.Unauthorized}, 15 * time.Minute},
	} {
		t.Run(name, func(t *testing.T) {
			r := newRig(t, shadow)
			r.call(0).Done(c.outcome, at(0))
			r.call(0)
			last := r.store.Transitions(1)[0]
			assert.Equal(t, name, last.Reason)
			assert.Equal(t, at(c.until), last.Until)
		})
	}
	t.Run("of an attempt", func(t *testing.T) {
		r := newRig(t, shadow)
		r.call(0).Limit(5*s, true, at(0))
		assert.Equal(t, state.Open, r.is(state.Closed, 0).Would)
	})
	t.Run("of zero", func(t *testing.T) {
		r := newRig(t, shadow)
		r.call(0).Done(hint(0), at(0))
		assert.Zero(t, r.is(state.Closed, 0).Would)
	})
}

func TestShadowRates(t *testing.T) {
	r := newRig(t, shadow, rate(1, 2, 4))
	r.end(0, good, good, bad)
	assert.Zero(t, r.is(state.Closed, 0).Would)
	r.end(0, bad)
	assert.Equal(t, state.Open, r.is(state.Closed, 0).Would)
	assert.Equal(t, state.ReasonFailureRate, r.store.Transitions(1)[0].Reason)
}

func TestShadowedWhileOpen(t *testing.T) {
	r := newRig(t)
	r.end(0, bad, bad, bad)
	enforced := r.cfg
	r.cfg.Shadow = true
	assert.Equal(t, state.Open, r.is(state.Closed, s).Would)
	r.end(s, good)
	r.cfg = enforced
	r.is(state.Open, s) // observing changed nothing
	p := func() *state.Permit { r.cfg.Shadow = true; defer func() { r.cfg = enforced }(); return r.call(s) }()
	p.Done(state.Outcome{}, at(11*s))
	r.is(state.HalfOpen, 11*s)
}

func TestEnforcedAgain(t *testing.T) {
	r := newRig(t, shadow)
	r.end(0, bad, bad, bad)
	r.cfg.Shadow = false
	r.is(state.Closed, 0)
	r.end(0, good, bad, bad)
	r.is(state.Closed, 0)
	r.end(0, bad)
	r.is(state.Open, 0)
}
