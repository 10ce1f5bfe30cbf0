package engine

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"

	"github.com/lacuna-go/lacuna/rules"
)

// keptSets is how many sets there are to go back through, the live one among them.
const keptSets = 5

// reads is how often a load is tried while the files change under it.
const reads = 8

// errChanging is why a load gave up. What was read may be half of one state and half of another.
var errChanging = errors.New("policies change while they are read")

// Reload reads all policies again and makes them live at once, if they load and pass the [Trial], where there is one. If not, the last
// good set stays and the error says why; so it does if files change so fast that no two readings agree. Unchanged policies change
// nothing, and neither do those that [Engine.Rollback] left. Turns that run keep the set that they began with; only the breakers'
// settings are always those of the live set.
//
// Only files that have changed are compiled. One reload runs at a time; a second one waits.
func (e *Engine) Reload(ctx context.Context) error {
	event, err := e.reload(ctx)
	if event != (ReloadEvent{}) {
		e.observe(event)
	}
	return err
}

// reload returns the event to observe, which is none if ctx is done.
func (e *Engine) reload(ctx context.Context) (ReloadEvent, error) {
	e.loading.Lock()
	defer e.loading.Unlock()
	if ctx.Err() != nil {
		return ReloadEvent{}, context.Cause(ctx)
	}
	c := e.load()
	if c.set != nil && !e.held(c.set) {
		e.try(ctx, &c)
		if ctx.Err() != nil {
			return ReloadEvent{}, context.Cause(ctx)
		}
	}
	return e.settle(c), c.err
}

// candidate is what one load found in the directory.
type candidate struct {
	sources *rules.Sources // nil if it could not be read
	set     *rules.Set     // nil if it does not load
	seen    string         // what the directory was seen to be at the end
	err     error
	refused ReloadResult // why err
}

// load returns what was in the directory as a whole: it counts if a second reading finds the same.
func (e *Engine) load() candidate {
	for range reads {
		c, first := e.read()
		c.seen = rules.Fingerprint(e.fsys, e.options.trial.Reads...)
		if first == "" || first == c.seen {
			return c
		}
	}
	return candidate{seen: errChanging.Error(), err: errChanging, refused: ReloadChanging}
}

// read loads once, and says what the directory was by then, "" if that is not to be known. A saved file never ends a process that
// serves: a panic is a reason to refuse it.
func (e *Engine) read() (c candidate, first string) {
	defer func() {
		if p := recover(); p != nil {
			e.loader = nil // what it keeps may be half of something
			c, first = candidate{err: fmt.Errorf("policies can't be loaded: panic: %v", p), refused: ReloadBroken}, ""
		}
	}()
	if e.loader == nil {
		opts := []rules.Option{rules.WithFunctions(e.options.functions...)}
		if e.dir != "" {
			opts = append(opts, rules.WithDir(filepath.ToSlash(e.dir)))
		}
		e.loader = rules.NewLoader(opts...)
	}
	if c.sources, c.err = rules.Read(e.fsys, e.options.trial.Reads...); c.err != nil {
		c.refused = ReloadUnreadable
		return c, c.err.Error()
	}
	if c.set, c.err = e.loader.Compile(c.sources); c.err != nil {
		c.refused = ReloadBroken
	}
	return c, c.sources.Fingerprint()
}

// held reports whether a rollback keeps a set from going live.
func (e *Engine) held(set *rules.Set) bool {
	e.mu.Lock()
	defer e.mu.Unlock()
	return set.Digest == e.status.Held
}

// settle makes a candidate live, unless it is refused, live already or held back.
func (e *Engine) settle(c candidate) ReloadEvent {
	e.mu.Lock()
	defer e.mu.Unlock()
	event := ReloadEvent{Result: ReloadLive, Err: c.err}
	if c.sources != nil {
		event.Digest = c.sources.Digest()
	}
	e.status.Err, e.seen = c.err, c.seen
	if c.err == nil {
		e.loaded = c.set.Digest
	}
	switch {
	case c.err != nil:
		event.Result = c.refused
	case c.set.Digest == e.status.Held:
		event.Result = ReloadHeld
	case c.set.Digest == e.status.Digest:
		e.status.Held = ""
		event.Result, event.Generation = ReloadUnchanged, e.status.Generation
	default:
		e.status.Held = ""
		event.Generation = e.publish(c.set)
	}
	e.status.Reloads[event.Result]++
	return event
}

// publish makes a set live, as a copy with a generation of its own, which it returns. mu is held.
func (e *Engine) publish(set *rules.Set) uint64 {
	live := *set
	live.Generation = e.status.Generation + 1
	e.set.Store(&live)
	e.status.Digest, e.status.Generation, e.status.Since = live.Digest, live.Generation, e.options.clock.Now()
	e.sets = append(e.sets, &live)
	if len(e.sets) > keptSets {
		e.sets = slices.Delete(e.sets, 0, 1)
	}
	return live.Generation
}

// Rollback makes the set before the live one live again, under a new generation; again, it goes one further back, through
// the last five at most. It holds until the directory has policies that load, pass the [Trial] and are not those that it had at the
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
	e.status.Reloads[ReloadRolledBack]++
	return ReloadEvent{Result: ReloadRolledBack, Digest: earlier.Digest, Generation: e.publish(earlier)}, nil
}

// Status returns which policies are live and why the last load was refused.
func (e *Engine) Status() Status {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.status
}
