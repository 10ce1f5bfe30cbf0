package main

import (
	"sync/atomic"
	"time"
)

// opening is what the shop's clock says when a scene begins, so that two runs say the same times. From then on it runs
// as fast as any other.
func opening() time.Time { return time.Date(2026, time.March, 2, 13, 12, 0, 0, time.UTC) }

// shopClock tells the time in the shop. The zero value starts at opening with the first question. Safe for concurrent use.
type shopClock struct {
	offset atomic.Int64 // added to the machine's time; 0 until the first question
}

// difference returns how far the shop's clock is ahead of the machine's.
func (c *shopClock) difference() time.Duration {
	c.offset.CompareAndSwap(0, int64(time.Until(opening())))
	return time.Duration(c.offset.Load())
}

// shift turns the clock by d.
func (c *shopClock) shift(d time.Duration) { c.offset.Store(int64(c.difference() + d)) }
