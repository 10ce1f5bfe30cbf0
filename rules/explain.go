package rules

import (
	"github.com/lacuna-go/lacuna/eval"
	"github.com/lacuna-go/lacuna/state"
)

// Explanation says what every part of a tool's policies came to for one call, and which values it read.
type Explanation struct {
	// Decision is the one that is explained; it was made by the same code as any other.
	Decision *Decision
	// Settings of the tool, each with the policy that decided it.
	Settings []ExplainedSetting
	// UnavailableWhen and Forbid of all applicable policies, sorted by id.
	UnavailableWhen, Forbid []Explained
	// Retry is the policy's Retry.when, if it has one and an attempt failed.
	Retry *Explained
	// Steps of the chain in their order, if it was entered: those behind the step taken are explained too.
	Steps []ExplainedStep
}

// ExplainedSetting is one setting of a tool.
type ExplainedSetting struct {
	Name string
	// Policy that decided it, and where; "" for the default.
	Policy string
	Pos    eval.Pos
	// Value in words, where it is short; "" otherwise.
	Value string
}

// Explained is one expression of a policy with what it came to and the values of its operands.
type Explained struct {
	// ID is "policy/key" for a condition, "policy/field" otherwise.
	ID     string
	Pos    eval.Pos
	Source string
	// Skipped says why the expression was not evaluated; "" if it was.
	Skipped string
	eval.Explanation
}

// Holds reports whether a condition was evaluated and is true.
func (e *Explained) Holds() bool { return e.Skipped == "" && e.Fault == nil && e.Value == true }

// ExplainedStep is one step of a chain.
type ExplainedStep struct {
	Index int
	Step  *Step
	// Taken reports that the decision took it; Possible that it could have been, had the chain come to it.
	Taken, Possible bool
	// Unmet are its findings, as the decision reports them.
	Unmet []Finding
	// Entry that a Cached found, nil without, and Key reports whether the call had a cache key at all.
	Entry *state.Entry
	Key   bool
	// Target of a UseTool.
	Target *Plan
	// Require of the policies and of the step, and the other expressions of the step: max_age, args, disclose.
	Require, Values []Explained
}

// Explain decides like [Set.Decide] and evaluates every expression once more, traced. With a failure the call was admitted
// before, and its last attempt came to that: what follows is explained. The World is only read.
func (p *Plan) Explain(in *eval.Input, w World, failure *state.Failure) *Explanation {
	e := &Explanation{Decision: &Decision{}}
	d := e.Decision
	if failure == nil {
		in.Failure = nil
		p.set.Decide(in, w, d)
	} else {
		p.follow(in, w, *failure, d)
	}
	x := explainer{plan: p, in: in, world: w, decision: d}
	in.Reset()
	in.Failure, in.Breaker, in.Latency = nil, &d.Breaker, &d.Latency
	e.Settings = x.settings()
	facts := in.Facts
	if in.TurnFacts != nil {
		in.Facts = in.TurnFacts
	}
	e.UnavailableWhen = x.conditions(p.unavailableWhen.list)
	in.Facts = facts
	in.Forget()
	e.Forbid = x.conditions(p.forbid.list)
	if failure != nil && p.Retry.When != nil {
		in.Failure = failure
		one := x.expr(p.by["retry"]+"/retry.when", p.Retry.When)
		e.Retry = &one
	}
	if d.entered() {
		in.Failure = &d.Failure
		for i := range p.Chain {
			e.Steps = append(e.Steps, x.step(i))
		}
	}
	return e
}

// follow decides what follows a last attempt.
func (p *Plan) follow(in *eval.Input, w World, failure state.Failure, d *Decision) {
	in.Call.Effect = p.Effect
	in.Reset()
	d.Reset(p)
	tool := w.Tool(p, in.Now)
	p.read(in, &tool, d)
	in.Failure = &failure
	if action, _ := p.After(in, w, d, Attempted{}); action != Refuse && action != Stop {
		p.Choose(in, w, 0, d)
	}
}

// entered reports whether the decision came to the chain.
func (d *Decision) entered() bool {
	for _, m := range d.Moments {
		if m.Stage == Choosing {
			return true
		}
	}
	return false
}

// explainer evaluates the expressions of a plan, traced, for one call.
type explainer struct {
	plan     *Plan
	in       *eval.Input
	world    World
	decision *Decision
}

func (x *explainer) expr(id string, e *eval.Expr) Explained {
	x.in.Reset() // each has the whole cost limit: an explanation evaluates more than the decision did
	return Explained{ID: id, Pos: e.Pos(), Source: e.Source(), Explanation: e.Explain(x.in)}
}

