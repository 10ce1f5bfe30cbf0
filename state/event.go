package state

import "time"

// EventKind says what happened to a breaker. The zero EventKind is Tick.
type EventKind uint8

// The kinds of event.
const (
	// Tick applies what time alone brings about, as every other event does first.
	Tick EventKind = iota
	// Admit asks for a permit: Draw, Lease.
	Admit
	// Finish reports what a permit's call came to: Generation, LeaseID, Outcome, Seen.
	Finish
	// Limit reports the RATE_LIMITED of an attempt whose call goes on: Generation, LeaseID, Outcome.
	Limit
	// Operate is an operator's override: Override.
	Operate
)

// Override is what an operator does to a breaker. The zero Override does nothing.
type Override uint8

// The overrides.
const (
	// ForceOpen refuses every call, whatever the evidence.
	ForceOpen Override = iota + 1
	// ForceClosed admits every call, whatever the evidence.
	ForceClosed
	// Release goes back to the evidence.
	Release
)

// Event is one thing that happened. Which fields count depends on its kind.
type Event struct {
	Kind EventKind
	// Draw places the conversation in [0, 1): a ramp admits those below its share. See [Draw].
	Draw float64
	// Lease is how long a probe has until it must have reported.
	Lease time.Duration
	// Generation and LeaseID of the permit that reports; LeaseID is 0 unless it is a probe.
	Generation uint64
	LeaseID    uint64
	Outcome    Outcome
	// Seen is the window of calls, this one included where it counts (see [Row.Counts]).
	Seen     Counts
	Override Override
}

// Effects are what the owner of the row has to do about an event.
type Effects struct {
	// Transitions to publish, in order.
	Transitions []Transition
	// Changed reports that the row has to be stored: a transition, an override, a ramp step, a longer hold.
	Changed bool
	// Fresh reports that the window of calls starts afresh.
	Fresh bool
	// Admitted, and LeaseID if it is as a probe, answer an Admit.
	Admitted bool
	LeaseID  uint64
	// Late reports that the permit was none any more: its result counts in metrics only.
	Late bool
}
