package state

import (
	"errors"
	"fmt"
	"slices"
	"time"
)

// Entry is a cached value with its provenance. An entry without AsOf and Server does not exist. Entries are
// immutable.
type Entry struct {
	// Server and Tool that answered.
	Server, Tool string
	// AsOf is when the value was true at its origin.
	AsOf time.Time
	// Payload is the tool's result in the engine's own encoding; nothing here reads it.
	Payload []byte
}

// The reasons for which [Store.Put] refuses an entry.
var (
	ErrNoProvenance = errors.New("entry without as_of or server")
	ErrFuture       = errors.New("entry with as_of in the future")
	ErrTooLarge     = errors.New("entry larger than the table")
)

// entryOverhead is about what a stored entry takes beside its bytes.
const entryOverhead = 512

// Put stores a copy of an entry under a key. It refuses one without AsOf or Server, one that claims to come from the
// future, and one that alone exceeds the table's bytes; a nil or empty payload is a value like any other. An entry that
// is older than the stored one is dropped without an error: a late answer never replaces a fresher one. Where the table
// is full, the entries used the longest ago make room. It is safe for concurrent use, and costs a few microseconds.
func (s *Store) Put(key string, e Entry, now time.Time) error {
	e.AsOf = e.AsOf.Round(0) // provenance is wall time
	switch {
	case e.AsOf.IsZero() || e.Server == "":
		return ErrNoProvenance
	case e.AsOf.After(now.Round(0)):
		return fmt.Errorf("%w: %v", ErrFuture, e.AsOf)
	case e.bytes(key) > s.entries.most:
		return fmt.Errorf("%w: %d bytes of %d", ErrTooLarge, e.bytes(key), s.entries.most)
	}
	e.Payload = slices.Clone(e.Payload)
	s.putEntry(key, &e)
	return nil
}

func (e *Entry) bytes(key string) int64 {
	return int64(len(key) + len(e.Server) + len(e.Tool) + len(e.Payload) + entryOverhead)
}
