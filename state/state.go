package state

import "cmp"

// State is the state of a circuit breaker. The zero State is none: a row always has one.
type State uint8

// The states of a breaker.
const (
	// Closed lets every call in.
	Closed State = iota + 1
	// Open lets none in, until its time has passed.
	Open
	// HalfOpen lets a few leased probes in, and nothing else.
	HalfOpen
	// Ramping lets a growing share of conversations in.
	Ramping
)

var stateNames = [...]string{"", "closed", "open", "half_open", "ramping"}

// String returns the state in lower case, and "" for the zero State.
func (s State) String() string { return stateNames[s] }

// States lists every state, in the order of their values.
func States() []State { return all[State](len(stateNames)) }

// Key names a breaker: one tool of one server, or a whole server where Tool is "".
type Key struct{ Server, Tool string }

// Compare orders keys by server, then by tool; it returns -1, 0 or 1.
func (k Key) Compare(other Key) int {
	if c := cmp.Compare(k.Server, other.Server); c != 0 {
		return c
	}
	return cmp.Compare(k.Tool, other.Tool)
}
