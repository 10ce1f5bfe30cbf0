package state

import "time"

// operate applies an override. It drops the leases: what was in flight before it says nothing about what comes
// after.
func (m *machine) operate(o Override) {
	switch o {
	case ForceOpen:
		m.force(Open)
	case ForceClosed:
		m.force(Closed)
	case Release:
		m.release()
	}
}

func (m *machine) force(s State) {
	r := m.row
	if r.Forced == s {
		return
	}
	from := r.State
	if r.Forced != 0 {
		from = r.Forced
	}
	r.Forced, r.ForcedSince, r.Leases = s, m.now(), nil
	r.Generation++
	m.emit(Transition{Key: r.Key, From: from, To: s, At: m.now(), Reason: ReasonForced, Generation: r.Generation, Forced: true})
}

// release goes back to the evidence, as it is now: what became due meanwhile happened unseen.
func (m *machine) release() {
	r := m.row
	if r.Forced == 0 {
		return
	}
	from := r.Forced
	r.Forced, r.ForcedSince = 0, time.Time{}
	r.Generation++
	m.settle()
	m.out.Transitions = nil
	m.emit(Transition{
		Key: r.Key, From: from, To: r.State, At: m.now(), Until: r.Until, Reason: ReasonForceReleased, Generation: r.Generation,
	})
}

// finishForced keeps the evidence while an override stands, and lets it change nothing that is seen. A success
// of a breaker that is forced closed proves that the tool is back: it stays closed when it is released.
func (m *machine) finishForced(c class) {
	r := m.row
	r.count(c)
	if r.Forced != Closed || c.verdict != success || r.State == Closed {
		return
	}
	r.State, r.Since, r.Until, r.Reason = Closed, m.now(), time.Time{}, ReasonRecovered
	r.Outage, r.Backoff, r.Succeeded = time.Time{}, 0, 0
	m.out.Fresh, m.out.Changed = true, true
}
