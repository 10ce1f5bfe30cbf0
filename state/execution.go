package state

import (
	"context"
	"sync"
	"sync/atomic"
	"time"
)

// execution is one Run of the system's clock, and the context of what runs. Who waits for it ends the context, at the deadline, with the
// parent, or when it has returned: so it needs no timer, no channel and no goroutine of its own as long as nobody asks for one.
type execution struct {
	parent   context.Context
	deadline time.Time
	returned atomic.Bool

	over   atomic.Bool // there is an err
	mu     sync.Mutex
	ended  chan struct{} // closed when it has returned; nil unless somebody waits
	done   chan struct{} // closed when the context is done; nil unless somebody asked
	err    error
	afters map[*func()]struct{} // what starts when the context is done
}

func (e *execution) run(f func(context.Context)) {
	defer e.end() // also where f leaves by runtime.Goexit
	f(e)
}

func (e *execution) end() {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.returned.Store(true)
	if e.ended != nil {
		close(e.ended)
	}
}

// wait returns when it has returned, at the deadline, or with the parent; it reports whether it has returned.
func (e *execution) wait() bool {
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
func (e *execution) cancel(reason error) {
	e.mu.Lock()
	defer e.mu.Unlock()
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
func (e *execution) Deadline() (time.Time, bool) {
	if d, ok := e.parent.Deadline(); ok && d.Before(e.deadline) {
		return d, true
	}
	return e.deadline, true
}

// Done implements [context.Context].
func (e *execution) Done() <-chan struct{} {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.done == nil {
		e.done = make(chan struct{})
		if e.err != nil {
			close(e.done)
		}
	}
	return e.done
}

// Err implements [context.Context]. It knows of the parent's end before who waits does.
func (e *execution) Err() error {
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
func (e *execution) Value(key any) any { return e.parent.Value(key) }

// AfterFunc is what [context.AfterFunc], and contexts that are derived from this one, use in place of a goroutine.
func (e *execution) AfterFunc(f func()) (stop func() bool) {
	e.mu.Lock()
	defer e.mu.Unlock()
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
