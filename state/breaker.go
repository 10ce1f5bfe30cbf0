package state

import "time"

// State is the state of a circuit breaker. The zero State is none: a row always has one.
type State uint8

// The states of a breaker.
const (
	Closed State = iota + 1
	Open
	HalfOpen
	Ramping
)

var stateNames = [...]string{"", "closed", "open", "half_open", "ramping"}

// String returns the state in lower case, and "" for the zero State.
func (s State) String() string { return stateNames[s] }

// States lists every state, in the order of their values.
func States() []State { return all[State](len(stateNames)) }

// Key names a breaker: one tool of one server, or a whole server where Tool is "".
type Key struct{ Server, Tool string }

// Config holds the settings of one breaker. See [DefaultConfig]; durations are positive unless stated.
type Config struct {
	// Failures in a row that open it, at least 1; 0 where Rate or Slow decide alone.
	Failures int
	// Rate of failures that opens it, as RateNum/RateDen in (0, 1]; RateNum 0 is off. It is judged once MinCalls were seen within
	// Window, or among the last Calls calls where Calls is above 0.
	RateNum, RateDen int64
	MinCalls         int
	Window           time.Duration
	Calls            int
	// Slow is the duration from which a successful call counts as slow, 0 is off; SlowNum/SlowDen is the rate
	// of slow calls that opens it, judged like Rate.
	Slow             time.Duration
	SlowNum, SlowDen int64

	// OpenFor is how long it stays open, doubled by each failed probe up to MaxOpenFor.
	OpenFor, MaxOpenFor time.Duration
	// Probes is how many calls are let in while it is half open, at least 1.
	Probes int
	// Ramp holds the growing shares, each in (0, 1), of conversations let in after recovery, RampFor each.
	Ramp    []float64
	RampFor time.Duration
	// MaxHold caps the hold of a RATE_LIMITED; QuotaHold is that of QUOTA and UNAUTHORIZED.
	MaxHold, QuotaHold time.Duration
	// Shadow observes only: it is never refused, what would have happened is reported.
	Shadow bool
}

// DefaultConfig is the breaker of a tool whose policy sets none: 3 failures in a row, 30 s open, doubled up to
// 5 min, 1 probe, no ramp, holds of 5 and 15 min.
func DefaultConfig() Config {
	return Config{
		Failures: 3, OpenFor: 30 * time.Second, MaxOpenFor: 300 * time.Second, Probes: 1,
		MinCalls: 20, Window: 60 * time.Second, SlowNum: 1, SlowDen: 2,
		RampFor: 30 * time.Second, MaxHold: 5 * time.Minute, QuotaHold: 15 * time.Minute,
	}
}

// View is what a breaker looks like at one moment: the effective state, and the live counters.
type View struct {
	State State
	// Since is when the state began; Until when an open one lets a probe in (zero if it is not open).
	Since, Until time.Time
	// Reason of the last transition, such as "failures", "rate_limited", "probe_failed"; "" for a new breaker.
	Reason string
	Forced bool
	// Failures in a row, and the calls seen in the window with the shares of failed and slow ones (0 to 1).
	Failures              int
	Calls                 int
	FailureRate, SlowRate float64
	Generation            uint64
}

// Latency sums up the successful attempts of the last five minutes. The zero Latency has seen none.
type Latency struct {
	P50, P95, P99 time.Duration
	Count         int
}
