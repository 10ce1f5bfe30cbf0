package engine

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/lacuna-go/lacuna/eval"
	"github.com/lacuna-go/lacuna/guard"
	"github.com/lacuna-go/lacuna/internal/run"
	"github.com/lacuna-go/lacuna/rules"
	"github.com/lacuna-go/lacuna/state"
)

// Replayed is what a recorded decision, or verdict, comes to under a set of policies.
type Replayed struct {
	// Record of a decision, Verdict of a reply; the other is nil. Outcome "attempt" says that the call would be sent, and that the record
	// does not tell what would come of it.
	Record  *Record
	Verdict *VerdictRecord
	// Model is what the model would be given for the call. The data of a tool is not in it.
	Model string
	// Unknown lists inputs that the record does not hold, for they were redacted or too large, and that could count here. With any,
	// this is not what would have happened.
	Unknown []string
	// Assumed says in words what was asked under these policies and never under those of the record.
	Assumed []string

	scene *scene
	turn  *Turn
	tape  *run.Tape
}

// Errors of [Replay].
var (
	// ErrNoInputs: the record holds no inputs. See [WithInputs].
	ErrNoInputs = errors.New("the record holds no inputs")

	errFactsMissing = errors.New("WithFacts supplied nothing")
)

// Replay decides a recorded call again under a set, without running anything: with what was read then, by what its attempts came to
// then. Under the record's own set, the one with its digest, the decision is equal ([Record.Differs]); under another, it is what
// would have become of the call. Where that one goes on to attempts which nobody made, each comes to what the last one of its tool
// came to, within its timeout.
//
// It fails where the record holds no inputs, and where they don't fit the set: a purpose that it does not declare, a fact of another
// type. It is pure, and safe for concurrent use.
func Replay(ctx context.Context, set *rules.Set, r *Record) (*Replayed, error) {
	if r.Inputs == nil {
		return nil, ErrNoInputs
	}
	s, err := sceneOfRecord(r)
	if err != nil {
		return nil, err
	}
	return s.replay(ctx, set, r.Inputs)
}

// ReplayVerdict judges a recorded reply again under a set, as [Replay] does for a call.
func ReplayVerdict(ctx context.Context, set *rules.Set, r *VerdictRecord) (*Replayed, error) {
	if r.Inputs == nil {
		return nil, ErrNoInputs
	}
	s, err := sceneOfVerdict(r)
	if err != nil {
		return nil, err
	}
	return s.replay(ctx, set, r.Inputs)
}

// Replay is [Replay] or [ReplayVerdict], whichever the line holds.
func (l *Logged) Replay(ctx context.Context, set *rules.Set) (*Replayed, error) {
	if l.Record != nil {
		return Replay(ctx, set, l.Record)
	}
	return ReplayVerdict(ctx, set, l.Verdict)
}

// replay comes to the scene's decision or verdict under a set. in says what the scene lacks; nil is nothing.
func (s *scene) replay(ctx context.Context, set *rules.Set, in *Inputs) (*Replayed, error) {
	out := &Replayed{scene: s}
	var trace *eval.Trace
	if in != nil && len(in.Redacted)+len(in.Truncated) > 0 {
		trace = &eval.Trace{} // what is evaluated has to be known
	}
	var player *run.Player
	if s.call != nil && s.call.tape != nil {
		out.tape = s.call.tape
		player = run.NewPlayer(s.call.tape, set, s.call.call.Server)
	}
	t, err := s.stage(ctx, set, player, trace)
	if err != nil {
		return nil, err
	}
	out.turn = t
	if s.reply != nil {
		out.Verdict = s.judge(t).Record
	} else {
		if err := out.decide(t, player); err != nil {
			return nil, err
		}
	}
	out.Unknown = s.unknown(in, t, trace)
	return out, nil
}

// decide fills in the record of the scene's call.
func (r *Replayed) decide(t *Turn, player *run.Player) error {
	a, open, err := r.scene.decide(t, player)
	if err != nil {
		return err
	}
	r.Record = a.Record()
	if open {
		r.Record.open(&a.decision)
	} else {
		r.Model = a.Model()
	}
	if player != nil {
		r.Assumed = player.Assumed
	}
	return nil
}

// open says of a record that the call goes on to an attempt.
func (r *Record) open(d *rules.Decision) {
	r.Outcome = rules.Attempt.String()
	if d.Target != nil {
		r.Fallback = d.Target.Server + "/" + d.Target.Tool
	}
}

// asked notes what a played turn asked of its evidence.
type asked struct{ evidence, arguments bool }

func (a *asked) note(arguments bool) {
	switch {
	case a == nil:
	case arguments:
		a.arguments = true
	default:
		a.evidence = true
	}
}

