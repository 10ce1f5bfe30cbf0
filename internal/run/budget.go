package run

import "time"

// budget is a clock of tool time: it runs while at least one call is in flight, so that parallel calls are not summed.
type budget struct {
	total  time.Duration
	spent  time.Duration
	flying int
	since  time.Time // when flying left zero
}

func (b *budget) start(now time.Time) {
	if b.flying == 0 {
		b.since = now
	}
	b.flying++
}

func (b *budget) stop(now time.Time) {
	b.flying--
	if b.flying == 0 {
		b.spent += max(0, now.Sub(b.since))
	}
}

func (b *budget) elapsed(now time.Time) time.Duration {
	if b.flying == 0 {
		return b.spent
	}
	return b.spent + max(0, now.Sub(b.since))
}

func (b *budget) remaining(now time.Time) time.Duration { return max(0, b.total-b.elapsed(now)) }
