package engine_test

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/lacuna-go/lacuna/engine"
)

// What a tool sent is what the model and the embedder get: a codec that rewrites JSON changes what was said.
func TestAnswerKeepsBytes(t *testing.T) {
	const spaced = "{\n  \"price\": {\"amount\": 209.00, \"currency\": \"EUR\"},\n  \"note\": \"<b>warm & dry</b> \u2028\"\n}"
	eng, clock := shop(t)
	turn := begin(t, eng, nil)
	a := turn.Do(t.Context(), priceCall, answering(spaced))
	assert.Equal(t, spaced, a.Model())
	assert.Equal(t, spaced, string(a.Result().JSON))

	t.Run("plain text too", func(t *testing.T) {
		search := engine.Call{Server: "search", Tool: "keyword_search"}
		a := turn.Do(t.Context(), search, func(context.Context, engine.Call) (engine.Result, error) {
			return engine.Result{Text: "a < b"}, nil
		})
		assert.Equal(t, "a < b", a.Model())
	})
	t.Run("from the cache, but for space", func(t *testing.T) {
		clock.Advance(time.Minute)
		later := begin(t, eng, nil)
		a := later.Do(t.Context(), priceCall, failing(clock, 0))
		require.Equal(t, engine.Cached, a.Outcome)
		assert.Equal(t, spaced, string(a.Result().JSON))
		assert.Contains(t, a.Model(), "<b>warm & dry</b>")
		assert.Contains(t, a.Model(), "209.00")
	})
}

// The model's id of a call stands in the record and in the effects: an orchestrator knows its calls by no other name.
func TestAnswerKeepsCallID(t *testing.T) {
	eng, _ := shop(t)
	turn := begin(t, eng, func(i *engine.TurnInfo) { i.Purpose = "order" })
	order := engine.Call{ID: "toolu_7", Server: "orders", Tool: "create_order", Args: []byte(`{"sku":"JKT-114"}`)}
	a := turn.Do(t.Context(), order, answering(`{"order":"O-1"}`))
	assert.Equal(t, "toolu_7", a.Record().Call)
	require.Len(t, turn.Effects(), 1)
	assert.Equal(t, "toolu_7", turn.Effects()[0].CallID)
	a = turn.Do(t.Context(), engine.Call{ID: "toolu_8", Tool: "nobody"}, nil)
	assert.Equal(t, engine.Refused, a.Outcome)
	assert.Equal(t, "toolu_8", a.Record().Call)
}
