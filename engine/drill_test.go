package engine_test

import (
	"context"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/lacuna-go/lacuna/engine"
	"github.com/lacuna-go/lacuna/state"
)

const drillPolicies = `[
  Policy{
    name: "semantic", server: "search", tools: ["semantic"], effect: Effect.READ,
    drill: Drill{share: SHARE},
    when_unavailable: [UseTool{tool: "keyword"}, Omit{}],
  },
  Policy{name: "keyword", server: "search", tools: ["keyword"], effect: Effect.READ, drill: Drill{share: TARGET}, when_unavailable: [Omit{}]},
  Policy{name: "silent", server: "search", tools: ["silent"], effect: Effect.READ, drill: Drill{share: 1.0}, when_unavailable: [Omit{}]},
  Policy{name: "book", server: "search", tools: ["book"], drill: Drill{share: 1.0}, when_unavailable: [Omit{}]},
]`

// drilledShop drills shares of the turns that use the semantic and the keyword search, and every use of the silent one.
func drilledShop(t *testing.T, semantic, keyword string) (*engine.Engine, *state.Virtual) {
	t.Helper()
	text := strings.NewReplacer("SHARE", semantic, "TARGET", keyword).Replace(drillPolicies)
	clock := state.NewVirtual(noon)
	eng, err := engine.New(fstest.MapFS{"p.cel": {Data: []byte(text)}}, engine.WithClock(clock))
	require.NoError(t, err)
	return eng, clock
}

func search(t *testing.T, eng *engine.Engine, id, tool string, dispatch engine.Dispatch) *engine.Record {
	t.Helper()
	turn, err := eng.Begin(t.Context(), engine.TurnInfo{ID: id, Audience: engine.Public()})
	require.NoError(t, err)
	defer turn.End()
	a := turn.Do(t.Context(), engine.Call{ID: "c", Server: "search", Tool: tool}, dispatch)
	return a.Record()
}

func TestDrillTakesTheSameTurnsAndTouchesNoNumber(t *testing.T) {
	const turns = 10_000
	var drilled [2]map[string]bool
	for i := range drilled {
		drilled[i] = map[string]bool{}
		eng, clock := drilledShop(t, "0.05", "0.05")
		for n := range turns {
			r := search(t, eng, strconv.Itoa(n), "semantic", answering(`{}`))
			if !r.Drilled {
				require.Equal(t, "ok", r.Outcome)
				continue
			}
			drilled[i][r.Turn] = true
			require.Contains(t, []string{"fallback", "omit"}, r.Outcome, "the degraded path really runs")
			require.Equal(t, "drill", r.Reason)
			require.Equal(t, "8s", r.Remaining)
			require.Equal(t, "0s", r.Took)
		}
		b := eng.Store().Breaker(state.Key{Server: "search", Tool: "semantic"})
		stats := b.Stats(clock.Now())
		assert.EqualValues(t, turns-len(drilled[i]), stats.Calls, "a drilled call is none of the breaker's")
		assert.Zero(t, stats.Failed+stats.Refused+stats.Neutral)
		assert.EqualValues(t, 1, eng.Retries().PerCall())
		assert.EqualValues(t, len(drilled[i]), b.Drilling(clock.Now()).Total)
		assert.False(t, b.Drilling(clock.Now()).Suspended, "drilled calls suspend no drill")
	}
	assert.Equal(t, drilled[0], drilled[1])
	assert.InDelta(t, 0.05, float64(len(drilled[0]))/turns, 0.007)
}

