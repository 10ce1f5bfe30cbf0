package engine

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"

	"github.com/lacuna-go/lacuna/eval"
	"github.com/lacuna-go/lacuna/internal/run"
	"github.com/lacuna-go/lacuna/rules"
	"github.com/lacuna-go/lacuna/state"
)

// intend stores the intent of a write before its first attempt. It reports false, with the event to go on with, if the write must not
// be dispatched: an equal one may have been executed already, or the intent could not be stored.
func (d *driver) intend(ctx context.Context, eff run.Effect) (run.Event, bool) {
	log := d.turn.eng.options.effects
	if log == nil || eff.Plan.Effect == eval.Read {
		return run.Event{}, true
	}
	key := d.intentKey(eff.Call)
	if slices.Contains(d.intents, key) {
		return run.Event{}, true
	}
	open, err := log.Intend(ctx, key, Call{ID: eff.Call.ID, Server: eff.Call.Server, Tool: eff.Call.Tool})
	switch {
	case err != nil:
		d.cause = err
		return run.Event{Kind: run.Failed, Failure: Failure{Kind: state.Internal}}, false
	case open:
		return run.Event{Kind: run.Unsettled}, false
	}
	d.intents = append(d.intents, key)
	return run.Event{}, true
}

// intentKey is the same for equal writes of one audience, whatever their turn.
func (d *driver) intentKey(c *eval.Call) string {
	h := sha256.New()
	for _, s := range []string{c.Server, c.Tool, d.turn.info.Audience.id, c.Args.Canonical()} {
		fmt.Fprintf(h, "%d:%s", len(s), s)
	}
	return hex.EncodeToString(h.Sum(nil))
}

// conclude stores what became of the writes. A write that may have been executed stays open.
func (d *driver) conclude(ctx context.Context, call *run.Call) {
	if len(d.intents) == 0 {
		return
	}
	outcome := call.Decision.Outcome
	if outcome == rules.Cancelled {
		outcome = rules.Uncertain
	}
	for _, key := range d.intents {
		if err := d.turn.eng.options.effects.Conclude(context.WithoutCancel(ctx), key, outcome); err != nil {
			d.turn.eng.options.logger.Error().Str("event", "effect_log").Str("id", d.turn.ident(d.number)).Err(err).Send()
		}
	}
}
