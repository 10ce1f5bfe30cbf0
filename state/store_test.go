package state_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/lacuna-go/lacuna/state"
)

func numbered(i int) state.Key { return state.Key{Server: "s", Tool: fmt.Sprint(i)} }

func TestKeysAreBoundedAndOpenOnesStay(t *testing.T) {
	store, cfg := state.NewStore(state.Options{Keys: 100}), config()
	fail(store.Breaker(key), cfg, 3, 0)
	store.Force(state.Key{Server: "forced"}, state.ForceClosed, at(0))
	busy, _ := store.Breaker(state.Key{Server: "busy"}).Admit(&cfg, "", 0, at(0))
	fail(store.Breaker(state.Key{Server: "failing"}), cfg, 2, 0)
	for i := range 10_000 {
		p, _ := store.Breaker(numbered(i)).Admit(&cfg, "", 0, at(0))
		p.Done(state.Outcome{}, at(s))
	}
	list := store.Breakers(at(s))
	assert.Len(t, list, 100)
	assert.LessOrEqual(t, len(store.Stats()), 100)
	assert.Equal(t, state.Open, store.Breaker(key).View(&cfg, at(s)).State)
	assert.True(t, store.Breaker(state.Key{Server: "forced"}).View(&cfg, at(s)).Forced)
	assert.Equal(t, 1, store.Breaker(state.Key{Server: "busy"}).View(&cfg, at(s)).InFlight)
	busy.Release(at(s))
}

func TestEvictionSparesWhatIsUsed(t *testing.T) {
	store := state.NewStore(state.Options{Keys: 3})
	hot, cfg := store.Breaker(key), config()
	for i := range 100 {
		now := at(time.Duration(i) * s)
		store.Breaker(numbered(i)).View(&cfg, now)
		hot.View(&cfg, now.Add(1))
		assert.True(t, hot == store.Breaker(key))
	}
}

func TestAnEvictedHandleGoesOn(t *testing.T) {
	store, cfg := state.NewStore(state.Options{Keys: 1}), config()
	a := store.Breaker(numbered(1))
	b := store.Breaker(numbered(2)) // evicts a
	fail(a, cfg, 3, 0)              // a comes back, and evicts b
	assert.Equal(t, state.Open, store.Breaker(numbered(1)).View(&cfg, at(0)).State)
	assert.True(t, a == store.Breaker(numbered(1)))
	t.Run("without a place", func(t *testing.T) {
		fail(b, cfg, 3, 0)
		assert.Equal(t, state.Open, b.View(&cfg, at(0)).State, "it works for its holder")
		assert.False(t, b == store.Breaker(numbered(2)))
		assert.Len(t, store.Breakers(at(0)), 1)
		_, stored := store.Row(numbered(2))
		assert.False(t, stored)
	})
	t.Run("or as another one", func(t *testing.T) {
		store := state.NewStore(state.Options{Keys: 1})
		old := store.Breaker(numbered(1))
		store.Breaker(numbered(2))
		fresh := store.Breaker(numbered(1))
		fail(old, cfg, 3, 0)
		assert.Equal(t, state.Open, fresh.View(&cfg, at(0)).State)
	})
}

func TestBreakersAreListedByKey(t *testing.T) {
	store := state.NewStore(state.Options{})
	cfg := config(ramp(0.5))
	for _, k := range []state.Key{{Server: "b", Tool: "x"}, {Server: "a", Tool: "z"}, {Server: "a", Tool: "b"}} {
		fail(store.Breaker(k), cfg, 3, 0)
	}
	store.Breaker(state.Key{Server: "c"})
	list := store.Breakers(at(10 * s))
	var names []string
	for _, l := range list {
		names = append(names, l.Key.Server+"/"+l.Key.Tool+" "+l.View.State.String())
	}
	assert.Equal(t, []string{"a/b half_open", "a/z half_open", "b/x half_open", "c/ closed"}, names)
	assert.EqualValues(t, 3, list[0].Stats.Failed)
}

func TestStatsAreFlushed(t *testing.T) {
	r := newRig(t)
	r.end(0, good)
	assert.Empty(t, r.store.Stats())
	r.end(249*ms, bad)
	assert.Empty(t, r.store.Stats())
	r.call(249 * ms) // and never reported
	r.Observe(at(250*ms), 7*ms)
	r.end(250*ms, good)
	list := r.store.Stats()
	require.Len(t, list, 1)
	assert.Equal(t, state.Stats{
		Key: key, At: at(250 * ms), Calls: 3, Succeeded: 2, Failed: 1, InFlight: 1,
		Latency: state.Latency{P50: 7 * ms, P95: 7 * ms, P99: 7 * ms, Count: 1},
	}, list[0])
	r.end(499*ms, good)
	assert.EqualValues(t, 3, r.store.Stats()[0].Calls)
	r.end(500*ms, good)
	assert.EqualValues(t, 5, r.store.Stats()[0].Calls)
}

