package engine_test

import (
	"context"
	"encoding/json"
	"errors"
	"path/filepath"
	"runtime"
	"testing"
	"testing/fstest"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/lacuna-go/lacuna/engine"
	"github.com/lacuna-go/lacuna/state"
)

func TestProbe(t *testing.T) {
	clock := state.NewVirtual(noon)
	eng, err := engine.New(fstest.MapFS{"p.cel": {Data: []byte(`Policy{
		name: "p", server: "s", tools: ["t"], effect: Effect.READ,
		breaker: Breaker{failures: 1, open_for: duration("10s"), probe_args: {"ping": true}},
	}`)}}, engine.WithClock(clock))
	require.NoError(t, err)
	var got []string
	up := func(_ context.Context, c engine.Call) (engine.Result, error) {
		got = append(got, string(c.Args))
		return engine.Result{JSON: json.RawMessage(`{}`)}, nil
	}
	assert.Empty(t, eng.Probe(t.Context(), up), "a closed breaker needs no probe")
	turn, err := eng.Begin(t.Context(), engine.TurnInfo{})
	require.NoError(t, err)
	turn.Do(t.Context(), engine.Call{Server: "s", Tool: "t"}, func(context.Context, engine.Call) (engine.Result, error) {
		return engine.Result{}, errors.New("down")
	})
	assert.Empty(t, eng.Probe(t.Context(), up), "an open one is left alone")
	clock.Advance(10 * time.Second)
	probed := eng.Probe(t.Context(), up)
	require.Len(t, probed, 1)
	assert.Equal(t, state.Closed, probed[0].State)
	assert.Equal(t, []string{`{"ping":true}`}, got)
}

// TestProbeOfADispatcherThatLeaves: a probe whose dispatcher ends its goroutine is a failure, and nobody waits for its answer.
func TestProbeOfADispatcherThatLeaves(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		eng, err := engine.New(fstest.MapFS{"p.cel": {Data: []byte(`Policy{
			name: "p", server: "s", tools: ["t"], effect: Effect.READ,
			breaker: Breaker{failures: 1, open_for: duration("10s"), probe_args: {"ping": true}},
		}`)}})
		require.NoError(t, err)
		turn, err := eng.Begin(t.Context(), engine.TurnInfo{})
		require.NoError(t, err)
		turn.Do(t.Context(), engine.Call{Server: "s", Tool: "t"}, func(context.Context, engine.Call) (engine.Result, error) {
			return engine.Result{}, errors.New("down")
		})
		time.Sleep(10 * time.Second)
		probed := eng.Probe(t.Context(), func(context.Context, engine.Call) (engine.Result, error) {
			runtime.Goexit()
			return engine.Result{}, nil
		})
		require.Len(t, probed, 1)
		assert.Equal(t, state.Panic, probed[0].Failure)
		assert.Equal(t, state.Open, probed[0].State)
	})
}

func TestPut(t *testing.T) {
	eng, clock := shop(t)
	info := engine.TurnInfo{Facts: engine.Facts{"customer_specific": false}}
	entry := engine.Entry{Server: "pricing", Tool: "quote", AsOf: noon.Add(-time.Minute), Result: engine.Result{JSON: json.RawMessage(quote)}}
	require.NoError(t, eng.Put(t.Context(), info, priceCall, entry))
	a := begin(t, eng, nil).Do(t.Context(), priceCall, failing(clock, 0))
	assert.Equal(t, engine.Cached, a.Outcome)
	assert.Equal(t, quote, string(a.Result().JSON))

	assert.Error(t, eng.Put(t.Context(), engine.TurnInfo{Facts: engine.Facts{"customer_specific": true}}, priceCall, entry), "the policy does not store it")
	assert.ErrorContains(t, eng.Put(t.Context(), engine.TurnInfo{}, priceCall, entry), "the fact customer_specific was not supplied")
	entry.AsOf = noon.Add(time.Hour)
	assert.Error(t, eng.Put(t.Context(), info, priceCall, entry), "from the future")
	entry.AsOf = time.Time{}
	assert.Error(t, eng.Put(t.Context(), info, priceCall, entry), "without a time")
}

func TestBreakersSurviveARestart(t *testing.T) {
	path := filepath.Join(t.TempDir(), "breakers.json")
	eng, clock := shop(t)
	for range 3 {
		begin(t, eng, nil).Do(t.Context(), priceCall, failing(clock, 0))
	}
	require.NoError(t, eng.SaveBreakers(path))
	again, _ := shop(t)
	n, err := again.RestoreBreakers(path)
	require.NoError(t, err)
	assert.Equal(t, 1, n)
	a := begin(t, again, nil).Do(t.Context(), priceCall, answering(quote))
	assert.Equal(t, "breaker_open", a.Record().Failure.Kind)
	n, err = again.RestoreBreakers(filepath.Join(t.TempDir(), "none"))
	require.NoError(t, err)
	assert.Zero(t, n)
}
