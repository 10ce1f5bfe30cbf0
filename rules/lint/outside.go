package lint

import (
	"slices"
	"time"

	"github.com/lacuna-go/lacuna/eval"
	"github.com/lacuna-go/lacuna/rules"
)

// outside compares the policies with what stands beside them: tests, a decision log, the tools that servers list.
func (l *linter) outside() {
	if l.have[needsTests] {
		l.untested()
	}
	if l.have[needsLog] {
		l.untaken()
		l.measuredTimes()
	}
	if l.have[needsTools] {
		l.listed()
	}
}

// untested finds the policies that apply to no tool that a test calls, directly or as a fallback.
func (l *linter) untested() {
	if len(l.tested) == 0 {
		if len(l.set.Policies) > 0 {
			l.whole("policy-without-test", "", "no policy has a test: there is no call in a *_test.yaml beside them")
		}
		return
	}
	reached := map[*rules.Policy]bool{}
	for t := range l.tested {
		plan := l.set.Plan(t.Server, t.Tool)
		for i := range plan.Chain {
			if step := &plan.Chain[i]; step.Kind == eval.StepUseTool {
				mark(reached, plan.TargetOf(step).Policies())
			}
		}
		mark(reached, plan.Policies())
	}
	for _, p := range l.set.Policies {
		if !reached[p] {
			l.about("policy-without-test", p, "no test calls a tool that policy %q is for", p.Name)
		}
	}
}

func mark(reached map[*rules.Policy]bool, list []*rules.Policy) {
	for _, p := range list {
		reached[p] = true
	}
}

// untaken finds steps that nothing has ever taken, in the log (drills are in it, too) or in the tests.
func (l *linter) untaken() {
	for _, p := range l.set.Policies {
		for i, step := range p.WhenUnavailable.Value() {
			if !l.taken[Step{p.Name, i}] {
				l.reportAt("step-never-taken", step.Pos, l.structs[step.Pos].End(), "no test, drill or call has ever taken this %s of policy %q", step.Kind, p.Name).of(p.Name)
			}
		}
	}
}

// A timeout is far from what was measured beyond tooLong times the p99; ceiling times the p99 would do.
const (
	tooLong = 5
	ceiling = 2
)

// measuredTimes compares the timeouts of tools with their p99.
func (l *linter) measuredTimes() {
	for _, m := range l.measured {
		plan := l.set.Plan(m.Server, m.Tool)
		var d rules.Decision
		d.Reset(plan)
		timeout := plan.Timeout(&eval.Input{Turn: &eval.Turn{}, Call: &eval.Call{Server: plan.Server, Tool: plan.Tool}}, &d)
		if len(d.Faults) > 0 || m.P99 <= 0 {
			continue // it depends on the call
		}
		owner := plan.DecidedBy("timeout")
		from, to := l.timeoutOf(owner)
		switch {
		case timeout < m.P99:
			l.reportAt("timeout-below-p99", from, to, "%s/%s: the timeout, %s, cuts off calls that would succeed: the p99 is %s",
				m.Server, m.Tool, timeout, m.P99).of(owner)
		case timeout > tooLong*m.P99:
			l.reportAt("timeout-far-above-p99", from, to, "%s/%s: the timeout, %s, is %.0f times the p99, %s", m.Server, m.Tool, timeout,
				float64(timeout)/float64(m.P99), m.P99).of(owner).help("%s would do", roundUp(ceiling*m.P99))
		}
	}
}

// timeoutOf returns where a policy sets the timeout; nowhere for the default.
func (l *linter) timeoutOf(policy string) (from, to eval.Pos) {
	i := slices.IndexFunc(l.set.Policies, func(p *rules.Policy) bool { return p.Name == policy })
	if i < 0 {
		return eval.Pos{}, eval.Pos{}
	}
	n := l.set.Policies[i].Timeout.Value().Node()
	return n.Pos(), n.End()
}

// roundUp rounds to two leading digits, as people write durations.
func roundUp(d time.Duration) time.Duration {
	unit := time.Duration(1)
	for d/unit >= 100 {
		unit *= 10
	}
	return (d + unit - 1) / unit * unit
}
