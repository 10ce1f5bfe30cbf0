package console

import (
	"time"

	"github.com/lacuna-go/lacuna/rules"
)

// hour is how many minutes are counted.
const hour = 60

// outcomes is how many outcomes a call can come to, the zero one among them.
const outcomes = int(rules.Cancelled) + 1

// counts are calls by their outcome.
type counts [outcomes]int

// add counts one outcome by its name.
func (c *counts) add(outcome string) {
	for o := rules.OK; o <= rules.Cancelled; o++ {
		if o.String() == outcome {
			c[o]++
		}
	}
}

// plus adds others.
func (c *counts) plus(other counts) {
	for i := range c {
		c[i] += other[i]
	}
}

// Calls is how many there were.
func (c counts) Calls() int {
	n := 0
	for _, v := range c {
		n += v
	}
	return n
}

// Fell is how many came to their chain, or stayed uncertain: the tool did not answer.
func (c counts) Fell() int {
	return c[rules.Cached] + c[rules.Fallback] + c[rules.Omit] + c[rules.HardFail] + c[rules.Uncertain]
}

// Of is how many came to an outcome.
func (c counts) Of(o rules.Outcome) int { return c[o] }

// minutes counts the calls of the last hour, minute by minute.
type minutes struct {
	slot [hour]struct {
		minute int64
		counts counts
	}
	last int64
}

func minuteOf(t time.Time) int64 { return t.Unix() / 60 }

// add counts a call that ended at a time.
func (m *minutes) add(outcome string, at time.Time) {
	n := minuteOf(at)
	s := &m.slot[((n%hour)+hour)%hour]
	if s.minute != n {
		s.minute, s.counts = n, counts{}
	}
	s.counts.add(outcome)
	m.last = max(m.last, n)
}

// hour returns the minutes up to now, the oldest first.
func (m *minutes) hour(now time.Time) (list [hour]counts) {
	last := minuteOf(now)
	for i := range list {
		n := last - hour + 1 + int64(i)
		if s := &m.slot[((n%hour)+hour)%hour]; s.minute == n {
			list[i] = s.counts
		}
	}
	return list
}

// total sums up the hour.
func (m *minutes) total(now time.Time) (sum counts) {
	for _, c := range m.hour(now) {
		sum.plus(c)
	}
	return sum
}
