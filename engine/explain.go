package engine

import (
	"context"
	"errors"

	"github.com/lacuna-go/lacuna/eval"
	"github.com/lacuna-go/lacuna/guard"
	"github.com/lacuna-go/lacuna/rules"
)

// Explain says what would become of a call now, without running anything, and what every condition read on the way. With a
// failure it says what follows if the call's last attempt came to it; without one the chain is explained only where the call
// would not be attempted. It costs a traced evaluation of every expression that applies: it is for people, not for every call.
func (t *Turn) Explain(ctx context.Context, call Call, failure *Failure) (*rules.Explanation, error) {
	if t == nil || t.eng == nil {
		return nil, errors.New("the turn has not begun")
	}
	in, err := t.input(ctx, &call)
	if err != nil {
		return nil, err
	}
	return t.set.Plan(call.Server, call.Tool).Explain(in, t.run, failure), nil
}

// ExplainReply says what every condition of the Claims read in judging a reply, without judging it; nil once the turn has
// ended. The disclosures that are due are appended first, as [Turn.Check] does.
func (t *Turn) ExplainReply(reply string) []rules.ExplainedClaim {
	if !t.live() {
		return nil
	}
	d := t.disclose(reply)
	now := t.clock().Now()
	r := &guard.Reply{Text: d.text, Appended: d.all, Now: now, Zone: t.zone, Language: t.spoken(), Said: t.info.Said}
	new(guard.Finder).Find(r)
	t.evidence.Match(r)
	view := t.run.View("", now)
	in := &eval.Input{Now: now, Context: t.ctx, Turn: &view, Facts: t.facts, Evidence: t.evidence.Sources()}
	return t.set.ExplainClaims(in, guard.SiteReply, r)
}
