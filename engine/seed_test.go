package engine_test

import (
	"encoding/json"
	"os"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/lacuna-go/lacuna/engine"
	"github.com/lacuna-go/lacuna/rules"
	"github.com/lacuna-go/lacuna/state"
)

// seeded is a turn in an engine of its own under the storefront's policies, loaded once more.
func seeded(t *testing.T, change func(*engine.TurnInfo)) (*engine.Turn, *engine.Engine, *state.Virtual) {
	t.Helper()
	set, err := rules.Load(os.DirFS("../policies"))
	require.NoError(t, err)
	clock := state.NewVirtual(noon)
	eng := engine.NewWithSet(set, engine.WithClock(clock))
	return begin(t, eng, change), eng, clock
}

func TestEngineWithALoadedSet(t *testing.T) {
	_, eng, _ := seeded(t, nil)
	digest := eng.Set().Digest
	assert.Error(t, eng.Reload(t.Context()))
	assert.Equal(t, digest, eng.Set().Digest)
	assert.Equal(t, digest, eng.Status().Digest)
}

func TestSeeds(t *testing.T) {
	turn, _, clock := seeded(t, nil)
	price := engine.Result{JSON: json.RawMessage(quote)}
	put, err := turn.SeedEntry(t.Context(), priceCall, engine.Entry{Server: "pricing", Tool: "quote", AsOf: noon.Add(-time.Minute), Result: price})
	require.NoError(t, err)
	assert.True(t, put)
	_, err = turn.SeedEntry(t.Context(), priceCall, engine.Entry{Server: "pricing", AsOf: noon.Add(time.Minute), Result: price})
	assert.ErrorIs(t, err, state.ErrFuture)
	put, err = turn.SeedEntry(t.Context(), engine.Call{Server: "inventory", Tool: "stock"}, engine.Entry{Server: "inventory", AsOf: noon})
	assert.False(t, put, "inventory stores nothing")
	require.NoError(t, err)

	require.NoError(t, turn.SeedResult(engine.Tool{Server: "pricing", Tool: "quote"}, nil, price, false))
	assert.Equal(t, rules.Pass, turn.Check("It is €209.").Verdict)
	turn.SeedSpent(8*time.Second, 2, 1)
	a := turn.Do(t.Context(), priceCall, failing(clock, 0))
	assert.Equal(t, engine.Cached, a.Outcome)
	assert.Zero(t, a.Record().Attempts)
	assert.Equal(t, "budget", a.Record().Failure.Kind)
}

func TestASeededCopyMarksTheTurn(t *testing.T) {
	turn, _, _ := seeded(t, func(i *engine.TurnInfo) { i.Purpose = "order" })
	require.NoError(t, turn.SeedResult(engine.Tool{Server: "pricing", Tool: "quote"}, nil, engine.Result{JSON: json.RawMessage(quote), AsOf: noon}, true))
	a := turn.Do(t.Context(), engine.Call{Server: "orders", Tool: "create_order"}, answering(`{}`))
	assert.Equal(t, engine.Refused, a.Outcome)
	assert.Equal(t, []string{"orders/an order rests on a cached price"}, a.Record().Forbidden)
}

func TestExplain(t *testing.T) {
	turn, _, _ := seeded(t, func(i *engine.TurnInfo) { i.Facts["reprices_every"] = time.Hour })
	_, err := turn.SeedEntry(t.Context(), priceCall, engine.Entry{Server: "pricing", Tool: "quote", AsOf: noon, Result: engine.Result{JSON: json.RawMessage(quote)}})
	require.NoError(t, err)

	x, err := turn.Explain(t.Context(), priceCall, nil)
	require.NoError(t, err)
	assert.Empty(t, x.Steps, "the call would be attempted")

	x, err = turn.Explain(t.Context(), priceCall, &engine.Failure{Kind: engine.TimeoutFailure, Sent: true, Attempts: 2})
	require.NoError(t, err)
	assert.Equal(t, engine.HardFail, x.Decision.Outcome)
	require.Len(t, x.Steps, 2)
	cached := x.Steps[0]
	assert.False(t, cached.Taken)
	assert.NotNil(t, cached.Entry)
	require.Len(t, cached.Unmet, 1)
	assert.Equal(t, "pricing/well inside the repricing rate", cached.Unmet[0].ID)
	for i := range cached.Require {
		c := &cached.Require[i]
		assert.Equal(t, c.ID != cached.Unmet[0].ID, c.Holds(), c.ID)
		assert.NotEmpty(t, c.Operands, c.ID)
	}
	assert.True(t, x.Steps[1].Taken)

	var none *engine.Turn
	_, err = none.Explain(t.Context(), priceCall, nil)
	assert.Error(t, err)
	_, err = turn.Explain(t.Context(), engine.Call{Tool: "nameless"}, nil)
	assert.Error(t, err)
}
