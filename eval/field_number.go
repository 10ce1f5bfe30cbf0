package eval

import (
	"github.com/lacuna-go/lacuna/guard"
	"github.com/lacuna-go/lacuna/state"
)

// number reads a whole number, a duration in nanoseconds, an enumeration by its number, or a bool as 0 or 1.
func (r fieldReader) number(id fieldID) (int64, bool) {
	in := r.in
	switch {
	case id >= claimKind:
		return numberOfClaim(in.Claim, id)
	case id >= sourceServer:
		return r.numberOfSource(id)
	case id >= entryServer:
		return r.numberOfStep(id)
	case id >= failureKind:
		return numberOfFailure(in.Failure, id)
	case id >= latencyP50:
		return numberOfLatency(in.Latency, id)
	case id >= breakerState:
		return r.numberOfBreaker(id)
	case id >= turnID:
		return in.numberOfTurn(id)
	case id == callEffect && in.Call != nil:
		return int64(in.Call.Effect), in.Call.Effect != 0
	}
	return 0, false
}

func flag(b bool) (int64, bool) {
	if b {
		return 1, true
	}
	return 0, true
}

// member is an enumeration's number, whose zero is none.
func member[T ~uint8](v T) (int64, bool) { return int64(v), v != 0 }

func (in *Input) numberOfTurn(id fieldID) (int64, bool) {
	t := in.Turn
	if t == nil {
		return 0, false
	}
	switch id {
	case turnPurpose:
		n := in.purpose()
		return n, n != 0
	case turnBudget:
		return int64(t.Budget), true
	case turnElapsed:
		return int64(t.Elapsed), true
	case turnRemaining:
		return int64(t.Remaining), true
	case turnAttempts:
		return int64(t.Attempts), true
	case turnRetries:
		return int64(t.Retries), true
	default:
	}
	return 0, false
}

func (r fieldReader) numberOfBreaker(id fieldID) (int64, bool) {
	v := r.view
	if v == nil {
		return 0, false
	}
	switch id {
	case breakerState:
		return member(v.State)
	case breakerOpenFor:
		if v.State != state.Open || v.Since.IsZero() {
			return 0, true
		}
		return int64(r.in.Now.Sub(v.Since)), true
	case breakerForced:
		return flag(v.Forced)
	case breakerFailures:
		return int64(v.Failures), true
	case breakerCalls:
		return int64(v.Calls), true
	default:
	}
	return 0, false
}

// numberOfLatency has no quantile before the first successful attempt: there is no latency to speak of.
func numberOfLatency(l *state.Latency, id fieldID) (int64, bool) {
	if l == nil {
		return 0, false
	}
	switch id {
	case latencyP50:
		return int64(l.P50), l.Count != 0
	case latencyP95:
		return int64(l.P95), l.Count != 0
	case latencyP99:
		return int64(l.P99), l.Count != 0
	case latencyCount:
		return int64(l.Count), true
	default:
	}
	return 0, false
}

func numberOfFailure(f *state.Failure, id fieldID) (int64, bool) {
	if f == nil {
		return 0, false
	}
	switch id {
	case failureKind:
		return member(f.Kind)
	case failureTransient:
		return flag(f.Kind.Transient())
	case failureUncertain:
		return flag(f.Uncertain())
	case failureSent:
		return flag(f.Sent)
	case failureRetryAfter:
		return int64(f.RetryAfter), f.HasRetryAfter
	case failureAttempts:
		return int64(f.Attempts), true
	case failureStatus:
		return int64(f.Status), f.Status != 0
	default:
	}
	return 0, false
}

// numberOfStep reads the entry that would be served, and the step.
func (r fieldReader) numberOfStep(id fieldID) (int64, bool) {
	switch {
	case id == entryAge && r.in.Entry != nil:
		return int64(r.in.Now.Sub(r.in.Entry.AsOf)), true
	case id == stepKind && r.in.Step != nil:
		return member(r.in.Step.Kind)
	}
	return 0, false
}

func (r fieldReader) numberOfSource(id fieldID) (int64, bool) {
	s := r.source
	if s == nil {
		return 0, false
	}
	switch id {
	case sourceRole:
		return roleNumber(s.Role)
	case sourceOrigin:
		return member(s.Origin)
	case sourceAge:
		return int64(r.in.Now.Sub(s.AsOf)), !s.AsOf.IsZero()
	case sourceCached:
		return flag(s.Cached)
	case sourceEarlier:
		return flag(s.Earlier)
	case sourceEchoed:
		return flag(s.Echoed)
	default:
	}
	return 0, false
}

// roleNumber counts an unknown role as OTHER.
func roleNumber(r guard.Role) (int64, bool) {
	if r == 0 {
		r = guard.RoleOther
	}
	return int64(r), true
}

func numberOfClaim(c *guard.Claim, id fieldID) (int64, bool) {
	if c == nil {
		return 0, false
	}
	switch id {
	case claimKind:
		return member(c.Kind)
	case claimAbout:
		if c.About == 0 {
			return int64(guard.AboutOther), true
		}
		return int64(c.About), true
	case claimRole:
		return roleNumber(c.Role)
	case claimApprox:
		return flag(c.Approx)
	case claimNegated:
		return flag(c.Negated)
	case claimEcho:
		return flag(c.Echo)
	case claimAsserted:
		return flag(c.IsAsserted())
	case claimHypothetical:
		return flag(c.Hypothetical)
	case claimStruck:
		return flag(c.Struck)
	case claimQuoted:
		return flag(c.IsQuoted())
	case claimDerived:
		return flag(c.Derived)
	default:
	}
	return 0, false
}
