package engine

import (
	"context"
	"encoding/json"
	"fmt"
	"io/fs"
	"time"

	"github.com/lacuna-go/lacuna/eval"
	"github.com/lacuna-go/lacuna/rules"
	"github.com/lacuna-go/lacuna/state"
)

// NewWithSet is New for a set that is already loaded, which many engines can share: loading takes milliseconds, a new engine
// microseconds. Its Reload fails, as there is nothing to read again; the set stays. Options of [WithInputs] that are wrong record nothing.
func NewWithSet(set *rules.Set, opts ...Option) *Engine {
	e := newEngine(nothing{}, opts)
	if e.options.inputs.check() != nil {
		e.options.inputs = nil // better none than those that were meant to be left out
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	e.publish(set)
	return e
}

// nothing is a file system without files.
type nothing struct{}

// Open finds nothing.
func (nothing) Open(name string) (fs.File, error) {
	return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
}

// Entry is a cached value with its provenance.
type Entry struct {
	// Server and Tool that answered.
	Server, Tool string
	// AsOf is when the value was true at its origin.
	AsOf time.Time
	// Result holds the value; its own AsOf does not count.
	Result Result
}

// SeedEntry puts an entry where the call's own look-up finds it, whatever Store.when says, so that a test can set the scene.
// It reports false where the call has no key: its tool stores nothing, the turn has no audience, or Store.key errs.
func (t *Turn) SeedEntry(ctx context.Context, call Call, e Entry) (bool, error) {
	in, err := t.input(ctx, &call)
	if err != nil {
		return false, err
	}
	var d rules.Decision
	plan := t.set.Plan(call.Server, call.Tool)
	d.Reset(plan)
	key := plan.CacheKey(in, &d)
	if key == "" {
		return false, nil
	}
	return true, t.eng.store.Put(key, state.Entry{
		Server: e.Server, Tool: e.Tool, AsOf: e.AsOf, Payload: encodeResult(&e.Result),
	}, in.Now)
}

// SeedResult takes a result into the turn's evidence, as if a call of this turn had returned it. A cached one is a copy, on which
// the turn rests from then on; a live one without AsOf is of this moment.
func (t *Turn) SeedResult(tool Tool, args json.RawMessage, r Result, cached bool) error {
	parsed, err := eval.ParseArgs(args)
	if err != nil {
		return err
	}
	asOf := r.AsOf
	if asOf.IsZero() && !cached {
		asOf = t.clock().Now()
	}
	evidence := evidenceOf(t.set.Plan(tool.Server, tool.Tool), r, parsed, asOf, cached)
	if cached {
		t.run.RestOn(tool.Server)
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.results = append(t.results, t.evidence.Add(evidence))
	return nil
}

// SeedSpent counts tool time, attempts and retries of an earlier part of the turn.
func (t *Turn) SeedSpent(spent time.Duration, attempts, retries int) {
	t.run.Spend(spent, attempts, retries)
}

// input is what a decision on the call would read now. The call's name is resolved.
func (t *Turn) input(ctx context.Context, call *Call) (*eval.Input, error) {
	tool, err := t.eng.resolve(call.Server, call.Tool)
	if err != nil {
		return nil, err
	}
	call.Server, call.Tool = tool.Server, tool.Tool
	args, err := eval.ParseArgs(call.Args)
	if err != nil {
		return nil, fmt.Errorf("args: %w", err)
	}
	facts, _, err := t.factsFor(ctx, call)
	if err != nil {
		return nil, err
	}
	now := t.clock().Now()
	plan := t.set.Plan(call.Server, call.Tool)
	read := t.run.Tool(plan, now)
	view := t.run.View(call.Server, now)
	return &eval.Input{
		Now: now, Context: ctx, Turn: &view, Facts: facts, TurnFacts: t.facts, Breaker: &read.Breaker, Latency: &read.Latency,
		Call: &eval.Call{
			ID: call.ID, Server: call.Server, Tool: call.Tool, Effect: plan.Effect, Args: args, IdempotencyKey: call.IdempotencyKey,
		},
	}, nil
}
