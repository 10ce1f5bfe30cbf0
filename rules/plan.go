package rules

import (
	"cmp"
	"slices"
	"time"

	"github.com/lacuna-go/lacuna/eval"
	"github.com/lacuna-go/lacuna/state"
)

// The defaults of a tool whose policies set nothing else.
const (
	DefaultTimeout  = 5 * time.Second
	DefaultExpected = 500 * time.Millisecond
	// MinSamples is how many successful attempts it takes until the measured p95 replaces expected.
	MinSamples = 20
)

// Plan is what all applicable policies come to for one tool: each setting of the most specific policy that
// defines it, and the conditions of all of them. It is immutable and safe for concurrent use.
type Plan struct {
	Server, Tool string
	hash         uint64 // of both, in the table of plans
	forbid       conditions
	// Covered is false for a tool to which no policy applies: a WRITE without retry that fails hard.
	Covered bool
	Effect  eval.Effect
	Retry   Retry
	Breaker Breaker
	// Store is nil where nothing is stored.
	Store         *Store
	Evidence      Evidence
	Chain         []Step
	WhenUncertain Step
	WhenRefused   map[state.FailureKind]Text
	Drill         *Drill
	HideAfter     time.Duration
	ShowAfter     time.Duration

	set               *Set
	policies          []*Policy
	timeout, expected *eval.Expr
	unavailableWhen   conditions
	require           []planCondition
	// by names the policy that decided each setting, by the field's name.
	by map[string]string
	// names are what a decision reports of a step's own parts.
	names stepNames
}

// planCondition is a condition with the When of its policy, which is nil where that always applies.
type planCondition struct {
	Condition
	when *eval.Expr
}

// stepNames are the findings of a chain's step: no entry, too old, its arguments, its target, its disclosure.
type stepNames struct{ entry, maxAge, args, target, disclose string }

// Plan returns the plan of a tool. It is made at the first call and kept; afterwards it costs one look-up.
func (s *Set) Plan(server, tool string) *Plan {
	plans := s.index.plans
	hash := plans.hash(server, tool)
	if p := plans.find(hash, server, tool); p != nil {
		return p
	}
	p := s.newPlan(server, tool)
	p.hash = hash
	return plans.keep(p)
}

func (s *Set) newPlan(server, tool string) *Plan {
	matches := s.index.matches(server, tool)
	slices.SortFunc(matches, func(a, b match) int {
		return cmp.Or(b.spec.compare(a.spec), cmp.Compare(a.policy.Name, b.policy.Name))
	})
	p := &Plan{
		Server: server, Tool: tool, Covered: len(matches) > 0, set: s, by: map[string]string{},
		Effect: eval.Write, Breaker: DefaultBreaker(), Retry: Retry{Backoff: DefaultBackoff()},
		Chain:         []Step{{Kind: eval.StepHardFail, Handoff: eval.HandoffNone}},
		WhenUncertain: Step{Kind: eval.StepHardFail, Handoff: eval.HandoffNone},
	}
	p.settle(matches)
	for _, m := range matches {
		p.policies = append(p.policies, m.policy)
		p.unavailableWhen.list = accumulate(p.unavailableWhen.list, m.policy, m.policy.UnavailableWhen)
		p.forbid.list = accumulate(p.forbid.list, m.policy, m.policy.Forbid)
		p.require = accumulate(p.require, m.policy, m.policy.Require)
	}
	for _, list := range [][]planCondition{p.unavailableWhen.list, p.forbid.list, p.require} {
		slices.SortFunc(list, func(a, b planCondition) int { return cmp.Compare(a.ID, b.ID) })
	}
	p.unavailableWhen.prepare()
	p.forbid.prepare()
	p.nameSteps()
	return p
}

func accumulate(list []planCondition, policy *Policy, conditions []Condition) []planCondition {
	for _, c := range conditions {
		list = append(list, planCondition{c, policy.When})
	}
	return list
}

