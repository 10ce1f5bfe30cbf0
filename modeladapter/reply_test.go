package modeladapter_test

import (
	"testing"
	"time"

	"github.com/openai/openai-go/v3"
	"github.com/openai/openai-go/v3/packages/param"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/lacuna-go/lacuna/engine"
	"github.com/lacuna-go/lacuna/modeladapter/internal/fake"
)

func TestPiecesComeAsTheyAreSent(t *testing.T) {
	t.Parallel()
	heard := make(chan string)
	r := newRig(t, func(_ fake.Request, a *fake.Answer) {
		for _, piece := range []string{"One ", "two ", "three"} {
			a.Text(piece)
			assert.Equal(t, piece, <-heard, "the next one waits for it")
		}
		a.Finish("stop")
	})
	a := r.askWith(t, t.Context(), "tiny", openai.ChatCompletionNewParams{}, func(piece string) error { heard <- piece; return nil })
	assert.True(t, a.OK)
	assert.Equal(t, "One two three", a.Message.Content)
	assert.Equal(t, 8*time.Second, a.turn.Remaining(), "a model has a clock of its own")
}

func TestToolsThatAreCalled(t *testing.T) {
	t.Parallel()
	r := newRig(t, func(_ fake.Request, a *fake.Answer) {
		a.Chunk(0, `{"role":"assistant","content":null}`, "")
		a.Tool(0, "call-1", "pricing__quote", `{"sku":`)
		a.Chunk(0, `{"tool_calls":[{"index":0,"function":{"arguments":"\"JKT-114\"}"}}]}`, "")
		a.Tool(1, "call-2", "inventory__stock_level", `{}`)
		a.Finish("tool_calls")
	})
	a := r.ask(t, "tiny")
	assert.True(t, a.OK)
	assert.Empty(t, a.pieces)
	require.Len(t, a.Message.ToolCalls, 2)
	first, second := a.Message.ToolCalls[0], a.Message.ToolCalls[1]
	assert.Equal(t, []string{"call-1", "pricing__quote", `{"sku":"JKT-114"}`}, []string{first.ID, first.Function.Name, first.Function.Arguments})
	assert.Equal(t, []string{"call-2", "inventory__stock_level", `{}`}, []string{second.ID, second.Function.Name, second.Function.Arguments})
	assert.Equal(t, "tool_calls", a.Completion.Choices[0].FinishReason)
}

func TestSeveralChoices(t *testing.T) {
	t.Parallel()
	two := openai.ChatCompletionNewParams{N: param.NewOpt(int64(2))}
	talk := func(a *fake.Answer) {
		a.Chunk(1, `{"content":"Right"}`, "")
		a.Chunk(0, `{"content":"Left"}`, "")
		a.Chunk(0, `{}`, "stop")
	}
	t.Run("the first is passed on, all are there", func(t *testing.T) {
		t.Parallel()
		r := newRig(t, func(_ fake.Request, a *fake.Answer) {
			talk(a)
			a.Chunk(1, `{}`, "length")
			a.Hang()
		})
		a := r.askWith(t, t.Context(), "large", two, func(string) error { return nil })
		assert.True(t, a.OK)
		assert.Equal(t, []string{"Left"}, a.pieces)
		require.Len(t, a.Completion.Choices, 2)
		assert.Equal(t, []string{"Right", "length"}, []string{a.Completion.Choices[1].Message.Content, a.Completion.Choices[1].FinishReason})
	})
	t.Run("the second does not end", func(t *testing.T) {
		t.Parallel()
		r := newRig(t, func(_ fake.Request, a *fake.Answer) { talk(a) })
		a := r.askWith(t, t.Context(), "large", two, func(string) error { return nil })
		assert.False(t, a.OK)
		assert.True(t, a.Broken)
		r.counted(t, a, 1, 0)
	})
}

// TestBehindTheEnd: what goes wrong behind the end of a reply is not its fault.
func TestBehindTheEnd(t *testing.T) {
	t.Parallel()
	usage := openai.ChatCompletionNewParams{StreamOptions: openai.ChatCompletionStreamOptionsParam{IncludeUsage: param.NewOpt(true)}}
	count := func(a *fake.Answer) {
		a.Raw(`data: {"id":"c-1","choices":[],"usage":{"prompt_tokens":7,"completion_tokens":2,"total_tokens":9}}` + "\n\n")
	}
	for name, c := range map[string]struct {
		params openai.ChatCompletionNewParams
		then   func(*fake.Answer)
		tokens int64
	}{
		"nothing more comes":      {openai.ChatCompletionNewParams{}, (*fake.Answer).Hang, 0},
		"the connection breaks":   {openai.ChatCompletionNewParams{}, (*fake.Answer).Break, 0},
		"the usage":               {usage, func(a *fake.Answer) { count(a); a.Raw("data: [DONE]\n\n") }, 9},
		"it breaks for the usage": {usage, (*fake.Answer).Break, 0},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := newRig(t, func(_ fake.Request, a *fake.Answer) {
				a.Text("Done.")
				a.Chunk(0, `{}`, "stop")
				c.then(a)
			})
			a := r.askWith(t, t.Context(), "large", c.params, func(string) error { return nil })
			assert.True(t, a.OK)
			assert.Equal(t, "Done.", a.text())
			assert.Equal(t, c.tokens, a.Completion.Usage.TotalTokens)
			r.counted(t, a, 1, 0)
		})
	}
}

// TestWhatAModelSaysIsNoEvidence: not of the account named model, nor of another with evidence: none.
func TestWhatAModelSaysIsNoEvidence(t *testing.T) {
	t.Parallel()
	r := newRig(t, func(req fake.Request, a *fake.Answer) {
		if req.Model == "crossing" {
			a.Break()
		}
		a.Text(`{"price":{"amount":"209.00","currency":"EUR"}}`)
		a.Finish("stop")
	})
	for _, model := range []string{"tiny", "crossing"} {
		a := r.ask(t, model)
		require.True(t, a.OK)
		v := a.turn.Check("It is €209.")
		assert.Equal(t, []any{engine.Blocked, "No price."}, []any{v.Verdict, v.Text})
	}
}

// TestWithoutAPolicy: a tool of which nothing is known is a write, and equal writes are made once. Then there is no second reply.
func TestWithoutAPolicy(t *testing.T) {
	t.Parallel()
	r := newRig(t, well)
	turn := r.begin(t)
	ask := func() (bool, engine.Outcome) {
		reply := r.models.Ask(t.Context(), turn, "other", "unknown", openai.ChatCompletionNewParams{}, nil)
		return reply.OK, reply.Answer.Outcome
	}
	ok, outcome := ask()
	assert.Equal(t, []any{true, engine.OK}, []any{ok, outcome})
	ok, outcome = ask()
	assert.Equal(t, []any{false, engine.OK}, []any{ok, outcome}, "it was not asked again")
	assert.Len(t, r.other.Requests(), 1)
	turn.End()
	ok, outcome = ask()
	assert.Equal(t, []any{false, engine.Cancelled}, []any{ok, outcome}, "the turn has ended")
}
