package state

import "sync/atomic"

// delivery is how far the observer is.
type delivery struct {
	busy    atomic.Bool
	seen    atomic.Uint64 // sequence number of the last transition handed over or dropped
	dropped atomic.Uint64
}

// Deliver hands the transitions that happened since the last time to the observer, in order, in the caller's goroutine
// and outside locks; it returns how many. A caller who comes while another one delivers returns at once. Admissions
// and reports never call it, so that an observer delays no call: call it where a delay harms nobody, such as after the
// answer went out. What the table of transitions had to drop meanwhile is counted by [Store.Dropped]. It costs a few
// nanoseconds if there is nothing to do.
func (s *Store) Deliver() int {
	if s.observe == nil {
		return 0
	}
	n := 0
	for s.pending() && s.delivery.busy.CompareAndSwap(false, true) {
		n += s.deliver()
	}
	return n
}

// Dropped returns how many transitions the observer has missed.
func (s *Store) Dropped() uint64 { return s.delivery.dropped.Load() }

func (s *Store) pending() bool {
	return s.latest.Load() > s.delivery.seen.Load()
}

func (s *Store) deliver() (n int) {
	d := &s.delivery
	defer d.busy.Store(false) // even if the observer panics
	for _, t := range transitionsFrom(s.db.Txn(false), d.seen.Load()+1) {
		d.dropped.Add(t.Seq - d.seen.Load() - 1)
		d.seen.Store(t.Seq)
		s.observe(t)
		n++
	}
	return n
}