func TestStatsOfEveryKind(t *testing.T) {
	r := newRig(t, func(c *state.Config) { c.Failures = 99 }, slow(1, 1))
	r.end(0, good, state.Invalid, bad, state.Timeout)
	r.call(0).Done(hint(0), at(0))
	r.call(0).Release(at(0))
	r.call(0).Done(state.Outcome{Took: 9 * s}, at(0))
	late := r.call(0)
	r.end(0, state.Quota)
	late.Done(state.Outcome{}, at(0))
	r.refused(0)
	r.call(15 * time.Minute)
	got := r.Stats(at(15 * time.Minute))
	got.Key, got.At = state.Key{}, time.Time{}
	assert.Equal(t, state.Stats{
		Calls: 9, Succeeded: 4, Failed: 2, Limited: 1, Barred: 1, Neutral: 1, Slow: 1, Late: 1, Refused: 1, Probes: 1, InFlight: 1,
	}, got)
}

func TestTransitionsAreKept(t *testing.T) {
	store := state.NewStore(state.Options{Transitions: 10})
	for i := range 25 {
		store.Force(numbered(i), state.ForceOpen, at(time.Duration(i)))
	}
	all := store.Transitions(0)
	require.Len(t, all, 10)
	assert.EqualValues(t, 16, all[0].Seq)
	assert.Equal(t, numbered(24), all[9].Key)
	assert.Equal(t, all[7:], store.Transitions(3))
	assert.Empty(t, state.NewStore(state.Options{}).Transitions(5))
}

func TestRowsAreWrittenOnTransitionsOnly(t *testing.T) {
	r := newRig(t, func(c *state.Config) { c.Probes = 2 })
	_, stored := r.store.Row(key)
	assert.False(t, stored)
	r.end(0, bad, bad, good, bad, bad)
	_, stored = r.store.Row(key)
	assert.False(t, stored)
	r.end(0, bad)
	row, stored := r.store.Row(key)
	assert.True(t, stored)
	assert.Equal(t, state.Open, row.State)
	r.call(10 * s)
	row, _ = r.store.Row(key)
	assert.Equal(t, state.HalfOpen, row.State)
	leases := len(row.Leases)
	r.call(10 * s)
	row, _ = r.store.Row(key)
	assert.Len(t, row.Leases, leases, "a stored row never changes")
}

func TestKeysWithOddNames(t *testing.T) {
	store := state.NewStore(state.Options{})
	keys := []state.Key{{}, {Server: "a", Tool: "b"}, {Server: "ab"}, {Tool: "ab"}, {Server: "a\x00", Tool: "b"}, {Server: "a", Tool: "\x00b"}}
	for _, k := range keys {
		store.Force(k, state.ForceOpen, at(0))
	}
	for _, k := range keys {
		row, ok := store.Row(k)
		assert.True(t, ok)
		assert.Equal(t, k, row.Key)
	}
	assert.Len(t, store.Save(at(0)), len(keys))
}

func TestAKeyThatBeginsAnother(t *testing.T) {
	store := state.NewStore(state.Options{Keys: 2})
	long := state.Key{Server: "s", Tool: "1234"}
	store.Force(long, state.ForceOpen, at(0))
	for _, k := range []state.Key{{Server: "s"}, {Server: "s", Tool: "1"}, {Server: "s", Tool: "12"}} {
		store.Force(k, state.ForceOpen, at(0))
		store.Force(k, state.Release, at(0)) // and evicted by the next one
		_, ok := store.Row(long)
		assert.True(t, ok)
	}
	assert.NoError(t, store.Put("1", entry(0, ""), at(0)))
	assert.NoError(t, store.Put("12", entry(0, ""), at(0)))
	assert.True(t, store.Delete("1"))
	_, ok := store.Entry("12")
	assert.True(t, ok)
}

func TestLostPermitsAreTakenBack(t *testing.T) {
	r := newRig(t)
	for i := range 100_000 {
		now := at(time.Duration(i) * s)
		_, ok := r.Admit(r.pin(), "c", s, now)
		if v := r.View(r.pin(), now); !ok || v.InFlight > 200 {
			t.Fatalf("%d in flight after %d", v.InFlight, i)
		}
	}
}