// unknown lists what the inputs lack and what could have counted.
func (s *scene) unknown(in *Inputs, t *Turn, trace *eval.Trace) []string {
	if in == nil {
		return nil
	}
	var list []string
	for _, path := range slices.Concat(in.Redacted, in.Truncated) {
		if s.counts(path, t, trace) && !slices.Contains(list, path) {
			list = append(list, path)
		}
	}
	if s.unkept && t.asked.evidence {
		list = append(list, "results")
	}
	slices.Sort(list)
	return list
}

// counts reports whether an input that is lacking could have counted.
func (s *scene) counts(path string, t *Turn, trace *eval.Trace) bool {
	root, _, _ := strings.Cut(path, ".")
	root, _, _ = strings.Cut(root, "[")
	switch root {
	case "reply", "owed":
		return true
	case "args":
		return t.asked.arguments || trace.Touched("call."+path)
	case "idempotency_key":
		return trace.Touched("call." + path)
	case "results", "said":
		return t.asked.evidence
	case "facts":
		return trace.Touched(path)
	case "call_facts":
		return trace.Touched(strings.TrimPrefix(path, "call_"))
	case "audience", "conversation", "channel":
		return trace.Touched("turn." + path)
	default: // the log left out what the call was decided by
		return true
	}
}

// Explain explains the decision that was replayed: the state in which the call was admitted, and that in which its chain was
// entered, which is nil where it was not, or at once. Both are nil for a call that no policy was asked about.
func (r *Replayed) Explain() (admission, chain *rules.Explanation) {
	if r.Record == nil || r.scene.call.refused != 0 || r.tape == nil || len(r.tape.Moments) == 0 {
		return nil, nil
	}
	admission = r.explain(r.tape.Moments[0].Now, nil)
	f, entered := r.Record.Chained()
	if f == nil {
		return admission, nil
	}
	for i := range r.tape.Events { // whether the tool answered is not in the record
		if e := &r.tape.Events[i]; e.Kind == run.Failed && e.Server == r.Record.Server && e.Tool == r.Record.Tool {
			f.Answered = e.Failure.Answered
		}
	}
	return admission, r.explain(r.Record.At.Add(entered), f)
}

func (r *Replayed) explain(now time.Time, failure *state.Failure) *rules.Explanation {
	c, t := r.scene.call, r.turn
	facts, err := r.scene.callFacts(t)
	args, err2 := eval.ParseArgs(c.call.Args)
	if err != nil || err2 != nil { // the replay has read both
		return nil
	}
	player := run.NewPlayer(r.tape, t.set, c.call.Server)
	now = player.Seek(now)
	plan := t.set.Plan(c.call.Server, c.call.Tool)
	view := t.run.View(c.call.Server, now)
	player.View(&view)
	read := player.Tool(plan, now)
	return plan.Explain(&eval.Input{
		Now: now, Context: t.ctx, Turn: &view, Facts: facts, TurnFacts: t.facts, Breaker: &read.Breaker, Latency: &read.Latency,
		Call: &eval.Call{
			ID: c.call.ID, Server: plan.Server, Tool: plan.Tool, Effect: plan.Effect, Args: args, IdempotencyKey: c.call.IdempotencyKey,
		},
	}, player, failure)
}

// ExplainReply explains the verdict that was replayed, as [Turn.ExplainReply] does; nil for a call.
func (r *Replayed) ExplainReply() []rules.ExplainedClaim {
	if r.Verdict == nil {
		return nil
	}
	return r.turn.ExplainReply(r.scene.reply.text)
}

// Chained returns what the attempts of the call's own tool came to before its chain was entered, and when that was since the call
// began; nil if there were none, or one succeeded.
func (r *Record) Chained() (*Failure, time.Duration) {
	if r.Failure == nil || r.Outcome == rules.OK.String() || r.Outcome == rules.Cancelled.String() {
		return nil, 0
	}
	d := &inputReader{}
	f := d.failure(&FailureInputs{FailureRecord: *r.Failure})
	if d.err != nil || f.Kind.NoAttempt() {
		return nil, 0
	}
	var entered time.Duration
	for _, m := range r.Moments {
		if m.Tool != r.Server+"/"+r.Tool {
			continue // of a tool that stood in
		}
		switch m.Action {
		case rules.Attempt.String(), rules.Retried.String():
			f.Attempts++
		}
		if m.Stage == rules.Retrying.String() {
			entered = d.duration("moments.at", m.At)
		}
	}
	if f.Attempts == 0 { // an earlier call of the turn failed so
		return nil, 0
	}
	return &f, entered
}

