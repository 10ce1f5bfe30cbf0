package state

import (
	"slices"
	"time"
)

// Next is the breaker: the row after an event, and what its owner has to do. It is pure: it reads no clock, takes
// no lock, does no I/O, and changes nothing that row refers to. First it applies whatever time alone brought
// about until now (a wait that ended, a lease that ran out, a ramp stage that is over), at the moment it was due.
// It allocates only on transitions and for probes.
func Next(cfg Config, row Row, ev Event, now time.Time) (Row, Effects) {
	var out Effects
	m := machine{cfg: &cfg, row: &row, when: &now, out: &out}
	m.settle()
	m.take(&ev)
	return row, out
}

// machine is one run of Next, over a row that is the machine's own. Slices of the row are replaced, never
// written to. Everything is a pointer: one value with a pointer in it that is stored, such as a time, would move all that
// the others point to onto the heap.
type machine struct {
	cfg  *Config
	row  *Row
	when *time.Time
	out  *Effects
}

func (m *machine) now() time.Time { return *m.when }

func (m *machine) take(ev *Event) {
	switch ev.Kind {
	case Admit:
		m.admit(ev)
	case Finish:
		m.finish(ev)
	case Limit:
		m.limit(ev)
	case Operate:
		m.operate(ev.Override)
	case Tick:
	}
}

// settle applies everything due. Each step leaves a row whose next due time lies in the future or depends on a
// report, so that it ends after three.
func (m *machine) settle() {
	if m.row.Would && !m.cfg.Shadow {
		m.row.Would = false
	}
	if m.row.Forced != 0 || m.cfg.Shadow {
		return
	}
	for m.due() {
	}
}

func (m *machine) due() bool {
	switch r := m.row; r.State {
	case Open:
		if m.now().Before(r.Until) {
			return false
		}
		m.to(HalfOpen, r.Reason, r.Until, time.Time{})
		return true
	case HalfOpen:
		if end, ok := r.lost(m.now()); ok {
			m.reopen(ReasonProbeLost, end)
			return true
		}
		if r.Succeeded >= m.cfg.probes() { // the settings asked for more when they came in
			m.recover()
			return true
		}
	case Ramping:
		return m.step(r.StageSince.Add(or(m.cfg.RampFor, defaultRampFor)))
	case Closed:
	}
	return false
}

// lost returns the end of the first lease that ran out.
func (r *Row) lost(now time.Time) (end time.Time, ok bool) {
	for _, l := range r.Leases {
		if !now.Before(l.Until) && (!ok || l.Until.Before(end)) {
			end, ok = l.Until, true
		}
	}
	return end, ok
}

// to changes the state. A permit of the state before is late from now on.
func (m *machine) to(s State, reason string, at, until time.Time) {
	r := m.row
	t := Transition{Key: r.Key, From: r.State, To: s, At: at, Until: until, Reason: reason, Generation: r.Generation + 1}
	if r.State == Closed {
		r.Outage = at
	}
	r.State, r.Since, r.Until, r.Reason = s, at, until, reason
	r.Generation++
	r.Leases, r.Succeeded = nil, 0
	r.Stage, r.StageSince, r.StageSeen, r.Extra = 0, at, Counts{}, time.Time{}
	if s == Closed || s == Ramping {
		r.Failures, m.out.Fresh = 0, true
	}
	if s == Closed {
		t.Outage = at.Sub(r.Outage)
		r.Outage, r.Backoff = time.Time{}, 0
	}
	m.emit(t)
}

func (m *machine) emit(t Transition) {
	m.out.Transitions = append(m.out.Transitions, t)
	m.out.Changed = true
}

func (m *machine) open(reason string, at time.Time, d time.Duration) {
	m.to(Open, reason, at, at.Add(d))
}

// reopen is what a failed or lost probe does: the wait doubles.
func (m *machine) reopen(reason string, at time.Time) {
	m.row.Backoff++
	m.row.Failures++
	m.open(reason, at, m.cfg.openFor(m.row.Backoff))
}

func (m *machine) recover() {
	if len(m.cfg.Ramp) > 0 {
		m.to(Ramping, ReasonProbed, m.now(), time.Time{})
		return
	}
	m.to(Closed, ReasonRecovered, m.now(), time.Time{})
}

// admission is how a call gets in.
type admission uint8

const (
	refused admission = iota
	plain
	probe
	extra // beyond the share of a ramp stage that lacks calls
)

// admission decides on a settled row.
func (m *machine) admission(draw float64) admission {
	r := m.row
	state := r.State
	switch {
	case r.Forced != 0:
		state = r.Forced
	case m.cfg.Shadow:
		return plain
	}
	switch state {
	case Closed:
		return plain
	case HalfOpen:
		if len(r.Leases)+r.Succeeded < m.cfg.probes() {
			return probe
		}
	case Ramping:
		return m.rampAdmission(draw)
	case Open:
	}
	return refused
}

func (m *machine) admit(ev *Event) {
	r := m.row
	a := m.admission(ev.Draw)
	m.out.Admitted = a != refused
	switch a {
	case probe:
		r.Issued++
		r.Leases = append(slices.Clip(r.Leases), Lease{ID: r.Issued, Until: m.now().Add(ev.Lease)})
		m.out.LeaseID = r.Issued
	case extra:
		r.Extra = m.now().Add(ev.Lease)
	case plain, refused:
	}
}
