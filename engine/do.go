package engine

import (
	"context"
	"crypto/rand"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"hash/fnv"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/lacuna-go/lacuna/eval"
	"github.com/lacuna-go/lacuna/guard"
	"github.com/lacuna-go/lacuna/internal/run"
	"github.com/lacuna-go/lacuna/rules"
	"github.com/lacuna-go/lacuna/state"
)

// Do runs one tool call that the model asked for: it is admitted, attempted, retried, falls back or stops, as the
// policies say. It never returns an error: the Answer has what the model gets. It returns at the latest when the
// budget is spent, even if dispatch ignores its context.
func (t *Turn) Do(ctx context.Context, call Call, dispatch Dispatch) Answer {
	var a Answer
	t.do(ctx, &call, dispatch, &a)
	t.settle(&a)
	return a
}

// DoAll runs the calls that a model asked for at once, in parallel, and returns their answers in the same order. Once one ends
// the turn, reads are cancelled and writes finish; of several that end it, the first of the batch wins, so an earlier read that might end it
// too is waited for.
func (t *Turn) DoAll(ctx context.Context, calls []Call, dispatch Dispatch) []Answer {
	answers := make([]Answer, len(calls))
	cancels := make([]context.CancelCauseFunc, len(calls))
	ctxs := make([]context.Context, len(calls))
	for i := range calls {
		ctxs[i], cancels[i] = context.WithCancelCause(ctx)
	}
	var group sync.WaitGroup
	one := func(i int) {
		defer cancels[i](nil)
		t.do(ctxs[i], &calls[i], dispatch, &answers[i])
		if !answers[i].Outcome.Ends() {
			return
		}
		for j := range calls {
			if plan := t.planOf(calls[j]); plan.Effect == eval.Read && (j > i || !plan.CanEnd()) {
				cancels[j](errTurnEnded)
			}
		}
	}
	if _, virtual := t.clock().(*state.Virtual); virtual || len(calls) == 1 {
		for i := range calls { // one virtual clock: side by side would not be repeatable
			one(i)
		}
	} else {
		for i := range calls {
			group.Go(func() { one(i) })
		}
		group.Wait()
	}
	for i := range answers {
		t.settle(&answers[i])
	}
	return answers
}

var errExited = errors.New("the dispatcher left by runtime.Goexit")

var errTurnEnded = errors.New("another call ended the turn")

func (t *Turn) clock() state.Clock {
	if t == nil || t.eng == nil {
		return state.System()
	}
	return t.eng.options.clock
}

// planOf returns the plan of a call; of a name that is no tool's, that of an uncovered one.
func (t *Turn) planOf(call Call) *rules.Plan {
	tool, err := t.eng.resolve(call.Server, call.Tool)
	if err != nil {
		tool = Tool{Tool: call.Tool}
	}
	return t.set.Plan(tool.Server, tool.Tool)
}

// settle ends the turn if the answer does. The first that does, wins.
func (t *Turn) settle(a *Answer) {
	if t == nil || t.eng == nil || !a.Outcome.Ends() {
		return
	}
	step := a.decision.Ending()
	t.mu.Lock()
	first := t.final == nil && !t.ended.Load()
	if first {
		t.endedBy = a.Outcome
		t.final = &Final{
			Text: a.decision.EndingMessage(t.language), Handoff: step.Handoff, Queue: step.Queue,
			Reason: a.reason(), Tool: Tool{a.decision.Plan.Server, a.decision.Plan.Tool}, Incident: a.incident,
		}
	}
	t.mu.Unlock()
	if first {
		t.End()
	}
}

