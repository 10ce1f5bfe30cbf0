package modeladapter

import (
	"errors"
	"net/http"

	"github.com/openai/openai-go/v3"

	"github.com/lacuna-go/lacuna/engine"
)

// codes are those of errors that mean something else than their status.
var codes = map[string]engine.FailureKind{
	"insufficient_quota":         engine.QuotaFailure,
	"billing_hard_limit_reached": engine.QuotaFailure,
	"model_not_found":            engine.UnauthorizedFailure, // gone, or not for this account: another model may do
	"invalid_api_key":            engine.UnauthorizedFailure,
	"context_length_exceeded":    engine.InvalidFailure,
	"rate_limit_exceeded":        engine.RateLimitedFailure,
}

// failure classifies what the client library came to; its words go to the log only.
func failure(err error) error {
	var api *openai.Error
	if !errors.As(err, &api) {
		return err // the engine's classifier knows the network's errors
	}
	var header http.Header
	if api.Response != nil {
		header = api.Response.Header
	}
	f := engine.StatusError(api.StatusCode, header).Failure
	if api.StatusCode == 0 { // in the midst of a stream
		f = engine.Failure{Kind: engine.InternalFailure, Sent: true, Answered: true}
	}
	if api.StatusCode == http.StatusNotFound {
		f.Kind = engine.UnauthorizedFailure
	}
	if kind, ok := codes[api.Code]; ok {
		f.Kind = kind
	}
	return &engine.Error{Failure: f, Cause: err}
}
