package engine

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"sync/atomic"
	"time"

	"github.com/lacuna-go/lacuna/eval"
	"github.com/lacuna-go/lacuna/internal/run"
	"github.com/lacuna-go/lacuna/rules"
	"github.com/lacuna-go/lacuna/state"
)

// attemptResult is what a dispatcher came to.
type attemptResult struct {
	result   Result
	failure  Failure
	failed   bool
	cause    error
	panicked bool
}

// attempt makes an attempt. It also returns the time at which it was over, or the zero time where that was not looked at.
func (d *driver) attempt(ctx context.Context, call *run.Call, eff run.Effect) (ev run.Event, at time.Time) {
	if ctx.Err() != nil {
		d.cause = context.Cause(ctx)
		return run.Event{Kind: run.Cancelled, Unsent: true}, at
	}
	if ev, ok := d.intend(ctx, eff); !ok {
		return ev, at
	}
	a, f := &d.first, d.run
	if d.lost {
		a = new(running)
		f = a.run
	}
	if a.ctx != nil { // of an earlier attempt
		*a = running{}
	}
	a.driver, a.ctx, a.call, a.plan, a.started = d, new(attemptContext), eff.Call, eff.Plan, call.Started()
	marks := &a.ctx.marks
	returned, at := d.runs(ctx, a.ctx, call, eff.Deadline, f)
	passed := marks.close()
	d.lost = d.lost || !returned || a.state.Load() != answered
	if !returned {
		return d.givenUp(ctx, a, eff.OfTurn, passed), at
	}
	r := &a.attemptResult
	if a.state.Load() != answered { // the dispatcher ended its goroutine
		r = &attemptResult{failed: true, failure: Failure{Kind: state.Panic, Sent: true}, cause: errExited}
	}
	d.cause = r.cause
	if r.failed && ctx.Err() != nil {
		d.cause = context.Cause(ctx) // why the caller gave up, not how the dispatcher put it
		return run.Event{Kind: run.Cancelled, Unsent: marks.unsent.Load(), Received: passed}, at
	}
	ev = r.event(d, eff.Plan)
	ev.Passed = passed
	return ev, at
}

// runs runs an attempt, and reports whether it has returned. A dispatcher may end the goroutine that is the caller's, too: then nobody is left to
// answer, and the call is over as if its caller had given up.
func (d *driver) runs(
	ctx context.Context, inside *attemptContext, call *run.Call, deadline time.Time, f func(context.Context),
) (returned bool, at time.Time) {
	exited := true
	defer func() {
		if exited {
			call.Next(run.Event{Kind: run.Cancelled}, d.turn.eng.options.clock.Now())
			d.conclude(ctx, call)
		}
	}()
	if o := &d.turn.eng.options; o.executor != nil {
		returned, at = o.executor.Execute(&inside.Execution, inside, ctx, deadline, f)
	} else {
		returned = o.clock.Run(context.WithValue(ctx, marksKey{}, &inside.marks), deadline, f)
	}
	exited = false
	return returned, at
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

// attemptContext is the context that the dispatcher gets, and knows the marks. It outlives the call where a dispatcher keeps
// it, so it is no part of anything that other calls use again.
type attemptContext struct {
	state.Execution
	marks marks
}

// Value implements [context.Context].
func (c *attemptContext) Value(key any) any {
	if key == (marksKey{}) {
		return &c.marks
	}
	return c.Execution.Value(key)
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
