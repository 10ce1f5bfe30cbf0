package state

import "time"

// FailureKind classifies why a call failed. The zero FailureKind is no failure.
type FailureKind uint8

// The kinds of failure. The last four are failures of calls for which no attempt was made.
const (
	Timeout FailureKind = iota + 1
	Unreachable
	Reset
	RateLimited
	Overloaded
	Internal
	Invalid
	NotFound
	Unauthorized
	Quota
	Cancelled
	Panic
	BreakerOpen
	Rule
	Budget
	Drill
)

var failureNames = [...]string{"", "timeout", "unreachable", "reset", "rate_limited", "overloaded", "internal", "invalid", "not_found", "unauthorized", "quota", "cancelled", "panic", "breaker_open", "rule", "budget", "drill"}

// String returns the kind in lower case, and "" for the zero FailureKind.
func (k FailureKind) String() string { return failureNames[k] }

// FailureKinds lists every kind, in the order of their values.
func FailureKinds() []FailureKind { return all[FailureKind](len(failureNames)) }

// Transient reports whether the same request may succeed a moment later: TIMEOUT, UNREACHABLE, RESET,
// RATE_LIMITED and OVERLOADED. (A RATE_LIMITED without a hint that fits the budget is not retried all the same.)
func (k FailureKind) Transient() bool {
	return k == Timeout || k == Unreachable || k == Reset || k == RateLimited || k == Overloaded
}

// CallError reports whether the call itself was wrong (INVALID, NOT_FOUND): the tool is healthy and no
// fallback helps.
func (k FailureKind) CallError() bool { return k == Invalid || k == NotFound }

// NoAttempt reports whether the kind means that nothing was sent, because no attempt was made.
func (k FailureKind) NoAttempt() bool { return k >= BreakerOpen }

// Failure is a classified error: a kind, never a text.
type Failure struct {
	Kind FailureKind
	// Sent reports whether the request may have reached the tool.
	Sent bool
	// RetryAfter is the tool's hint; HasRetryAfter tells a hint of zero from none.
	RetryAfter    time.Duration
	HasRetryAfter bool
	// Attempts made so far for the call, 0 if none was.
	Attempts int
	// Answered reports that the tool answered, and that by its answer the call was not executed.
	Answered bool
	// Status is the protocol's status code (such as 503), or 0.
	Status int
}

// Uncertain reports whether the request may have been executed although no answer came: TIMEOUT, RESET, CANCELLED or
// PANIC after sending, and an INTERNAL or OVERLOADED after sending by which the tool does not say that it refused: an error that nobody
// could classify, or a server that broke down over the request.
func (f Failure) Uncertain() bool {
	switch f.Kind {
	case Timeout, Reset, Cancelled, Panic:
		return f.Sent
	case Internal, Overloaded:
		return f.Sent && !f.Answered
	default:
		return false
	}
}

func all[T ~uint8](names int) []T {
	list := make([]T, 0, names-1)
	for i := 1; i < names; i++ {
		list = append(list, T(i))
	}
	return list
}
