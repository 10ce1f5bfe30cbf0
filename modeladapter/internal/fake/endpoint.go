// Package fake is an endpoint of the Chat Completions API on loopback, for tests: it says, and fails, as a script wants.
package fake

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"
)

// Endpoint is a server that answers requests by a script, and keeps them.
type Endpoint struct {
	URL string

	mu       sync.Mutex
	requests []Request
}

// Request is one that arrived.
type Request struct {
	Path, Host string
	Header     http.Header
	Model      string `json:"model"`
	Stream     bool   `json:"stream"`
	Messages   []struct {
		Role    string `json:"role"`
		Content string `json:"content"`
	} `json:"messages"`
	// Number counts the requests for the same model, from 1.
	Number int `json:"-"`
}

// Script answers a request.
type Script func(Request, *Answer)

// New starts an endpoint, which ends with the test.
func New(t testing.TB, script Script) *Endpoint {
	t.Helper()
	e := &Endpoint{}
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		req := Request{Path: r.URL.Path, Host: r.Host, Header: r.Header.Clone()}
		body, err := io.ReadAll(r.Body)
		if err == nil && len(body) > 0 {
			err = json.Unmarshal(body, &req)
		}
		if err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest)
			return
		}
		script(e.keep(req), &Answer{w: w, r: r})
	}))
	srv.Config.ErrorLog = nil
	t.Cleanup(srv.Close)
	e.URL = srv.URL
	return e
}

func (e *Endpoint) keep(req Request) Request {
	e.mu.Lock()
	defer e.mu.Unlock()
	req.Number = 1
	for i := range e.requests {
		if e.requests[i].Model == req.Model {
			req.Number++
		}
	}
	e.requests = append(e.requests, req)
	return req
}

// Requests returns those that arrived, in order.
func (e *Endpoint) Requests() []Request {
	e.mu.Lock()
	defer e.mu.Unlock()
	return append([]Request(nil), e.requests...)
}

// Count returns how many arrived for a model.
func (e *Endpoint) Count(model string) int {
	n := 0
	for _, req := range e.Requests() {
		if req.Model == model {
			n++
		}
	}
	return n
}

// Answer is what a script writes to.
type Answer struct {
	w       http.ResponseWriter
	r       *http.Request
	started bool
}

// Status answers with an error; header is of pairs of names and values.
func (a *Answer) Status(code int, body string, header ...string) {
	for i := 0; i+1 < len(header); i += 2 {
		a.w.Header().Set(header[i], header[i+1])
	}
	a.w.WriteHeader(code)
	_, _ = io.WriteString(a.w, body)
}

// Whole answers a request that is not streamed.
func (a *Answer) Whole(text string) {
	a.Status(http.StatusOK, fmt.Sprintf(`{"id":"c-1","object":"chat.completion","created":1,"model":"m","choices":[{"index":0,"message":{"role":"assistant","content":%q},"finish_reason":"stop"}]}`, text), "Content-Type", "application/json")
}

// Raw sends bytes of the stream as they are.
func (a *Answer) Raw(text string) {
	if !a.started {
		a.started = true
		a.w.Header().Set("Content-Type", "text/event-stream")
	}
	_, _ = io.WriteString(a.w, text)
	a.w.(http.Flusher).Flush()
}

// Chunk sends one, with the delta and the finish reason (null without) of a choice.
func (a *Answer) Chunk(choice int, delta, finish string) {
	reason := "null"
	if finish != "" {
		reason = fmt.Sprintf("%q", finish)
	}
	a.Raw(fmt.Sprintf(`data: {"id":"c-1","object":"chat.completion.chunk","created":1,"model":"m","choices":[{"index":%d,"delta":%s,"finish_reason":%s}]}`+"\n\n", choice, delta, reason))
}

// Text sends pieces of the first choice's text.
func (a *Answer) Text(pieces ...string) {
	for _, p := range pieces {
		text, err := json.Marshal(p)
		if err != nil {
			panic(err) // a string always marshals
		}
		a.Chunk(0, fmt.Sprintf(`{"role":"assistant","content":%s}`, text), "")
	}
}

// Tool sends a whole call of a tool.
func (a *Answer) Tool(index int, id, name, args string) {
	a.Chunk(0, fmt.Sprintf(`{"tool_calls":[{"index":%d,"id":%q,"type":"function","function":{"name":%q,"arguments":%q}}]}`, index, id, name, args), "")
}

// Finish ends the first choice and the stream.
func (a *Answer) Finish(reason string) {
	a.Chunk(0, `{}`, reason)
	a.Raw("data: [DONE]\n\n")
}

// Hang sends nothing more until the client gives up.
func (a *Answer) Hang() { <-a.r.Context().Done() }

// Break closes the connection in the midst of the answer.
func (a *Answer) Break() { panic(http.ErrAbortHandler) }
