package state

import (
	"sync"
	"sync/atomic"

	"github.com/hashicorp/go-memdb"
)

// Options of a store. The zero Options are the defaults.
type Options struct {
	// Keys is how many breakers are kept, 10,000 by default.
	Keys int
	// Transitions is how many of the last transitions are kept, 1,024 by default. It bounds what [Store.Deliver] can
	// catch up on, too.
	Transitions int
	// EntryBytes caps the entries, 64 MiB by default.
	EntryBytes int64
	// Observe is called by [Store.Deliver] with each transition, in order, outside locks: it may use the store.
	Observe func(Transition)
}

const (
	defaultKeys        = 10_000
	defaultTransitions = 1 << 10
	defaultEntryBytes  = 64 << 20
)

// Store holds breakers, entries and drills. It is safe for concurrent use, starts no goroutine, and needs no closing.
// Times are arguments; those of one store come from one clock, with their monotonic reading, so that a jump of the
// wall clock moves nothing.
type Store struct {
	db      *memdb.MemDB
	keep    uint64 // transitions
	observe func(Transition)

	// commits orders the commits of breaker rows, and with them seq. Locks are taken in the order registry, breaker,
	// commits, the table's writer.
	commits sync.Mutex
	seq     uint64
	latest  atomic.Uint64 // seq, for those who do not hold commits

	registry registry
	delivery delivery
	entries  entryUse
	drills   atomic.Int64 // rows of the drill table
}

// NewStore returns an empty store.
func NewStore(o Options) *Store {
	s := &Store{db: openTables(), observe: o.Observe, keep: defaultTransitions}
	if o.Transitions > 0 {
		s.keep = uint64(o.Transitions)
	}
	s.entries.most = defaultEntryBytes
	if o.EntryBytes > 0 {
		s.entries.most = o.EntryBytes
	}
	s.registry.most = or(o.Keys, defaultKeys)
	s.registry.breakers = map[Key]*Breaker{}
	return s
}
