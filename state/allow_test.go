package state_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/lacuna-go/lacuna/state"
)

// allow asks for permits of calls that are not counted in flight.
func allow(t *testing.T, b *state.Breaker, cfg *state.Config, n int) []*state.Permit {
	t.Helper()
	var list []*state.Permit
	for range n {
		p, ok := b.Allow(cfg, "c", s, at(0))
		require.True(t, ok)
		list = append(list, &p)
	}
	return list
}

func report(list []*state.Permit, kind state.FailureKind) {
	for _, p := range list {
		p.Done(state.Outcome{Kind: kind}, at(s))
		p.Done(state.Outcome{Kind: kind}, at(s)) // which does nothing
	}
}

func TestAllowIsNotSeenInFlight(t *testing.T) {
	r := newRig(t)
	list := allow(t, r.Breaker, r.pin(), 10)
	assert.Zero(t, r.is(state.Closed, 0).InFlight)
	counted := r.call(0)
	assert.Equal(t, 1, r.is(state.Closed, 0).InFlight)
	report(list, good)
	assert.Equal(t, 1, r.is(state.Closed, s).InFlight)
	counted.Done(state.Outcome{}, at(s))
	assert.Zero(t, r.is(state.Closed, s).InFlight)
	assert.EqualValues(t, 11, r.Stats(at(s)).Succeeded)
}

func TestAllowedProbesAreCounted(t *testing.T) {
	r := newRig(t)
	r.end(0, bad, bad, bad)
	p, ok := r.Allow(r.pin(), "c", 3*s, at(10*s))
	require.True(t, ok)
	assert.True(t, p.Probe())
	_, ok = r.Allow(r.pin(), "c", 3*s, at(10*s))
	assert.False(t, ok)
	r.is(state.HalfOpen, 13*s-1)
	assert.Equal(t, state.ReasonProbeLost, r.is(state.Open, 13*s).Reason)
}

// TestEvictedWhileAllowed evicts a breaker under calls that are not counted.
func TestEvictedWhileAllowed(t *testing.T) {
	one, two, cfg := numbered(1), numbered(2), config()
	t.Run("they count for what took its place", func(t *testing.T) {
		store := state.NewStore(state.Options{Keys: 1})
		list := allow(t, store.Breaker(one), &cfg, 6)
		store.Breaker(two)
		again := store.Breaker(one)
		report(list[:3], good)
		assert.EqualValues(t, 3, again.Stats(at(s)).Succeeded)
		report(list[3:], bad)
		assert.Equal(t, state.Open, again.View(&cfg, at(s)).State)
	})
	t.Run("nothing took its place", func(t *testing.T) {
		store := state.NewStore(state.Options{Keys: 1})
		old := store.Breaker(one)
		list := allow(t, old, &cfg, 3)
		store.Breaker(two)
		report(list, bad)
		assert.True(t, old == store.Breaker(one), "it came back")
		assert.Equal(t, state.Open, old.View(&cfg, at(s)).State)
	})
	t.Run("what took its place is another one by now", func(t *testing.T) {
		store := state.NewStore(state.Options{Keys: 1})
		list := allow(t, store.Breaker(one), &cfg, 3)
		store.Breaker(two)
		again := store.Breaker(one)
		again.Force(&cfg, state.ForceClosed, at(0))
		again.Force(&cfg, state.Release, at(0))
		report(list, bad)
		assert.Equal(t, state.Closed, again.View(&cfg, at(s)).State)
		assert.EqualValues(t, 3, again.Stats(at(s)).Late)
	})
	t.Run("a limit", func(t *testing.T) {
		store := state.NewStore(state.Options{Keys: 1})
		p := allow(t, store.Breaker(one), &cfg, 1)[0]
		store.Breaker(two)
		again := store.Breaker(one)
		p.Limit(10*s, true, at(s))
		assert.Equal(t, at(11*s), again.View(&cfg, at(s)).Until)
	})
	t.Run("late before", func(t *testing.T) {
		store := state.NewStore(state.Options{Keys: 1})
		old := store.Breaker(one)
		list := allow(t, old, &cfg, 3)
		old.Force(&cfg, state.ForceClosed, at(0))
		old.Force(&cfg, state.Release, at(0))
		store.Breaker(two)
		again := store.Breaker(one)
		assert.False(t, old == again)
		report(list, bad)
		assert.Equal(t, state.Closed, again.View(&cfg, at(s)).State)
		assert.EqualValues(t, 3, again.Stats(at(s)).Late)
	})
}
