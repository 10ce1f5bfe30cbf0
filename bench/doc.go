// Package bench runs Lacuna beside the libraries that solve parts of the same problem: what each of them gets wrong,
// shown at that library and then at Lacuna, and what a call costs. It is a module of its own, so that none of them is a
// dependency of Lacuna.
//
// A test of a peer asserts what the peer does wrong: one that is repaired shows up as a failing test here.
//
//	go test ./...                 the faults, each beside Lacuna
//	go test -race -run History    a history of 1,000 goroutines, checked for linearizability
//	go test -run XXX -bench Do    what a call costs on a healthy tool
package bench
