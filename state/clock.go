package state

import (
	"context"
	"runtime"
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

// System returns the real clock. Its Run starts f in a goroutine of its own, which ends when f returns; the caller is
// freed at the deadline even if f ignores its context. f has to recover from its own panics. It keeps no state, and
// is safe for concurrent use.
func System() Clock { return system{} }

type system struct{}

func (system) Now() time.Time { return time.Now() }

func (s system) Run(ctx context.Context, deadline time.Time, f func(context.Context)) (returned bool) {
	e := new(Execution)
	returned, _ = s.Execute(e, e, ctx, deadline, f)
	return returned
}

// Execute implements [Executor].
func (system) Execute(e *Execution, inside, parent context.Context, deadline time.Time, f func(context.Context)) (returned bool, at time.Time) {
	e.parent, e.deadline = parent, deadline
	go e.run(inside, f)
	runtime.Gosched() // what needs not wait has returned by then
	returned = e.returned.Load() || e.wait()
	e.cancel(context.Canceled)
	return returned, time.Time{}
}

func (system) Sleep(ctx context.Context, until time.Time) error {
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	d := time.Until(until)
	if d <= 0 {
		return nil
	}
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}
