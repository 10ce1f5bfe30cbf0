package engine

import (
	"context"
	"errors"
	"maps"
	"slices"
	"time"

	"github.com/rs/zerolog"

	"github.com/lacuna-go/lacuna/eval"
	"github.com/lacuna-go/lacuna/guard"
	"github.com/lacuna-go/lacuna/internal/run"
	"github.com/lacuna-go/lacuna/rules"
	"github.com/lacuna-go/lacuna/state"
)

// scene is all that one decision or one verdict read: it can be set again, under the same policies or under others.
type scene struct {
	turnScene
	call  *callScene
	reply *replyScene
}

// turnScene is the turn as a decision found it.
type turnScene struct {
	info  TurnInfo
	begun time.Time
	facts map[string]any
	// results, done and owed are the turn's evidence; raced says that it changed while the decision was made, and unkept that it was
	// not kept at all.
	results       []guard.Kept
	done          []Tool
	owed          []string
	raced, unkept bool
	size          int // of the evidence
}

// callScene is a call: what was asked, read and answered.
type callScene struct {
	id       string
	call     Call // its name resolved
	named    string
	flat     bool
	effect   eval.Effect
	facts    map[string]any // nil where they are the turn's
	single   bool
	repeated bool
	// refused is why the call was none, before any policy was asked; 0 otherwise.
	refused state.FailureKind
	// missing: WithFacts supplied nothing. fields are the arguments that the dispatcher's own error names.
	missing    bool
	fields     []string
	names      map[string][]string
	tape       *run.Tape
	begun, end time.Time
}

// replyScene is a reply, and the turn's counts as it was judged.
type replyScene struct {
	id                string
	text              string
	now               time.Time
	stream, broke     bool
	elapsed           time.Duration
	attempts, retries int
	cached            []string
	tries             map[string]int
}

// keeps reports whether decisions of the turn keep their scenes: for the log, or for a candidate.
func (t *Turn) keeps() bool { return t.eng.options.inputs != nil || t.trial != nil }

// snapshot returns the turn as it is now.
func (t *Turn) snapshot() turnScene {
	s := turnScene{info: t.info, begun: t.begun, facts: t.facts.Map()}
	for _, earlier := range t.info.Earlier {
		s.results = append(s.results, earlier.results...)
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	s.size = t.evidenceSize()
	s.results = append(s.results, t.results...)
	s.owed = slices.Clone(t.owed)
	for _, e := range t.effects {
		if !e.Uncertain {
			s.done = append(s.done, Tool{e.Server, e.Tool})
		}
	}
	return s
}

// evidenceSize tells whether evidence was added. mu is held.
func (t *Turn) evidenceSize() int {
	return len(t.results) + len(t.owed) + len(t.effects)
}

// stage begins the scene's turn under a set, on an engine that has nothing but a clock. player is nil for a reply.
func (s *scene) stage(ctx context.Context, set *rules.Set, player *run.Player, trace *eval.Trace) (*Turn, error) {
	info := s.info
	info.Earlier, info.Facts = nil, declaredFacts(set, s.facts)
	if s.reply != nil {
		info.Cached = s.reply.cached
	}
	t := &Turn{eng: bare(s.now(), trace), info: info, set: set, ctx: ctx, play: player, asked: &asked{}}
	if err := t.prepare(); err != nil {
		return nil, err
	}
	t.start(s.begun)
	for _, kept := range s.results {
		r := kept.Result()
		r.Settings = set.Plan(r.Server, r.Tool).Evidence
		r.Cached = r.Cached || r.Settings.Copy || r.Earlier
		t.evidence.Add(r)
	}
	t.results = s.results
	for _, d := range s.done {
		t.evidence.AddDone(d.Server, d.Tool)
	}
	for _, text := range s.owed {
		t.evidence.AddKnown("disclosure", text)
	}
	t.owed = s.owed
	return t, nil
}

// declaredFacts are those that the set declares: no rule can read others.
func declaredFacts(set *rules.Set, values map[string]any) map[string]any {
	kept := map[string]any{}
	for _, d := range set.Turn.Facts {
		if v, ok := values[d.Name]; ok {
			kept[d.Name] = v
		}
	}
	return kept
}

// now is when the scene begins.
func (s *scene) now() time.Time {
	if s.reply != nil {
		return s.reply.now
	}
	return s.call.begun
}

// bare is an engine that has nothing but a time: nothing in it outlives a replay.
func bare(now time.Time, trace *eval.Trace) *Engine {
	e := &Engine{options: options{clock: state.NewVirtual(now), logger: zerolog.Nop(), classifier: Classify}}
	if trace != nil {
		WithTrace(trace)(&e.options)
	}
	return e
}

var errNothingRead = errors.New("the record does not hold what the call read")

// decide decides the scene's call again. open reports that the call would go on to an attempt of which nothing is known.
func (s *scene) decide(t *Turn, player *run.Player) (a Answer, open bool, err error) {
	c := s.call
	a = Answer{turn: t, id: c.id, call: c.call.ID, tool: c.named, flat: c.flat, begun: c.begun, ended: c.end, repeated: c.repeated}
	if c.missing {
		a.missing = errFactsMissing
	}
	if c.fields != nil {
		a.cause = &Error{Fields: c.fields}
	}
	t.names = c.names
	if c.refused != 0 {
		a.decision.Reset(t.set.Plan(c.call.Server, c.call.Tool))
		a.decision.Outcome, a.decision.Reason, a.decision.Failure = rules.Refused, c.refused.String(), Failure{Kind: c.refused}
		a.Outcome = rules.Refused
		a.conclude()
		return a, false, nil
	}
	if player.Start().IsZero() {
		return a, false, errNothingRead
	}
	facts, err := s.callFacts(t)
	if err != nil {
		return a, false, err
	}
	if a.args, err = eval.ParseArgs(c.call.Args); err != nil {
		return a, false, err
	}
	call, open := s.play(t, player, facts, a.args)
	a.decision, a.Outcome = call.Decision, call.Decision.Outcome
	if a.Outcome.Data() {
		a.result.Text = "(not recorded)"
	}
	a.conclude()
	return a, open, nil
}

func (s *scene) callFacts(t *Turn) (*eval.Facts, error) {
	if s.call.facts == nil {
		return t.facts, nil
	}
	return t.set.Env.Facts(declaredFacts(t.set, s.call.facts))
}

// play drives the machine of the call by what is on the tape.
func (s *scene) play(t *Turn, player *run.Player, facts *eval.Facts, args *eval.Args) (call *run.Call, open bool) {
	c, now := s.call, player.Start()
	call, eff := t.run.Start(&eval.Call{
		ID: c.call.ID, Server: c.call.Server, Tool: c.call.Tool, Args: args, IdempotencyKey: c.call.IdempotencyKey,
	}, facts, now)
	call.Single = c.single
	for eff.Kind != run.Done {
		ev, at, ok := player.Next(eff, now)
		if !ok {
			return call, true
		}
		now = at
		eff = call.Next(ev, now)
	}
	return call, false
}

// judge judges the scene's reply again, on a turn that stage began.
func (s *scene) judge(t *Turn) Verdict {
	r := s.reply
	t.run.Spend(r.elapsed, r.attempts, r.retries)
	t.tries = maps.Clone(r.tries)
	if !r.stream {
		return t.Check(r.text)
	}
	return t.streamed(r.text, r.broke)
}
