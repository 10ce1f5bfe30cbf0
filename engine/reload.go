package engine

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"time"

	"github.com/lacuna-go/lacuna/rules"
)

// Status says which policies are live, and what became of the last attempt to load others.
type Status struct {
	// Digest, Generation and Since of the live set. Every set that goes live gets the next generation, also one that a
	// rollback brings back: a generation names one stretch of time, a digest one text.
	Digest     string
	Generation uint64
	Since      time.Time
	// Err is why the last load was refused; nil once one succeeded. It is a [*rules.LoadError] where the policies are at fault.
	Err error
	// Held is the digest of the policies that a rollback keeps from going live, "" if it keeps none.
	Held string
	// Loads counts all attempts, Refused those among them that left the live set for an error.
	Loads, Refused int
}

// keptSets is how many sets there are to go back through, the live one among them.
const keptSets = 5

// reads is how often a load is tried while the files change under it.
const reads = 8

// errChanging is why a load gave up. What was read may be half of one state and half of another.
var errChanging = errors.New("policies change while they are read")

// Reload reads all policies again and makes them live at once, if they load. If not, the last good set stays and the
// error says why; so it does if files change so fast that no two readings agree. Unchanged policies change nothing,
// and neither do those that [Engine.Rollback] left. Turns that run keep the set that they began with; only the breakers'
// settings are always those of the live set.
func (e *Engine) Reload(ctx context.Context) error {
	event, err := e.reload(ctx)
	if event != (ReloadEvent{}) {
		e.observe(event)
	}
	return err
}

// reload returns the event to observe, if any.
func (e *Engine) reload(ctx context.Context) (ReloadEvent, error) {
	e.loading.Lock()
	defer e.loading.Unlock()
	if ctx.Err() != nil {
		return ReloadEvent{}, context.Cause(ctx)
	}
	set, seen, err := e.load()

	e.mu.Lock()
	defer e.mu.Unlock()
	e.status.Loads++
	e.status.Err, e.seen = err, seen
	if err != nil {
		e.status.Refused++
		return ReloadEvent{Err: err}, err
	}
	e.loaded = set.Digest
	if set.Digest == e.status.Held {
		return ReloadEvent{}, nil
	}
	e.status.Held = ""
	if set.Digest == e.status.Digest {
		return ReloadEvent{}, nil
	}
	return e.publish(set), nil
}

// load returns a set that was in the directory as a whole, and what the directory was seen to be: a set counts if its
// digest is that of a second reading, and an error if the directory is the same before and after.
func (e *Engine) load() (set *rules.Set, seen string, err error) {
	for range reads {
		before := seen
		set, err = e.read()
		var unread error
		if seen, unread = rules.Digest(e.fsys); unread != nil {
			seen = unread.Error()
		}
		if err == nil && set.Digest == seen || err != nil && before == seen {
			return set, seen, err
		}
	}
	return nil, errChanging.Error(), errChanging
}

// read loads once. A saved file never ends a process that serves: a panic is a reason to refuse it.
func (e *Engine) read() (set *rules.Set, err error) {
	defer func() {
		if p := recover(); p != nil {
			set, err = nil, fmt.Errorf("policies can't be loaded: panic: %v", p)
		}
	}()
	opts := []rules.Option{rules.WithFunctions(e.options.functions...)}
	if e.dir != "" {
		opts = append(opts, rules.WithDir(filepath.ToSlash(e.dir)))
	}
	return rules.Load(e.fsys, opts...)
}

// publish makes a set live, as a copy with a generation of its own. mu is held.
func (e *Engine) publish(set *rules.Set) ReloadEvent {
	live := *set
	live.Generation = e.status.Generation + 1
	e.set.Store(&live)
	e.status.Digest, e.status.Generation, e.status.Since = live.Digest, live.Generation, e.options.clock.Now()
	e.sets = append(e.sets, &live)
	if len(e.sets) > keptSets {
		e.sets = slices.Delete(e.sets, 0, 1)
	}
	return ReloadEvent{Digest: live.Digest, Generation: live.Generation}
}

// Rollback makes the set before the live one live again, under a new generation; again, it goes one further back, through
// the last five at most. It holds until the directory has policies that load and are not those that it had at the
// rollback, so neither a reload of them nor a broken edit in between ends it. [Status].Held shows it. Rollback reads no
// files, and waits for no load.
func (e *Engine) Rollback() error {
	event, err := e.rollback()
	if err != nil {
		return err
	}
	e.observe(event)
	return nil
}

func (e *Engine) rollback() (ReloadEvent, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	n := len(e.sets)
	if n < 2 {
		return ReloadEvent{}, errors.New("there is no earlier set to go back to")
	}
	e.status.Held = e.loaded
	earlier := e.sets[n-2]
	e.sets = slices.Delete(e.sets, n-2, n)
	return e.publish(earlier), nil
}

// Status returns which policies are live and why the last load was refused.
func (e *Engine) Status() Status {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.status
}
