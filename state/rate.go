package state

import "math/bits"

// Counts are the calls that a rate is judged on.
type Counts struct{ Calls, Failed, Slow int }

func (c *Counts) add(failed, slow bool) {
	c.Calls++
	if failed {
		c.Failed++
	}
	if slow {
		c.Slow++
	}
}

func (c *Counts) sub(o Counts) {
	c.Calls -= o.Calls
	c.Failed -= o.Failed
	c.Slow -= o.Slow
}

// reached reports whether part of whole is at least num/den. It compares products of 128 bits: 99 of 200 is below
// one half, and nothing overflows. A num or den that is not positive is off.
func reached(part, whole int, num, den int64) bool {
	if num <= 0 || den <= 0 || part < 0 || whole <= 0 {
		return false
	}
	lh, ll := bits.Mul64(uint64(part), uint64(den))
	rh, rl := bits.Mul64(uint64(whole), uint64(num))
	return lh > rh || lh == rh && ll >= rl
}

// rates reports whether the breaker opens for a rate at all.
func (c *Config) rates() bool { return c.RateNum > 0 || c.Slow > 0 }

// trips returns the reason for which the evidence opens a closed breaker, or "".
func (c *Config) trips(failures int, seen Counts) string {
	if c.Failures > 0 && failures >= c.Failures {
		return ReasonFailures
	}
	if seen.Calls < c.minCalls() {
		return ""
	}
	if reached(seen.Failed, seen.Calls, c.RateNum, c.RateDen) {
		return ReasonFailureRate
	}
	if c.tooSlow(seen) {
		return ReasonSlowRate
	}
	return ""
}

func (c *Config) tooSlow(seen Counts) bool {
	return c.Slow > 0 && reached(seen.Slow, seen.Calls, c.SlowNum, c.SlowDen)
}