// do runs a call without ending the turn, and fills in its answer.
func (t *Turn) do(ctx context.Context, asked *Call, dispatch Dispatch, a *Answer) {
	if !t.live() {
		*a = Answer{Outcome: rules.Cancelled, tool: asked.Tool}
		return
	}
	call := *asked
	tool, err := t.eng.resolve(call.Server, call.Tool)
	if err != nil {
		t.refuse(ctx, call, asked.Tool, state.NotFound, err, a)
		return
	}
	call.Server, call.Tool = tool.Server, tool.Tool
	args, err := eval.ParseArgs(call.Args)
	if err != nil {
		t.refuse(ctx, call, asked.Tool, state.Invalid, err, a)
		return
	}
	call.Args = args.JSON()
	if check := t.eng.options.arguments; check != nil {
		if err := check(call); err != nil {
			t.refuse(ctx, call, asked.Tool, state.Invalid, err, a)
			return
		}
	}
	facts, missing, err := t.factsFor(ctx, &call)
	if err != nil {
		t.refuse(ctx, call, asked.Tool, state.Internal, err, a) // the embedder's fault: no other arguments help
		return
	}
	plan := t.set.Plan(tool.Server, tool.Tool)
	if call.IdempotencyKey == "" && plan.Effect != eval.Read {
		call.IdempotencyKey = rand.Text()
	}
	if ctx.Done() != t.ctx.Done() { // the end of the turn's context is that of the call, too
		var cancel context.CancelCauseFunc
		ctx, cancel = context.WithCancelCause(ctx)
		defer cancel(nil)
		defer context.AfterFunc(t.ctx, func() { cancel(context.Cause(t.ctx)) })()
	}
	if ctx.Err() != nil { // it stops everything at once, also what a chain would say
		*a = Answer{Outcome: rules.Cancelled, turn: t, call: call.ID, tool: asked.Tool, cause: context.Cause(ctx)}
		return
	}
	d := t.newDriver()
	d.call, d.named, d.flat, d.dispatch, d.number, d.facts, d.missing = call, asked.Tool, asked.Server == "", dispatch, t.calls.Add(1), facts, missing
	d.asked = eval.Call{ID: call.ID, Server: call.Server, Tool: call.Tool, Args: args, IdempotencyKey: call.IdempotencyKey}
	d.drive(ctx, plan, a)
}

// refuse answers a call that is no call.
func (t *Turn) refuse(ctx context.Context, call Call, named string, kind FailureKind, err error, a *Answer) {
	*a = Answer{Outcome: rules.Refused, call: call.ID, tool: named, turn: t, number: t.calls.Add(1), cause: err}
	a.decision.Reset(t.set.Plan(call.Server, call.Tool))
	a.decision.Outcome, a.decision.Reason = rules.Refused, kind.String()
	a.decision.Failure = Failure{Kind: kind}
	if t.keeps() {
		a.scene = &scene{turnScene: t.snapshot(), call: &callScene{refused: kind, fields: a.errorFields(), call: call, named: named, id: a.ident()}}
	}
	a.finish(ctx, t.eng.options.clock.Now())
}

// driver performs the effects of one call in real time: goroutines for attempts, the clock for waiting.
type driver struct {
	turn     *Turn
	call     Call
	asked    eval.Call // the same, as rules see it
	named    string    // the tool, as the model called it
	flat     bool
	dispatch Dispatch
	number   int64
	facts    *eval.Facts
	cause    error
	native   any
	asOf     time.Time
	missing  error    // why WithFacts supplied nothing
	intents  []string // keys of the effect log that this call opened
	// first is the memory of an attempt, and run its method. lost: a goroutine may still have it.
	first running
	run   func(context.Context)
	lost  bool
}

// newDriver returns an empty driver: a new one, or one whose call is done.
func (t *Turn) newDriver() *driver {
	d, ok := t.eng.drivers.Get().(*driver)
	if !ok {
		d = new(driver)
		d.run = d.first.run
	}
	d.turn = t
	return d
}

// free gives the memory of the driver and of its call to others, unless somebody may still look at it.
func (d *driver) free(call *run.Call) {
	if !call.Free() || d.lost {
		return
	}
	drivers := &d.turn.eng.drivers
	*d = driver{run: d.run}
	drivers.Put(d)
}

