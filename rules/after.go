package rules

import (
	"time"

	"github.com/lacuna-go/lacuna/eval"
	"github.com/lacuna-go/lacuna/state"
)

// Attempted is what a retry decision has to know of the attempt that failed.
type Attempted struct {
	// Probe: the attempt was a half-open probe, which is never repeated.
	Probe bool
	// Pause is the backoff before a next attempt.
	Pause time.Duration
	// Single: another owner of retries repeats the whole call; one attempt is made here.
	Single bool
	// Target: the attempt was one of a UseTool's target, whose own chain is never entered.
	Target bool
}

// After decides what follows a failed attempt; in.Failure holds it. It returns the pause before the next attempt for
// Retried. Stop means that d.Outcome says what the call came to.
func (p *Plan) After(in *eval.Input, w World, d *Decision, a Attempted) (Action, time.Duration) {
	f := *in.Failure
	if !a.Target && d.Failure.Kind == 0 {
		d.Failure = f
	}
	tool := w.Tool(p, in.Now)
	action, pause := p.after(in, w, d, a, &tool)
	uncertain := p.Effect != eval.Read && f.Uncertain()
	if action == Retried && !a.Target && f.Kind == state.Timeout && !uncertain && p.nextIsTool(in, w, d) {
		action, pause = Unavailable, 0
	}
	d.moment(in.Now, Retrying, p, action, f.Kind, pause)
	return action, pause
}

func (p *Plan) after(in *eval.Input, w World, d *Decision, a Attempted, tool *ToolState) (Action, time.Duration) {
	f := in.Failure
	if f.Kind.CallError() {
		if !a.Target {
			d.Outcome, d.Reason = Refused, f.Kind.String()
		}
		return Refuse, 0
	}
	if pause, ok := p.mayRetry(in, w, d, a, tool); ok {
		return Retried, pause
	}
	if p.Effect != eval.Read && f.Uncertain() {
		d.Outcome = Uncertain
		return Stop, 0
	}
	return Unavailable, 0
}

// mayRetry applies the rules of point 8 and 9: the failure may pass, the policy wants it, repeating is safe, and
// remaining - pause leaves room for twice the expected time.
func (p *Plan) mayRetry(in *eval.Input, w World, d *Decision, a Attempted, tool *ToolState) (time.Duration, bool) {
	f := in.Failure
	if a.Probe || a.Single || f.Attempts > p.Retry.Max || !f.Kind.Transient() || !repeatable(p.Effect, f) {
		return 0, false
	}
	pause := a.Pause
	if f.Kind == state.RateLimited {
		if !f.HasRetryAfter {
			return 0, false
		}
		pause = max(pause, f.RetryAfter)
	}
	if tool.Remaining-pause < 2*min(p.Expected(in, d), tool.Budget/2) || !p.retryWhen(in, d) || !w.MayRetry(in.Now) {
		return 0, false
	}
	return pause, true
}

// repeatable reports whether another attempt can't execute the call twice: a WRITE only if nothing was sent, or
// the tool said 429 with a hint.
func repeatable(effect eval.Effect, f *state.Failure) bool {
	return effect != eval.Write || !f.Sent || f.Kind == state.RateLimited && f.HasRetryAfter
}

func (p *Plan) retryWhen(in *eval.Input, d *Decision) bool {
	if p.Retry.When == nil {
		return true
	}
	holds, fault := p.Retry.When.Holds(in)
	if fault != nil {
		d.fault(p.by["retry"]+"/retry.when", fault)
	}
	return holds && fault == nil
}

// nextIsTool reports whether the chain, entered now, would go to another tool. Its findings are thrown away: the step is not
// chosen yet.
func (p *Plan) nextIsTool(in *eval.Input, w World, d *Decision) bool {
	var trial Decision
	trial.Reset(p)
	trial.Breaker, trial.Latency, trial.Failure = d.Breaker, d.Latency, d.Failure
	step, _ := p.choose(in, w, 0, &trial)
	return step != nil && step.Kind == eval.StepUseTool
}