// sceneOf is what the driver's call read, nil where that is not kept. from is the call whose decision it is.
func (d *driver) sceneOf(a *Answer, from *run.Call) *scene {
	t, tape := d.turn, from.Tape()
	if tape == nil || a.repeated && a.Outcome == rules.Cancelled {
		return nil
	}
	found, ok := t.found(from.Call())
	if !ok {
		return nil
	}
	c := &callScene{
		id: a.ident(), call: d.call, named: d.named, flat: d.flat, single: found.single, repeated: a.repeated, missing: d.missing != nil,
		fields: a.errorFields(), tape: tape, begun: a.begun, end: t.clock().Now(), effect: a.decision.Plan.Effect,
	}
	c.call.Args, c.call.IdempotencyKey = from.Call().Args.JSON(), from.Call().IdempotencyKey
	if facts := from.Facts(); facts != t.facts {
		c.facts = facts.Map()
	}
	if args := a.decision.Arguments; args.Refuses() {
		c.names = map[string][]string{}
		for _, ref := range args.From {
			c.names[refName(ref)] = a.namesOf(ref)
		}
	}
	return &scene{turnScene: found.turnScene, call: c}
}

func refName(ref rules.ToolRef) string { return ref.Server + "/" + ref.Tool }

// start admits the driver's call, and keeps the turn as it finds it.
func (d *driver) start(ctx context.Context, plan *rules.Plan, now time.Time) (*run.Call, run.Effect) {
	t, ec := d.turn, &d.asked
	if t.keeps() {
		t.keep(ec, found{turnScene: t.snapshot(), single: retryOwner(ctx)})
	}
	call, eff := t.run.StartUnder(plan, ec, d.facts, now)
	call.Single = retryOwner(ctx)
	return call, eff
}

// found is a turn as a call found it. It is kept by the call, for an equal write gets the same answer, and so the same record.
type found struct {
	turnScene
	single bool
}

func (t *Turn) keep(c *eval.Call, f found) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.kept == nil {
		t.kept = map[*eval.Call]found{}
	}
	t.kept[c] = f
}

func (t *Turn) found(c *eval.Call) (found, bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	f, ok := t.kept[c]
	return f, ok
}

// refind keeps the evidence as it is now, where the arguments of a call are about to be judged by it. A target of a UseTool is none that
// was kept: then the calls of the turn say that the evidence they were decided by is not theirs.
func (t *Turn) refind(c *eval.Call) {
	if !t.keeps() {
		return
	}
	now := t.snapshot()
	t.mu.Lock()
	defer t.mu.Unlock()
	if f, ok := t.kept[c]; ok {
		f.turnScene = now
		t.kept[c] = f
		return
	}
	for c, f := range t.kept {
		f.raced = f.raced || f.size != now.size
		t.kept[c] = f
	}
}

// judged notes if the evidence changed while the arguments of a call were judged by it.
func (t *Turn) judged(c *eval.Call) {
	if !t.keeps() {
		return
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if f, ok := t.kept[c]; ok && f.size != t.evidenceSize() {
		f.raced = true
		t.kept[c] = f
	}
}

// errorFields are the arguments that the dispatcher's own error names.
func (a *Answer) errorFields() []string {
	var own *Error
	if errors.As(a.cause, &own) {
		return own.Fields
	}
	return nil
}

// sceneOf is what a verdict is about to read, nil where that is not kept.
func (t *Turn) sceneOf(reply string, now time.Time) *scene {
	if !t.keeps() {
		return nil
	}
	view := t.run.View("", now)
	r := &replyScene{text: reply, now: now, elapsed: view.Elapsed, attempts: view.Attempts, retries: view.Retries, cached: view.Cached}
	s := &scene{turnScene: t.snapshot(), reply: r}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.replies++
	r.id = replyID(t.info.ID, t.replies)
	if len(t.tries) > 0 {
		r.tries = make(map[string]int, len(t.tries))
		for k, v := range t.tries {
			r.tries[k] = v
		}
	}
	return s
}

// streamed marks the scene of a reply that came through a gate; held is why the gate held the rest back, nil if it did not.
func (s *scene) streamed(held error) *scene {
	if s != nil {
		s.reply.stream, s.reply.broke = true, held != nil && !errors.Is(held, guard.ErrHeld)
	}
	return s
}

// streamed judges a reply that came through a gate again. broke: its reader was gone.
func (t *Turn) streamed(reply string, broke bool) Verdict {
	g := t.Gate(discard{})
	if broke {
		return t.closing(g.reply, reply, errReaderGone)
	}
	_, _ = g.Write([]byte(reply)) // the verdict says what was held back
	_ = g.Close()
	return g.Verdict()
}

var errReaderGone = errors.New("the reader was gone")

type discard struct{}

// Write takes everything.
func (discard) Write(p []byte) (int, error) { return len(p), nil }

// String says in a line what could not be replayed.
func (r *Replayed) String() string {
	if len(r.Unknown) == 0 {
		return "replayed"
	}
	return fmt.Sprintf("not replayable: %s could have counted and is not in the record", strings.Join(r.Unknown, ", "))
}
