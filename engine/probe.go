package engine

import (
	"context"
	"encoding/json"
	"time"

	"github.com/lacuna-go/lacuna/eval"
	"github.com/lacuna-go/lacuna/rules"
	"github.com/lacuna-go/lacuna/state"
)

// Probed is what a probe came to.
type Probed struct {
	Tool    Tool
	Failure FailureKind // 0 if the tool answered
	State   state.State // of the breaker, afterwards
}

// Probe calls each read tool whose breaker is half open and whose policy has probe_args, once, with those arguments: a tool that nobody
// asks for recovers without a customer's turn. It obeys the breaker like any call, and changes nothing else: no budget, no cache, no
// evidence. It returns what it called, in the order of server and tool.
func (e *Engine) Probe(ctx context.Context, dispatch Dispatch) []Probed {
	set := e.set.Load()
	if set == nil {
		return nil
	}
	var done []Probed
	for _, tool := range set.Probes() {
		if ctx.Err() != nil {
			break
		}
		if p, ok := e.probe(ctx, set.Plan(tool.Server, tool.Tool), dispatch); ok {
			done = append(done, p)
		}
	}
	e.store.Deliver()
	return done
}

func (e *Engine) probe(ctx context.Context, plan *rules.Plan, dispatch Dispatch) (Probed, bool) {
	now := e.options.clock.Now()
	b, cfg := e.store.Breaker(plan.BreakerKey()), plan.Breaker.Config
	if plan.Effect != eval.Read || b.View(cfg, now).State != state.HalfOpen {
		return Probed{}, false
	}
	raw, err := json.Marshal(plan.Breaker.ProbeArgs)
	if err != nil {
		return Probed{}, false
	}
	args, err := eval.ParseArgs(raw)
	if err != nil {
		return Probed{}, false
	}
	call := &eval.Call{ID: "probe", Server: plan.Server, Tool: plan.Tool, Effect: plan.Effect, Args: args}
	var d rules.Decision
	d.Reset(plan)
	timeout := plan.Timeout(&eval.Input{Now: now, Call: call, Turn: &eval.Turn{}}, &d)
	permit, ok := b.Admit(cfg, "", timeout+time.Second, now)
	if !ok {
		return Probed{}, false
	}
	failure := e.send(ctx, call, timeout, dispatch)
	end := e.options.clock.Now()
	permit.Done(state.Outcome{
		Kind: failure.Kind, Took: end.Sub(now), Received: failure.Kind == 0 || failure.Answered,
		RetryAfter: failure.RetryAfter, HasRetryAfter: failure.HasRetryAfter,
	}, end)
	return Probed{Tool{plan.Server, plan.Tool}, failure.Kind, b.View(cfg, end).State}, true
}

// send makes one attempt outside of a turn.
func (e *Engine) send(ctx context.Context, call *eval.Call, timeout time.Duration, dispatch Dispatch) Failure {
	d := driver{turn: &Turn{eng: e}, dispatch: dispatch}
	r := attemptResult{failed: true, failure: Failure{Kind: state.Panic, Sent: true}} // what stays if the dispatcher ends its goroutine
	clock := e.options.clock
	if !clock.Run(ctx, clock.Now().Add(timeout), func(ctx context.Context) { d.send(ctx, call, &r) }) {
		if ctx.Err() != nil {
			return Failure{Kind: state.Cancelled}
		}
		return Failure{Kind: state.Timeout, Sent: true}
	}
	if !r.failed {
		return Failure{}
	}
	return r.failure
}
