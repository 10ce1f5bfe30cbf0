// Package state keeps what lives longer than a turn: circuit breakers, cached entries with their
// provenance, latencies and drills, in go-memdb tables of immutable rows.
//
// A breaker is a pure reducer, [Next], and the shell around it, [Breaker]: while nothing but successes happens to a closed one, it is read and counted
// without a lock; whatever might change its state goes under the lock and through the reducer.
//
// It does not know CEL or files, and calls no user code inside a transaction. Time comes in through
// arguments or a [Clock], never from the operating system.
package state
