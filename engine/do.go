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
	a := t.do(ctx, call, dispatch)
	t.settle(a)
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
		answers[i] = t.do(ctxs[i], calls[i], dispatch)
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
	for _, a := range answers {
		t.settle(a)
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
func (t *Turn) settle(a Answer) {
	if t == nil || t.eng == nil || !a.Outcome.Ends() {
		return
	}
	step := a.decision.Ending()
	t.mu.Lock()
	first := t.final == nil && !t.ended
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

// do runs a call without ending the turn.
func (t *Turn) do(ctx context.Context, call Call, dispatch Dispatch) Answer {
	if !t.live() {
		return Answer{Outcome: rules.Cancelled, tool: call.Tool}
	}
	named, flat := call.Tool, call.Server == ""
	tool, err := t.eng.resolve(call.Server, call.Tool)
	if err != nil {
		return t.refuse(ctx, call, named, state.NotFound, err)
	}
	call.Server, call.Tool = tool.Server, tool.Tool
	args, err := eval.ParseArgs(call.Args)
	if err != nil {
		return t.refuse(ctx, call, named, state.Invalid, err)
	}
	call.Args = args.JSON()
	if check := t.eng.options.arguments; check != nil {
		if err := check(call); err != nil {
			return t.refuse(ctx, call, named, state.Invalid, err)
		}
	}
	facts, missing, err := t.factsFor(ctx, call)
	if err != nil {
		return t.refuse(ctx, call, named, state.Internal, err) // the embedder's fault: no other arguments help
	}
	if call.IdempotencyKey == "" && t.set.Plan(tool.Server, tool.Tool).Effect != eval.Read {
		call.IdempotencyKey = rand.Text()
	}
	if ctx.Done() != t.ctx.Done() { // the end of the turn's context is that of the call, too
		var cancel context.CancelCauseFunc
		ctx, cancel = context.WithCancelCause(ctx)
		defer cancel(nil)
		defer context.AfterFunc(t.ctx, func() { cancel(context.Cause(t.ctx)) })()
	}
	if ctx.Err() != nil { // it stops everything at once, also what a chain would say
		return Answer{Outcome: rules.Cancelled, turn: t, call: call.ID, tool: named, cause: context.Cause(ctx)}
	}
	d := &driver{turn: t, call: call, named: named, flat: flat, dispatch: dispatch, id: t.nextID(), facts: facts, missing: missing}
	d.asked = eval.Call{ID: call.ID, Server: call.Server, Tool: call.Tool, Args: args, IdempotencyKey: call.IdempotencyKey}
	return d.drive(ctx, &d.asked)
}

// refuse answers a call that is no call.
func (t *Turn) refuse(ctx context.Context, call Call, named string, kind FailureKind, err error) Answer {
	a := Answer{Outcome: rules.Refused, call: call.ID, tool: named, turn: t, id: t.nextID(), cause: err}
	a.decision.Reset(t.set.Plan(call.Server, call.Tool))
	a.decision.Outcome, a.decision.Reason = rules.Refused, kind.String()
	a.decision.Failure = Failure{Kind: kind}
	if t.keeps() {
		a.scene = &scene{turnScene: t.snapshot(), call: &callScene{refused: kind, fields: a.errorFields(), call: call, named: named, id: a.id}}
	}
	a.finish(ctx, t.eng.options.clock.Now())
	return a
}

// driver performs the effects of one call in real time: goroutines for attempts, the clock for waiting.
type driver struct {
	turn     *Turn
	call     Call
	asked    eval.Call // the same, as rules see it
	named    string    // the tool, as the model called it
	flat     bool
	dispatch Dispatch
	id       string
	facts    *eval.Facts
	cause    error
	native   any
	asOf     time.Time
	missing  error    // why WithFacts supplied nothing
	intents  []string // keys of the effect log that this call opened
	first    running  // the memory of the first attempt
}

func (d *driver) drive(ctx context.Context, ec *eval.Call) Answer {
	clock := d.turn.eng.options.clock
	begun := clock.Now()
	now := begun
	call, eff := d.start(ctx, ec, begun)
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
	a := d.turn.answer(ctx, d, call, begun, now)
	call.Free()
	return a
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
	a := &d.first
	if a.driver != nil { // a goroutine may still have it
		a = new(running)
	}
	a.Context, a.driver, a.call, a.plan, a.started = ctx, d, eff.Call, eff.Plan, call.Started()
	returned := d.turn.eng.options.clock.Run(a, eff.Deadline, a.run)
	passed := a.marks.close()
	if !returned {
		return d.givenUp(ctx, a, eff.OfTurn, passed)
	}
	r := attemptResult{failed: true, failure: Failure{Kind: state.Panic, Sent: true}, cause: errExited}
	if a.state.Load() == answered { // else the dispatcher ended its goroutine
		r = a.attemptResult
	}
	d.cause = r.cause
	if r.failed && ctx.Err() != nil {
		d.cause = context.Cause(ctx) // why the caller gave up, not how the dispatcher put it
		return run.Event{Kind: run.Cancelled, Unsent: a.marks.unsent.Load(), Received: passed}
	}
	ev := r.event(d)
	ev.Passed = passed
	return ev
}

// running is an attempt under way: what its goroutine and the call that waits for it share. It is also the parent of the context that
// the dispatcher gets, and knows the marks.
type running struct {
	context.Context
	driver  *driver
	call    *eval.Call
	plan    *rules.Plan
	started time.Time
	marks   marks
	// attemptResult is the goroutine's until state says answered.
	attemptResult
	state atomic.Int32
}

// Value implements [context.Context].
func (a *running) Value(key any) any {
	if key == (marksKey{}) {
		return &a.marks
	}
	return a.Context.Value(key)
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
	unsent := a.marks.unsent.Load()
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
	if out.cause == nil && len(out.result.JSON) > 0 && !json.Valid(out.result.JSON) {
		out.cause = &Error{Failure: Failure{Kind: state.Internal, Sent: true}, Cause: errors.New("the result is not valid JSON")}
	}
	out.failure, out.failed = d.turn.eng.options.classifier(call, out.result, out.cause)
	if out.failed && out.failure.Kind == 0 {
		out.failure = Failure{Kind: state.Internal, Sent: true}
	}
}

func (r attemptResult) event(d *driver) run.Event {
	if r.failed {
		if r.failure.Kind == state.Cancelled {
			r.failure.Kind = state.Internal // nobody here gave up: the tool did
		}
		return run.Event{Kind: run.Failed, Failure: r.failure, Received: r.failure.Answered}
	}
	d.native, d.asOf = r.result.Native, r.result.AsOf
	return run.Event{Kind: run.Answered, Payload: encodeResult(r.result), AsOf: r.result.AsOf, Received: true}
}

// late hands the answer of an abandoned attempt to the cache.
func (a *running) late() {
	if a.failed {
		return
	}
	t := a.driver.turn
	ev := run.Event{Payload: encodeResult(a.result), AsOf: a.result.AsOf}
	t.run.Late(a.plan, a.call, a.driver.facts, a.started, ev, t.eng.options.clock.Now())
}

// encodeResult is how a result is kept in an entry: the length of its JSON, its JSON and its text, all bytes as the tool
// sent them. encoding/json would rewrite them, and the model gets the tool's own.
func encodeResult(r Result) []byte {
	b := binary.AppendUvarint(make([]byte, 0, binary.MaxVarintLen64+len(r.JSON)+len(r.Text)), uint64(len(r.JSON)))
	b = append(b, r.JSON...)
	return append(b, r.Text...)
}

// decodeResult is its inverse. The JSON is a copy, unless the payload is owned: nobody else has it.
func decodeResult(payload []byte, owned bool) Result {
	n, read := binary.Uvarint(payload)
	if read <= 0 || n > uint64(len(payload)-read) {
		return Result{}
	}
	body := payload[read:]
	r := Result{Text: string(body[n:])}
	switch {
	case n == 0:
	case owned:
		r.JSON = json.RawMessage(body[:n:n])
	default:
		r.JSON = slices.Clone(body[:n])
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