func (d *driver) drive(ctx context.Context, plan *rules.Plan, a *Answer) {
	clock := d.turn.eng.options.clock
	begun := clock.Now()
	now := begun
	call, eff := d.start(ctx, plan, begun)
	for eff.Kind != run.Done {
		var ev run.Event
		switch eff.Kind {
		case run.Attempt:
			ev = d.attempt(ctx, call, eff)
		case run.Wait:
			ev.Kind = run.Woke
			if clock.Sleep(ctx, eff.Until) != nil {
				ev.Kind = run.Cancelled
			}
		case run.Join:
			ev.Kind = run.Joined
			select {
			case <-eff.Join.Done():
			case <-ctx.Done():
				ev.Kind = run.Cancelled
			}
		case run.Done:
		}
		now = clock.Now()
		eff = call.Next(ev, now)
	}
	d.conclude(ctx, call)
	d.turn.eng.store.Deliver()
	d.turn.eng.alarm(now)
	d.answer(ctx, a, call, begun, now)
	d.free(call)
}

// attemptResult is what a dispatcher came to.
type attemptResult struct {
	result   Result
	failure  Failure
	failed   bool
	cause    error
	panicked bool
}

func (d *driver) attempt(ctx context.Context, call *run.Call, eff run.Effect) run.Event {
	if ctx.Err() != nil {
		d.cause = context.Cause(ctx)
		return run.Event{Kind: run.Cancelled, Unsent: true}
	}
	if ev, ok := d.intend(ctx, eff); !ok {
		return ev
	}
	a, f := &d.first, d.run
	if d.lost {
		a = new(running)
		f = a.run
	}
	*a = running{driver: d, ctx: &attemptContext{Context: ctx}, call: eff.Call, plan: eff.Plan, started: call.Started()}
	marks := &a.ctx.marks
	returned := d.turn.eng.options.clock.Run(a.ctx, eff.Deadline, f)
	passed := marks.close()
	d.lost = d.lost || !returned || a.state.Load() != answered
	if !returned {
		return d.givenUp(ctx, a, eff.OfTurn, passed)
	}
	r := &a.attemptResult
	if a.state.Load() != answered { // the dispatcher ended its goroutine
		r = &attemptResult{failed: true, failure: Failure{Kind: state.Panic, Sent: true}, cause: errExited}
	}
	d.cause = r.cause
	if r.failed && ctx.Err() != nil {
		d.cause = context.Cause(ctx) // why the caller gave up, not how the dispatcher put it
		return run.Event{Kind: run.Cancelled, Unsent: marks.unsent.Load(), Received: passed}
	}
	ev := r.event(d, eff.Plan)
	ev.Passed = passed
	return ev
}

// running is an attempt under way: what its goroutine and the call that waits for it share.
type running struct {
	driver  *driver
	ctx     *attemptContext
	call    *eval.Call
	plan    *rules.Plan
	started time.Time
	// attemptResult is the goroutine's until state says answered.
	attemptResult
	state atomic.Int32
}

// attemptContext is the parent of the context that the dispatcher gets, and knows the marks. It outlives the call where a dispatcher keeps
// its context, so it is no part of anything that other calls use again.
type attemptContext struct {
	context.Context
	marks marks
}

// Value implements [context.Context].
func (c *attemptContext) Value(key any) any {
	if key == (marksKey{}) {
		return &c.marks
	}
	return c.Context.Value(key)
}

func (a *running) run(ctx context.Context) {
	a.driver.send(ctx, a.call, &a.attemptResult)
	if !a.state.CompareAndSwap(underWay, answered) {
		a.late()
	}
}

// The states of an attempt. Who settles it first, by one swap, says whether its answer counts or is late.
const (
	underWay int32 = iota
	answered
	abandoned
)

// givenUp says what an attempt comes to that has not returned in time.
func (d *driver) givenUp(ctx context.Context, a *running, ofTurn, passed bool) run.Event {
	if !a.state.CompareAndSwap(underWay, abandoned) { // it came as we gave up: it may still fill the cache
		a.late()
	}
	unsent := a.ctx.marks.unsent.Load()
	if ctx.Err() != nil {
		d.cause = context.Cause(ctx)
		return run.Event{Kind: run.Cancelled, Unsent: unsent, Received: passed}
	}
	d.cause = context.DeadlineExceeded
	return run.Event{
		Kind: run.Failed, Failure: Failure{Kind: state.Timeout, Sent: !unsent},
		DeadlineOfTurn: ofTurn, Received: passed, Passed: passed,
	}
}

