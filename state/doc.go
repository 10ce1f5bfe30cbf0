// Package state keeps what lives longer than a turn: circuit breakers, cached entries with their
// provenance, latencies and drills, in go-memdb tables of immutable rows.
//
// It does not know CEL or files, and calls no user code inside a transaction. Time comes in through
// arguments or a [Clock], never from the operating system.
package state
