package simulate

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/lacuna-go/lacuna/eval"
	"github.com/lacuna-go/lacuna/internal/run"
	"github.com/lacuna-go/lacuna/rules"
	"github.com/lacuna-go/lacuna/state"
)

// machine is the stack that the engine is: the calls of internal/run, over a world of the scenario.
type machine struct {
	scenario *Scenario
	set      *rules.Set
	queue    *queue
	world    *world
	store    *state.Store
	retries  state.Retries
	facts    *eval.Facts
	info     eval.Turn
	writes   map[*run.Call]*driven // that an equal one may wait for
}

func newMachine(s *Scenario, set *rules.Set, q *queue, w *world) (*machine, error) {
	m := &machine{
		scenario: s, set: set, queue: q, world: w, store: state.NewStore(state.Options{Transitions: 1 << 16}),
		writes: map[*run.Call]*driven{},
	}
	m.info = eval.Turn{
		Purpose: s.Purpose, Language: s.Language, Audience: s.Audience, Rendered: set.Turn.Languages[0], Location: set.Turn.Zone,
	}
	if m.info.Purpose == "" {
		m.info.Purpose = set.Turn.Purposes[0]
	}
	if !slices.Contains(set.Turn.Purposes, m.info.Purpose) {
		return nil, fmt.Errorf("the purpose %q is not declared in Turn.purposes: %s", s.Purpose, strings.Join(set.Turn.Purposes, ", "))
	}
	if slices.Contains(set.Turn.Languages, s.Language) {
		m.info.Rendered = s.Language
	}
	if set.Turn.Zone != nil {
		m.info.Zone = set.Turn.Zone.String()
	}
	var err error
	if m.facts, err = set.Env.Facts(s.Facts); err != nil {
		return nil, err
	}
	return m, m.targets()
}

// targets checks that every tool that a fallback may call is described.
func (m *machine) targets() error {
	var errs []error
	for i := range m.scenario.Turn {
		for _, c := range m.scenario.Turn[i].calls() {
			p := m.set.Plan(c.Server, c.Tool)
			for j := range p.Chain {
				if p.Chain[j].Kind != eval.StepUseTool {
					continue
				}
				target := p.TargetOf(&p.Chain[j])
				if _, ok := m.scenario.Tools[target.Server+"/"+target.Tool]; !ok {
					errs = append(errs, fmt.Errorf("%s falls back to %s/%s, which tools does not describe", c.key(), target.Server, target.Tool))
				}
			}
		}
	}
	return errors.Join(errs...)
}

// begin implements stack.
func (m *machine) begin(id string, _ time.Time) (seat, error) {
	info := m.info
	info.ID, info.Conversation = id, id
	turn := run.NewTurn(run.Config{Set: m.set, Store: m.store, Facts: m.facts, Info: info, Retries: &m.retries})
	return &machineTurn{machine: m, turn: turn}, nil
}

// machineTurn is one turn of it. It holds the calls of the step that was begun last.
type machineTurn struct {
	machine *machine
	turn    *run.Turn
	step    []*driven
}

func (t *machineTurn) offered(c *Call, now time.Time) bool {
	t.step = nil
	return t.turn.Offer(c.Server, c.Tool, now)
}

func (t *machineTurn) call(c *Call, values map[string]any, id string, now time.Time, done func(Called, time.Time)) error {
	raw, err := json.Marshal(values)
	if err != nil {
		return fmt.Errorf("the arguments of %s: %w", c.key(), err)
	}
	args, err := eval.ParseArgs(raw)
	if err != nil {
		return fmt.Errorf("the arguments of %s: %w", c.key(), err)
	}
	own, err := t.machine.set.Env.Facts(c.Facts)
	if err != nil {
		return err
	}
	d := &driven{machine: t.machine, done: done}
	t.step = append(t.step, d)
	ec := &eval.Call{ID: id, Server: c.Server, Tool: c.Tool, Args: args, IdempotencyKey: id}
	var eff run.Effect
	d.call, eff = t.turn.Start(ec, t.machine.facts.With(own), now)
	if ec.Effect != eval.Read {
		t.machine.writes[d.call] = d
	}
	d.perform(eff, now)
	return nil
}

// ended cancels reads as [engine.Turn.DoAll] does: not an earlier one that might end the turn too. Writes finish.
func (t *machineTurn) ended(i int, now time.Time) {
	for j, d := range t.step {
		if p := d.call.Decision.Plan; !d.over && p.Effect == eval.Read && (j > i || !p.CanEnd()) {
			d.feed(run.Event{Kind: run.Cancelled}, now)
		}
	}
}

func (t *machineTurn) end(now time.Time) { t.turn.End(now) }

// driven is one call. What was planned for an effect that is no longer the current one is dropped.
type driven struct {
	machine *machine
	call    *run.Call
	effects int
	over    bool
	waiting []*driven // for the same answer
	done    func(Called, time.Time)
}

// feed tells the machine what happened, and does what it asks for next.
func (d *driven) feed(ev run.Event, now time.Time) { d.perform(d.call.Next(ev, now), now) }

// later plans what happens to the current effect.
func (d *driven) later(at time.Time, ev run.Event) {
	current := d.effects
	d.machine.queue.at(at, func(now time.Time) {
		if current == d.effects {
			d.feed(ev, now)
		}
	})
}

func (d *driven) perform(eff run.Effect, now time.Time) {
	d.effects++
	switch eff.Kind {
	case run.Attempt:
		d.attempt(eff, now)
	case run.Wait:
		d.later(eff.Until, run.Event{Kind: run.Woke})
	case run.Join:
		if first := d.machine.writes[eff.Join]; first.over {
			d.later(now, run.Event{Kind: run.Joined})
		} else {
			first.waiting = append(first.waiting, d)
		}
	case run.Done:
		d.over = true
		d.done(d.came(), now)
		for _, w := range d.waiting {
			w.feed(run.Event{Kind: run.Joined}, now)
		}
	}
}

// attempt sends a request, and plans its answer, or the end of the wait for it.
func (d *driven) attempt(eff run.Effect, now time.Time) {
	f := d.machine.world.request(eff.Call.Server+"/"+eff.Call.Tool, now)
	at := now.Add(f.after)
	switch {
	case f.never || !at.Before(eff.Deadline):
		d.later(eff.Deadline, run.Event{
			Kind: run.Failed, Failure: state.Failure{Kind: state.Timeout, Sent: true}, DeadlineOfTurn: eff.OfTurn,
		})
	case f.kind != 0:
		d.later(at, run.Event{Kind: run.Failed, Failure: f.failure()})
	default:
		d.later(at, run.Event{Kind: run.Answered, Data: run.Bytes("{}"), Received: true})
	}
}

func (d *driven) came() Called {
	from := d.call
	if first := d.call.First(); first != nil {
		from = first
	}
	c := &from.Decision
	return Called{
		Server: c.Plan.Server, Tool: c.Plan.Tool, Outcome: c.Outcome.String(), Failure: c.Failure.Kind.String(),
		Attempts: d.call.Decision.Attempts, Data: c.Outcome.Data(), Ends: c.Outcome.Ends(),
	}
}
