package main

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/lacuna-go/lacuna/engine/policytest"
	"github.com/lacuna-go/lacuna/eval"
	"github.com/lacuna-go/lacuna/rules"
)

// askedStep is a step of a call's chain.
type askedStep struct {
	call  *policytest.ExplainedCall
	index int
}

// stepsAsked are the steps that a name means, in every call whose chain has it; there is one at least, or the name is wrong usage.
func stepsAsked(e *policytest.Explained, name string) ([]askedStep, error) {
	var found []askedStep
	var steps []string
	for i := range e.Explained {
		call := &e.Explained[i]
		if call.Admission == nil {
			continue
		}
		plan := call.Admission.Decision.Plan
		for j := range plan.Chain {
			if step := fmt.Sprintf("%d. %s", j+1, plan.Chain[j].Words()); !slices.Contains(steps, step) {
				steps = append(steps, step)
			}
			if names(&plan.Chain[j], j, name) {
				found = append(found, askedStep{call, j})
			}
		}
	}
	switch {
	case found != nil:
		return found, nil
	case len(steps) == 0:
		return nil, usage("--why-not: there is no call whose chain could be asked about")
	}
	return nil, usage("--why-not: no chain has a step %q; they are %s", name, strings.Join(steps, ", "))
}

// names reports whether a step is meant: by its number, its kind, its words, or the tool that it calls.
func names(s *rules.Step, index int, name string) bool {
	name = strings.ToLower(strings.TrimSpace(name))
	return name == strconv.Itoa(index+1) || name == s.Kind.String() || name == s.Words() ||
		s.Kind == eval.StepUseTool && (name == s.Tool || name == s.Server+"/"+s.Tool)
}

func (p printer) whyNotStep(call *policytest.ExplainedCall, index int) {
	r := call.Record
	plan := call.Admission.Decision.Plan
	p.line(0, "%s/%s: %d. %s (%s)", call.Call.Server, call.Call.Tool, index+1, plan.Chain[index].Words(), plan.Chain[index].Pos)
	steps := call.Steps()
	at := taken(r)
	switch {
	case len(steps) == 0:
		p.line(1, "the chain was not entered: %s", why(r))
		return
	case at == index:
		p.line(1, "it was taken")
		return
	}
	s := &steps[index]
	if at >= 0 && at < index {
		p.line(1, "step %d, %s, comes before it and was taken", at+1, steps[at].Step.Words())
		if s.Possible {
			p.line(1, "nothing else stood in its way")
			return
		}
	}
	if s.Possible && (at < 0 || at > index) {
		p.line(1, "it was tried, but %s", attempted(s, r))
		return
	}
	p.line(1, "in its way:")
	p.obstacles(call, s)
}

// obstacles shows the conditions of a step that did not hold, with what they read.
func (p printer) obstacles(call *policytest.ExplainedCall, s *rules.ExplainedStep) {
	for _, f := range s.Unmet {
		switch x := expressionOf(s, f.ID); {
		case x != nil && strings.HasSuffix(f.ID, "/max_age") && s.Entry != nil:
			p.line(2, "%s (%s): the entry is %s old, and at most %s is allowed", f.ID, x.Pos, entryAge(call, s), eval.ValueText(x.Value))
		case x != nil:
			p.condition(2, x)
		case strings.HasSuffix(f.ID, "/entry"):
			p.line(2, "%s (%s): %s", f.ID, f.Pos, noEntry(s))
		case f.Note != "":
			p.line(2, "%s (%s): %s", f.ID, f.Pos, f.Note)
		default:
			p.line(2, "%s (%s)", f.ID, f.Pos)
			p.erring(s, f.ID)
		}
	}
}

// erring shows the parts of a value that could not be computed, as the args of a UseTool.
func (p printer) erring(s *rules.ExplainedStep, id string) {
	for i := range s.Values {
		if x := &s.Values[i]; x.Fault != nil && strings.HasPrefix(x.ID, id+".") {
			p.computed(3, x)
		}
	}
}

func expressionOf(s *rules.ExplainedStep, id string) *rules.Explained {
	for _, list := range [][]rules.Explained{s.Require, s.Values} {
		for i := range list {
			if list[i].ID == id {
				return &list[i]
			}
		}
	}
	return nil
}
