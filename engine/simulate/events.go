package simulate

import (
	"fmt"
	"time"

	"github.com/lacuna-go/lacuna/eval"
	"github.com/lacuna-go/lacuna/internal/run"
	"github.com/lacuna-go/lacuna/rules"
	"github.com/lacuna-go/lacuna/state"
)

// start is where virtual time begins.
var start = time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)

// Events plays events one by one. A call that nothing reports times out by itself.
type Events struct {
	set   *rules.Set
	store *state.Store
	turns map[string]*run.Turn
	calls map[string]*pending
	order []*pending // in the order of their calls
}

// pending is a call under way.
type pending struct {
	call *run.Call
	turn *run.Turn
	eff  run.Effect
}

// NewEvents starts an empty simulation under a set.
func NewEvents(set *rules.Set) *Events {
	return &Events{set: set, store: state.NewStore(state.Options{}), turns: map[string]*run.Turn{}, calls: map[string]*pending{}}
}

// Play applies an event, after everything that is due before it, and returns the answer. It fails on a call that began already, an end of
// one that did not, and facts that the set does not declare; the error names the line if the event was read.
func (e *Events) Play(ev Event) (Answer, error) {
	a, err := e.play(ev)
	if err != nil && ev.line > 0 {
		err = fmt.Errorf("line %d: %w", ev.line, err)
	}
	return a, err
}

func (e *Events) play(ev Event) (Answer, error) {
	now := start.Add(time.Duration(ev.At))
	e.elapse(now)
	switch {
	case ev.Call != "":
		return e.begin(ev, now)
	case ev.End != "":
		return e.end(ev, now)
	case ev.Read != nil:
		return e.answer(ev, e.set.Plan(ev.Read.Server, ev.Read.Tool), now), nil
	default:
		p := e.set.Plan(ev.Force.Server, ev.Force.Tool.Tool)
		e.store.Force(p.BreakerKey(), overrides[ev.Force.State], now)
		return e.answer(ev, p, now), nil
	}
}

// elapse applies the deadlines and the ends of pauses up to now, in the order of their times.
func (e *Events) elapse(now time.Time) {
	for {
		var next *pending
		var at time.Time
		for _, p := range e.order {
			due := p.eff.Deadline
			if p.eff.Kind == run.Wait {
				due = p.eff.Until
			}
			if p.eff.Kind == run.Done || due.After(now) {
				continue
			}
			if next == nil || due.Before(at) {
				next, at = p, due
			}
		}
		if next == nil {
			return
		}
		ev := run.Event{Kind: run.Woke}
		if next.eff.Kind == run.Attempt {
			ev = run.Event{Kind: run.Failed, Failure: state.Failure{Kind: state.Timeout, Sent: true}, DeadlineOfTurn: next.eff.OfTurn}
		}
		next.eff = next.call.Next(ev, at)
	}
}

func (e *Events) turn(ev Event) (*run.Turn, error) {
	id := ev.Turn
	if id == "" {
		id = ev.Call
	}
	if t := e.turns[id]; t != nil {
		return t, nil
	}
	facts, err := e.set.Env.Facts(nil)
	if err != nil {
		return nil, err
	}
	t := run.NewTurn(run.Config{
		Set: e.set, Store: e.store, Facts: facts,
		Info: eval.Turn{ID: id, Conversation: id, Purpose: e.set.Turn.Purposes[0], Audience: "public", Location: e.set.Turn.Zone},
	})
	e.turns[id] = t
	return t, nil
}

func (e *Events) begin(ev Event, now time.Time) (Answer, error) {
	if old := e.calls[ev.Call]; old != nil {
		return Answer{}, fmt.Errorf("the call %q began already", ev.Call)
	}
	turn, err := e.turn(ev)
	if err != nil {
		return Answer{}, err
	}
	facts, err := e.set.Env.Facts(ev.Facts)
	if err != nil {
		return Answer{}, err
	}
	call, err := ev.call()
	if err != nil {
		return Answer{}, err
	}
	c, eff := turn.Start(call, facts, now)
	p := &pending{call: c, turn: turn, eff: eff}
	if eff.Kind == run.Join { // an equal write is under way: its answer is this call's
		p.eff = run.Effect{Kind: run.Done}
	}
	e.calls[ev.Call] = p
	e.order = append(e.order, p)
	a := e.answer(ev, e.set.Plan(ev.Server, ev.Tool), now)
	admitted := eff.Kind == run.Attempt && eff.Plan == c.Decision.Plan
	a.Admitted, a.Probe = &admitted, admitted && c.Probing()
	return e.progress(a, p), nil
}

func (e *Events) end(ev Event, now time.Time) (Answer, error) {
	p := e.calls[ev.End]
	if p == nil {
		return Answer{}, fmt.Errorf("no call %q began", ev.End)
	}
	plan := p.call.Decision.Plan
	if p.eff.Kind != run.Attempt {
		a := e.answer(ev, plan, now)
		a.Late = true
		return e.progress(a, p), nil
	}
	out, _, err := ev.outcome()
	if err != nil {
		return Answer{}, err
	}
	p.eff = p.call.Next(out, now)
	return e.progress(e.answer(ev, plan, now), p), nil
}

// answer says what the breaker of a tool looks like.
func (e *Events) answer(ev Event, p *rules.Plan, now time.Time) Answer {
	v := e.store.Breaker(p.BreakerKey()).View(p.Breaker.Config, now)
	a := Answer{At: ev.At, Call: ev.Call, End: ev.End, State: v.State.String(), Reason: v.Reason, Forced: v.Forced}
	if !v.Until.IsZero() {
		until := Duration(v.Until.Sub(start))
		a.Until = &until
	}
	return a
}

// progress says how far a call has come.
func (e *Events) progress(a Answer, p *pending) Answer {
	d := &p.call.Decision
	a.Failure = d.Failure.Kind.String()
	switch p.eff.Kind {
	case run.Done:
		a.Outcome = d.Outcome.String()
	case run.Wait:
		waits := Duration(p.eff.Until.Sub(start))
		a.Waits = &waits
	case run.Attempt:
		if p.eff.Plan != d.Plan {
			a.Fallback = p.eff.Plan.Server + "/" + p.eff.Plan.Tool
		}
	case run.Join:
	}
	return a
}
