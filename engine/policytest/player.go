package policytest

import (
	"context"
	"encoding/json"
	"io"

	"github.com/lacuna-go/lacuna/engine"
	"github.com/lacuna-go/lacuna/eval"
	"github.com/lacuna-go/lacuna/rules"
)

// Player is what is tested: it plays a case and says what came of it. The engine in this process is the usual one (see
// [Engine]); another may ask a remote service. An error says that the case could not be played, and fails it.
type Player interface {
	Play(ctx context.Context, c *Case) (*Played, error)
}

// Played is what came of a case.
type Played struct {
	// Calls in the order of the case.
	Calls []PlayedCall
	// Verdict on the reply, nil without one.
	Verdict *engine.VerdictRecord
	// Final is how the turn ended, nil if the engine did not end it.
	Final *engine.Final

	trace *eval.Trace // what rules came to, nil of other players
}

// PlayedCall is what came of one call.
type PlayedCall struct {
	// Record of the decision; nil for a call that came after the end of the turn.
	Record *engine.Record
	// Model is what the model was given.
	Model string
}

// Engine returns the player that plays cases under a set in virtual time, each in an engine of its own.
func Engine(set *rules.Set) Player { return enginePlayer{set} }

type enginePlayer struct{ set *rules.Set }

// Play implements Player.
func (p enginePlayer) Play(ctx context.Context, c *Case) (*Played, error) {
	return p.traced(ctx, c, nil)
}

// traced plays a case and notes what rules come to, where trace is not nil.
func (p enginePlayer) traced(ctx context.Context, c *Case, trace *eval.Trace) (*Played, error) {
	s, err := newStage(ctx, p.set, c, engine.WithTrace(trace))
	if err != nil {
		return nil, err
	}
	defer s.turn.End()
	if trace != nil {
		trace.Reset() // setting the scene is no part of the case
	}
	out := &Played{trace: trace}
	for i := range c.Calls {
		out.Calls = append(out.Calls, s.call(ctx, i))
	}
	if c.Reply != nil {
		out.Verdict = s.verdict(c).Record
	}
	if final, ok := s.turn.Ended(); ok {
		out.Final = &final
	}
	return out, nil
}

// decision is the record as cases and golden files see it: as logged, but for the tool, which is the one that answered, and with
// what the model was given. What changes with every edit of a policy, and says nothing about the case, is left out.
func (p *PlayedCall) decision() map[string]any {
	out := map[string]any{"outcome": rules.Cancelled.String()}
	if p.Record != nil {
		out = fieldsOf(p.Record)
		if p.Record.Outcome == rules.Fallback.String() {
			_, tool := split(p.Record.Fallback)
			out["tool"] = tool
		}
	}
	var model any = p.Model
	if decoded, err := decodeJSON([]byte(p.Model)); err == nil {
		model = decoded
	}
	out["model"] = model
	return out
}

// fieldsOf returns a record as decoded JSON.
func fieldsOf(record any) map[string]any {
	b, err := json.Marshal(record)
	if err != nil { // records are plain data
		return nil
	}
	v, err := decodeJSON(b)
	if err != nil {
		return nil
	}
	fields, _ := v.(map[string]any)
	return fields
}

// verdict judges the case's reply: whole, or through a gate in the pieces in which it arrives.
func (s *stage) verdict(c *Case) engine.Verdict {
	if c.Pieces == nil {
		return s.turn.Check(*c.Reply)
	}
	gate := s.turn.Gate(io.Discard)
	for _, p := range c.Pieces {
		if _, err := gate.Write([]byte(p)); err != nil {
			break // held back for good: the verdict says why
		}
	}
	_ = gate.Close() // likewise
	return gate.Verdict()
}
