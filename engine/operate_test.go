package engine_test

import (
	"bytes"
	"testing"
	"time"

	"github.com/rs/zerolog"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/lacuna-go/lacuna/engine"
	"github.com/lacuna-go/lacuna/eval"
	"github.com/lacuna-go/lacuna/state"
)

func TestOperate(t *testing.T) {
	pricing := state.Key{Server: "pricing", Tool: "quote"}
	tests := []struct {
		name string
		op   engine.Operation
		err  string
		then func(*testing.T, *engine.Engine, time.Time)
	}{
		{"forces a breaker open", engine.Operation{Kind: engine.OpForceOpen, Server: "pricing", Tool: "quote"}, "", func(t *testing.T, e *engine.Engine, now time.Time) {
			v := e.Store().Breakers(now)[0].View
			assert.Equal(t, state.Open, v.State)
			assert.True(t, v.Forced)
		}},
		{"drills a tool for a while", engine.Operation{Kind: engine.OpDrill, Server: "pricing", Tool: "quote", For: time.Minute, Reason: "game day"}, "", func(t *testing.T, e *engine.Engine, now time.Time) {
			d, ok := e.Store().Drilled(pricing, now)
			assert.True(t, ok)
			assert.Equal(t, "game day", d.Reason)
			assert.Equal(t, now.Add(time.Minute), d.Until)
		}},
		{"drills a whole server", engine.Operation{Kind: engine.OpDrill, Server: "pricing"}, "", func(t *testing.T, e *engine.Engine, now time.Time) {
			_, ok := e.Store().Drilled(pricing, now)
			assert.True(t, ok)
		}},
		{"ends no drill that there is not", engine.Operation{Kind: engine.OpEndDrill, Server: "pricing", Tool: "quote"}, "there is no such drill", nil},
		{"knows no tool without a policy", engine.Operation{Kind: engine.OpForceOpen, Server: "prcing", Tool: "quote"}, `no policy covers the tool "quote" of the server "prcing"`, nil},
		{"drills no tool without a policy", engine.Operation{Kind: engine.OpDrill, Server: "prcing", Tool: "quote"}, `no policy covers the tool "quote" of the server "prcing"`, nil},
		{"drills no server without a policy", engine.Operation{Kind: engine.OpDrill, Server: "prcing"}, `no policy names the server "prcing"`, nil},
		{"drills not for less than nothing", engine.Operation{Kind: engine.OpDrill, Server: "pricing", For: -1}, "less than nothing", nil},
		{"has nothing to go back to", engine.Operation{Kind: engine.OpRollback}, "no earlier set", nil},
		{"knows its kinds", engine.Operation{Kind: "explode"}, `no operation "explode"`, nil},
	}
	for _, c := range tests {
		t.Run(c.name, func(t *testing.T) {
			var log bytes.Buffer
			var got []engine.OperationEvent
			clock := state.NewVirtual(noon)
			eng, err := engine.Open("../policies", engine.WithClock(clock), engine.WithLogger(zerolog.New(&log)), engine.WithObserver(func(ev engine.Event) {
				if ev, ok := ev.(engine.OperationEvent); ok {
					got = append(got, ev)
				}
			}))
			require.NoError(t, err)
			c.op.By = "mara"
			err = eng.Operate(c.op)
			require.Len(t, got, 1, "it is told once, whether or not it is done")
			assert.Equal(t, c.op, got[0].Operation)
			assert.Equal(t, err, got[0].Err)
			assert.Contains(t, log.String(), `"operation":"`+string(c.op.Kind)+`","by":"mara"`)
			if c.err != "" {
				require.ErrorContains(t, err, c.err)
				assert.Contains(t, log.String(), `"level":"error"`)
				return
			}
			require.NoError(t, err)
			c.then(t, eng, clock.Now())
		})
	}
}

func TestTracesOfSomeTurns(t *testing.T) {
	trace := &eval.Trace{}
	eng, err := engine.Open("../policies", engine.WithClock(state.NewVirtual(noon)), engine.WithTraces(func(info engine.TurnInfo) *eval.Trace {
		assert.Equal(t, "chat", info.Purpose, "it is filled in")
		if info.ID == "watched" {
			return trace
		}
		return nil
	}))
	require.NoError(t, err)
	for _, c := range []struct {
		id   string
		seen bool
	}{{"other", false}, {"watched", true}} {
		turn, err := eng.Begin(t.Context(), engine.TurnInfo{ID: c.id, Audience: engine.Public()})
		require.NoError(t, err)
		_, err = turn.Decide(t.Context(), priceCall, nil)
		require.NoError(t, err)
		turn.End()
		assert.Equal(t, c.seen, len(trace.Exprs()) > 0, c.id)
	}
}
