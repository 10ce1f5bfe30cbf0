package modeladapter_test

import (
	"net/http"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/lacuna-go/lacuna/engine"
	"github.com/lacuna-go/lacuna/modeladapter/internal/fake"
)

// event is an error object in a stream.
func event(object string) fake.Script {
	return func(_ fake.Request, a *fake.Answer) {
		a.Raw(`data: {"error":` + object + "}\n\n")
		a.Hang()
	}
}

func status(code int, body string, header ...string) fake.Script {
	return func(_ fake.Request, a *fake.Answer) { a.Status(code, body, header...) }
}

// TestFailuresBeforeTheFirstPiece: what a model fails with before it says anything, how often it is asked then, and that the next one answers.
func TestFailuresBeforeTheFirstPiece(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		script fake.Script
		kind   string
		large  int
	}{
		"it hangs":               {func(_ fake.Request, a *fake.Answer) { a.Hang() }, "timeout", 1},
		"it sends comments only": {func(_ fake.Request, a *fake.Answer) { a.Raw(": thinking\n\n"); a.Hang() }, "timeout", 1},
		"it sends a role and hangs": {func(_ fake.Request, a *fake.Answer) {
			a.Chunk(0, `{"role":"assistant","content":""}`, "")
			a.Hang()
		}, "timeout", 1},
		"the connection breaks":       {func(_ fake.Request, a *fake.Answer) { a.Break() }, "reset", 2},
		"it breaks behind the header": {func(_ fake.Request, a *fake.Answer) { a.Raw(": hello\n\n"); a.Break() }, "reset", 2},
		"an empty stream":             {func(_ fake.Request, a *fake.Answer) { a.Raw("data: [DONE]\n\n") }, "reset", 2},
		"no finish reason": {func(_ fake.Request, a *fake.Answer) {
			a.Chunk(0, `{"role":"assistant","content":""}`, "")
			a.Raw("data: [DONE]\n\n")
		}, "reset", 2},
		"a malformed piece":     {func(_ fake.Request, a *fake.Answer) { a.Raw("data: {\"id\":\n\n"); a.Hang() }, "internal", 1},
		"half of a tool's call": {func(_ fake.Request, a *fake.Answer) { a.Tool(0, "call-1", "quote", `{"sku":"J`); a.Break() }, "reset", 2},
		"pieces of two replies": {func(_ fake.Request, a *fake.Answer) {
			a.Chunk(0, `{"role":"assistant","content":""}`, "")
			a.Raw(`data: {"id":"c-2","choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}` + "\n\n")
		}, "internal", 1},
		"no stream":                  {status(200, `{"choices":[{"message":{"content":"Hi"}}]}`, "Content-Type", "application/json"), "internal", 1},
		"an error in the stream":     {event(`{"message":"secret","type":"server_error","code":null}`), "internal", 1},
		"overloaded in the stream":   {event(`{"message":"x","code":503}`), "overloaded", 2},
		"too many, in the stream":    {event(`{"message":"x","code":"rate_limit_exceeded"}`), "rate_limited", 1},
		"no quota, in the stream":    {event(`{"message":"x","type":"insufficient_quota"}`), "quota", 1},
		"429, and when to come back": {status(429, `{"error":{"code":"rate_limit_exceeded"}}`, "Retry-After", "0"), "rate_limited", 2},
		"429, in milliseconds":       {status(429, ``, "Retry-After-Ms", "20"), "rate_limited", 2},
		"429, back in two minutes":   {status(429, ``, "Retry-After", "120"), "rate_limited", 1},
		"429 without a hint":         {status(429, ``), "rate_limited", 1},
		"429 for want of quota":      {status(429, `{"error":{"code":"insufficient_quota","type":"insufficient_quota"}}`, "Retry-After", "0"), "quota", 1},
		"402":                        {status(402, ``), "quota", 1},
		"401":                        {status(401, `{"error":{"message":"Incorrect API key provided: key-of-model","code":"invalid_api_key"}}`), "unauthorized", 1},
		"403":                        {status(403, ``), "unauthorized", 1},
		"404 for the model":          {status(404, `{"error":{"code":"model_not_found"}}`), "unauthorized", 1},
		"404 for the address":        {status(404, `<html>`), "unauthorized", 1},
		"500":                        {status(500, `{"error":{"message":"secret","type":"server_error"}}`), "internal", 1},
		"502 of a balancer":          {status(502, `<html>Bad gateway</html>`), "overloaded", 2},
		"503":                        {status(503, `{"error":{"type":"overloaded_error"}}`), "overloaded", 2},
		"504":                        {status(504, ``), "timeout", 1},
		"529":                        {status(529, ``), "overloaded", 2},
		"an error without object":    {status(500, `{"error":"secret"}`), "internal", 1},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := newRig(t, c.script)
			a := r.ask(t, patience(c.kind))
			r.counted(t, a, c.large, 1)
			assert.True(t, a.OK)
			assert.Equal(t, "I am small-2.", a.text())
			assert.Equal(t, "I am small-2.", a.Message.Content)
			assert.Equal(t, []any{"model", "small", engine.Fallback}, []any{a.Account, a.Model, a.Answer.Outcome})
			record := a.Answer.Record()
			assert.Equal(t, c.kind, record.Failure.Kind)
			assert.Equal(t, "model/small", record.Fallback)
			assert.Empty(t, r.other.Requests(), "another account is not asked")
			for _, req := range r.model.Requests() {
				assert.Equal(t, "Bearer key-of-model", req.Header.Get("Authorization"))
				assert.Equal(t, "/v1/chat/completions", req.Path)
				assert.True(t, req.Stream)
			}
		})
	}
}

