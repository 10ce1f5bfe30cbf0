package modeladapter_test

import (
	"context"
	"errors"
	"net/http"
	"testing"
	"time"

	"github.com/openai/openai-go/v3"
	"github.com/stretchr/testify/assert"

	"github.com/lacuna-go/lacuna/engine"
	"github.com/lacuna-go/lacuna/modeladapter/internal/fake"
)

// TestAPartIsNeverSaidTwice: a reply that breaks off behind its first pieces is asked for again of nobody.
func TestAPartIsNeverSaidTwice(t *testing.T) {
	t.Parallel()
	raw := func(text string) func(*fake.Answer) { return func(a *fake.Answer) { a.Raw(text); a.Hang() } }
	for name, c := range map[string]struct {
		then func(*fake.Answer)
		kind string
	}{
		"it hangs":              {(*fake.Answer).Hang, "timeout"},
		"the connection breaks": {(*fake.Answer).Break, "reset"},
		"it just ends":          {func(*fake.Answer) {}, "reset"},
		"no finish reason":      {func(a *fake.Answer) { a.Raw("data: [DONE]\n\n") }, "reset"},
		"a malformed piece":     {raw("data: {\"choices\":[{\n\n"), "internal"},
		"an error":              {raw(`data: {"error":{"message":"secret","code":"server_error"}}` + "\n\n"), "internal"},
		"an error of overload":  {raw(`data: {"error":{"message":"secret","code":503}}` + "\n\n"), "overloaded"},
		"too long by now":       {raw(`data: {"error":{"message":"secret","code":"context_length_exceeded"}}` + "\n\n"), "internal"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := newRig(t, func(_ fake.Request, a *fake.Answer) {
				a.Text("The jacket ", "is ")
				c.then(a)
			})
			a := r.ask(t, patience(c.kind))
			r.counted(t, a, 1, 0)
			assert.Equal(t, []string{"The jacket ", "is "}, a.pieces)
			assert.True(t, a.Broken)
			assert.False(t, a.OK)
			assert.Empty(t, a.Message.Content)
			record := a.Answer.Record()
			assert.Equal(t, []any{"hard_fail", c.kind, true}, []any{record.Outcome, record.Failure.Kind, record.Passed})
			final, ended := a.turn.Ended()
			assert.True(t, ended)
			assert.Equal(t, "No model answers.", final.Text)
		})
	}
}

func TestTheOneInItsPlaceBreaksOff(t *testing.T) {
	t.Parallel()
	r := newRig(t, func(req fake.Request, a *fake.Answer) {
		if req.Model == "broken" {
			a.Text("Half a ")
		}
		a.Break()
	})
	a := r.ask(t, "hard")
	assert.Equal(t, []any{"Half a ", true, 2}, []any{a.text(), a.Broken, a.Answer.Record().Attempts})
	assert.Equal(t, []int{1, 1, 0}, []int{r.model.Count("hard"), r.model.Count("broken"), r.model.Count("small-2")})
}

// deaf is a transport that does not hear when its request is given up.
type deaf struct{}

func (deaf) RoundTrip(req *http.Request) (*http.Response, error) {
	return http.DefaultTransport.RoundTrip(req.WithContext(context.WithoutCancel(req.Context())))
}

// TestAnAbandonedAttemptSaysNothing: a model that begins to talk after its time, while the next one answers.
func TestAnAbandonedAttemptSaysNothing(t *testing.T) {
	t.Parallel()
	asked, late := make(chan struct{}), make(chan struct{})
	r := rigWith(t, func(req fake.Request, a *fake.Answer) {
		if req.Model == "patient" {
			close(asked)
			a.Text("I ")
			<-late
			time.Sleep(20 * time.Millisecond) // for what is under way
			a.Text("am patient.")
			a.Finish("stop")
			return
		}
		a.Raw(": soon\n\n")
		<-asked
		for range 50 {
			a.Text("I am late. ")
		}
		a.Finish("stop")
		close(late)
	}, &http.Client{Transport: deaf{}})
	a := r.ask(t, "late")
	assert.Equal(t, "I am patient.", a.text())
	assert.Equal(t, "I am patient.", a.Message.Content)
	assert.Equal(t, "patient", a.Model)
}

func TestAnErrorOfPassIsNoneOfTheModel(t *testing.T) {
	t.Parallel()
	gone := errors.New("the reader is gone")
	r := newRig(t, func(_ fake.Request, a *fake.Answer) { a.Text("One ", "two "); a.Hang() })
	for range 5 { // a breaker would have opened
		a := r.askWith(t, t.Context(), "large", openai.ChatCompletionNewParams{}, func(string) error { return gone })
		assert.Equal(t, []string{"One "}, a.pieces)
		assert.True(t, a.Broken)
		assert.Equal(t, engine.Cancelled, a.Answer.Outcome)
		assert.ErrorIs(t, a.Answer.Err(), gone)
		_, ended := a.turn.Ended()
		assert.False(t, ended)
	}
	assert.Equal(t, []int{5, 0}, []int{r.model.Count("large-9"), r.model.Count("small-2")})
}

func TestCancel(t *testing.T) {
	t.Parallel()
	moved := errors.New("the conversation moved on")
	for name, begun := range map[string]bool{"before the first piece": false, "behind it": true} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			ctx, cancel := context.WithCancelCause(t.Context())
			r := newRig(t, func(_ fake.Request, a *fake.Answer) {
				if begun {
					a.Text("One ")
				} else {
					cancel(moved)
				}
				a.Hang()
			})
			a := r.askWith(t, ctx, "tiny", openai.ChatCompletionNewParams{}, func(string) error { cancel(moved); return nil })
			assert.Equal(t, engine.Cancelled, a.Answer.Outcome)
			assert.ErrorIs(t, a.Answer.Err(), moved)
			assert.Equal(t, begun, a.Broken)
			assert.Len(t, r.model.Requests(), 1)
			_, ended := a.turn.Ended()
			assert.False(t, ended)
		})
	}
}
