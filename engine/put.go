package engine

import (
	"context"
	"errors"

	"github.com/lacuna-go/lacuna/rules"
	"github.com/lacuna-go/lacuna/state"
)

// Put keeps a value with its provenance, for the call's own look-up to find while the tool is unavailable: to warm a cache, or from a
// source of the embedder's own. info names the audience and the facts, as for [Engine.Begin]. Like an answer of the tool it is
// kept only if the policy's store wants it. It fails if it is not kept: without AsOf or Server, with an AsOf in the future, where the tool
// stores nothing, and where the call has no key.
func (e *Engine) Put(ctx context.Context, info TurnInfo, call Call, entry Entry) error {
	t, err := e.Begin(ctx, info)
	if err != nil {
		return err
	}
	t.silent = true
	defer t.End()
	in, err := t.input(ctx, &call)
	if err != nil {
		return err
	}
	var d rules.Decision
	plan := t.set.Plan(call.Server, call.Tool)
	d.Reset(plan)
	key := plan.Stores(in, &d)
	if key == "" {
		if len(d.Faults) > 0 {
			return d.Faults[0].Fault
		}
		return errors.New("the policy of " + call.Server + "/" + call.Tool + " does not store this call, or the audience is not set")
	}
	return e.store.Put(key, state.Entry{Server: entry.Server, Tool: entry.Tool, AsOf: entry.AsOf, Payload: encodeResult(&entry.Result)}, in.Now)
}
