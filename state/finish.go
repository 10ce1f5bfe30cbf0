package state

import (
	"slices"
	"time"
)

// Counts reports whether the outcome of a permit of that generation belongs into the window of calls. The owner
// asks it of a settled row, adds the outcome, and hands the window over as Event.Seen.
func (r *Row) Counts(cfg *Config, generation uint64, o *Outcome) bool {
	return generation == r.Generation && o.class(cfg).counted() &&
		(r.State == Closed || r.State == Ramping || r.Forced == Closed || cfg.Shadow)
}

func (m *machine) finish(ev *Event) {
	r := m.row
	c := ev.Outcome.class(m.cfg)
	switch {
	case ev.Generation != r.Generation:
		m.late(c, &ev.Outcome)
	case r.Forced != 0:
		m.finishForced(c)
	case m.cfg.Shadow:
		m.finishShadow(c, ev)
	case r.State == HalfOpen:
		m.finishProbe(c, ev)
	case r.State == Ramping:
		m.finishRamp(c, ev)
	case r.State == Closed:
		m.finishClosed(c, ev)
	default: // open: admitted in shadow mode, before the settings changed
		m.late(c, &ev.Outcome)
	}
}

// late is a result of another generation. It says nothing about the tool as it is now, but a server's Retry-After
// still says when not to come: an open breaker waits for the later of the two.
func (m *machine) late(c class, o *Outcome) {
	m.out.Late = true
	r := m.row
	if c.verdict != limited || !o.HasRetryAfter || r.State != Open || r.Forced != 0 || m.cfg.Shadow {
		return
	}
	if until := m.now().Add(m.cfg.hold(o, 0)); until.After(r.Until) {
		r.Until, m.out.Changed = until, true
	}
}

func (m *machine) finishClosed(c class, ev *Event) {
	if m.bar(c, &ev.Outcome) {
		return
	}
	m.row.count(c)
	if !c.counted() {
		return
	}
	if reason := m.cfg.trips(m.row.Failures, ev.Seen); reason != "" {
		m.open(reason, m.now(), m.cfg.openFor(m.row.Backoff))
	}
}

// bar opens for what opens whatever the rates: a RATE_LIMITED, a spent quota, refused credentials. It reports false
// for any other outcome.
func (m *machine) bar(c class, o *Outcome) bool {
	if c.verdict != limited && c.verdict != barred {
		return false
	}
	if reason, d := m.cfg.bars(c, o, m.row.Backoff); d > 0 {
		m.open(reason, m.now(), d)
	}
	return true
}

// bars returns why and for how long, which is 0 for a RATE_LIMITED that need not wait.
func (c *Config) bars(cl class, o *Outcome, failedProbes int) (string, time.Duration) {
	switch {
	case cl.verdict == limited:
		return ReasonRateLimited, c.hold(o, failedProbes)
	case o.Kind == Unauthorized:
		return ReasonUnauthorized, or(c.QuotaHold, defaultQuotaHold)
	default:
		return ReasonQuota, or(c.QuotaHold, defaultQuotaHold)
	}
}

// count keeps the failures in a row. A rate limit is none, and a neutral call ends no row.
func (r *Row) count(c class) {
	switch c.verdict {
	case success:
		r.Failures = 0
	case failure:
		r.Failures++
	case neutral, limited, barred:
	}
}

func (m *machine) finishProbe(c class, ev *Event) {
	if !m.row.endLease(ev.LeaseID) {
		m.out.Late = true
		return
	}
	if m.bar(c, &ev.Outcome) {
		return
	}
	switch c.verdict {
	case failure:
		m.reopen(ReasonProbeFailed, m.now())
	case success:
		m.row.Succeeded++
		m.row.Failures = 0
		if m.row.Succeeded >= m.cfg.probes() {
			m.recover()
		}
	case neutral, limited, barred:
	}
}

// endLease gives a probe's place back. It reports false for one that was given back before.
func (r *Row) endLease(id uint64) bool {
	i := r.lease(id)
	if i < 0 {
		return false
	}
	r.Leases = slices.Concat(r.Leases[:i], r.Leases[i+1:])
	return true
}

func (r *Row) holds(id uint64) bool { return r.lease(id) >= 0 }

func (r *Row) lease(id uint64) int {
	return slices.IndexFunc(r.Leases, func(l Lease) bool { return l.ID == id })
}

// limit is the RATE_LIMITED of an attempt whose call goes on: the hold starts now, and the permit's own report
// will be late.
func (m *machine) limit(ev *Event) {
	r := m.row
	c := ev.Outcome.class(m.cfg)
	if c.verdict != limited {
		return
	}
	switch {
	case ev.Generation != r.Generation, r.State == Open:
		m.late(c, &ev.Outcome)
	case r.Forced != 0:
	case m.cfg.Shadow:
		m.finishShadow(c, ev)
	case r.State == HalfOpen && !r.holds(ev.LeaseID):
		m.out.Late = true
	default:
		m.bar(c, &ev.Outcome)
	}
}

// finishShadow watches what a breaker would have done, and says so once. It would have recovered with the first
// success after its wait.
func (m *machine) finishShadow(c class, ev *Event) {
	r := m.row
	r.endLease(ev.LeaseID)
	r.count(c)
	if r.Would {
		if c.verdict == success && !m.now().Before(r.WouldUntil) {
			r.Would, m.out.Fresh, m.out.Changed = false, true, true
		}
		return
	}
	reason, d := m.would(c, ev)
	if reason == "" || d == 0 {
		return
	}
	r.Would, r.WouldUntil = true, m.now().Add(d)
	m.emit(Transition{
		Key: r.Key, From: Closed, To: Open, At: m.now(), Until: r.WouldUntil, Reason: reason, Generation: r.Generation, Shadow: true,
	})
}

func (m *machine) would(c class, ev *Event) (string, time.Duration) {
	switch {
	case c.verdict == limited || c.verdict == barred:
		return m.cfg.bars(c, &ev.Outcome, 0)
	case c.counted():
		return m.cfg.trips(m.row.Failures, ev.Seen), m.cfg.openFor(0)
	default:
		return "", 0
	}
}
