package state_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/lacuna-go/lacuna/state"
)

func TestForcedOpen(t *testing.T) {
	r := newRig(t)
	p := r.call(0)
	r.store.Force(key, state.ForceOpen, at(s))
	v := r.is(state.Open, s)
	assert.True(t, v.Forced)
	assert.Equal(t, state.ReasonForced, v.Reason)
	assert.Equal(t, at(s), v.Since)
	assert.Zero(t, v.Until)
	p.Done(state.Outcome{}, at(s))
	r.refused(s)
	r.is(state.Open, 9999*s)
	r.store.Force(key, state.Release, at(2*s))
	v = r.is(state.Closed, 2*s)
	assert.False(t, v.Forced)
	r.call(2 * s)
}

func TestForcedOpenWinsOverShadow(t *testing.T) {
	r := newRig(t, shadow)
	r.store.Force(key, state.ForceOpen, at(0))
	r.is(state.Open, 0)
	r.refused(0)
}

func TestForcedClosed(t *testing.T) {
	r := newRig(t)
	r.end(0, bad, bad, bad)
	r.store.Force(key, state.ForceClosed, at(s))
	v := r.is(state.Closed, s)
	assert.True(t, v.Forced)
	r.end(s, bad, bad, bad, bad, state.Quota, state.RateLimited)
	assert.Equal(t, 7, r.is(state.Closed, s).Failures, "the evidence is kept")
	assert.False(t, r.call(60*s).Probe())
	t.Run("released while it fails, it is what it would be", func(t *testing.T) {
		r := newRig(t)
		r.end(0, bad, bad, bad)
		r.store.Force(key, state.ForceClosed, at(s))
		r.end(s, bad)
		r.store.Force(key, state.Release, at(2*s))
		assert.Equal(t, at(10*s), r.is(state.Open, 2*s).Until)
	})
	t.Run("released after the wait, it is half open", func(t *testing.T) {
		r := newRig(t)
		r.end(0, bad, bad, bad)
		r.store.Force(key, state.ForceOpen, at(s))
		r.store.Force(key, state.Release, at(60*s))
		assert.Equal(t, at(10*s), r.is(state.HalfOpen, 60*s).Since)
		last := r.store.Transitions(1)[0]
		assert.Equal(t, state.ReasonForceReleased, last.Reason)
		assert.Equal(t, []state.State{state.Open, state.HalfOpen}, []state.State{last.From, last.To})
		assert.Equal(t, at(60*s), last.At)
	})
	t.Run("a success proves that the tool is back", func(t *testing.T) {
		r := newRig(t)
		r.end(0, bad, bad, bad)
		r.store.Force(key, state.ForceClosed, at(s))
		r.end(s, good)
		r.store.Force(key, state.Release, at(2*s))
		r.is(state.Closed, 2*s)
		r.end(2*s, bad, bad)
		r.is(state.Closed, 2*s)
	})
	t.Run("failures meanwhile count after the release", func(t *testing.T) {
		r := newRig(t)
		r.store.Force(key, state.ForceClosed, at(0))
		r.end(0, bad, bad, bad, bad)
		r.store.Force(key, state.Release, at(0))
		r.is(state.Closed, 0)
		r.end(0, bad)
		r.is(state.Open, 0)
	})
}

func TestForceDropsProbes(t *testing.T) {
	r := newRig(t)
	r.end(0, bad, bad, bad)
	p := r.call(10 * s)
	r.store.Force(key, state.ForceOpen, at(11*s))
	r.store.Force(key, state.Release, at(60*s))
	r.is(state.HalfOpen, 60*s) // not lost: nobody let it finish
	p.Done(state.Outcome{Kind: bad}, at(60*s))
	r.is(state.HalfOpen, 60*s)
	r.call(60 * s)
}

func TestForceIsRepeatable(t *testing.T) {
	r := newRig(t)
	for range 3 {
		r.store.Force(key, state.ForceOpen, at(s))
	}
	r.store.Force(key, state.ForceClosed, at(2*s))
	for range 3 {
		r.store.Force(key, state.Release, at(3*s))
	}
	r.store.Force(key, state.Override(0), at(3*s))
	all := r.store.Transitions(0)
	assert.Len(t, all, 3)
	assert.True(t, all[0].Forced && all[1].Forced && !all[2].Forced)
	row, _ := r.store.Row(key)
	assert.Zero(t, row.Forced)
}

func TestForcedSurvivesAReload(t *testing.T) {
	r := newRig(t)
	r.store.Force(key, state.ForceOpen, at(0))
	r.cfg = config(rate(1, 2, 3), shadow)
	assert.True(t, r.is(state.Open, s).Forced)
}
