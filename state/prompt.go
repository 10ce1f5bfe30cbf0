package state

import (
	"context"
	"time"
)

// Prompt returns the real clock for functions that return as soon as their context ends. Its Run calls f on the caller's own goroutine: no
// other one has to be started, scheduled and waited for, which is most of what the Run of [System] costs. The price is that nothing frees the
// caller from an f that ignores its context: Run returns when f does, and reports what is late as not returned. f has to recover from its own
// panics. It keeps no state, and is safe for concurrent use.
func Prompt() Clock { return prompt{} }

type prompt struct{ system }

func (p prompt) Run(ctx context.Context, deadline time.Time, f func(context.Context)) (returned bool) {
	e := new(Execution)
	returned, _ = p.Execute(e, e, ctx, deadline, f)
	return returned
}

// Execute implements [Executor].
func (prompt) Execute(e *Execution, inside, parent context.Context, deadline time.Time, f func(context.Context)) (returned bool, at time.Time) {
	e.parent, e.deadline, e.alone = parent, deadline, true
	reason := context.Canceled
	defer func() { e.leave(reason) }() // also where f leaves by runtime.Goexit
	f(inside)
	at = system{}.Now()
	if e.late(at) {
		reason = context.DeadlineExceeded
		return false, at
	}
	return true, at
}

func (e *Execution) late(now time.Time) bool { return !now.Before(e.deadline) }

// watch ends the context of an execution for which nobody waits in time from now on. mu is held.
func (e *Execution) watch() {
	if !e.alone || e.unwatch != nil || e.err != nil {
		return
	}
	timer := time.AfterFunc(e.deadline.Sub(system{}.Now()), func() { e.cancel(context.DeadlineExceeded) })
	leave := context.AfterFunc(e.parent, func() { e.cancel(e.parent.Err()) })
	e.unwatch = func() {
		timer.Stop()
		leave()
	}
}

// leave ends the context of what has returned.
func (e *Execution) leave(reason error) {
	e.mu.Lock()
	e.ends(reason)
	unwatch := e.unwatch
	e.mu.Unlock()
	if unwatch != nil {
		unwatch()
	}
}
