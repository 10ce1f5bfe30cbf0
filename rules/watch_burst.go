package rules

import "time"

// burst is a run of signs that something changes. It is a function of their times alone; the zero value is none.
type burst struct {
	first, last time.Time
	told        bool // by an event, not only by a rescan
}

func (b burst) started() bool { return !b.first.IsZero() }

// add returns the burst with one more sign in it.
func (b burst) add(now time.Time, told bool) burst {
	if !b.started() {
		b.first = now
	}
	b.last, b.told = now, b.told || told
	return b
}

// due returns when to look: after a quiet time, or when the burst has lasted long enough.
func (b burst) due(quiet, atMost time.Duration) time.Time {
	due, latest := b.last.Add(quiet), b.first.Add(atMost)
	if due.After(latest) {
		return latest
	}
	return due
}
