package engine

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strconv"
	"syscall"
	"time"

	"github.com/lacuna-go/lacuna/state"
)

// Classifier turns what a dispatcher returned into a failure; its second result is false for an answer. It says whether the
// request was sent, and sees answers too: a 200 that says "degraded" may be a failure. It must be quick and safe for concurrent use.
type Classifier func(call Call, r Result, err error) (Failure, bool)

// Error is an error that a dispatcher has classified itself. Its cause goes to the log, never to the model.
type Error struct {
	// Failure, of which Sent need not be set: TIMEOUT, RESET, INTERNAL and OVERLOADED count as sent unless NotSent says otherwise.
	Failure Failure
	// NotSent: the request never left, so that even a write may be repeated.
	NotSent bool
	// Fields names the arguments that an INVALID is about; the model is told those that look like names, ten at most.
	Fields []string
	Cause  error
}

// failure fills in what a dispatcher that says no more must be taken to mean: that the request was sent.
func (e *Error) failure() Failure {
	f := e.Failure
	switch f.Kind {
	case 0:
		f.Kind, f.Sent = state.Internal, !e.NotSent
	case state.Timeout, state.Reset, state.Internal, state.Overloaded:
		f.Sent = !e.NotSent
	default:
	}
	return f
}

// Error returns the kind and the cause.
func (e *Error) Error() string {
	if e.Cause == nil {
		return e.Failure.Kind.String()
	}
	return fmt.Sprintf("%s: %v", e.Failure.Kind, e.Cause)
}

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Cause }

// StatusError is the error for an HTTP status other than 2xx; header gives Retry-After, in both of its forms, measured against the
// response's own Date. It may be nil.
func StatusError(status int, header http.Header) *Error {
	f := Failure{Kind: kindOfStatus(status), Sent: true, Answered: refusing(status), Status: status}
	f.RetryAfter, f.HasRetryAfter = retryAfter(header)
	return &Error{Failure: f, Cause: fmt.Errorf("status %d", status)}
}

// refusing reports whether a status says that the request was not executed. A 500 or a 502 says nothing of the kind: the server, or
// one behind it, may have broken down after the deed.
func refusing(status int) bool {
	return status < http.StatusInternalServerError || status == http.StatusServiceUnavailable ||
		status == http.StatusNotImplemented || status == 529
}

func kindOfStatus(status int) state.FailureKind {
	switch status {
	case http.StatusBadRequest, http.StatusUnprocessableEntity, http.StatusMethodNotAllowed, http.StatusRequestEntityTooLarge:
		return state.Invalid
	case http.StatusUnauthorized, http.StatusForbidden:
		return state.Unauthorized
	case http.StatusPaymentRequired:
		return state.Quota
	case http.StatusNotFound, http.StatusGone:
		return state.NotFound
	case http.StatusRequestTimeout, http.StatusGatewayTimeout:
		return state.Timeout
	case http.StatusTooManyRequests:
		return state.RateLimited
	case http.StatusServiceUnavailable, http.StatusBadGateway, 529:
		return state.Overloaded
	}
	return state.Internal
}

// retryAfter reads both forms of the header, RFC 9110 section 10.2.3. A date is measured against the response's own Date, for the
// host's clock may be off.
func retryAfter(h http.Header) (time.Duration, bool) {
	text := h.Get("Retry-After")
	if text == "" {
		return 0, false
	}
	if seconds, err := strconv.Atoi(text); err == nil && seconds >= 0 {
		return time.Duration(seconds) * time.Second, true
	}
	at, err := http.ParseTime(text)
	if err != nil {
		return 0, false
	}
	from, err := http.ParseTime(h.Get("Date"))
	if err != nil {
		return 0, false
	}
	return max(0, at.Sub(from)), true
}

// Classify is the classifier that an engine has unless it is given another. It knows [Error], contexts, the net package's errors and
// results marked as errors; whatever it does not know is INTERNAL, and counts as sent and not answered: a write that
// ends so may have been executed.
func Classify(_ Call, r Result, err error) (Failure, bool) {
	if err == nil {
		if r.IsError {
			return Failure{Kind: state.Internal, Sent: true, Answered: true}, true
		}
		return Failure{}, false
	}
	var own *Error
	if errors.As(err, &own) {
		return own.failure(), true
	}
	if f, ok := classifyNet(err); ok {
		return f, true
	}
	switch {
	case errors.Is(err, context.DeadlineExceeded):
		return Failure{Kind: state.Timeout, Sent: true}, true
	case errors.Is(err, context.Canceled):
		return Failure{Kind: state.Cancelled, Sent: true}, true
	}
	return Failure{Kind: state.Internal, Sent: true}, true
}

func classifyNet(err error) (Failure, bool) {
	var dns *net.DNSError
	var op *net.OpError
	dialed := errors.As(err, &op) && op.Op == "dial"
	switch {
	case errors.As(err, &dns), dialed && !isTimeout(err), errors.Is(err, syscall.ECONNREFUSED):
		return Failure{Kind: state.Unreachable}, true
	case dialed:
		return Failure{Kind: state.Timeout}, true
	case errors.Is(err, syscall.ECONNRESET), errors.Is(err, syscall.EPIPE), errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		return Failure{Kind: state.Reset, Sent: true}, true
	case isTimeout(err):
		return Failure{Kind: state.Timeout, Sent: true}, true
	}
	return Failure{}, false
}

func isTimeout(err error) bool {
	var n net.Error
	return errors.As(err, &n) && n.Timeout()
}
