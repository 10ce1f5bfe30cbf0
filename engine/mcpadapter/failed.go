package mcpadapter

import (
	"encoding/json"
	"errors"
	"strconv"
	"strings"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/lacuna-go/lacuna/engine"
)

// errMarked is the cause of a result that is marked as an error. Its text is in no cause: a log may be shown to a model too.
var errMarked = errors.New("the result is marked as an error")

// errorOf classifies a result that is marked as an error by the fields that name a status or a code, in its structured content or in a text
// that is JSON, at the top or below "error". It reads no prose: without such a field the failure is INTERNAL.
func errorOf(res *mcp.CallToolResult) error {
	f := engine.Failure{Kind: engine.InternalFailure, Sent: true, Answered: true}
	doc := structuredOf(res)
	if texts := textsOf(res.Content); len(doc) == 0 && len(texts) == 1 && isDocument(texts[0]) {
		doc = json.RawMessage(texts[0])
	}
	var top map[string]json.RawMessage
	if json.Unmarshal(doc, &top) == nil {
		readFailure(top, &f)
		var below map[string]json.RawMessage
		if json.Unmarshal(top["error"], &below) == nil {
			readFailure(below, &f)
		} else {
			readFailure(map[string]json.RawMessage{"code": top["error"]}, &f)
		}
	}
	return &engine.Error{Failure: f, Cause: errMarked}
}

// readFailure takes over what the fields of an error say.
func readFailure(fields map[string]json.RawMessage, f *engine.Failure) {
	for _, key := range []string{"status", "statusCode", "status_code", "http_status", "code", "type"} {
		var number int
		var word string
		switch raw := fields[key]; {
		case raw == nil:
		case json.Unmarshal(raw, &number) == nil:
			takeStatus(number, f)
		case json.Unmarshal(raw, &word) == nil:
			if n, err := strconv.Atoi(word); err == nil {
				takeStatus(n, f)
			} else if k, ok := codes[strings.ToLower(strings.NewReplacer("_", "", "-", "", " ", "").Replace(word))]; ok {
				f.Kind = k
			}
		}
	}
	for _, key := range []string{"retry_after", "retryAfter", "retry_after_seconds"} {
		var seconds float64
		if json.Unmarshal(fields[key], &seconds) == nil && seconds >= 0 && seconds <= 86400 {
			f.RetryAfter, f.HasRetryAfter = time.Duration(seconds*float64(time.Second)), true
		}
	}
}

func takeStatus(status int, f *engine.Failure) {
	if status < 400 || status > 599 {
		return
	}
	kind := engine.StatusError(status, nil).Failure
	f.Kind, f.Status = kind.Kind, status
}

// codes are the canonical codes of google.rpc.Code and the usual names of errors, in lower case without signs.
var codes = map[string]engine.FailureKind{
	"invalidargument": engine.InvalidFailure, "invalidparams": engine.InvalidFailure, "validationerror": engine.InvalidFailure,
	"outofrange": engine.InvalidFailure, "failedprecondition": engine.InvalidFailure, "badrequest": engine.InvalidFailure,
	"notfound": engine.NotFoundFailure, "unauthenticated": engine.UnauthorizedFailure,
	"unauthorized": engine.UnauthorizedFailure, "permissiondenied": engine.UnauthorizedFailure, "forbidden": engine.UnauthorizedFailure,
	"resourceexhausted": engine.RateLimitedFailure, "ratelimited": engine.RateLimitedFailure, "ratelimit": engine.RateLimitedFailure,
	"toomanyrequests": engine.RateLimitedFailure, "ratelimitexceeded": engine.RateLimitedFailure,
	"quotaexceeded": engine.QuotaFailure, "insufficientquota": engine.QuotaFailure, "paymentrequired": engine.QuotaFailure,
	"unavailable": engine.OverloadedFailure, "serviceunavailable": engine.OverloadedFailure, "overloaded": engine.OverloadedFailure,
	"deadlineexceeded": engine.TimeoutFailure, "timeout": engine.TimeoutFailure, "etimedout": engine.TimeoutFailure,
}
