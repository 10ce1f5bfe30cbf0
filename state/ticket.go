package state

import "time"

// tickets numbers the permits that are out, so that each ends once whoever holds copies of it, without allocating. A
// permit that never ends is taken back some time after its lease, where many are out.
type tickets struct {
	list []slot
	free int // the first free slot + 1, or 0
	used int
	hand int // where the search for lost ones goes on
}

type slot struct {
	turn  uint32 // counts the permits that had this slot
	taken bool
	next  int           // the next free slot + 1
	until time.Duration // the lease's end, since the breaker's epoch
}

// ticket names a slot and its turn.
type ticket struct {
	slot int
	turn uint32
}

const (
	manyTickets = 64
	searchSteps = 8
	// lostAfter is how long after its lease a permit is taken for lost.
	lostAfter = time.Minute
)

func (t *tickets) take(at, until time.Duration) ticket {
	if t.free == 0 && len(t.list) >= manyTickets {
		t.reclaim(at)
	}
	if t.free == 0 {
		t.list = append(t.list, slot{})
		t.free = len(t.list)
	}
	i := t.free - 1
	s := &t.list[i]
	t.free = s.next
	s.taken, s.until = true, until
	t.used++
	return ticket{i, s.turn}
}

// end gives a ticket back; it reports false if that was done before.
func (t *tickets) end(k ticket) bool {
	if k.slot >= len(t.list) {
		return false
	}
	s := &t.list[k.slot]
	if !s.taken || s.turn != k.turn {
		return false
	}
	s.turn++
	s.taken, s.next = false, t.free
	t.free = k.slot + 1
	t.used--
	return true
}

// out reports whether the ticket has not ended.
func (t *tickets) out(k ticket) bool {
	return k.slot < len(t.list) && t.list[k.slot].taken && t.list[k.slot].turn == k.turn
}

// reclaim looks at a few slots for lost permits, so that callers who drop theirs cannot grow the list for ever.
func (t *tickets) reclaim(at time.Duration) {
	for range searchSteps {
		t.hand = (t.hand + 1) % len(t.list)
		if s := t.list[t.hand]; s.taken && at-s.until >= lostAfter {
			t.end(ticket{t.hand, s.turn})
		}
	}
}
