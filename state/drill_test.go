package state_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/lacuna-go/lacuna/state"
)

func TestDrill(t *testing.T) {
	store := state.NewStore(state.Options{})
	_, on := store.Drilled(key, at(0))
	assert.False(t, on)
	require.NoError(t, store.StartDrill(key, at(time.Minute), "game day", at(0)))
	d, on := store.Drilled(key, at(59*s))
	assert.True(t, on)
	assert.Equal(t, state.DrillRow{Key: key, Since: at(0), Until: at(time.Minute), Reason: "game day"}, d)
	_, on = store.Drilled(state.Key{Server: "pricing", Tool: "other"}, at(59*s))
	assert.False(t, on)
	_, on = store.Drilled(key, at(time.Minute))
	assert.False(t, on, "it ends by itself")
	assert.Empty(t, store.Drills(at(time.Minute)))
	require.NoError(t, store.StartDrill(key, time.Time{}, "open end", at(time.Hour)))
	d, on = store.Drilled(key, at(1000*time.Hour))
	assert.True(t, on)
	assert.Equal(t, "open end", d.Reason)
	assert.True(t, store.EndDrill(key))
	assert.False(t, store.EndDrill(key))
	_, on = store.Drilled(key, at(2*time.Hour))
	assert.False(t, on)
	require.Error(t, store.StartDrill(key, at(0), "", at(0)))
}

func TestDrillOfAServer(t *testing.T) {
	store := state.NewStore(state.Options{})
	require.NoError(t, store.StartDrill(state.Key{Server: "search"}, time.Time{}, "", at(0)))
	require.NoError(t, store.StartDrill(state.Key{Server: "a", Tool: "z"}, time.Time{}, "", at(0)))
	_, on := store.Drilled(state.Key{Server: "search", Tool: "keyword_search"}, at(0))
	assert.True(t, on)
	assert.Equal(t, []state.Key{{Server: "a", Tool: "z"}, {Server: "search"}}, []state.Key{store.Drills(at(0))[0].Key, store.Drills(at(0))[1].Key})
}

func TestDrillsChangeNoCounter(t *testing.T) {
	r := newRig(t)
	r.end(0, bad, bad)
	before, stats := r.View(r.pin(), at(0)), r.Stats(at(0))
	require.NoError(t, r.store.StartDrill(key, time.Time{}, "", at(0)))
	p := r.call(0)
	p.Done(state.Outcome{Kind: state.Drill}, at(0))
	r.store.EndDrill(key)
	assert.Equal(t, before, r.View(r.pin(), at(0)))
	assert.Equal(t, stats.Failed, r.Stats(at(0)).Failed)
}
