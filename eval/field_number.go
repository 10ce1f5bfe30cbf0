package eval

import (
	"time"

	"github.com/lacuna-go/lacuna/guard"
	"github.com/lacuna-go/lacuna/state"
)

// number reads a whole number, a duration in nanoseconds, an enumeration by its number, or a bool as 0 or 1.
func (r fieldReader) number(id fieldID) (int64, bool) {
	if read := numberReaders[id]; read != nil {
		return read(r)
	}
	return 0, false
}

type numberReader func(fieldReader) (int64, bool)

// numberReaders has one for each field that number reads: a look-up and a call, where a switch would be two.
var numberReaders = [fieldCount]numberReader{
	callEffect: func(r fieldReader) (int64, bool) {
		if r.in.Call == nil {
			return 0, false
		}
		return member(r.in.Call.Effect)
	},

	turnPurpose: ofTurn(func(r fieldReader, _ *Turn) (int64, bool) { n := r.in.purpose(); return n, n != 0 }),
	turnBudget:  ofTurn(func(_ fieldReader, t *Turn) (int64, bool) { return span(t.Budget) }),
	turnElapsed: ofTurn(func(_ fieldReader, t *Turn) (int64, bool) { return span(t.Elapsed) }),
	turnRemaining: func(r fieldReader) (int64, bool) {
		if r.in.Turn == nil {
			return 0, false
		}
		return span(r.in.Turn.Remaining)
	},
	turnAttempts: ofTurn(func(_ fieldReader, t *Turn) (int64, bool) { return int64(t.Attempts), true }),
	turnRetries:  ofTurn(func(_ fieldReader, t *Turn) (int64, bool) { return int64(t.Retries), true }),

	breakerState: func(r fieldReader) (int64, bool) {
		if r.view == nil {
			return 0, false
		}
		return member(r.view.State)
	},
	breakerOpenFor: func(r fieldReader) (int64, bool) {
		switch v := r.view; {
		case v == nil:
			return 0, false
		case v.State != state.Open || v.Since.IsZero():
			return 0, true
		default:
			return span(r.in.Now.Sub(v.Since))
		}
	},
	breakerForced:   ofBreaker(func(v *state.View) (int64, bool) { return flag(v.Forced) }),
	breakerFailures: ofBreaker(func(v *state.View) (int64, bool) { return int64(v.Failures), true }),
	breakerCalls:    ofBreaker(func(v *state.View) (int64, bool) { return int64(v.Calls), true }),

	// There is no quantile before the first successful attempt: there is no latency to speak of.
	latencyP50:   ofLatency(func(l *state.Latency) (int64, bool) { return int64(l.P50), l.Count != 0 }),
	latencyP95:   ofLatency(func(l *state.Latency) (int64, bool) { return int64(l.P95), l.Count != 0 }),
	latencyP99:   ofLatency(func(l *state.Latency) (int64, bool) { return int64(l.P99), l.Count != 0 }),
	latencyCount: ofLatency(func(l *state.Latency) (int64, bool) { return int64(l.Count), true }),

	failureKind:       ofFailure(func(f *state.Failure) (int64, bool) { return member(f.Kind) }),
	failureTransient:  ofFailure(func(f *state.Failure) (int64, bool) { return flag(f.Kind.Transient()) }),
	failureUncertain:  ofFailure(func(f *state.Failure) (int64, bool) { return flag(f.Uncertain()) }),
	failureSent:       ofFailure(func(f *state.Failure) (int64, bool) { return flag(f.Sent) }),
	failureRetryAfter: ofFailure(func(f *state.Failure) (int64, bool) { return int64(f.RetryAfter), f.HasRetryAfter }),
	failureAttempts:   ofFailure(func(f *state.Failure) (int64, bool) { return int64(f.Attempts), true }),
	failureStatus:     ofFailure(func(f *state.Failure) (int64, bool) { return int64(f.Status), f.Status != 0 }),

	entryAge: func(r fieldReader) (int64, bool) {
		if r.in.Entry == nil {
			return 0, false
		}
		return span(r.in.Now.Sub(r.in.Entry.AsOf))
	},
	stepKind: func(r fieldReader) (int64, bool) {
		if r.in.Step == nil {
			return 0, false
		}
		return member(r.in.Step.Kind)
	},

	sourceRole: ofSource(func(_ fieldReader, s *guard.Source) (int64, bool) { return roleNumber(s.Role) }),
	sourceOrigin: func(r fieldReader) (int64, bool) {
		if r.source == nil {
			return 0, false
		}
		return member(r.source.Origin)
	},
	sourceAge: ofSource(func(r fieldReader, s *guard.Source) (int64, bool) {
		return int64(r.in.Now.Sub(s.AsOf)), !s.AsOf.IsZero()
	}),
	sourceCached:  ofSource(func(_ fieldReader, s *guard.Source) (int64, bool) { return flag(s.Cached) }),
	sourceEarlier: ofSource(func(_ fieldReader, s *guard.Source) (int64, bool) { return flag(s.Earlier) }),
	sourceEchoed:  ofSource(func(_ fieldReader, s *guard.Source) (int64, bool) { return flag(s.Echoed) }),

	claimKind:         ofClaim(func(c *guard.Claim) (int64, bool) { return member(c.Kind) }),
	claimAbout:        ofClaim(func(c *guard.Claim) (int64, bool) { return aboutNumber(c.About) }),
	claimRole:         ofClaim(func(c *guard.Claim) (int64, bool) { return roleNumber(c.Role) }),
	claimApprox:       ofClaim(func(c *guard.Claim) (int64, bool) { return flag(c.Approx) }),
	claimNegated:      ofClaim(func(c *guard.Claim) (int64, bool) { return flag(c.Negated) }),
	claimEcho:         ofClaim(func(c *guard.Claim) (int64, bool) { return flag(c.Echo) }),
	claimAsserted:     ofClaim(func(c *guard.Claim) (int64, bool) { return flag(c.IsAsserted()) }),
	claimHypothetical: ofClaim(func(c *guard.Claim) (int64, bool) { return flag(c.Hypothetical) }),
	claimStruck:       ofClaim(func(c *guard.Claim) (int64, bool) { return flag(c.Struck) }),
	claimQuoted:       ofClaim(func(c *guard.Claim) (int64, bool) { return flag(c.IsQuoted()) }),
	claimDerived:      ofClaim(func(c *guard.Claim) (int64, bool) { return flag(c.Derived) }),
}