func TestDrillRestsWhileRealFallbacksRise(t *testing.T) {
	eng, clock := drilledShop(t, "0.2", "0.001")
	down := func(context.Context, engine.Call) (engine.Result, error) {
		return engine.Result{}, engine.StatusError(500, nil)
	}
	count := func(from, n int, dispatch engine.Dispatch) (drilled int) {
		for i := range n {
			if search(t, eng, strconv.Itoa(from+i), "semantic", dispatch).Drilled {
				drilled++
			}
		}
		return drilled
	}
	assert.InDelta(t, 20, count(0, 100, answering(`{}`)), 12)
	require.NoError(t, eng.Force("search", "semantic", state.ForceClosed))
	count(1000, 30, down)
	key := state.Key{Server: "search", Tool: "semantic"}
	require.True(t, eng.Store().Breaker(key).Drilling(clock.Now()).Suspended)
	assert.Zero(t, count(2000, 100, down))
	clock.Advance(2 * time.Minute)
	assert.Positive(t, count(3000, 100, answering(`{}`)))
}

func TestDrillNeverTakesAWriteNorAToolThatIsDown(t *testing.T) {
	eng, clock := drilledShop(t, "1.0", "1.0")
	assert.Equal(t, "ok", search(t, eng, "t", "book", answering(`{}`)).Outcome, "a write")
	require.NoError(t, eng.Store().StartDrill(state.Key{Server: "search"}, time.Time{}, "game day", clock.Now()))
	assert.Equal(t, "ok", search(t, eng, "t", "book", answering(`{}`)).Outcome, "a write, by an operator")
	assert.Equal(t, "omit", search(t, eng, "t", "silent", answering(`{}`)).Outcome)

	require.NoError(t, eng.Force("search", "silent", state.ForceOpen))
	r := search(t, eng, "u", "silent", answering(`{}`))
	assert.Equal(t, []any{"breaker_open", false}, []any{r.Reason, r.Drilled})
}

func TestDrillOfAHalfOpenToolLetsTheProbeThrough(t *testing.T) {
	eng, clock := drilledShop(t, "0.001", "0.001")
	for range 3 {
		search(t, eng, "t", "semantic", func(context.Context, engine.Call) (engine.Result, error) {
			return engine.Result{}, engine.StatusError(500, nil)
		})
	}
	require.NoError(t, eng.Store().StartDrill(state.Key{Server: "search"}, time.Time{}, "game day", clock.Now()))
	clock.Advance(31 * time.Second)
	assert.Equal(t, "ok", search(t, eng, "t", "semantic", answering(`{}`)).Outcome)
	assert.True(t, search(t, eng, "t", "semantic", answering(`{}`)).Drilled, "closed again, it is drilled")
}

func TestNoPolicyDrillsAFallbackInTheMiddleOfAnOutage(t *testing.T) {
	eng, _ := drilledShop(t, "0.001", "1.0")
	r := search(t, eng, "t", "semantic", func(_ context.Context, c engine.Call) (engine.Result, error) {
		if c.Tool == "keyword" {
			return engine.Result{JSON: []byte(`{}`)}, nil
		}
		return engine.Result{}, engine.StatusError(500, nil)
	})
	assert.Equal(t, "fallback", r.Outcome)
	assert.False(t, r.Drilled)
	eng, _ = drilledShop(t, "1.0", "1.0")
	assert.Equal(t, "omit", search(t, eng, "t", "semantic", answering(`{}`)).Outcome, "where nothing fails, the whole chain is drilled")
}

func TestDrilledToolLeavesTheList(t *testing.T) {
	eng, _ := drilledShop(t, "1.0", "0.001")
	turn, err := eng.Begin(t.Context(), engine.TurnInfo{ID: "t", Audience: engine.Public()})
	require.NoError(t, err)
	all := []string{"search__semantic", "search__silent", "search__book"}
	assert.Equal(t, []string{"search__semantic", "search__book"}, engine.Offered(turn, all, func(s string) string { return s }))
	a := turn.Do(t.Context(), engine.Call{Tool: "search__silent"}, func(context.Context, engine.Call) (engine.Result, error) {
		t.Error("nothing is sent to a tool that was not offered")
		return engine.Result{}, nil
	})
	assert.True(t, a.Record().Drilled)
}
