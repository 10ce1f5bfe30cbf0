package state

import "time"

// View is what a breaker looks like at one moment: the effective state, and the live counters.
type View struct {
	State State
	// Since is when the state began; Until when an open one lets a probe in (zero if it is not open, or open by force).
	Since, Until time.Time
	// Reason of the last transition, such as "failures", "rate_limited", "probe_failed"; "" for a new breaker. A
	// half-open breaker keeps the reason for which it opened.
	Reason string
	Forced bool
	// Failures in a row, and the calls seen in the window with the shares of failed and slow ones (0 to 1).
	Failures              int
	Calls                 int
	FailureRate, SlowRate float64
	Generation            uint64
	// Stage of the ramp, from 0, and the Share of conversations that it lets in: 1 when closed, 0 when open or half
	// open.
	Stage int
	Share float64
	// Would is the state that a breaker in shadow mode would have if it were enforced, zero if that is closed.
	Would State
	// InFlight is how many permits are out.
	InFlight int
}

// show sets the view of the row as it looks once everything due has been applied.
func (v *View) show(r *Row, cfg *Config) {
	v.State, v.Since, v.Until, v.Reason = r.State, r.Since, r.Until, r.Reason
	v.Failures, v.Generation = r.Failures, r.Generation
	switch {
	case r.Forced != 0:
		v.State, v.Since, v.Until, v.Reason, v.Forced = r.Forced, r.ForcedSince, time.Time{}, ReasonForced, true
	case cfg.Shadow:
		v.shadow(r)
	}
	switch v.State {
	case Closed:
		v.Share = 1
	case Ramping:
		v.Stage, v.Share = r.Stage, cfg.share(r.Stage)
	case Open, HalfOpen:
	}
}

func (v *View) shadow(r *Row) {
	v.State, v.Until = Closed, time.Time{}
	if r.State != Closed {
		v.Would = r.State
	}
	if r.Would {
		v.Would = Open
	}
}

// showAt shows a copy of the row at a time. It reports whether the window of calls would start afresh by then.
func (v *View) showAt(r Row, cfg *Config, now time.Time) (fresh bool) {
	var out Effects
	m := machine{cfg: cfg, row: &r, when: &now, out: &out}
	m.settle()
	v.show(&r, cfg)
	return out.Fresh
}

func (v *View) count(c Counts) {
	v.Calls = c.Calls
	if c.Calls > 0 {
		v.FailureRate = float64(c.Failed) / float64(c.Calls)
		v.SlowRate = float64(c.Slow) / float64(c.Calls)
	}
}
