package run

import (
	"hash/fnv"
	"time"

	"github.com/lacuna-go/lacuna/eval"
	"github.com/lacuna-go/lacuna/rules"
	"github.com/lacuna-go/lacuna/state"
)

// EffectKind says what the driver of a call has to do.
type EffectKind uint8

// The kinds of effect.
const (
	// Attempt: send Call to its tool, and report by Answered or Failed; at Deadline by Failed with TIMEOUT.
	Attempt EffectKind = iota + 1
	// Wait until Until, and report by Woke.
	Wait
	// Join: an equal write is under way; wait for Join.Done, and report by Joined.
	Join
	// Done: the call has its answer.
	Done
)

// Effect is what the driver of a call has to do next.
type Effect struct {
	Kind     EffectKind
	Call     *eval.Call
	Plan     *rules.Plan
	Deadline time.Time
	// OfTurn: the deadline is that of the turn's budget, which comes before the tool's timeout.
	OfTurn bool
	Until  time.Time
	Join   *Call
}

// EventKind says what happened to a call.
type EventKind uint8

// The kinds of event.
const (
	Answered EventKind = iota + 1
	Failed
	Woke
	Joined
	// Cancelled: the caller gave up, or lost the turn.
	Cancelled
	// Unsettled: an earlier equal write may have been executed; this one was not sent.
	Unsettled
)

// Event is what happened to a call.
type Event struct {
	Kind EventKind
	// Data of an answer, and when its value was true; a zero AsOf is not known.
	Data Data
	AsOf time.Time
	// Failure of a Failed. Its Attempts are filled in here.
	Failure state.Failure
	// DeadlineOfTurn: the turn's budget ended the attempt, not the tool's timeout.
	DeadlineOfTurn bool
	// Received reports whether anything of an answer arrived.
	Received bool
	// Passed: of a Failed, a part of its answer has been passed on, so that nothing may stand in for it.
	Passed bool
	// Unsent: of a Cancelled, the attempt that is under way was never sent.
	Unsent bool
}

// Data is an answer as the driver of the call has it, opaque here.
type Data interface {
	// Payload is the answer as an entry keeps it.
	Payload() []byte
}

// Bytes are their own payload.
type Bytes []byte

// Payload implements [Data].
func (b Bytes) Payload() []byte { return b }

// leaseSlack is how much longer than its timeout a probe may take to report.
const leaseSlack = time.Second

// Call is one call of a turn, as a machine. It belongs to one goroutine; Done and Result may be used by any once
// Done is closed.
type Call struct {
	callState
	view   eval.Turn // the turn as rules see it
	viewOf uint64    // the number of the turn that view is of; memory that is used again may hold it already
}

type callState struct {
	turn *Turn
	plan *rules.Plan
	call *eval.Call
	in   eval.Input
	leg  leg
	// Single: the context says that another owner repeats the whole call. Set it before the first event.
	Single bool
	// Decision says what became of the call, and why.
	Decision rules.Decision
	data     Data          // of a live answer
	first    *Call         // the equal write that this one repeats
	done     chan struct{} // of a read only where somebody asks
	over     bool
	flying   bool
	looked   bool // at all that a decision of the call's own tool reads of the turn, and nothing has been decided since
	writes   []Write
	tap      tap            // between the call and the world; nil for nothing
	clock    *budget        // the one that the call runs on
	shared   *budget        // that of a UseTool's target, where it is another one; it runs besides the call's own
	breaker  *state.Breaker // that was last read
}

// leg is what a call does with one tool: its own, or a UseTool's target.
type leg struct {
	plan     *rules.Plan
	call     *eval.Call
	in       *eval.Input // of a target; see legInput
	permit   state.Permit
	attempts int
	started  time.Time
	target   bool
	held     bool
	expected time.Duration
	// last is what the latest attempt came to, if it failed. It is reported where no later attempt says more.
	last state.Outcome
	// unsettled: a write may have been executed by an attempt so far, and no later one said otherwise.
	unsettled bool
	// asking: an attempt is under way; probe: it is a half-open probe; limit: how long it may take.
	asking, probe bool
	limit         time.Duration
}

// Start admits a call. facts are those of the turn with the call's own on top.
func (t *Turn) Start(call *eval.Call, facts *eval.Facts, now time.Time) (*Call, Effect) {
	return t.StartUnder(t.cfg.Set.Plan(call.Server, call.Tool), call, facts, now)
}

