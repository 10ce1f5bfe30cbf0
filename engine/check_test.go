package engine_test

import (
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/lacuna-go/lacuna/engine"
	"github.com/lacuna-go/lacuna/rules"
)

// judged begins a turn under one Claims, with a price of €209 in its evidence.
func judged(t *testing.T, otherwise string) *engine.Turn {
	t.Helper()
	eng, err := engine.New(fstest.MapFS{"p.cel": {Data: []byte(`[
		Policy{name: "pricing", server: "pricing", effect: Effect.READ},
		Claims{name: "money", kinds: [Kind.MONEY], otherwise: ` + otherwise + `},
	]`)}})
	require.NoError(t, err)
	turn, err := eng.Begin(t.Context(), engine.TurnInfo{})
	require.NoError(t, err)
	require.Equal(t, engine.OK, turn.Do(t.Context(), priceCall, answering(quote)).Outcome)
	return turn
}

func TestRegenerate(t *testing.T) {
	turn := judged(t, `Regenerate{note: "Use the tool's price.", max: 2}`)
	for range 2 {
		v := turn.Check("It costs €219.")
		assert.Equal(t, rules.Regenerated, v.Verdict)
		assert.Equal(t, "Use the tool's price.", v.Note)
		assert.NotContains(t, v.Text, "219")
	}
	v := turn.Check("It costs €229.")
	assert.Equal(t, rules.Blocked, v.Verdict, "the model has had its tries")
	assert.NotContains(t, v.Text, "229")
	assert.Equal(t, rules.Pass, turn.Check("It costs €209.").Verdict)
}

func TestRedact(t *testing.T) {
	v := judged(t, `Redact{with: "(price on request)"}`).Check("The jacket is €219, the cap €209.")
	assert.Equal(t, rules.Redacted, v.Verdict)
	assert.Equal(t, "The jacket is (price on request), the cap €209.", v.Text)
	assert.True(t, v.Sent())
}

func TestFlagAndShadow(t *testing.T) {
	v := judged(t, `Flag{}`).Check("It costs €219.")
	assert.Equal(t, rules.Flagged, v.Verdict)
	assert.Equal(t, "It costs €219.", v.Text)
	v = judged(t, `Block{}, mode: Mode.SHADOW`).Check("It costs €219.")
	assert.Equal(t, rules.Pass, v.Verdict)
	assert.Equal(t, []string{"money"}, v.Record.Claims[0].Shadow, "what it would have done is recorded")
}
