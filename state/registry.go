package state

import (
	"slices"
	"sync"
	"time"
)

// candidates is among how many the idlest is evicted. The exact order of use of all would cost a shared lock per call.
const candidates = 32

// registry finds breakers by key. Full, it evicts one that is closed and idle.
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

// evict makes a place in the ring free, if any breaker can leave.
func (s *Store) evict() (place int) {
	r := &s.registry
	for {
		i := r.idlest()
		if i < 0 {
			return -1
		}
		if b := r.ring[i]; b.leave() { // or it was used meanwhile
			delete(r.breakers, b.key)
			return i
		}
	}
}

// idlest returns the place of the breaker that was not used for the longest time, of the next few that can leave.
func (r *registry) idlest() (place int) {
	var oldest time.Time
	place = -1
	for found, steps := 0, 0; found < candidates && steps < len(r.ring); steps++ {
		i := r.hand
		r.hand = (r.hand + 1) % len(r.ring)
		if last, ok := r.ring[i].idle(); ok {
			if found++; place < 0 || last.Before(oldest) {
				place, oldest = i, last
			}
		}
	}
	return place
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
