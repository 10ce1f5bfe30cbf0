package state

import "time"

// Outcome is what one call came to, as far as its breaker cares: one a call, whatever its attempts. The zero
// Outcome is a success.
type Outcome struct {
	// Kind of the failure, zero for a success. [Budget] says that the turn's deadline ended the call. The other kinds
	// without an attempt are neutral.
	Kind FailureKind
	// Took is how long the tool had; Expected how long it usually takes (0 if that is not known).
	Took, Expected time.Duration
	// Received reports whether anything of an answer arrived.
	Received bool
	// RetryAfter is the hint of a RATE_LIMITED; HasRetryAfter tells a hint of zero from none.
	RetryAfter    time.Duration
	HasRetryAfter bool
}

// verdict is what an outcome says about the health of the tool.
type verdict uint8

const (
	neutral verdict = iota // says nothing: the permit goes back
	success
	failure
	limited // RATE_LIMITED
	barred  // QUOTA, UNAUTHORIZED
)

// class is a verdict, and whether the call counts as slow. One that is neutral and slow counts as a slow call
// that did not fail.
type class struct {
	verdict verdict
	slow    bool
}

// counted reports whether the call belongs into the rates.
func (c class) counted() bool { return c.verdict == success || c.verdict == failure || c.slow }

// impatience is how often the expected duration a call may take before its caller's giving up counts against
// the tool.
const impatience = 2

// class classifies the outcome. A call error (INVALID, NOT_FOUND) is a success of the tool's health. Where the
// caller or the turn's deadline ended it, it is neutral below 2 x Expected; from there on it is slow, and failed if
// nothing was received, or a hang would hide behind impatient callers.
func (o *Outcome) class(cfg *Config) class {
	switch o.Kind {
	case 0, Invalid, NotFound:
		return class{success, cfg.Slow > 0 && o.Took >= cfg.Slow}
	case Timeout, Unreachable, Reset, Overloaded, Internal, Panic:
		return class{verdict: failure}
	case RateLimited:
		return class{verdict: limited}
	case Unauthorized, Quota:
		return class{verdict: barred}
	case Cancelled, Budget:
		return o.impatient()
	case BreakerOpen, Rule, Drill:
	}
	return class{}
}

func (o *Outcome) impatient() class {
	switch {
	case o.Expected <= 0 || o.Took/impatience < o.Expected:
		return class{}
	case o.Received:
		return class{slow: true}
	default:
		return class{failure, true}
	}
}
