package engine

import (
	"context"
	"errors"

	"github.com/lacuna-go/lacuna/rules"
)

// Decide says what would become of a call now, without running anything: nothing is sent, counted or stored. With a failure it says what
// follows if every attempt came to it. The outcome of a call that would be attempted is "attempt"; where a fallback tool would be, the
// record names it. The decision is that of [Turn.Do], at the same moment and in the same state.
func (t *Turn) Decide(ctx context.Context, call Call, failure *Failure) (*Record, error) {
	if !t.live() {
		return nil, errors.New("the turn has ended, or has not begun")
	}
	named, flat := call.Tool, call.Server == ""
	in, err := t.input(ctx, &call)
	if err != nil {
		return nil, err
	}
	if failure != nil {
		f := *failure
		f.Attempts = max(1, f.Attempts)
		in.Failure = &f
	}
	a := Answer{turn: t, call: call.ID, tool: named, flat: flat, begun: in.Now, ended: in.Now}
	t.set.Decide(in, t.run, &a.decision)
	a.Outcome = a.decision.Outcome
	a.note = a.noteText()
	r := a.Record()
	if a.Outcome == 0 {
		r.Outcome = rules.Attempt.String()
		if p := a.decision.Target; p != nil {
			r.Fallback = p.Server + "/" + p.Tool
		}
	}
	return r, nil
}
