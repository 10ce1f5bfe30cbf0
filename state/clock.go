package state

import (
	"context"
	"time"
)

// Clock is the only way to the time. Implementations are safe for concurrent use.
type Clock interface {
	// Now returns the current time. Its monotonic reading, where it has one, measures durations.
	Now() time.Time
	// Run calls f and returns when f has returned, when the clock reads deadline, or when ctx is done,
	// whichever comes first; it reports whether f has returned. f's context is done at the deadline too, and f may outlive Run.
	Run(ctx context.Context, deadline time.Time, f func(context.Context)) (returned bool)
	// Sleep waits until the clock reads until, or ctx is done; then it returns the context's cause.
	Sleep(ctx context.Context, until time.Time) error
}
