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

func (prompt) Run(ctx context.Context, deadline time.Time, f func(context.Context)) (returned bool) {
	e := &lone{execution: execution{parent: ctx, deadline: deadline}}
	defer e.leave() // also where f leaves by runtime.Goexit
	f(e)
	if e.late() {
		e.cancel(context.DeadlineExceeded)
		return false
	}
	return true
}

// lone is an execution for which nobody waits. It sees to its own end, by a timer that it has once somebody asks for that end.
type lone struct {
	execution
	unwatch func()
}

func (l *lone) late() bool { return !system{}.Now().Before(l.deadline) }

// watch ends the context in time from now on.
func (l *lone) watch() {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.unwatch != nil || l.err != nil {
		return
	}
	timer := time.AfterFunc(l.deadline.Sub(system{}.Now()), func() { l.cancel(context.DeadlineExceeded) })
	leave := context.AfterFunc(l.parent, func() { l.cancel(l.parent.Err()) })
	l.unwatch = func() {
		timer.Stop()
		leave()
	}
}

// leave ends the context of what has returned.
func (l *lone) leave() {
	l.cancel(context.Canceled)
	l.mu.Lock()
	unwatch := l.unwatch
	l.mu.Unlock()
	if unwatch != nil {
		unwatch()
	}
}

// Done implements [context.Context].
func (l *lone) Done() <-chan struct{} {
	l.watch()
	return l.execution.Done()
}

// Err implements [context.Context]. It knows of the deadline before a timer does.
func (l *lone) Err() error {
	if l.late() {
		l.cancel(context.DeadlineExceeded)
	}
	return l.execution.Err()
}

// AfterFunc is that of the execution.
func (l *lone) AfterFunc(f func()) (stop func() bool) {
	l.watch()
	return l.execution.AfterFunc(f)
}
