package modeladapter

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"time"

	"github.com/openai/openai-go/v3/packages/ssestream"

	"github.com/lacuna-go/lacuna/engine"
)

// known returns what the code or the type of an error stands for, where that says more than its status; zero for any other.
func known(code string) engine.FailureKind {
	switch code {
	case "insufficient_quota", "billing_hard_limit_reached":
		return engine.QuotaFailure
	case "model_not_found", "invalid_api_key", "authentication_error", "permission_error":
		return engine.UnauthorizedFailure
	case "context_length_exceeded":
		return engine.InvalidFailure
	case "rate_limit_exceeded", "rate_limit_error":
		return engine.RateLimitedFailure
	case "overloaded", "overloaded_error", "server_overloaded":
		return engine.OverloadedFailure
	}
	return 0
}

// apiError is the error object of the API. Its message is nobody's to read: it may quote the key, or the conversation.
type apiError struct {
	Error struct {
		Code any    `json:"code"` // a text, or the number of a status
		Type string `json:"type"`
	} `json:"error"`
}

// read takes code and type from a body or an event. What is no such object has neither.
func read(data []byte) (code, kind string) {
	var e apiError
	if json.Unmarshal(data, &e) != nil {
		return "", ""
	}
	switch c := e.Error.Code.(type) {
	case string:
		code = c
	case float64:
		code = strconv.FormatFloat(c, 'f', -1, 64)
	}
	return code, e.Error.Type
}

// statusFailure classifies a response other than 2xx.
func statusFailure(status int, header http.Header, body []byte) error {
	e := engine.StatusError(status, header)
	code, kind := read(body)
	e.Cause = fmt.Errorf("status %d, code %.60q, type %.60q", status, code, kind)
	if ms, err := strconv.Atoi(header.Get("Retry-After-Ms")); err == nil && ms >= 0 {
		e.Failure.RetryAfter, e.Failure.HasRetryAfter = time.Duration(ms)*time.Millisecond, true
	}
	switch status {
	case http.StatusNotFound, http.StatusMethodNotAllowed, http.StatusGone: // the model, or the address: another may do
		e.Failure.Kind = engine.UnauthorizedFailure
	}
	for _, word := range []string{kind, code} {
		if k := known(word); k != 0 {
			e.Failure.Kind = k
		}
	}
	return e
}

// failure classifies what a stream broke off with. Of the network's errors the engine's classifier knows more. begun: the model had begun to
// answer, so the request was not wrong.
func failure(err error, begun bool) error {
	var in *ssestream.StreamError
	var syntax *json.SyntaxError
	switch {
	case errors.As(err, &syntax):
		return &engine.Error{Failure: engine.Failure{Kind: engine.InternalFailure}, Cause: errors.New("a piece of the stream is not valid JSON")}
	case !errors.As(err, &in):
		return err
	}
	code, kind := read(in.Event.Data)
	f := engine.Failure{Kind: engine.InternalFailure}
	if status, err := strconv.Atoi(code); err == nil && status >= http.StatusBadRequest {
		f.Kind = engine.StatusError(status, nil).Failure.Kind
	}
	for _, word := range []string{kind, code} {
		if k := known(word); k != 0 {
			f.Kind = k
		}
	}
	if begun && f.Kind.CallError() {
		f.Kind = engine.InternalFailure
	}
	f.Sent, f.Answered = true, true
	return &engine.Error{Failure: f, Cause: fmt.Errorf("an error in the stream, code %.60q, type %.60q", code, kind)}
}
