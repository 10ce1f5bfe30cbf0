package rules

import (
	"github.com/lacuna-go/lacuna/eval"
	"github.com/lacuna-go/lacuna/state"
)

// Choose enters the chain at step from and takes the first step whose conditions all hold. It returns the step, and for
// a UseTool the call to make; a nil step is the engine's own HardFail. d.Outcome is set for all steps but UseTool.
func (p *Plan) Choose(in *eval.Input, w World, from int, d *Decision) (*Step, *eval.Call) {
	in.Failure = &d.Failure
	step, call := p.choose(in, w, from, d)
	p.markSteps(in, from, step)
	if step == nil {
		d.Outcome, d.Step = HardFail, -1
		d.moment(in.Now, Choosing, p, Serve, d.Failure.Kind, 0)
		return nil, nil
	}
	switch step.Kind {
	case eval.StepCached:
		d.Outcome = Cached
	case eval.StepOmit:
		d.Outcome = Omit
	case eval.StepHardFail:
		d.Outcome = HardFail
	case eval.StepUseTool:
		d.moment(in.Now, Choosing, d.Target, Serve, d.Failure.Kind, 0)
		return step, call
	}
	d.moment(in.Now, Choosing, p, Serve, d.Failure.Kind, 0)
	return step, nil
}

// markSteps notes the steps that were passed over, and the one that is taken.
func (p *Plan) markSteps(in *eval.Input, from int, taken *Step) {
	if !in.Traced() {
		return
	}
	for i := from; i < len(p.Chain); i++ {
		step := &p.Chain[i]
		in.Mark(step.Pos, step == taken)
		if step == taken {
			return
		}
	}
}

// choose walks the chain. An error in the conditions of an Omit or a HardFail is never permission for a later step to serve data: a
// HardFail is then taken all the same, and behind an Omit only the next Omit or HardFail is. So it is for an answer of which a part has been
// passed on.
func (p *Plan) choose(in *eval.Input, w World, from int, d *Decision) (*Step, *eval.Call) {
	erred := d.Passed
	for i := from; i < len(p.Chain); i++ {
		step := &p.Chain[i]
		var call *eval.Call
		var ok bool
		switch step.Kind {
		case eval.StepCached:
			ok = !erred && p.cached(in, w, i, d)
		case eval.StepUseTool:
			if !erred {
				call, ok = p.useTool(in, w, i, d)
			}
		case eval.StepOmit, eval.StepHardFail:
			faults := len(d.Faults)
			ok = p.end(in, i, d)
			if !ok && step.Ends() {
				return nil, nil // its disclosure erred: the engine's HardFail
			}
			erred = erred || !ok && len(d.Faults) > faults
		}
		if ok {
			d.Step = i
			return step, call
		}
	}
	return nil, nil
}

// end reports whether an Omit or a HardFail is taken.
func (p *Plan) end(in *eval.Input, i int, d *Decision) bool {
	step := &p.Chain[i]
	if step.Kind == eval.StepOmit {
		return meets(step.Require, in, d) && p.disclose(in, step, d)
	}
	d.Disclosure = ""
	ok := true
	for j := range step.Require {
		c := &step.Require[j]
		holds, fault := c.Expr.Holds(in)
		if fault != nil {
			d.fault(c.ID, fault)
		} else if !holds {
			d.unmet(c.ID, c.Pos, nil)
			ok = false
		}
	}
	return ok
}

// cached reports whether a Cached step can serve, and keeps its entry.
func (p *Plan) cached(in *eval.Input, w World, i int, d *Decision) bool {
	step := &p.Chain[i]
	var entry *state.Entry
	if p.Effect == eval.Read { // nothing answers a write but the write itself
		if key := p.CacheKey(in, d); key != "" {
			entry = w.Entry(key)
		}
	}
	d.step = eval.Target{Kind: eval.StepCached, Server: p.Server, Tool: p.Tool}
	in.Entry, in.Step = entry, &d.step
	defer func() { in.Entry, in.Step = nil, nil }()
	ok := true
	if entry == nil {
		d.unmet(p.names.entry, step.Pos, nil)
		ok = false
	} else if !p.fresh(in, i, d) {
		ok = false
	}
	if !p.requires(in, d) {
		ok = false
	}
	for j := range step.Require {
		c := &step.Require[j]
		if entry == nil && c.Expr.Reads("entry") {
			continue // nothing to read
		}
		if !meet(c, in, d) {
			ok = false
		}
	}
	if !ok || !p.disclose(in, step, d) {
		return false
	}
	d.Entry = entry
	return true
}

func (p *Plan) fresh(in *eval.Input, i int, d *Decision) bool {
	step := &p.Chain[i]
	limit, fault := step.MaxAge.Duration(in)
	young := fault == nil && in.Now.Sub(in.Entry.AsOf) <= limit
	if in.Traced() {
		in.Mark(step.MaxAge.Pos(), young)
	}
	if young {
		return true
	}
	d.unmet(p.names.maxAge, step.MaxAge.Pos(), fault)
	return false
}

