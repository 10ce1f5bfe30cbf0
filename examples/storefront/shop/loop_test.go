package shop

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/lacuna-go/lacuna/engine/mcpadapter"
)

// step is what a model of the tests does when it is asked once: it streams pieces, then returns the calls or the error.
type step struct {
	pieces []string
	calls  []Call
	err    error
}

// steps is a model that takes one step after another.
func steps(all ...step) Model {
	return func(_ context.Context, _ []mcpadapter.Tool, _ []Message, say func(string) error) (Message, error) {
		s := all[0]
		all = all[1:]
		m := Message{Role: "assistant", Calls: s.calls}
		for _, piece := range s.pieces {
			m.Text += piece
			if say == nil {
				continue
			}
			if err := say(piece); err != nil {
				break
			}
		}
		return m, s.err
	}
}

// answered plays one scene under Lacuna with a model.
func answered(t *testing.T, scene string, model Model) *side {
	t.Helper()
	sc, err := pick(scene)
	require.NoError(t, err)
	st, err := set(t.Context(), sc[0], withLacuna(rules, model))
	require.NoError(t, err)
	t.Cleanup(stages{st}.close)
	st.play(t.Context())
	require.NoError(t, st.err)
	return st.log
}

func TestStreamedReply(t *testing.T) {
	t.Parallel()
	quote := step{calls: []Call{{ID: "1", Tool: "quote", Args: json.RawMessage(`{"sku":"JKT-114","currency":"EUR"}`)}}}
	stock := step{calls: []Call{{ID: "2", Tool: "stock_level", Args: json.RawMessage(`{"sku":"JKT-114"}`)}}}
	const blocked = "I could not verify a price in my answer, so I did not send it."
	for _, c := range []struct {
		name, scene string
		model       Model
		customer    string
	}{
		{
			"a price that was quoted goes out whole", "healthy",
			steps(quote, step{pieces: []string{"The jacket ", "costs €2", "09.00. ", "Anything else?"}}),
			"The jacket costs €209.00. Anything else?",
		},
		{
			"one that was not stays here, and what went before it does not", "healthy",
			steps(quote, step{pieces: []string{"Good morning. ", "The jacket costs €1", "89.00.", " Anything else?"}}),
			"Good morning. The jacket costs \n\n" + blocked,
		},
		{
			"what is said before a call goes out before it", "healthy",
			steps(step{pieces: []string{"I'll look. "}, calls: quote.calls}, step{pieces: []string{"It costs €209.00."}}),
			"I'll look. It costs €209.00.",
		},
		{
			"a price made up before a call ends the turn", "healthy",
			steps(step{pieces: []string{"It is €189.00, I'll make sure."}, calls: quote.calls}),
			"It is \n\n" + blocked,
		},
		{
			"what must be disclosed comes behind", "inventory-dead",
			steps(stock, quote, step{pieces: []string{"It costs ", "€209.00."}}),
			"It costs €209.00.\n\nI can't confirm stock right now.",
		},
		{
			"a model that breaks off is not asked again", "healthy",
			steps(quote, step{pieces: []string{"The jacket costs ", "€209.00. And it "}, err: errors.New("the stream broke off")}),
			"The jacket costs €209.00. And it \n\nI have to break off here. Please ask me again.",
		},
		{
			"nor is one that says nothing", "healthy",
			steps(step{err: errors.New("no model")}),
			"I have to break off here. Please ask me again.",
		},
		{
			"a tool that nobody has is no way out", "healthy",
			steps(step{calls: []Call{{Tool: "discount", Args: json.RawMessage(`{}`)}}}, step{pieces: []string{"Hello."}}),
			"Hello.",
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			assert.Equal(t, c.customer, answered(t, c.scene, c.model).Customer)
		})
	}
}

// The live model's arguments are its own: those that do not fit the tool's schema are refused before anything is sent.
func TestArgumentsOfModel(t *testing.T) {
	t.Parallel()
	log := answered(t, "healthy", steps(
		step{calls: []Call{{Tool: "quote", Args: json.RawMessage(`{"sku":114}`)}, {Tool: "stock_level", Args: json.RawMessage(`{}`)}}},
		step{pieces: []string{"Which jacket do you mean?"}},
	))
	assert.Equal(t, "Which jacket do you mean?", log.Customer)
	assert.Empty(t, log.Requests)
	i := slices.IndexFunc(log.Events, func(e event) bool { return e.Kind == "read" })
	require.GreaterOrEqual(t, i, 0)
	assert.Equal(t, "refused", log.Events[i].Outcome)
	assert.Contains(t, log.Events[i].Text, "sku")
}