// send calls the dispatcher and classifies what it returns. A panic in either is a failure of the tool. It keeps little on its stack, a new
// goroutine's, which would have to grow.
func (d *driver) send(ctx context.Context, ec *eval.Call, out *attemptResult) {
	defer func() {
		if p := recover(); p != nil {
			*out = attemptResult{failed: true, failure: Failure{Kind: state.Panic, Sent: true}, cause: fmt.Errorf("panic: %v", p), panicked: true}
		}
	}()
	call := Call{
		ID: ec.ID, Server: ec.Server, Tool: ec.Tool, Args: json.RawMessage(ec.Args.JSON()),
		Facts: d.call.Facts, IdempotencyKey: ec.IdempotencyKey,
	}
	if d.dispatch == nil {
		*out = attemptResult{failed: true, failure: Failure{Kind: state.Unreachable}, cause: errors.New("no dispatch")}
		return
	}
	out.result, out.cause = d.dispatch(ctx, call)
	if out.cause == nil && len(out.result.JSON) > 0 && !validJSON(out.result.JSON) {
		out.cause = &Error{Failure: Failure{Kind: state.Internal, Sent: true}, Cause: errors.New("the result is not valid JSON")}
	}
	out.failure, out.failed = d.turn.eng.options.classifier(call, out.result, out.cause)
	if out.failed && out.failure.Kind == 0 {
		out.failure = Failure{Kind: state.Internal, Sent: true}
	}
}

func (r *attemptResult) event(d *driver, p *rules.Plan) run.Event {
	if r.failed {
		if r.failure.Kind == state.Cancelled {
			r.failure.Kind = state.Internal // nobody here gave up: the tool did
		}
		return run.Event{Kind: run.Failed, Failure: r.failure, Received: r.failure.Answered}
	}
	d.native, d.asOf = r.result.Native, r.result.AsOf
	if p.Effect != eval.Read { // an equal write may read it at any time
		r.result.JSON = slices.Clone(r.result.JSON)
	}
	return run.Event{Kind: run.Answered, Data: (*live)(&r.result), AsOf: r.result.AsOf, Received: true}
}

// live is a result as the driver has it.
type live Result

// Payload implements [run.Data].
func (l *live) Payload() []byte { return encodeResult((*Result)(l)) }

// late hands the answer of an abandoned attempt to the cache.
func (a *running) late() {
	if a.failed {
		return
	}
	t := a.driver.turn
	ev := run.Event{Data: (*live)(&a.result), AsOf: a.result.AsOf}
	t.run.Late(a.plan, a.call, a.driver.facts, a.started, ev, t.eng.options.clock.Now())
}

// encodeResult is how a result is kept in an entry: the length of its JSON, its JSON and its text, all bytes as the tool
// sent them. encoding/json would rewrite them, and the model gets the tool's own.
func encodeResult(r *Result) []byte {
	b := binary.AppendUvarint(make([]byte, 0, binary.MaxVarintLen64+len(r.JSON)+len(r.Text)), uint64(len(r.JSON)))
	b = append(b, r.JSON...)
	return append(b, r.Text...)
}

// decodeResult is its inverse. The JSON is the payload's own.
func decodeResult(payload []byte) Result {
	n, read := binary.Uvarint(payload)
	if read <= 0 || n > uint64(len(payload)-read) {
		return Result{}
	}
	body := payload[read:]
	r := Result{Text: string(body[n:])}
	if n > 0 {
		r.JSON = json.RawMessage(body[:n:n])
	}
	return r
}

// evidenceOf describes a result as evidence.
func evidenceOf(p *rules.Plan, r Result, args *eval.Args, asOf time.Time, cached bool) guard.Result {
	return guard.Result{
		Server: p.Server, Tool: p.Tool, JSON: r.JSON, Text: r.Text, Args: args.JSON(), AsOf: asOf,
		Cached: cached || p.Evidence.Copy, Settings: p.Evidence,
	}
}

// incidentOf joins what the model and the customer see with the log.
func incidentOf(id string) string {
	h := fnv.New64a()
	_, _ = h.Write([]byte(id)) // never fails
	return fmt.Sprintf("%012x", h.Sum64()&(1<<48-1))
}
