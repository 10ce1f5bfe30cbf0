package state_test

import (
	"encoding/json"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/lacuna-go/lacuna/state"
)

// restarted is a store that was saved at one time and restored at another.
func restarted(t *testing.T, old *state.Store, saved, restored time.Duration) *state.Store {
	raw, err := json.Marshal(old.Save(at(saved)))
	require.NoError(t, err)
	var list []state.Saved
	require.NoError(t, json.Unmarshal(raw, &list))
	store := state.NewStore(state.Options{})
	assert.Equal(t, len(list), store.Restore(list, at(restored)))
	return store
}

func TestRestart(t *testing.T) {
	for name, c := range map[string]struct {
		saved, restored time.Duration
		want            state.State
		until           time.Duration
	}{
		"open for what was left":              {s, 4 * s, state.Open, 10 * s},
		"half open once it has passed":        {s, 60 * s, state.HalfOpen, 0},
		"never longer than when it was saved": {s, -time.Hour, state.Open, 9*s - time.Hour},
	} {
		t.Run(name, func(t *testing.T) {
			r := newRig(t)
			r.end(0, bad, bad, bad)
			store := restarted(t, r.store, c.saved, c.restored)
			v := store.Breaker(key).View(r.pin(), at(c.restored))
			assert.Equal(t, c.want.String(), v.State.String())
			assert.Equal(t, state.ReasonFailures, v.Reason)
			if c.want == state.Open {
				assert.Equal(t, at(c.until), v.Until)
			}
			assert.Equal(t, state.ReasonRestored, store.Transitions(1)[0].Reason)
		})
	}
}

func TestRestartNeverClosesABreaker(t *testing.T) {
	t.Run("half open", func(t *testing.T) {
		r := newRig(t)
		r.end(0, bad, bad, bad)
		r.end(10*s, bad)
		r.call(30 * s)
		store := restarted(t, r.store, 31*s, 31*s)
		b := store.Breaker(key)
		assert.Equal(t, state.HalfOpen, b.View(r.pin(), at(31*s)).State)
		fail(b, r.cfg, 1, 31*s)
		assert.Equal(t, at(71*s), b.View(r.pin(), at(31*s)).Until, "the wait goes on doubling")
	})
	t.Run("ramping", func(t *testing.T) {
		r := ramping(t)
		store := restarted(t, r.store, 11*s, 20*s)
		b := store.Breaker(key)
		assert.Equal(t, state.HalfOpen, b.View(r.pin(), at(20*s)).State)
		p, _ := b.Admit(new(pinned).to(config()), "c", 0, at(20*s))
		p.Done(state.Outcome{}, at(20*s))
		assert.Equal(t, 20*s, store.Transitions(1)[0].Outage, "the outage began before the restart")
	})
	t.Run("forced", func(t *testing.T) {
		r := newRig(t)
		r.store.Force(key, state.ForceOpen, at(0))
		store := restarted(t, r.store, s, 20*s)
		v := store.Breaker(key).View(r.pin(), at(20*s))
		assert.True(t, v.Forced)
		assert.Equal(t, state.Open, v.State)
		store.Force(key, state.Release, at(21*s))
		assert.Equal(t, state.Closed, store.Breaker(key).View(r.pin(), at(21*s)).State)
	})
	t.Run("closed ones are not saved", func(t *testing.T) {
		r := newRig(t)
		r.end(0, bad, bad, bad)
		r.end(10*s, good)
		assert.Empty(t, r.store.Save(at(11*s)))
	})
}

func TestRestoreAfterALook(t *testing.T) {
	store := state.NewStore(state.Options{})
	store.Breaker(key).View(new(pinned).to(config()), at(0))
	assert.Equal(t, 1, store.Restore([]state.Saved{{Server: key.Server, Tool: key.Tool, State: "open", At: at(0), Until: at(s)}}, at(0)))
	assert.Equal(t, state.Open, store.Breaker(key).View(new(pinned).to(config()), at(0)).State)
}

func TestRestoreTakesNoNonsense(t *testing.T) {
	store := state.NewStore(state.Options{})
	for name, v := range map[string]state.Saved{
		"no state": {Server: "a"}, "unknown state": {Server: "a", State: "ajar"},
		"unknown override": {Server: "a", State: "open", Forced: "maybe"}, "override": {Server: "a", State: "open", Forced: "ramping"},
		"backoff": {Server: "a", State: "open", Backoff: -1},
	} {
		assert.Zero(t, store.Restore([]state.Saved{v}, at(0)), name)
	}
	fail(store.Breaker(key), config(), 1, 0)
	assert.Zero(t, store.Restore([]state.Saved{{Server: key.Server, Tool: key.Tool, State: "open"}}, at(0)), "a breaker in use")
}
