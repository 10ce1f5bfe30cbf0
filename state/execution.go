package state

import (
	"context"
	"sync"
	"sync/atomic"
	"time"
)

// Execution is the memory of one Run of the real clock ([System], [Prompt]), and the context of what runs, for a caller who makes it part of
// something larger, such as a context that carries more: see [Executor]. The zero Execution is ready for one run, and must not be copied.
//
// Who waits for it ends the context, at the deadline, with the
// parent, or when it has returned: so it needs no timer, no channel and no goroutine of its own as long as nobody asks for one.
type Execution struct {
	parent   context.Context
	deadline time.Time
	alone    bool // nobody waits for it: it sees to its own end, by a timer that it has once somebody asks for that end
	returned atomic.Bool

	over    atomic.Bool // there is an err
	mu      sync.Mutex
	ended   chan struct{} // closed when it has returned; nil unless somebody waits
	done    chan struct{} // closed when the context is done; nil unless somebody asked
	err     error
	afters  map[*func()]struct{} // what starts when the context is done
	unwatch func()               // takes the timer away, nil without one
}

// Executor is a clock that runs a function in memory which the caller gives.
type Executor interface {
	Clock
	// Execute is Run in that memory: f gets the context inside, whose e is. It also returns the time at which f returned, or the zero time
	// where that was not looked at.
	Execute(e *Execution, inside, parent context.Context, deadline time.Time, f func(context.Context)) (returned bool, at time.Time)
}

func (e *Execution) run(inside context.Context, f func(context.Context)) {
	defer e.end() // also where f leaves by runtime.Goexit
	f(inside)
}

func (e *Execution) end() {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.returned.Store(true)
	if e.ended != nil {
		close(e.ended)
	}
}

// wait returns when it has returned, at the deadline, or with the parent; it reports whether it has returned.
func (e *Execution) wait() bool {
	e.mu.Lock()
	if e.returned.Load() {
		e.mu.Unlock()
		return true
	}
	ended := make(chan struct{})
	e.ended = ended
	e.mu.Unlock()
	timer := time.NewTimer(e.deadline.Sub(system{}.Now()))
	defer timer.Stop()
	select {
	case <-ended:
	case <-timer.C:
		e.cancel(context.DeadlineExceeded)
	case <-e.parent.Done():
		e.cancel(e.parent.Err())
	}
	return e.returned.Load() // of both at once, what has returned has returned
}

// cancel ends the context. The first reason stays.
func (e *Execution) cancel(reason error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.ends(reason)
}

// ends is cancel where mu is held.
func (e *Execution) ends(reason error) {
	if e.err != nil {
		return
	}
	e.err = reason
	e.over.Store(true)
	if e.done != nil {
		close(e.done)
	}
	for f := range e.afters {
		go (*f)()
	}
	e.afters = nil
}

// Deadline implements [context.Context]. One of the parent that is earlier is the parent's to see to.
func (e *Execution) Deadline() (time.Time, bool) {
	if d, ok := e.parent.Deadline(); ok && d.Before(e.deadline) {
		return d, true
	}
	return e.deadline, true
}

// Done implements [context.Context].
func (e *Execution) Done() <-chan struct{} {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.watch()
	if e.done == nil {
		e.done = make(chan struct{})
		if e.err != nil {
			close(e.done)
		}
	}
	return e.done
}

// Err implements [context.Context]. It knows of the parent's end before who waits does, and of the deadline before a timer does.
func (e *Execution) Err() error {
	if e.alone && e.late(system{}.Now()) {
		e.cancel(context.DeadlineExceeded)
	}
	if err := e.parent.Err(); err != nil {
		e.cancel(err)
	}
	if !e.over.Load() {
		return nil
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.err
}

// Value implements [context.Context].
func (e *Execution) Value(key any) any { return e.parent.Value(key) }

// AfterFunc is what [context.AfterFunc], and contexts that are derived from this one, use in place of a goroutine.
func (e *Execution) AfterFunc(f func()) (stop func() bool) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.watch()
	key := &f
	if e.err != nil {
		go f()
		return func() bool { return false }
	}
	if e.afters == nil {
		e.afters = map[*func()]struct{}{}
	}
	e.afters[key] = struct{}{}
	return func() bool {
		e.mu.Lock()
		defer e.mu.Unlock()
		_, waits := e.afters[key]
		delete(e.afters, key)
		return waits
	}
}