// conditions explains accumulated conditions, those whose policy does not apply included.
func (x *explainer) conditions(list []planCondition) []Explained {
	var out []Explained
	for i := range list {
		c := &list[i]
		if c.when != nil {
			if holds, fault := c.when.Holds(x.in); fault == nil && !holds {
				out = append(out, Explained{ID: c.ID, Pos: c.Pos, Source: c.Expr.Source(), Skipped: "its policy does not apply: " + c.when.Source()})
				continue
			}
		}
		out = append(out, x.condition(&c.Condition))
	}
	return out
}

func (x *explainer) condition(c *Condition) Explained {
	if x.in.Entry == nil && x.in.Step != nil && x.in.Step.Kind == eval.StepCached && c.Expr.Reads("entry") {
		return Explained{ID: c.ID, Pos: c.Pos, Source: c.Expr.Source(), Skipped: "there is no entry"}
	}
	e := x.expr(c.ID, c.Expr)
	e.Pos = c.Pos
	return e
}

func (x *explainer) step(i int) ExplainedStep {
	p, in := x.plan, x.in
	step := &p.Chain[i]
	out := ExplainedStep{Index: i, Step: step, Taken: x.decision.Step == i}
	var trial Decision
	trial.Reset(p)
	trial.Failure = x.decision.Failure
	in.Reset()
	in.Step, in.Entry = nil, nil
	switch step.Kind {
	case eval.StepCached:
		out.Possible = p.cached(in, x.world, i, &trial)
		if key := p.CacheKey(in, &trial); key != "" {
			out.Key, out.Entry = true, x.world.Entry(key)
		}
		in.Entry = out.Entry
		in.Step = &eval.Target{Kind: eval.StepCached, Server: p.Server, Tool: p.Tool}
	case eval.StepUseTool:
		_, out.Possible = p.useTool(in, x.world, i, &trial)
		out.Target = p.TargetOf(step)
		tool := x.world.Tool(out.Target, in.Now)
		in.Step = &eval.Target{Kind: eval.StepUseTool, Server: out.Target.Server, Tool: out.Target.Tool, Breaker: &tool.Breaker}
	case eval.StepOmit, eval.StepHardFail:
		out.Possible = meets(step.Require, in, &trial)
	}
	out.Unmet = trial.Unmet
	if step.Serves() {
		out.Require = x.conditions(p.require)
	}
	for j := range step.Require {
		out.Require = append(out.Require, x.condition(&step.Require[j]))
	}
	out.Values = x.values(i)
	in.Step, in.Entry = nil, nil
	return out
}

// values explains the expressions of a step that are no conditions.
func (x *explainer) values(i int) []Explained {
	step, names := &x.plan.Chain[i], &x.plan.names
	var list []Explained
	if step.MaxAge != nil {
		list = append(list, x.expr(names.maxAge, step.MaxAge))
	}
	for _, a := range step.Args {
		list = append(list, x.expr(names.args+"."+a.Name, a.Expr))
	}
	lang := ""
	if x.in.Turn != nil {
		lang = x.in.Turn.Language
	}
	if d := step.Disclose.In(lang); d != nil {
		if x.in.Entry == nil && d.Reads("entry") {
			return append(list, Explained{ID: names.disclose, Pos: d.Pos(), Source: d.Source(), Skipped: "there is no entry"})
		}
		list = append(list, x.expr(names.disclose, d))
	}
	return list
}

// settings lists what decides about the tool, defaults included.
func (x *explainer) settings() []ExplainedSetting {
	p := x.plan
	var scratch Decision
	scratch.Reset(p)
	list := []ExplainedSetting{
		{Name: "effect", Value: p.Effect.String()},
		{Name: "timeout", Value: p.Timeout(x.in, &scratch).String()},
		{Name: "expected", Value: p.Expected(x.in, &scratch).String()},
		{Name: "retry", Value: retryWords(p.Retry)},
		{Name: "breaker", Value: breakerWords(p.Breaker)},
		{Name: "when_unavailable", Value: chainWords(p.Chain)},
		{Name: "store", Value: "set"},
		{Name: "evidence", Value: "set"},
		{Name: "when_uncertain", Value: "hard_fail"},
		{Name: "when_refused", Value: "set"},
		{Name: "drill", Value: "set"},
		{Name: "hide_after", Value: briefly(p.HideAfter)},
		{Name: "show_after", Value: briefly(p.ShowAfter)},
	}
	var out []ExplainedSetting
	for i, s := range list {
		s.Policy = p.by[s.Name]
		if s.Name == "expected" && x.in.Latency != nil && x.in.Latency.Count >= MinSamples {
			s.Policy, s.Value = "", s.Value+" (measured p95)"
		}
		if s.Policy == "" && i > 5 {
			continue // a default that does nothing
		}
		if s.Policy != "" {
			s.Pos = p.set.settingPos(s.Policy, s.Name)
		}
		out = append(out, s)
	}
	return out
}
