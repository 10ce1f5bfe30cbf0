package main

import (
	"fmt"
	"regexp"
	"slices"
	"time"

	"github.com/lacuna-go/lacuna/eval"
	"github.com/lacuna-go/lacuna/rules"
)

// warnings lists what loads, and is hardly meant, each once and by position.
func warnings(set *rules.Set, now time.Time) []eval.Problem {
	l := &lint{set: set}
	l.writes()
	l.conditions()
	for _, name := range set.Files() {
		root := set.File(name).Root()
		for _, n := range append(root.Elems(), root) {
			switch n.TypeName() {
			case "Policy":
				l.vars(n)
			case "Known":
				l.until(n, now)
			}
		}
	}
	return eval.SortProblems(l.found)
}

type lint struct {
	set   *rules.Set
	found []eval.Problem
}

func (l *lint) warn(at eval.Pos, format string, args ...any) {
	p := eval.Problem{Pos: at, Message: fmt.Sprintf(format, args...)}
	if !slices.Contains(l.found, p) {
		l.found = append(l.found, p)
	}
}

// writes finds the chains of tools that are declared as writes.
func (l *lint) writes() {
	eachChain(l.set, func(p *rules.Policy, plan *rules.Plan) {
		if plan.Effect == eval.Read || plan.DecidedBy("effect") == "" {
			return
		}
		tool := fmt.Sprintf("policy %q is of Effect.%s", p.Name, effectName(plan.Effect))
		if by := plan.DecidedBy("effect"); by != p.Name {
			tool += fmt.Sprintf(" by policy %q", by)
		}
		for i := range plan.Chain {
			if step := &plan.Chain[i]; step.Kind == eval.StepCached {
				l.warn(step.Pos, "%s: an earlier answer of a write is no answer to this one", tool)
			}
		}
		if end := &plan.Chain[len(plan.Chain)-1]; end.Kind == eval.StepOmit && !end.Disclose.Given() {
			l.warn(end.Pos, "%s, and its chain ends in a silent Omit: the turn goes on as if nothing had been asked", tool)
		}
	})
}

// eachChain calls f with every policy that has a chain, and the plan of a tool that the chain is for.
func eachChain(set *rules.Set, f func(*rules.Policy, *rules.Plan)) {
	for _, p := range set.Policies {
		if !p.WhenUnavailable.Set {
			continue
		}
		servers, tools := p.Servers, []string{"*"} // "*" is the name of none
		if len(servers) == 0 {
			servers = []string{"*"}
		}
		if len(p.Tools) > 0 {
			tools = nil
		}
		for _, t := range p.Tools {
			tools = append(tools, t.Text)
		}
		for _, server := range servers {
			for _, tool := range tools {
				if plan := set.Plan(server, tool); plan.DecidedBy("when_unavailable") == p.Name {
					f(p, plan)
				}
			}
		}
	}
}

func effectName(e eval.Effect) string {
	return map[eval.Effect]string{eval.Read: "READ", eval.Idempotent: "IDEMPOTENT", eval.Write: "WRITE"}[e]
}

// conditions finds those that read nothing.
func (l *lint) conditions() {
	for _, p := range l.set.Policies {
		l.constant(p.When, p.Retry.Value.When, p.Store.Value.When, p.Drill.Value.When)
		l.constants(p.UnavailableWhen, p.Forbid, p.Require)
		for i := range p.WhenUnavailable.Value {
			l.constants(p.WhenUnavailable.Value[i].Require)
		}
	}
	for _, c := range l.set.Claims {
		l.constant(c.When)
		l.constants(c.SourcedBy, c.Require, c.Unless)
	}
}

func (l *lint) constants(lists ...[]rules.Condition) {
	for _, list := range lists {
		for i := range list {
			l.constant(list[i].Expr)
		}
	}
}

func (l *lint) constant(list ...*eval.Expr) {
	for _, x := range list {
		if x == nil || !x.Const() {
			continue
		}
		holds, fault := x.Holds(&eval.Input{})
		if fault != nil {
			l.warn(x.Pos(), "the condition always errs, for it reads nothing: %s", fault.Message)
			continue
		}
		l.warn(x.Pos(), "the condition is always %t, for it reads nothing", holds)
	}
}

// vars finds the vars of a policy that nothing reads. A name in a text or in a comment counts as read.
func (l *lint) vars(policy eval.Node) {
	for _, f := range policy.Fields() {
		if f.Name != "vars" {
			continue
		}
		for _, e := range f.Value.Entries() {
			name, _ := e.Key.Str()
			if !regexp.MustCompile(`\bvars\s*\.\s*\??\s*` + regexp.QuoteMeta(name) + `\b`).MatchString(policy.Text()) {
				l.warn(e.Key.Pos(), "nothing reads vars.%s", name)
			}
		}
	}
}

// until finds a known statement that has expired.
func (l *lint) until(known eval.Node, now time.Time) {
	for _, f := range known.Fields() {
		if at, ok := f.Value.Timestamp(); ok && f.Name == "until" && !now.Before(at) {
			l.warn(f.Value.Pos(), "the statement has expired: its figures are no source any more")
		}
	}
}