// requires evaluates the policy-level require of every applicable policy.
func (p *Plan) requires(in *eval.Input, d *Decision) bool {
	ok := true
	for i := range p.require {
		c := &p.require[i]
		if applies(c, in, d) && !meet(&c.Condition, in, d) {
			ok = false
		}
	}
	return ok
}

func meets(list []Condition, in *eval.Input, d *Decision) bool {
	ok := true
	for i := range list {
		if !meet(&list[i], in, d) {
			ok = false
		}
	}
	return ok
}

func meet(c *Condition, in *eval.Input, d *Decision) bool {
	holds, fault := c.Expr.Holds(in)
	if holds && fault == nil {
		return true
	}
	d.unmet(c.ID, c.Pos, fault)
	return false
}

// disclose renders what must be said; an error skips the step.
func (p *Plan) disclose(in *eval.Input, step *Step, d *Decision) bool {
	d.Disclosure = ""
	x := step.Disclose.In(in.RenderedLanguage())
	if x == nil {
		return true
	}
	text, fault := x.Text(in)
	if fault != nil {
		d.unmet(p.names.disclose, x.Pos(), fault)
		return false
	}
	d.Disclosure = text
	return true
}

// useTool reports whether a UseTool's target can be called, and the call to make.
func (p *Plan) useTool(in *eval.Input, w World, i int, d *Decision) (*eval.Call, bool) {
	step := &p.Chain[i]
	target := p.TargetOf(step)
	call, ok := p.targetCall(in, step, target, d)
	tool := w.Tool(target, in.Now)
	if ok {
		if note := target.whyNot(in, call, &tool, d); note != "" {
			d.Unmet = addFinding(d.Unmet, Finding{ID: p.names.target, Pos: step.Pos, Note: note})
			ok = false
		}
	}
	d.step = eval.Target{Kind: eval.StepUseTool, Server: target.Server, Tool: target.Tool, Breaker: &tool.Breaker}
	in.Step = &d.step
	defer func() { in.Step = nil }()
	if !p.requires(in, d) {
		ok = false
	}
	if !meets(step.Require, in, d) {
		ok = false
	}
	if !ok || !p.disclose(in, step, d) {
		return nil, false
	}
	d.Target = target
	return call, true
}

// Bar records that the UseTool which was chosen must not be sent after all.
func (d *Decision) Bar(why string) {
	step := d.ChosenStep()
	if step == nil {
		return
	}
	d.Unmet = addFinding(d.Unmet, Finding{ID: d.Plan.names.target, Pos: step.Pos, Note: why})
}

// TargetOf returns the plan of the tool that a UseTool calls.
func (p *Plan) TargetOf(step *Step) *Plan {
	server := step.Server
	if server == "" {
		server = p.Server
	}
	return p.set.Plan(server, step.Tool)
}

func (p *Plan) targetCall(in *eval.Input, step *Step, target *Plan, d *Decision) (*eval.Call, bool) {
	call := &eval.Call{
		ID: in.Call.ID, Server: target.Server, Tool: target.Tool, Effect: target.Effect,
		Args: in.Call.Args, IdempotencyKey: in.Call.IdempotencyKey,
	}
	if len(step.Args) == 0 {
		return call, true
	}
	over := make(map[string]any, len(step.Args))
	for _, a := range step.Args {
		v, fault := a.Expr.Any(in)
		if fault != nil {
			d.unmet(p.names.args, a.Pos, fault)
			return nil, false
		}
		over[a.Name] = v
	}
	args, err := in.Call.Args.With(over)
	if err != nil {
		d.unmet(p.names.args, step.Pos, &eval.Fault{Pos: step.Pos, Kind: eval.FaultOther, Message: err.Error()})
		return nil, false
	}
	call.Args = args
	return call, true
}

// whyNot says why the plan's tool can't be called as a fallback, "" if it can. It runs under its own conditions; an error in one
// stands in the decision.
func (p *Plan) whyNot(in *eval.Input, call *eval.Call, tool *ToolState, d *Decision) string {
	if d.target == nil {
		d.target = new(eval.Input)
	}
	sub := d.target
	*sub = eval.Input{
		Now: in.Now, Context: in.Context, Call: call, Turn: in.Turn, Facts: in.Facts, TurnFacts: in.TurnFacts,
		Breaker: &tool.Breaker, Latency: &tool.Latency,
	}
	var trial Decision
	trial.Reset(p)
	note := ""
	switch {
	case p.forbidden(sub, &trial):
		note = "forbidden: " + p.forbid.list[trial.forbidden.first()].ID
	case tool.Entered.Kind != 0:
		note = "failed in this turn: " + tool.Entered.Kind.String()
	case p.UnavailableNow(sub, &trial):
		note = "unavailable: " + p.unavailableWhen.list[trial.unavailable.first()].ID
	case !tool.Admits:
		note = "its breaker is " + tool.Breaker.State.String()
	case tool.Drilled, d.Failure.Kind == state.Drill && p.Drilled(sub, tool, &trial): // no policy drills in the middle of an outage
		note = "drilled"
	case tool.Remaining < 2*min(p.Expected(sub, &trial), tool.Budget/2):
		note = "the budget has no room for it"
	}
	for _, f := range trial.Faults {
		d.Faults = addFinding(d.Faults, f)
	}
	return note
}