func ofTurn(get func(fieldReader, *Turn) (int64, bool)) numberReader {
	return func(r fieldReader) (int64, bool) {
		if r.in.Turn == nil {
			return 0, false
		}
		return get(r, r.in.Turn)
	}
}

func ofBreaker(get func(*state.View) (int64, bool)) numberReader {
	return func(r fieldReader) (int64, bool) {
		if r.view == nil {
			return 0, false
		}
		return get(r.view)
	}
}

func ofLatency(get func(*state.Latency) (int64, bool)) numberReader {
	return func(r fieldReader) (int64, bool) {
		if r.in.Latency == nil {
			return 0, false
		}
		return get(r.in.Latency)
	}
}

func ofFailure(get func(*state.Failure) (int64, bool)) numberReader {
	return func(r fieldReader) (int64, bool) {
		if r.in.Failure == nil {
			return 0, false
		}
		return get(r.in.Failure)
	}
}

func ofSource(get func(fieldReader, *guard.Source) (int64, bool)) numberReader {
	return func(r fieldReader) (int64, bool) {
		if r.source == nil {
			return 0, false
		}
		return get(r, r.source)
	}
}

func ofClaim(get func(*guard.Claim) (int64, bool)) numberReader {
	return func(r fieldReader) (int64, bool) {
		if r.in.Claim == nil {
			return 0, false
		}
		return get(r.in.Claim)
	}
}

func span(d time.Duration) (int64, bool) { return int64(d), true }

func flag(b bool) (int64, bool) {
	if b {
		return 1, true
	}
	return 0, true
}

// member is an enumeration's number, whose zero is none.
func member[T ~uint8](v T) (int64, bool) { return int64(v), v != 0 }

// roleNumber counts an unknown role as OTHER.
func roleNumber(r guard.Role) (int64, bool) {
	if r == 0 {
		r = guard.RoleOther
	}
	return int64(r), true
}

// aboutNumber counts an unknown subject as OTHER.
func aboutNumber(a guard.About) (int64, bool) {
	if a == 0 {
		a = guard.AboutOther
	}
	return int64(a), true
}
