package engine_test

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/lacuna-go/lacuna/engine"
	"github.com/lacuna-go/lacuna/state"
)

func orderShop(t *testing.T, log engine.EffectLog) (*engine.Engine, *state.Virtual) {
	t.Helper()
	clock := state.NewVirtual(noon)
	eng, err := engine.Open("../policies", engine.WithClock(clock), engine.WithEffectLog(log))
	require.NoError(t, err)
	return eng, clock
}

var orderCall = engine.Call{ID: "o1", Server: "orders", Tool: "create_order", Args: json.RawMessage(`{"sku":"JKT-114"}`)}

func ordering(i *engine.TurnInfo) { i.Purpose = "order" }

func TestEffectLogSurvivesARestart(t *testing.T) {
	path := filepath.Join(t.TempDir(), "effects.log")
	log, err := engine.OpenFileLog(path)
	require.NoError(t, err)
	eng, clock := orderShop(t, log)
	lost := func(ctx context.Context, _ engine.Call) (engine.Result, error) {
		return engine.Result{}, clock.Sleep(ctx, clock.Now().Add(time.Minute))
	}
	require.Equal(t, engine.Uncertain, begin(t, eng, ordering).Do(t.Context(), orderCall, lost).Outcome)
	require.NoError(t, log.Close())

	log, err = engine.OpenFileLog(path)
	require.NoError(t, err)
	defer func() { assert.NoError(t, log.Close()) }()
	eng, _ = orderShop(t, log)
	calls := 0
	place := func(context.Context, engine.Call) (engine.Result, error) {
		calls++
		return engine.Result{JSON: json.RawMessage(`{}`)}, nil
	}
	a := begin(t, eng, ordering).Do(t.Context(), orderCall, place)
	assert.Equal(t, engine.Uncertain, a.Outcome, "it may have been executed before the restart")
	assert.Zero(t, calls)
	other := orderCall
	other.Args = json.RawMessage(`{"sku":"SCF-9"}`)
	assert.Equal(t, engine.OK, begin(t, eng, ordering).Do(t.Context(), other, place).Outcome)
	assert.Equal(t, engine.OK, begin(t, eng, ordering).Do(t.Context(), other, place).Outcome, "what was completed may be ordered again")
	assert.Equal(t, 2, calls)
}

func TestFileLogTornTail(t *testing.T) {
	path := filepath.Join(t.TempDir(), "effects.log")
	log, err := engine.OpenFileLog(path)
	require.NoError(t, err)
	for _, key := range []string{"a", "b"} {
		open, err := log.Intend(t.Context(), key, orderCall)
		require.NoError(t, err)
		require.False(t, open)
	}
	require.NoError(t, log.Conclude(t.Context(), "a", engine.OK))
	require.NoError(t, log.Close())
	whole, err := os.ReadFile(path)
	require.NoError(t, err)
	for cut := range len(whole) + 1 {
		require.NoError(t, os.WriteFile(path, whole[:cut], 0o600))
		log, err := engine.OpenFileLog(path)
		require.NoError(t, err, "a file of %d bytes", cut)
		_, err = log.Intend(t.Context(), "c", orderCall)
		require.NoError(t, err)
		require.NoError(t, log.Close())
		log, err = engine.OpenFileLog(path)
		require.NoError(t, err)
		open, err := log.Intend(t.Context(), "c", orderCall)
		require.NoError(t, err)
		assert.True(t, open, "what was written behind a torn tail is found")
		require.NoError(t, log.Close())
	}
	broken := append([]byte("0"), whole[1:]...)
	require.NoError(t, os.WriteFile(path, broken, 0o600))
	_, err = engine.OpenFileLog(path)
	assert.ErrorContains(t, err, "line 1: its checksum is wrong")
}

func TestWriteIsNotSentWithoutItsIntent(t *testing.T) {
	log, err := engine.OpenFileLog(filepath.Join(t.TempDir(), "effects.log"))
	require.NoError(t, err)
	require.NoError(t, log.Close()) // as on a full disk: every write fails
	eng, _ := orderShop(t, log)
	a := begin(t, eng, ordering).Do(t.Context(), orderCall, func(context.Context, engine.Call) (engine.Result, error) {
		t.Error("dispatched")
		return engine.Result{}, nil
	})
	assert.Equal(t, engine.HardFail, a.Outcome)
}

func TestNotices(t *testing.T) {
	var notices []engine.NoticeEvent
	allowed := true
	eng, err := engine.Open("../policies", engine.WithClock(state.NewVirtual(noon)),
		engine.WithAudienceCheck(func(context.Context, engine.TurnInfo) bool { return allowed }),
		engine.WithObserver(func(e engine.Event) {
			if n, ok := e.(engine.NoticeEvent); ok {
				notices = append(notices, n)
			}
		}))
	require.NoError(t, err)
	turn := begin(t, eng, nil)
	turn.Do(t.Context(), priceCall, func(context.Context, engine.Call) (engine.Result, error) { return engine.Result{}, errors.New("down") })
	final, ok := turn.Ended()
	require.True(t, ok)
	assert.Equal(t, "internal", final.Reason)
	assert.Equal(t, "quote", final.Tool.Tool)
	allowed = false
	final, ok = turn.Ended()
	require.True(t, ok)
	assert.Equal(t, "I can't answer that right now.", final.Text)
	assert.Empty(t, final.Tool)
	turn.Delivered(errors.New("the channel is closed"))
	require.Len(t, notices, 1)
	assert.Error(t, notices[0].Err)
	assert.Equal(t, final.Incident, notices[0].Incident)
	assert.Equal(t, state.Closed, eng.Store().Breakers(noon)[0].View.State)
}
