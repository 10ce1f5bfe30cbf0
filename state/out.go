package state

import (
	"slices"
	"time"
)

// out knows the permits that are out. Those of the current era are counted by the pulse; once there are many, another era begins, and
// what is left of an earlier one some time after the last of its leases is taken for lost: callers who drop their permits cannot make
// the count grow for ever.
type out struct {
	era   uint32
	began time.Duration
	until time.Duration // the end of its last lease
	lease time.Duration // the longest one that was given
	past  []era         // with permits left, oldest first
}

// era is one that is over, or several in a row.
type era struct {
	first, last uint32
	left        int
	until       time.Duration
}

const (
	manyOut = 64
	// eraFor is how long an era lasts at least, and eras how many are told apart.
	eraFor = 15 * time.Second
	eras   = 8
	// lostAfter is how long after its lease a permit is taken for lost.
	lostAfter = time.Minute
)

// gave notes leases of at most that length that began until then.
func (o *out) gave(at, lease time.Duration) {
	o.lease = max(o.lease, lease)
	o.until = max(o.until, at+lease)
}

// knows reports whether permits of an era are not taken for lost.
func (o *out) knows(number uint32) bool {
	return number == o.era || slices.ContainsFunc(o.past, func(e era) bool { return number >= e.first && number <= e.last })
}

// earlier is how many permits of earlier eras are out.
func (o *out) earlier() (n int) {
	for i := range o.past {
		n += o.past[i].left
	}
	return n
}

// end takes back a permit of an earlier era. It reports false for one that was taken for lost.
func (o *out) end(number uint32) bool {
	for i := range o.past {
		e := &o.past[i]
		if number < e.first || number > e.last {
			continue
		}
		if e.left--; e.left == 0 {
			o.drop(i)
		}
		return true
	}
	return false
}

func (o *out) drop(i int) { o.past = slices.Delete(o.past, i, i+1) }

// next begins another era, in which no permit is out yet.
func (o *out) next(left int, at time.Duration) {
	if left > 0 {
		if n := len(o.past); n == eras {
			e := &o.past[n-1]
			e.last, e.left, e.until = o.era, e.left+left, max(e.until, o.until)
		} else {
			o.past = append(o.past, era{o.era, o.era, left, o.until})
		}
	}
	o.era++
	o.began, o.until = at, 0
}

// lose takes the permits of earlier eras for lost whose leases ended long ago. It reports whether there are any.
func (o *out) lose(at time.Duration) (lost bool) {
	for i := len(o.past) - 1; i >= 0; i-- {
		if at-o.past[i].until >= lostAfter {
			o.drop(i)
			lost = true
		}
	}
	return lost
}

// clear looks after permits that are out for long, before another one is given. mu is held.
func (b *Breaker) clear(at time.Duration) {
	p := b.pulse.load()
	if p.inFlight() >= manyOut && (at-b.out.began >= eraFor || p.full()) {
		b.disturb(at)
		b.out.next(b.pulse.move(), at)
	}
	if len(b.out.past) > 0 && b.out.lose(at) {
		b.disturb(at)
	}
}

// end takes a permit back. It reports false for one that was taken for lost.
func (b *Breaker) end(number uint32) bool {
	if number != b.out.era {
		return b.out.end(number)
	}
	b.pulse.add(-1)
	return true
}