// StartUnder is Start where the call's plan is at hand.
func (t *Turn) StartUnder(plan *rules.Plan, call *eval.Call, facts *eval.Facts, now time.Time) (*Call, Effect) {
	call.Effect = plan.Effect
	c := t.newCall()
	c.turn, c.plan, c.call = t, plan, call
	if plan.Effect != eval.Read {
		c.done = make(chan struct{})
	}
	c.Decision.Plan, c.Decision.Step = plan, -1
	if first := t.claimWrite(plan, call, c); first != nil {
		c.first = first
		return c, Effect{Kind: Join, Join: first}
	}
	c.in.Call, c.in.Facts, c.in.TurnFacts, c.in.Turn = call, facts, t.cfg.Facts, &c.view // all else is empty
	if c.viewOf == 0 || c.viewOf != t.number {
		c.view, c.viewOf = t.cfg.Info, t.number
	}
	c.leg.plan, c.leg.call = plan, call
	c.tap = t.newTap()
	c.clock, c.flying = t.budgetOf(call.Server), true
	t.mu.Lock()
	c.clock.start(now)
	c.Decision.Moments = t.room()
	c.look(now)
	c.looked = c.tap == nil && len(t.entered) == 0
	t.mu.Unlock()
	c.pinned(now)
	return c, c.admit(now)
}

// claimWrite makes the call the turn's one write to a tool with these arguments, or returns the earlier one.
func (t *Turn) claimWrite(plan *rules.Plan, call *eval.Call, c *Call) *Call {
	if plan.Effect == eval.Read {
		return nil
	}
	key := writeKey(call)
	t.mu.Lock()
	defer t.mu.Unlock()
	if first := t.writes[key]; first != nil {
		return first
	}
	put(&t.writes, key, c)
	return nil
}

// pin sets what a decision reads, at its own now. An answer stops the clock that the call runs on, which shows the same at that time.
func (c *Call) pin(now time.Time, answered bool) {
	c.in.Reset()
	c.turn.mu.Lock()
	if answered {
		c.lands(now)
	}
	c.look(now)
	c.turn.mu.Unlock()
	c.pinned(now)
}

// look is what pin reads of the turn, whose mu is held.
func (c *Call) look(now time.Time) {
	c.in.Now = now
	if c.tap != nil {
		c.view = c.turn.cfg.Info // of which a tap may have changed anything
	}
	c.turn.look(&c.view, c.clock, now)
}

func (c *Call) admit(now time.Time) Effect {
	switch c.plan.Admit(&c.in, c.world(), &c.Decision) {
	case rules.Refuse:
		return c.finish(now)
	case rules.Attempt:
		if c.Decision.Arguments = c.checked(c.plan, c.call); c.Decision.Arguments.Refuses() {
			c.Decision.Outcome, c.Decision.Reason = rules.Refused, c.Decision.Arguments.Reason
			c.turn.unclaimWrite(c)
			return c.finish(now)
		}
		return c.attempt(c.Decision.Timeout, now)
	default:
		return c.choose(0, now)
	}
}

// unclaimWrite lets the model make a write again that was refused for its arguments: once a tool has returned the value, they
// may be right.
func (t *Turn) unclaimWrite(c *Call) {
	key := writeKey(c.call)
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.writes[key] == c {
		delete(t.writes, key)
	}
}

func writeKey(call *eval.Call) string {
	return call.Server + "\x00" + call.Tool + "\x00" + call.Args.Canonical()
}

// checked is what the Claims make of the arguments of a write, nil for a read.
func (c *Call) checked(plan *rules.Plan, call *eval.Call) *rules.Arguments {
	if plan.Effect == eval.Read || c.turn.cfg.CheckArgs == nil {
		return nil
	}
	return c.turn.cfg.CheckArgs(call, &c.in)
}

