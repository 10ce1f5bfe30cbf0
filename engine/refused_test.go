package engine_test

import (
	"bytes"
	"context"
	"encoding/json"
	"testing"
	"testing/fstest"

	"github.com/rs/zerolog"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/lacuna-go/lacuna/engine"
)

// paying begins a turn in which a refund needs the amount of a tool.
func paying(t *testing.T, claims string, said ...string) *engine.Turn {
	t.Helper()
	eng, err := engine.New(fstest.MapFS{"p.cel": {Data: []byte(`[
		Policy{name: "pricing", server: "pricing", effect: Effect.READ},
		Policy{name: "billing", server: "billing", tools: ["refund"], effect: Effect.WRITE, evidence: Evidence{minor_units: ["cents_due"]}},
		Claims{name: "amounts", kinds: [Kind.MONEY], on: Site.ARGS, ` + claims + `},
	]`)}})
	require.NoError(t, err)
	turn, err := eng.Begin(t.Context(), engine.TurnInfo{Said: said})
	require.NoError(t, err)
	return turn
}

// refusal is what the model reads of a refused call.
type refusal struct {
	Status, Tool, Reason, Note string
	Fields                     []string
}

func refund(t *testing.T, turn *engine.Turn, args string) (sent bool, r refusal) {
	t.Helper()
	a := turn.Do(t.Context(), engine.Call{Tool: "billing__refund", Args: []byte(args)}, func(context.Context, engine.Call) (engine.Result, error) {
		sent = true
		return engine.Result{JSON: []byte(`{"ok":true}`)}, nil
	})
	require.NoError(t, json.Unmarshal([]byte(a.Model()), &r))
	return sent, r
}

const byPricing = `sourced_by: {"pricing": source.server == "pricing" && source.origin == Origin.FIELD}`

func TestRefusedArguments(t *testing.T) {
	turn := paying(t, byPricing, "please refund 219 euros")
	require.Equal(t, []string{"pricing__quote", "billing__refund"}, engine.Offered(turn, []string{"pricing__quote", "billing__refund"}, func(s string) string { return s }))
	sent, r := refund(t, turn, `{"amount":219,"currency":"EUR"}`)
	assert.False(t, sent, "nothing is sent")
	assert.Equal(t, refusal{
		"refused", "billing__refund", "amounts",
		"The amount 219.00 EUR stands at the customer's own words, which is not accepted for it (not met: pricing). Call pricing__quote first.",
		[]string{"amount"},
	}, r)

	require.Equal(t, engine.OK, turn.Do(t.Context(), priceCall, answering(quote)).Outcome)
	sent, r = refund(t, turn, `{"lines":[{"price":{"amount":"199.00","currency":"EUR"}}]}`)
	assert.False(t, sent)
	assert.Equal(t, "The amount 199.00 EUR has no source in this turn; nearest: 209.00 EUR at pricing/quote price.amount (difference 10.00). Call pricing__quote first.", r.Note)
	assert.Equal(t, []string{"lines[0].price.amount"}, r.Fields)

	for _, args := range []string{`{"amount":209,"currency":"EUR"}`, `{"cents_due":20900,"currency":"EUR"}`, `{"amount":418,"quantity":2}`, `{"note":"the jacket at €209"}`} {
		sent, r = refund(t, turn, args)
		assert.True(t, sent, "%s: %s", args, r.Note)
	}
}

// TestRefusedThenSourced holds that a refusal does not stand for an equal call once the value is known, and that a write that was
// made still does.
func TestRefusedThenSourced(t *testing.T) {
	turn := paying(t, byPricing)
	const args = `{"amount":"209.00","currency":"EUR"}`
	sent, r := refund(t, turn, args)
	assert.False(t, sent)
	assert.Equal(t, "The amount 209.00 EUR has no source in this turn. Call a tool of pricing first.", r.Note)
	require.Equal(t, engine.OK, turn.Do(t.Context(), priceCall, answering(quote)).Outcome)
	sent, _ = refund(t, turn, args)
	assert.True(t, sent, "it is sent now")
	sent, r = refund(t, turn, args)
	assert.False(t, sent, "and only once")
	assert.Empty(t, r.Status, "the first answer")
}

func TestRefusalWording(t *testing.T) {
	for name, test := range map[string]struct{ claims, note string }{
		"a tool that the rule names": {
			`sourced_by: {"the quote": source.server == "pricing" && source.tool == "quote"}`,
			"The amount 219.00 EUR has no source in this turn. Call pricing__quote first.",
		},
		"no tool": {`sourced_by: {"a field": source.origin == Origin.FIELD}`, "The amount 219.00 EUR has no source in this turn. Look it up first, or ask the customer."},
		"the rule's own words": {
			byPricing + `, otherwise: Block{message: "Ask for a quote."}`,
			"The amount 219.00 EUR has no source in this turn. Ask for a quote.",
		},
	} {
		sent, r := refund(t, paying(t, test.claims), `{"amount":219,"currency":"EUR"}`)
		assert.False(t, sent, name)
		assert.Equal(t, test.note, r.Note, name)
	}
	sent, _ := refund(t, paying(t, byPricing+`, otherwise: Flag{}`), `{"amount":219,"currency":"EUR"}`)
	assert.True(t, sent, "a flag records it")
}

// TestRefusedArgumentsAreRecorded holds what an operator sees of a refused call, and of a flagged one.
func TestRefusedArgumentsAreRecorded(t *testing.T) {
	for _, otherwise := range []string{"Block{}", "Flag{}"} {
		a := paying(t, byPricing+", otherwise: "+otherwise).Do(t.Context(), engine.Call{Tool: "billing__refund", Args: []byte(`{"amount":219}`)}, answering(`{}`))
		list := a.Record().Arguments
		require.Len(t, list, 1, otherwise)
		assert.Equal(t, "args.amount", list[0].Place)
		assert.Equal(t, "219", list[0].Amount)
		assert.Equal(t, []string{"amounts"}, list[0].Failed)
	}
}

// TestVerdictIsLogged holds that the log names each claim that was stopped, with the nearest value.
func TestVerdictIsLogged(t *testing.T) {
	v := judged(t, `Block{}`).Check("It costs €219.")
	var b bytes.Buffer
	log := zerolog.New(&b)
	log.Log().EmbedObject(v.Record).Send()
	assert.Contains(t, b.String(), `"failed":[{"text":"€219","kind":"money","span":[9,15],"reason":"unsourced","nearest_value":"209.00 EUR","nearest_at":"pricing/quote:price.amount","difference":"-10"}]`)
}
