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
		assert.Equal(t, "Use the tool's price.\n€219 is not in the tool results; nearest: 209.00 EUR at pricing/quote price.amount (difference 10.00)", v.Note)
		assert.Equal(t, "Use the tool's price.", v.Record.Note, "the policy's own words stand apart")
		assert.Equal(t, "209.00 EUR", v.Record.Claims[0].NearestValue)
		assert.Equal(t, "pricing/quote:price.amount", v.Record.Claims[0].NearestAt)
		assert.Equal(t, "-10", v.Record.Claims[0].Difference)
		assert.NotContains(t, v.Text, "219")
	}
	v := turn.Check("It costs €229.")
	assert.Equal(t, rules.Blocked, v.Verdict, "the model has had its tries")
	assert.Empty(t, v.Note)
	assert.Empty(t, v.Record.Hints)
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

// TestShadowReport holds what a shop sees before it enforces a rule: how many replies it would have stopped, and why.
func TestShadowReport(t *testing.T) {
	report := engine.NewShadowReport(2)
	eng, err := engine.New(fstest.MapFS{"p.cel": {Data: []byte(`[
		Policy{name: "pricing", server: "pricing", effect: Effect.READ},
		Claims{name: "money", kinds: [Kind.MONEY], otherwise: Block{}, mode: Mode.SHADOW},
		Claims{name: "seen", kinds: [Kind.MONEY], otherwise: Flag{}},
	]`)}}, engine.WithObserver(report.Observe))
	require.NoError(t, err)
	turn, err := eng.Begin(t.Context(), engine.TurnInfo{ID: "t-1"})
	require.NoError(t, err)
	require.Equal(t, engine.OK, turn.Do(t.Context(), priceCall, answering(quote)).Outcome)
	for _, reply := range []string{"It costs €209.", "It costs €219.", "It costs €229.", "It costs €239."} {
		v := turn.Check(reply)
		assert.Equal(t, reply, v.Text, "nothing is stopped")
	}
	judged, stopped := report.Replies()
	assert.Equal(t, 4, judged)
	assert.Equal(t, 3, stopped)
	list := report.List()
	require.Len(t, list, 2, "the latest are kept")
	assert.Equal(t, "block", list[0].Would)
	assert.Equal(t, "money", list[0].Policy)
	assert.Equal(t, `4 replies judged, 3 would not have gone out as they did
  money would block: 3
t-1: money would block "It costs €229."
  €229: unsourced, nearest 209.00 at pricing/quote:price.amount
t-1: money would block "It costs €239."
  €239: unsourced, nearest 209.00 at pricing/quote:price.amount
`, report.String())
}

// TestOtherwiseStreamed holds that what can't be taken back is a block: in a stream a redact and a regenerate stop it.
func TestOtherwiseStreamed(t *testing.T) {
	for otherwise, want := range map[string]rules.Verdict{
		`Block{}`: rules.Blocked, `Regenerate{}`: rules.Blocked, `Redact{}`: rules.Blocked, `Flag{}`: rules.Flagged, `Block{}, mode: Mode.SHADOW`: rules.Pass,
	} {
		out, v := stream(t, judged(t, otherwise), "Let me see. It costs €219. Anything else?", 5)
		assert.Equal(t, want, v.Verdict, otherwise)
		if want == rules.Blocked {
			assert.NotContains(t, out, "219", otherwise)
		} else {
			assert.Contains(t, out, "219", otherwise)
		}
	}
}