// attempt starts an attempt of the current leg, under a permit of its breaker.
func (c *Call) attempt(timeout time.Duration, now time.Time) Effect {
	l := &c.leg
	p := c.asked(timeout, now)
	if !p.Admitted && !l.target && c.Decision.Failure.Kind == 0 {
		c.Decision.Failure = state.Failure{Kind: state.BreakerOpen}
	}
	if !p.Admitted || !p.Counted {
		return c.giveUp(now)
	}
	l.probe = p.Probe
	l.attempts++
	l.asking = true
	l.started = now
	if l.attempts == 1 {
		l.expected = l.plan.Expected(c.legInput(), &c.Decision)
	}
	remaining := c.begun(now)
	l.limit = min(timeout, remaining)
	c.Decision.Attempts++
	if l.attempts > 1 {
		c.Decision.Retries++
	}
	return Effect{Kind: Attempt, Call: l.call, Plan: l.plan, Deadline: now.Add(l.limit), OfTurn: remaining < timeout}
}

// asked asks for an attempt, by way of the call's tap.
func (c *Call) asked(timeout time.Duration, now time.Time) Permitted {
	if c.tap != nil {
		return c.tap.permit(c, timeout, now)
	}
	return c.permit(timeout, now)
}

// giveUp ends a leg that gets no further attempt: what its last one came to is reported, and a write that may have been
// executed is followed by nothing.
func (c *Call) giveUp(now time.Time) Effect {
	l := &c.leg
	if l.attempts > 0 {
		c.report(l.last, now)
	}
	if l.unsettled {
		c.Decision.Outcome = rules.Uncertain
		return c.finish(now)
	}
	return c.chain(now)
}

// counted counts the attempt for the engine; a retry may find that others took the last place since it was decided.
func (c *Call) counted(now time.Time) bool {
	r := c.turn.cfg.Retries
	if r == nil {
		return true
	}
	if c.leg.attempts > 0 {
		return r.Take(now)
	}
	r.Call(now)
	return true
}

// permitted keeps the leg's permit while its breaker has not changed, and else asks for another.
func (c *Call) permitted(timeout time.Duration, now time.Time) bool {
	l := &c.leg
	b, cfg := c.turn.breakerAmong(l.plan, c.breaker)
	if l.held {
		if l.permit.Stands(cfg, now) {
			return true
		}
		l.permit.Release(now)
	}
	l.permit, l.held = b.Admit(cfg, c.turn.conversation(), timeout+leaseSlack, now)
	return l.held
}

// Next feeds an event to the machine.
func (c *Call) Next(ev Event, now time.Time) Effect {
	if c.tap != nil {
		c.tap.event(c, ev, now)
	}
	switch ev.Kind {
	case Joined:
		c.settled()
		return Effect{Kind: Done}
	case Cancelled:
		return c.cancel(ev, now)
	case Unsettled:
		c.in.Now = now
		c.Decision.Outcome = rules.Uncertain
		return c.finish(now)
	default:
	}
	c.pin(now, ev.Kind == Answered)
	switch ev.Kind {
	case Answered:
		return c.answered(ev, now)
	case Failed:
		return c.failed(ev, now)
	case Woke:
		return c.woke(now)
	default:
	}
	return Effect{Kind: Done}
}

func (c *Call) answered(ev Event, now time.Time) Effect {
	l := &c.leg
	l.asking = false
	took := now.Sub(l.started)
	c.succeed(took, now)
	if !c.playing() {
		c.turn.latencies(l.plan, c.breaker).Observe(now, took)
	}
	c.store(ev, now)
	c.data = ev.Data
	if l.plan.Evidence.Copy {
		c.turn.serveCached(l.plan.Server)
	}
	c.wrote(false)
	c.Decision.Outcome = rules.OK
	if l.target {
		c.Decision.Outcome = rules.Fallback
	}
	return c.finish(now)
}

// report ends the leg's permit; it counts once, whatever the attempts.
func (c *Call) report(o state.Outcome, now time.Time) {
	if !c.leg.held {
		return
	}
	c.leg.held = false
	c.leg.permit.Done(o, now)
}

// succeed is report for an answer.
func (c *Call) succeed(took time.Duration, now time.Time) {
	if c.leg.held {
		c.leg.held = false
		c.leg.permit.Succeed(took, now)
	}
}

// store keeps a live success for a later Cached step. An entry that its provenance forbids is not kept.
func (c *Call) store(ev Event, now time.Time) {
	l := &c.leg
	if l.plan.Store == nil {
		return
	}
	in := c.legInput()
	key := l.plan.Stores(in, &c.Decision)
	asOf := ev.AsOf
	if asOf.IsZero() && !l.plan.Evidence.Copy {
		asOf = l.started // the value was true when it was asked for, at the earliest
	}
	if key == "" || asOf.IsZero() || c.playing() {
		return
	}
	_ = c.turn.cfg.Store.Put(key, state.Entry{Server: l.plan.Server, Tool: l.plan.Tool, AsOf: asOf, Payload: ev.Data.Payload()}, now)
}

