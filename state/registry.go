package state

import (
	"slices"
	"sync"
	"time"
)

// registry finds breakers by key. Full, it evicts one that is closed, idle, and was not used since the hand came by
// last (the clock algorithm: exact order of use would cost a shared lock per call).
type registry struct {
	mu       sync.RWMutex
	breakers map[Key]*Breaker
	ring     []*Breaker
	hand     int
	most     int
}

// Breaker returns the breaker of a key, making one if there is none. Callers keep the handle: a look-up costs 20 ns. Where
// the store is full of breakers that are not closed, or in use, the handle works but is kept by its holder alone: it
// is not listed, and another look-up returns another one.
func (s *Store) Breaker(key Key) *Breaker {
	r := &s.registry
	r.mu.RLock()
	b := r.breakers[key]
	r.mu.RUnlock()
	if b != nil {
		return b
	}
	return s.enter(&Breaker{store: s, key: key})
}

// enter registers a breaker, unless there is one of its key: it returns the one to use.
func (s *Store) enter(b *Breaker) *Breaker {
	r := &s.registry
	r.mu.Lock()
	defer r.mu.Unlock()
	if known := r.breakers[b.key]; known != nil {
		return known
	}
	i := len(r.ring)
	if i < r.most {
		r.ring = append(r.ring, nil)
	} else if i = s.evict(); i < 0 {
		b.settleIn(true)
		return b
	}
	b.settleIn(false)
	r.ring[i] = b
	r.breakers[b.key] = b
	return b
}

// evict makes a place in the ring free, within two rounds: the second is for breakers that were only spared for their
// latest use.
func (s *Store) evict() (place int) {
	r := &s.registry
	for spared := true; spared; {
		spared = false
		for range r.ring {
			i := r.hand
			r.hand = (r.hand + 1) % len(r.ring)
			switch b := r.ring[i]; b.leave() {
			case left:
				delete(r.breakers, b.key)
				return i
			case used:
				spared = true
			case needed:
			}
		}
	}
	return -1
}

// forget removes what the tables hold of a breaker.
func (s *Store) forget(key Key) {
	txn := s.db.Txn(true)
	defer txn.Abort()
	row, stats := remove(txn, rowTable, key), remove(txn, statsTable, key)
	if row || stats {
		txn.Commit()
	}
}

// Listed is a breaker as a listing shows it.
type Listed struct {
	Key  Key
	View View
	// Stats are of this moment.
	Stats Stats
}

// Breakers returns every breaker at a time, sorted by key. Those that are not closed are seen under the settings they
// were last used with. It locks one breaker at a time.
func (s *Store) Breakers(now time.Time) []Listed {
	s.registry.mu.RLock()
	ring := slices.Clone(s.registry.ring)
	s.registry.mu.RUnlock()
	list := make([]Listed, 0, len(ring))
	for _, b := range ring {
		list = append(list, b.listed(now))
	}
	slices.SortFunc(list, func(a, b Listed) int { return a.Key.Compare(b.Key) })
	return list
}
