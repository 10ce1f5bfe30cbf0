package engine_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/rs/zerolog"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/lacuna-go/lacuna/engine"
	"github.com/lacuna-go/lacuna/state"
)

// TestOptions plays what an embedder may replace: names, functions, the classifier and the log.
func TestOptions(t *testing.T) {
	var log bytes.Buffer
	eng, err := engine.New(fstest.MapFS{"p.cel": {Data: []byte(`Policy{
		name: "p", server: "s", effect: Effect.READ, forbid: {"closed": !is_open(call.tool)}, when_unavailable: [Omit{}],
	}`)}},
		engine.WithClock(state.NewVirtual(noon)), engine.WithLogger(zerolog.New(&log)),
		engine.WithAlias("look_up", engine.Tool{Server: "s", Tool: "t"}),
		engine.WithFunctions(engine.Function{
			Name: "is_open", Params: []string{"string"}, Result: "bool",
			Call: func(args []any) (any, error) { return args[0] == "t", nil },
		}),
		engine.WithClassifier(func(c engine.Call, r engine.Result, err error) (engine.Failure, bool) {
			if strings.Contains(string(r.JSON), "degraded") {
				return engine.Failure{Kind: engine.OverloadedFailure, Sent: true, Answered: true}, true
			}
			return engine.Classify(c, r, err)
		}))
	require.NoError(t, err)
	turn := open(t, eng)
	assert.NotEmpty(t, turn.Info().ID, "an id is made up")

	a := turn.Do(t.Context(), engine.Call{Tool: "look_up"}, answering(`{"n":12345678901234567890}`))
	require.Equal(t, engine.OK, a.Outcome)
	var got struct{ N json.Number }
	require.NoError(t, a.Decode(&got))
	assert.Equal(t, "12345678901234567890", got.N.String())
	assert.False(t, a.IsError())
	assert.Empty(t, a.Incident())

	a = turn.Do(t.Context(), engine.Call{Tool: "s__other"}, answering(`{}`))
	assert.Equal(t, engine.Refused, a.Outcome, "the function says that it is closed")
	a = turn.Do(t.Context(), engine.Call{Tool: "look_up"}, answering(`{"status":"degraded"}`))
	assert.Equal(t, engine.Omit, a.Outcome, "a 200 that says degraded")
	assert.True(t, a.IsError())
	assert.Error(t, a.Decode(&got))

	log.Reset()
	a = open(t, eng).Do(t.Context(), engine.Call{Tool: "look_up"}, func(context.Context, engine.Call) (engine.Result, error) {
		return engine.Result{}, errors.New("raw text")
	})
	assert.Equal(t, 1, strings.Count(log.String(), "raw text"), "once in the log")
	assert.Contains(t, log.String(), `"incident":"`+a.Incident()+`"`, "and joined with what the model reads")
	assert.Contains(t, a.Model(), a.Incident())
	assert.NotContains(t, a.Model(), "raw text")
}
