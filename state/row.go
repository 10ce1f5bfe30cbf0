package state

import "time"

// The reasons of transitions, as a [View] and a [Transition] carry them.
const (
	ReasonFailures      = "failures"     // so many in a row
	ReasonFailureRate   = "failure_rate" // of the window
	ReasonSlowRate      = "slow_rate"    // of the window
	ReasonRateLimited   = "rate_limited" // a hold until Retry-After
	ReasonQuota         = "quota"        // a hold
	ReasonUnauthorized  = "unauthorized" // a hold
	ReasonProbeFailed   = "probe_failed" // a leased probe reported a failure
	ReasonProbeLost     = "probe_lost"   // a lease ended without a report
	ReasonProbed        = "probed"       // the probes succeeded, the ramp begins
	ReasonRampStep      = "ramp_step"    // the next share
	ReasonRampFailed    = "ramp_failed"  // a failure within the ramp
	ReasonRecovered     = "recovered"    // closed again
	ReasonForced        = "forced"       // by an operator
	ReasonForceReleased = "released"     // back to the evidence
	ReasonRestored      = "restored"     // from a snapshot, after a restart
)

// Row is the whole state of one breaker but for its window of calls. It is a value, immutable once it was
// handed out; [Next] makes the next one. Times are kept as given, with their monotonic reading.
type Row struct {
	Key   Key
	State State
	// Generation grows with every change of state and every override. A permit carries the one it was given
	// under; a result of another one changes nothing.
	Generation uint64
	// Since is when State began; Until when an open breaker becomes half open.
	Since, Until time.Time
	Reason       string
	// Outage is when the breaker left closed, zero while it is closed.
	Outage time.Time
	// Backoff counts the failed probes since the last full recovery.
	Backoff int
	// Failures in a row, across states.
	Failures int

	// Leases are the probes in flight, Succeeded those that came back well: never more than Probes together.
	// Issued numbers the leases.
	Leases    []Lease
	Succeeded int
	Issued    uint64

	// Stage of the ramp, when it began, and what its calls came to. Extra is when a stage that lacks calls may let
	// in one more, beyond its share.
	Stage      int
	StageSince time.Time
	StageSeen  Counts
	Extra      time.Time

	// Forced is the state that an operator forced, or zero; it wins over State, which stays what it was.
	Forced      State
	ForcedSince time.Time

	// Would says that a breaker in shadow mode would have opened; WouldUntil is when it would have let a probe in.
	Would      bool
	WouldUntil time.Time
}

// Lease is the right of one probe, which ends by itself.
type Lease struct {
	ID    uint64
	Until time.Time
}

// firstGeneration is that of a row that has seen nothing; a permit's is never 0.
const firstGeneration = 1

// NewRow returns the row of a breaker that has seen nothing: closed since now.
func NewRow(key Key, now time.Time) Row {
	return Row{Key: key, State: Closed, Generation: firstGeneration, Since: now}
}
