package shop

import (
	"sync/atomic"
	"time"
)

// opening is what the shop's clock says when a scene begins, so that two runs say the same times. From then on it runs
// as fast as any other.
func opening() time.Time { return time.Date(2026, time.March, 2, 13, 12, 0, 0, time.UTC) }

// shopClock tells the time in the shop: the machine's, until it is set. Safe for concurrent use.
type shopClock struct {
	offset atomic.Int64
}

// set makes the clock say t now.
func (c *shopClock) set(t time.Time) { c.offset.Store(int64(time.Until(t))) }

// ahead returns how far the shop's clock is ahead of the machine's.
func (c *shopClock) ahead() time.Duration { return time.Duration(c.offset.Load()) }
