package state

import (
	"math"
	"time"
)

// Config holds the settings of one breaker. See [DefaultConfig]; durations are positive unless stated. A
// duration or count that is not positive where it has to be stands for its default. A Config with none of
// Failures, Rate and Slow opens for holds only.
type Config struct {
	// Failures in a row that open it, at least 1; 0 where Rate or Slow decide alone.
	Failures int
	// Rate of failures that opens it, as RateNum/RateDen in (0, 1]; RateNum 0 is off. It is judged once MinCalls were seen within
	// Window, or among the last Calls calls where Calls is above 0 (at most 65,536; MinCalls is then at most Calls).
	RateNum, RateDen int64
	MinCalls         int
	Window           time.Duration
	Calls            int
	// Slow is the duration from which a successful call counts as slow, 0 is off; SlowNum/SlowDen is the rate
	// of slow calls that opens it, judged like Rate.
	Slow             time.Duration
	SlowNum, SlowDen int64

	// OpenFor is how long it stays open, doubled by each failed probe up to MaxOpenFor (10 x OpenFor where it is 0).
	OpenFor, MaxOpenFor time.Duration
	// Probes is how many calls are let in while it is half open, at least 1.
	Probes int
	// Ramp holds the growing shares, each in (0, 1), of conversations let in after recovery, RampFor each.
	Ramp    []float64
	RampFor time.Duration
	// MaxHold caps the hold of a RATE_LIMITED; QuotaHold is that of QUOTA and UNAUTHORIZED.
	MaxHold, QuotaHold time.Duration
	// Shadow observes only: it is never refused (but by an operator's override), what would have happened is reported.
	Shadow bool
}

const (
	defaultOpenFor   = 30 * time.Second
	defaultMinCalls  = 20
	defaultWindow    = time.Minute
	defaultRampFor   = 30 * time.Second
	defaultMaxHold   = 5 * time.Minute
	defaultQuotaHold = 15 * time.Minute
	maxOpenFactor    = 10
	maxCalls         = 1 << 16
)

// DefaultConfig is the breaker of a tool whose policy sets none: 3 failures in a row, 30 s open, doubled up to
// 5 min, 1 probe, no ramp, holds of 5 and 15 min.
func DefaultConfig() Config {
	return Config{
		Failures: 3, OpenFor: defaultOpenFor, MaxOpenFor: maxOpenFactor * defaultOpenFor, Probes: 1,
		MinCalls: defaultMinCalls, Window: defaultWindow, SlowNum: 1, SlowDen: 2,
		RampFor: defaultRampFor, MaxHold: defaultMaxHold, QuotaHold: defaultQuotaHold,
	}
}

// openFor is how long the breaker stays open after so many failed probes: OpenFor doubled as often, capped.
func (c *Config) openFor(failedProbes int) time.Duration {
	d := or(c.OpenFor, defaultOpenFor)
	most := or(c.MaxOpenFor, max(d, d*maxOpenFactor)) // max: the product may overflow
	for ; failedProbes > 0 && d < most; failedProbes-- {
		if d > most/2 {
			return most
		}
		d *= 2
	}
	return d
}

// hold is how long a RATE_LIMITED holds: until the hint, or as long as an opening, and never above MaxHold. A
// hint of zero is no hold.
func (c *Config) hold(o *Outcome, failedProbes int) time.Duration {
	d := c.openFor(failedProbes)
	if o.HasRetryAfter {
		d = max(o.RetryAfter, 0)
	}
	return min(d, or(c.MaxHold, defaultMaxHold))
}

// slow is from when on a success counts as slow.
func (c *Config) slow() time.Duration { return or(c.Slow, math.MaxInt64) }

func (c *Config) probes() int { return max(c.Probes, 1) }

func (c *Config) window() time.Duration { return or(c.Window, defaultWindow) }

// minCalls is how many calls the rates need before they are judged.
func (c *Config) minCalls() int {
	n := or(c.MinCalls, defaultMinCalls)
	if c.Calls > 0 {
		return min(n, c.calls())
	}
	return n
}

func (c *Config) calls() int { return max(0, min(c.Calls, maxCalls)) }

func or[T int | float64 | time.Duration | State](v, otherwise T) T {
	if v > 0 {
		return v
	}
	return otherwise
}
