package state

import "time"

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