// legInput is the input of the tool that the leg is about.
func (c *Call) legInput() *eval.Input {
	if !c.leg.target {
		return &c.in
	}
	if c.leg.in == nil {
		c.leg.in = new(eval.Input)
	}
	in := c.leg.in
	tool := c.world().Tool(c.leg.plan, c.in.Now)
	*in = eval.Input{
		Now: c.in.Now, Call: c.leg.call, Turn: &c.view, Facts: c.in.Facts, TurnFacts: c.in.TurnFacts,
		Breaker: &tool.Breaker, Latency: &tool.Latency, Failure: c.in.Failure,
	}
	return in
}

func (c *Call) failed(ev Event, now time.Time) Effect {
	l := &c.leg
	l.asking = false
	f := ev.Failure
	f.Attempts = l.attempts
	o := state.Outcome{
		Kind: f.Kind, Took: now.Sub(l.started), Expected: l.expected, Received: ev.Received,
		RetryAfter: f.RetryAfter, HasRetryAfter: f.HasRetryAfter,
	}
	if ev.DeadlineOfTurn {
		o.Kind = state.Budget
		if l.last.Kind != 0 {
			o = l.last // being cut short says less
		}
	}
	l.last = o
	l.unsettled = l.unsettled || l.plan.Effect != eval.Read && f.Uncertain()
	if f.Kind == state.RateLimited && l.held {
		l.permit.Limit(f.RetryAfter, f.HasRetryAfter, now)
	}
	c.Decision.Passed = c.Decision.Passed || ev.Passed
	c.in.Failure = &f
	in := c.legInput()
	action, pause := l.plan.After(in, c.world(), &c.Decision, rules.Attempted{
		Probe: l.probe, Single: c.Single || ev.Passed, Target: l.target, Pause: c.pause(l),
	})
	if action == rules.Retried {
		if pause <= 0 {
			return c.attempt(l.plan.Timeout(in, &c.Decision), now)
		}
		return Effect{Kind: Wait, Until: now.Add(pause)}
	}
	if action == rules.Unavailable || action == rules.Refuse && l.target {
		return c.giveUp(now)
	}
	c.report(o, now)
	return c.finish(now)
}

// pause is the backoff before the next attempt: full jitter over a bound that doubles with each attempt, up to the policy's
// maximum. The draw is a hash, so that a replay waits as long.
func (c *Call) pause(l *leg) time.Duration {
	b := l.plan.Retry.Backoff
	if b == (rules.Backoff{}) {
		b = rules.DefaultBackoff()
	}
	bound := b.Initial
	for i := 1; i < l.attempts && bound < b.Max; i++ {
		bound *= 2
	}
	bound = min(bound, b.Max)
	h := fnv.New64a()
	for _, s := range []string{c.turn.cfg.Info.ID, c.call.ID, l.call.Server, l.call.Tool, string(rune(l.attempts))} {
		_, _ = h.Write([]byte(s)) // never fails
	}
	const places = 1 << 16
	return bound / places * time.Duration(h.Sum64()%places)
}

// woke goes on after a pause. Where the sleep took longer than was asked for, there may be no time left.
func (c *Call) woke(now time.Time) Effect {
	l, in := &c.leg, c.legInput()
	tool := c.world().Tool(l.plan, now)
	if tool.Remaining <= 0 || tool.Remaining < min(l.plan.Expected(in, &c.Decision), tool.Budget/2) {
		return c.giveUp(now)
	}
	return c.attempt(l.plan.Timeout(in, &c.Decision), now)
}

// chain goes on to the fallback chain of the call's own tool: from its start, or behind the target that failed.
func (c *Call) chain(now time.Time) Effect {
	from := 0
	if c.leg.target {
		from = c.Decision.Step + 1
	}
	return c.choose(from, now)
}

