package state

import (
	"slices"
	"time"

	"github.com/hashicorp/go-memdb"
)

// Stats are the numbers of one breaker since it was made. They only grow, but for those of the latest state. A Stats
// from the table is up to 250 ms older than the last outcome.
type Stats struct {
	Key Key
	// At is when the numbers were taken.
	At time.Time
	// Calls that ended, and how: Succeeded (call errors included), Failed, Limited (RATE_LIMITED), Barred (QUOTA,
	// UNAUTHORIZED), Neutral. Slow is part of them.
	Calls, Succeeded, Failed, Limited, Barred, Neutral, Slow uint64
	// Late results of an earlier generation, part of Calls; Refused admissions, not part of them; Probes admitted.
	Late, Refused, Probes uint64
	// InFlight permits, and the latencies, as of At.
	InFlight int
	Latency  Latency
}

const (
	statsTable = "stats"
	// statsEvery is how old the stored numbers may be before an outcome stores them again.
	statsEvery = 250 * time.Millisecond
)

func statsSchema() *memdb.TableSchema {
	return tableOf(statsTable, byKey(func(row any) Key { return row.(*Stats).Key }))
}

func (s *Stats) admitted(ok, probe bool) {
	if !ok {
		s.Refused++
	}
	if probe {
		s.Probes++
	}
}

func (s *Stats) count(c class, late bool) {
	s.Calls++
	switch c.verdict {
	case success:
		s.Succeeded++
	case failure:
		s.Failed++
	case limited:
		s.Limited++
	case barred:
		s.Barred++
	case neutral:
		s.Neutral++
	}
	if c.slow {
		s.Slow++
	}
	if late {
		s.Late++
	}
}

// Stats returns the stored numbers of every breaker that has any, sorted by key. It is safe for concurrent use.
func (s *Store) Stats() []Stats {
	list := every[Stats](s.db.Txn(false), statsTable)
	slices.SortFunc(list, func(a, b Stats) int { return a.Key.Compare(b.Key) })
	return list
}

// putStats stores numbers, unless newer ones are there (a flush runs outside the breaker's lock) or the breaker was
// evicted.
func (s *Store) putStats(row Stats) {
	s.registry.mu.RLock()
	defer s.registry.mu.RUnlock()
	if s.registry.breakers[row.Key] == nil {
		return
	}
	txn := s.db.Txn(true)
	defer txn.Abort() // nothing after Commit
	if old, ok := first[Stats](txn, statsTable, row.Key); ok && old.At.After(row.At) {
		return
	}
	insert(txn, statsTable, &row)
	txn.Commit()
}
