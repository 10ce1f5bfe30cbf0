package engine

import (
	"context"
	"crypto/rand"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"hash/fnv"
	"sync"
	"time"

	"github.com/lacuna-go/lacuna/eval"
	"github.com/lacuna-go/lacuna/guard"
	"github.com/lacuna-go/lacuna/internal/run"
	"github.com/lacuna-go/lacuna/rules"
	"github.com/lacuna-go/lacuna/state"
)

// Do runs one tool call that the model asked for: it is admitted, attempted, retried, falls back or stops, as the
// policies say. It never returns an error: the Answer has what the model gets. It returns at the latest when the
// budget is spent, even if dispatch ignores its context, unless [WithPromptDispatch] says that none does.
func (t *Turn) Do(ctx context.Context, call Call, dispatch Dispatch) (a Answer) {
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

// free gives the memory of the driver and of its call to others, unless somebody may still look at it. What the next call overwrites, names and
// arguments, stays until then.
func (d *driver) free(call *run.Call) {
	if !call.Free() || d.lost {
		return
	}
	drivers := &d.turn.eng.drivers
	d.turn, d.dispatch, d.cause, d.native, d.asOf, d.intents = nil, nil, nil, nil, time.Time{}, nil
	if a := &d.first; a.driver != nil {
		a.ctx, a.attemptResult = nil, attemptResult{}
		a.state.Store(underWay)
	}
	drivers.Put(d)
}

func (d *driver) drive(ctx context.Context, plan *rules.Plan, a *Answer) {
	clock := d.turn.eng.options.clock
	begun := clock.Now()
	now := begun
	call, eff := d.start(ctx, plan, begun)
	for eff.Kind != run.Done {
		var ev run.Event
		var at time.Time
		switch eff.Kind {
		case run.Attempt:
			ev, at = d.attempt(ctx, call, eff)
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
		if now = at; at.IsZero() {
			now = clock.Now()
		}
		eff = call.Next(ev, now)
	}
	d.conclude(ctx, call)
	d.turn.eng.store.Deliver()
	d.turn.eng.alarm(now)
	d.answer(ctx, a, call, begun, now)
	d.free(call)
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