func (c *Call) choose(from int, now time.Time) Effect {
	if c.leg.held {
		c.leg.permit.Release(now)
		c.leg.held = false
	}
	c.leave(now)
	c.turn.enter(c.plan, c.Decision.Failure)
	step, call := c.plan.Choose(&c.in, c.world(), from, &c.Decision)
	if step == nil || step.Kind != eval.StepUseTool {
		if c.Decision.Outcome == rules.Cached {
			c.turn.serveCached(c.Decision.Entry.Server)
		}
		return c.finish(now)
	}
	if why := c.barred(c.Decision.Target, call); why != "" {
		c.Decision.Bar(why)
		return c.choose(c.Decision.Step+1, now)
	}
	c.leg = leg{plan: c.Decision.Target, call: call, target: true}
	c.share(now)
	return c.attempt(c.Decision.Target.Timeout(c.legInput(), &c.Decision), now)
}

// barred says why a fallback must not be sent although its tool could be called: a write with unsourced arguments, or one that the turn
// has made already.
func (c *Call) barred(plan *rules.Plan, call *eval.Call) string {
	if a := c.checked(plan, call); a.Refuses() {
		return "refused: " + a.Reason
	}
	if first := c.turn.claimWrite(plan, call, c); first != nil && first != c {
		return "the turn has made this write already"
	}
	return ""
}

// A Write is a write that the call sent, to its own tool or to a fallback.
type Write struct {
	Plan *rules.Plan
	// Uncertain: it may have been executed; otherwise it was.
	Uncertain bool
}

// wrote records what became of the leg's write, where it was executed or may have been.
func (c *Call) wrote(uncertain bool) {
	if l := &c.leg; l.plan.Effect != eval.Read && l.attempts > 0 {
		c.writes = append(c.writes, Write{l.plan, uncertain})
	}
}

// Writes lists the writes that were executed or may have been.
func (c *Call) Writes() []Write { return c.writes }

func (c *Call) cancel(ev Event, now time.Time) Effect {
	c.in.Now = now
	c.Decision.Outcome = rules.Cancelled
	if c.first != nil {
		c.settled()
		return Effect{Kind: Done}
	}
	if l := &c.leg; l.asking && ev.Unsent {
		l.asking = false
		l.attempts--
		c.Decision.Attempts--
	}
	if l := &c.leg; l.attempts > 0 {
		if l.asking || l.unsettled {
			c.wrote(true)
		}
		o := l.last // the caller gave up on a tool that had failed before
		if o.Kind == 0 {
			o = state.Outcome{Kind: state.Cancelled, Took: now.Sub(l.started), Expected: l.expected, Received: ev.Received}
		}
		c.report(o, now)
	}
	return c.finish(now)
}

func (c *Call) finish(now time.Time) Effect {
	if c.leg.held {
		c.leg.permit.Release(now)
		c.leg.held = false
	}
	if c.Decision.Outcome == rules.Uncertain {
		c.wrote(true)
	}
	c.leave(now)
	c.land(now)
	c.count(now)
	c.settled()
	return Effect{Kind: Done}
}

// count keeps the numbers of a tool that is drilled: how often, and how often its chain is really needed.
func (c *Call) count(now time.Time) {
	d := &c.Decision
	if c.plan.Drill == nil && !d.Drilled() || c.playing() {
		return
	}
	switch d.Outcome {
	case rules.OK:
		c.turn.latencies(c.plan, c.breaker).Came(0, now)
	case rules.Cached, rules.Fallback, rules.Omit, rules.HardFail:
		c.turn.latencies(c.plan, c.breaker).Came(d.Failure.Kind, now)
	case rules.Refused, rules.Uncertain, rules.Cancelled:
	}
}

func (c *Call) settled() {
	if c.over = true; c.done != nil {
		close(c.done)
	}
}

// Done is closed when the call has its answer. That of a read, which nobody joins, is for the call's own goroutine.
func (c *Call) Done() <-chan struct{} {
	if c.done == nil {
		c.done = make(chan struct{})
		if c.over {
			close(c.done)
		}
	}
	return c.done
}

// Call returns what was asked.
func (c *Call) Call() *eval.Call { return c.call }

// First returns the equal write whose answer this call gets, or nil.
func (c *Call) First() *Call { return c.first }

// Data returns the data of an answer of the tool, or of another one; nil without. That from the cache is the Decision's entry.
func (c *Call) Data() Data { return c.data }

// Input returns what the last decision read, for explanations.
func (c *Call) Input() *eval.Input { return &c.in }

// Probing reports whether the attempt under way is a half-open probe.
func (c *Call) Probing() bool { return c.leg.held && c.leg.permit.Probe() }
