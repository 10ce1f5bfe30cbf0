package rules

import "time"

// burst is a run of signs that something changes. It is a function of their times alone; the zero value is none.
type burst struct {
	first, last time.Time
	told        bool      // by an event, not only by a rescan
	again       time.Time // when to look once more, after a look that found no rest
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

// due returns when to look: after a quiet time. Signs without a pause are looked at a quiet time before the most that they may
// put off, so that a second look can tell by then whether files change at all.
func (b burst) due(quiet, atMost time.Duration) time.Time {
	if !b.again.IsZero() {
		return b.again
	}
	due, latest := b.last.Add(quiet), b.first.Add(max(atMost-quiet, 0))
	if due.After(latest) {
		return latest
	}
	return due
}

// quiet reports whether nothing was told for a while. Without events that is not to be known.
func (b burst) quiet(now time.Time, quiet time.Duration) bool {
	return b.told && !now.Before(b.last.Add(quiet))
}