func TestTwoFailuresInARow(t *testing.T) {
	t.Parallel()
	r := newRig(t, func(req fake.Request, a *fake.Answer) {
		if req.Number == 1 {
			a.Status(http.StatusServiceUnavailable, "")
			return
		}
		well(req, a)
	})
	a := r.ask(t, "large")
	r.counted(t, a, 2, 0)
	assert.Equal(t, engine.OK, a.Answer.Outcome)
	assert.Equal(t, "I am large-9.", a.text())
	assert.Equal(t, 1, a.Answer.Record().Retries)
}

func TestARequestThatIsWrongIsAskedOfNobodyElse(t *testing.T) {
	t.Parallel()
	for name, body := range map[string]string{
		"too long": `{"error":{"message":"maximum context length","code":"context_length_exceeded","type":"invalid_request_error"}}`,
		"wrong":    `{"error":{"message":"unknown parameter","type":"invalid_request_error"}}`,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := newRig(t, status(http.StatusBadRequest, body))
			a := r.ask(t, "large")
			r.counted(t, a, 1, 0)
			assert.Equal(t, engine.Refused, a.Answer.Outcome)
			assert.False(t, a.OK)
			assert.False(t, a.Broken)
			_, ended := a.turn.Ended()
			assert.False(t, ended)
		})
	}
}

func TestNobodyAnswers(t *testing.T) {
	t.Parallel()
	r := newRig(t, status(http.StatusInternalServerError, ""))
	a := r.ask(t, "tiny")
	assert.False(t, a.OK)
	assert.False(t, a.Broken)
	final, ended := a.turn.Ended()
	assert.True(t, ended)
	assert.Equal(t, "No model answers.", final.Text)
}

func TestBreakerOpens(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		script fake.Script
		turns  int // that ask before it opens
	}{
		"after three failures":      {status(http.StatusInternalServerError, ""), 3},
		"at once for a wrong key":   {status(http.StatusUnauthorized, ""), 1},
		"at once for no such model": {status(http.StatusNotFound, `{"error":{"code":"model_not_found"}}`), 1},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := newRig(t, c.script)
			for range c.turns {
				r.ask(t, "large")
			}
			assert.Equal(t, c.turns, r.model.Count("large-9"))
			a := r.ask(t, "large")
			assert.Equal(t, c.turns, r.model.Count("large-9"), "it is left alone")
			assert.Equal(t, "I am small-2.", a.text())
			assert.Equal(t, "breaker_open", a.Answer.Record().Failure.Kind)
		})
	}
}
