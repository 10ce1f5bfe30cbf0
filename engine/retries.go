package engine

import (
	"context"
	"time"

	"github.com/lacuna-go/lacuna/state"
)

// WithRetries bounds retries across the engine: to a share of the calls (0.2 by default), with a floor of so many a second that are
// always allowed (1 by default). A value that is not positive is the default.
func WithRetries(share, floor float64) Option {
	return func(o *options) { o.retryShare, o.retryFloor = share, floor }
}

// Retries returns how many calls and attempts there were, and how many retries found no room.
func (e *Engine) Retries() state.RetryCounts { return e.retries.Counts() }

// RecentAttempts returns attempts per call of the last one to two minutes, 0 with fewer than 20 calls, and whether that is too many: what a
// [RetryEvent] tells once, as it is now.
func (e *Engine) RecentAttempts() (perCall float64, tooMany bool) {
	return e.retries.Recent(e.options.clock.Now())
}

// alarm raises a [RetryEvent] where attempts per call have just risen too high.
func (e *Engine) alarm(now time.Time) {
	if perCall, raised := e.retries.Alarm(now); raised {
		e.observe(RetryEvent{perCall})
	}
}

// retryOwner reports whether a context is that of an attempt: a turn that a dispatcher runs inside of it makes one attempt a call, for
// the retries of two owners multiply.
func retryOwner(ctx context.Context) bool { return ctx.Value(marksKey{}) != nil }