// settle takes each setting from the most specific policy that defines it.
func (p *Plan) settle(matches []match) {
	take(p, matches, "effect", func(q *Policy) Setting[eval.Effect] { return q.Effect }, &p.Effect)
	take(p, matches, "timeout", func(q *Policy) Setting[*eval.Expr] { return q.Timeout }, &p.timeout)
	take(p, matches, "expected", func(q *Policy) Setting[*eval.Expr] { return q.Expected }, &p.expected)
	take(p, matches, "retry", func(q *Policy) Setting[Retry] { return q.Retry }, &p.Retry)
	take(p, matches, "breaker", func(q *Policy) Setting[Breaker] { return q.Breaker }, &p.Breaker)
	take(p, matches, "evidence", func(q *Policy) Setting[Evidence] { return q.Evidence }, &p.Evidence)
	take(p, matches, "when_unavailable", func(q *Policy) Setting[[]Step] { return q.WhenUnavailable }, &p.Chain)
	take(p, matches, "when_uncertain", func(q *Policy) Setting[Step] { return q.WhenUncertain }, &p.WhenUncertain)
	take(p, matches, "when_refused", func(q *Policy) Setting[map[state.FailureKind]Text] { return q.WhenRefused }, &p.WhenRefused)
	take(p, matches, "hide_after", func(q *Policy) Setting[time.Duration] { return q.HideAfter }, &p.HideAfter)
	take(p, matches, "show_after", func(q *Policy) Setting[time.Duration] { return q.ShowAfter }, &p.ShowAfter)
	var store Store
	var drill Drill
	if take(p, matches, "store", func(q *Policy) Setting[Store] { return q.Store }, &store) {
		p.Store = &store
	} else if p.hasCached() {
		p.Store = &Store{} // live successes, under the canonical arguments and the audience
	}
	if take(p, matches, "drill", func(q *Policy) Setting[Drill] { return q.Drill }, &drill) {
		p.Drill = &drill
	}
}

func take[T any](p *Plan, matches []match, field string, get func(*Policy) Setting[T], into *T) bool {
	for _, m := range matches {
		if s := get(m.policy); s.Set() {
			*into = s.Value()
			p.by[field] = m.policy.Name
			return true
		}
	}
	return false
}

func (p *Plan) hasCached() bool {
	return slices.ContainsFunc(p.Chain, func(s Step) bool { return s.Kind == eval.StepCached })
}

// nameSteps prepares the names under which a decision reports the parts of a step that are no conditions.
func (p *Plan) nameSteps() {
	policy := p.by["when_unavailable"]
	p.names = stepNames{
		entry: policy + "/entry", maxAge: policy + "/max_age", args: policy + "/args",
		target: policy + "/target", disclose: policy + "/disclose",
	}
}

// BreakerKey names the breaker of the tool: its own, or its server's.
func (p *Plan) BreakerKey() state.Key {
	if p.Breaker.Scope == eval.ScopeServer {
		return state.Key{Server: p.Server}
	}
	return state.Key{Server: p.Server, Tool: p.Tool}
}

// CanEnd reports whether a call of the tool might end the turn: by a HardFail of its chain, by an Omit whose disclosure errs, or, of a
// write, by being uncertain.
func (p *Plan) CanEnd() bool {
	if p.Effect != eval.Read {
		return true
	}
	for i := range p.Chain {
		s := &p.Chain[i]
		if s.Kind == eval.StepHardFail {
			return true
		}
		for _, x := range s.Disclose.All() {
			if s.Ends() && !x.Const() {
				return true
			}
		}
	}
	return false
}

// DecidedBy returns the name of the policy that decided a setting, by the field's name, and "" for a default.
func (p *Plan) DecidedBy(setting string) string { return p.by[setting] }

// Policies lists the policies that apply to the tool, the most specific first. It is not to be changed.
func (p *Plan) Policies() []*Policy { return p.policies }

// Set returns the set that the plan belongs to.
func (p *Plan) Set() *Set { return p.set }

// Conditions lists the accumulated conditions of a field ("unavailable_when", "forbid", "require"), sorted by their ids.
func (p *Plan) Conditions(field string) []Condition {
	var from []planCondition
	switch field {
	case "unavailable_when":
		from = p.unavailableWhen.list
	case "forbid":
		from = p.forbid.list
	case "require":
		from = p.require
	}
	var list []Condition
	for _, c := range from {
		list = append(list, c.Condition)
	}
	return list
}

// Timeout evaluates the tool's timeout; an error counts as the default, 5 s.
func (p *Plan) Timeout(in *eval.Input, d *Decision) time.Duration {
	return p.duration(p.timeout, "timeout", DefaultTimeout, in, d)
}

// Expected returns how long a successful attempt is expected to take: the p95 of the last five minutes once 20 were seen, else
// the policy's expected (an error counts as the default, 500 ms).
func (p *Plan) Expected(in *eval.Input, d *Decision) time.Duration {
	if in.Latency != nil && in.Latency.Count >= MinSamples {
		return in.Latency.P95
	}
	return p.duration(p.expected, "expected", DefaultExpected, in, d)
}

func (p *Plan) duration(x *eval.Expr, field string, fallback time.Duration, in *eval.Input, d *Decision) time.Duration {
	if x == nil {
		return fallback
	}
	v, fault := x.Duration(in)
	if fault == nil && v <= 0 {
		fault = &eval.Fault{Pos: x.Pos(), Kind: eval.FaultOther, Message: field + " must be above zero"}
	}
	if fault != nil {
		d.fault(p.by[field]+"/"+field, fault)
		return fallback
	}
	return v
}
