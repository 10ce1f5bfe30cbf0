package state

import "time"

const (
	// drillSlots of drillSlot each are what counts as the last minute.
	drillSlots = 6
	drillSlot  = 10 * time.Second
	// Above this share of real fallbacks policies drill no more: the degraded path runs without them.
	suspendNum, suspendDen = 1, 10
)

// Drilling counts calls of a tool that is drilled. A drill is no failure: it stands in no other number.
type Drilling struct {
	// Calls of the last minute that were not drilled, and the Fallbacks among them: calls that came to their chain because the tool
	// was really not there.
	Calls, Fallbacks int
	// Drilled calls of the last minute, and all of them in Total.
	Drilled int
	Total   uint64
	// Suspended: fallbacks are more than a tenth of the calls, so that the policy's drill waits until they are no longer.
	Suspended bool
}

// drilling is the window behind a Drilling.
type drilling struct {
	slots [drillSlots]drillCounts
	total uint64
}

type drillCounts struct {
	slot                      int64 // which ten seconds since the epoch
	calls, fallbacks, drilled int
}

func (d *drilling) at(at time.Duration) *drillCounts {
	n := int64(at / drillSlot)
	c := &d.slots[((n%drillSlots)+drillSlots)%drillSlots]
	if c.slot != n {
		*c = drillCounts{slot: n}
	}
	return c
}

func (d *drilling) counts(at time.Duration) Drilling {
	out := Drilling{Total: d.total}
	n := int64(at / drillSlot)
	for _, c := range d.slots {
		if c.slot > n-drillSlots {
			out.Calls += c.calls
			out.Fallbacks += c.fallbacks
			out.Drilled += c.drilled
		}
	}
	out.Suspended = out.Fallbacks*suspendDen > out.Calls*suspendNum
	return out
}

// Came counts a call of the tool that has come to its answer: kind is [Drill] for one that was drilled, zero for one that
// the tool answered, and else why it came to its chain. It does not allocate.
func (b *Breaker) Came(kind FailureKind, now time.Time) {
	b = b.lock(now)
	defer b.mu.Unlock()
	c := b.drilling.at(b.at(now))
	if kind == Drill {
		c.drilled++
		b.drilling.total++
		return
	}
	c.calls++
	if kind != 0 {
		c.fallbacks++
	}
}

// Drilling returns the numbers of drills at a time. It does not allocate.
func (b *Breaker) Drilling(now time.Time) Drilling {
	b = b.lock(now)
	defer b.mu.Unlock()
	return b.drilling.counts(b.at(now))
}
