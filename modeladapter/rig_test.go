package modeladapter_test

import (
	"context"
	"net/http"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/openai/openai-go/v3"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/lacuna-go/lacuna/engine"
	"github.com/lacuna-go/lacuna/modeladapter"
	"github.com/lacuna-go/lacuna/modeladapter/internal/fake"
)

// policies: large has a retry and is stood in for by small of the same account, and hasty is large with little patience; crossing by a model of another one.
const policies = `[
  Turn{budget: duration("8s"), budgets: {"model": duration("60s")}},
  Policy{name: "models", server: "model", effect: Effect.READ, timeout: duration("20s"), when_unavailable: [HardFail{message: "No model answers."}]},
  Policy{
    name: "large", server: "model", tools: ["large", "hasty"], timeout: call.tool == "hasty" ? duration("600ms") : duration("15s"), retry: Retry{max: 1},
    when_unavailable: [UseTool{tool: "small"}, HardFail{message: "No model answers."}],
  },
  Policy{
    name: "hard", server: "model", tools: ["hard"],
    when_unavailable: [UseTool{tool: "broken"}, UseTool{tool: "small"}, HardFail{message: "No model answers."}],
  },
  Policy{
    name: "late", server: "model", tools: ["late"], timeout: duration("300ms"),
    when_unavailable: [UseTool{tool: "patient"}, HardFail{message: "No model answers."}],
  },
  Policy{
    name: "crossing", server: "model", tools: ["crossing", "astray"],
    when_unavailable: [
      UseTool{server: "nowhere", tool: "spare", require: {"astray": call.tool == "astray"}},
      UseTool{server: "other", tool: "spare"},
      HardFail{message: "No model answers."},
    ],
  },
  Policy{name: "spare", server: ["other", "nowhere"], tools: ["spare"], effect: Effect.READ, timeout: duration("20s"), evidence: Evidence{none: true}, when_unavailable: [Omit{}]},
  Claims{name: "money", kinds: [Kind.MONEY], sourced_by: {"a field": source.origin == Origin.FIELD}, otherwise: Block{message: "No price."}},
]`

// rig is an engine with two accounts at endpoints of their own.
type rig struct {
	eng          *engine.Engine
	model, other *fake.Endpoint
	models       *modeladapter.Models
}

// newRig starts the endpoints. Under "small" and "spare" a model answers well; everything else is the script's.
func newRig(t *testing.T, script fake.Script) *rig {
	t.Helper()
	return rigWith(t, script, nil)
}

func rigWith(t *testing.T, script fake.Script, client *http.Client) *rig {
	t.Helper()
	eng, err := engine.New(fstest.MapFS{"p.cel": {Data: []byte(policies)}})
	require.NoError(t, err)
	r := &rig{eng: eng, model: fake.New(t, func(req fake.Request, a *fake.Answer) {
		if req.Model == "small-2" {
			well(req, a)
			return
		}
		script(req, a)
	}), other: fake.New(t, well)}
	r.models, err = modeladapter.New(
		modeladapter.Account{
			Name: "model", BaseURL: r.model.URL + "/v1", Key: "key-of-model", Client: client,
			Models: map[string]string{"large": "large-9", "hasty": "large-9", "small": "small-2"},
		},
		modeladapter.Account{Name: "other", BaseURL: r.other.URL + "/api/", Key: "key-of-other"},
	)
	require.NoError(t, err)
	return r
}

// well is a model that answers.
func well(req fake.Request, a *fake.Answer) {
	a.Text("I am ", req.Model, ".")
	a.Finish("stop")
}

func (r *rig) begin(t *testing.T) *engine.Turn {
	t.Helper()
	turn, err := r.eng.Begin(t.Context(), engine.TurnInfo{})
	require.NoError(t, err)
	t.Cleanup(turn.End)
	return turn
}

// asked is what came of a request.
type asked struct {
	modeladapter.Reply
	turn   *engine.Turn
	pieces []string
}

func (a asked) text() string { return strings.Join(a.pieces, "") }

// ask asks a model in a turn of its own.
func (r *rig) ask(t *testing.T, model string) asked {
	t.Helper()
	return r.askWith(t, t.Context(), model, openai.ChatCompletionNewParams{}, func(string) error { return nil })
}

func (r *rig) askWith(t *testing.T, ctx context.Context, model string, params openai.ChatCompletionNewParams, then func(piece string) error) asked {
	t.Helper()
	a := asked{turn: r.begin(t)}
	params.Messages = append(params.Messages, openai.UserMessage("Hello"))
	a.Reply = r.models.Ask(ctx, a.turn, "model", model, params, func(piece string) error {
		a.pieces = append(a.pieces, piece) // -race: never twice at once, and never after Ask
		return then(piece)
	})
	return a
}

// patience is the tool under which large is asked in a test of a failure: with little of it where it will run out.
func patience(kind string) string {
	if kind == "timeout" {
		return "hasty"
	}
	return "large"
}

// counted asserts how often the models of the account were asked, and that the record of the one call has all attempts.
func (r *rig) counted(t *testing.T, a asked, large, small int) {
	t.Helper()
	assert.Equal(t, large, r.model.Count("large-9"), "requests for large")
	assert.Equal(t, small, r.model.Count("small-2"), "requests for small")
	assert.Equal(t, large+small, a.Answer.Record().Attempts, "all attempts stand in the record of the call")
}
