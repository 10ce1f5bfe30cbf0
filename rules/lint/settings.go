package lint

import (
	"slices"
	"strings"
	"time"

	"github.com/lacuna-go/lacuna/eval"
	"github.com/lacuna-go/lacuna/guard"
	"github.com/lacuna-go/lacuna/rules"
)

// settings finds what does not fit together in times and in what is covered.
func (l *linter) settings() {
	l.budget()
	l.retries()
	l.covered()
	for _, p := range l.set.Policies {
		l.times(p)
		if p.Doc == "" {
			l.about("policy-without-doc", p, "policy %q has no doc: nothing says what a wrong answer costs", p.Name)
		}
	}
	if l.have[needsNow] {
		l.expired()
	}
}

// whole reports a finding about the set, at its Turn where it has one.
func (l *linter) whole(id, field, format string, args ...any) reported {
	turn := l.structs[l.set.Turn.Pos]
	if f, ok := l.field(l.set.Turn.Pos, field); ok {
		return l.reportAt(id, f.Pos, f.Value.End(), format, args...)
	}
	if !turn.Valid() {
		return l.reportAt(id, eval.Pos{}, eval.Pos{}, format, args...)
	}
	return l.reportAt(id, turn.Pos(), turn.Pos(), format, args...)
}

// budget compares what the tools could take with what a turn has.
func (l *linter) budget() {
	var sum time.Duration
	for _, w := range l.set.WorstCases() {
		if _, own := l.set.Turn.Budgets[w.Server]; !own {
			sum += w.Time
		}
	}
	if sum > l.set.Turn.Budget {
		l.whole("budget-below-worst-case", "budget", "one call of every tool could take %s of tool time; the turn's budget ends that at %s", sum, l.set.Turn.Budget)
	}
}

// retries names the usual second owners of retries, where the policies have any: two that both repeat multiply.
func (l *linter) retries() {
	for _, p := range l.set.Policies {
		if p.Retry.Value().Max > 0 {
			l.reportAt("two-retry-owners", p.Retry.Pos(), p.Retry.Pos(),
				"policies retry: set the retries of the tools' clients to zero (OpenAI, Anthropic and AWS SDKs, gRPC and MCP clients retry by default; docs/operations.md says how)").of(p.Name)
			return
		}
	}
}

// covered says which claims of a reply pass unchecked.
func (l *linter) covered() {
	var checked, unchecked []string
	for _, c := range l.set.Claims {
		if c.On != guard.SiteReply {
			continue
		}
		for _, k := range c.Kinds {
			checked = append(checked, strings.ToUpper(k.String()))
		}
	}
	if checked == nil {
		l.whole("replies-unchecked", "", "there is no Claims on replies, so no reply is checked: whatever figures it has, it passes")
		return
	}
	for _, k := range eval.EnumMembers("Kind") {
		if !slices.Contains(checked, k) {
			unchecked = append(unchecked, k)
		}
	}
	if unchecked != nil {
		l.whole("kinds-unchecked", "", "no Claims covers %s: such claims pass unchecked", strings.Join(unchecked, ", "))
	}
}

// times finds timeouts that no budget leaves room for, and expectations that no timeout does.
func (l *linter) times(p *rules.Policy) {
	timeout, known := constantDuration(p.Timeout.Value())
	if budget := l.budgetOf(p); known && timeout > budget {
		l.report("timeout-above-budget", p.Timeout.Value().Node(), "the timeout of policy %q, %s, is above the budget, which ends an attempt at %s", p.Name, timeout, budget).of(p.Name)
	}
	expected, also := constantDuration(p.Expected.Value())
	if !known {
		timeout, known = rules.DefaultTimeout, !p.Timeout.Set() && l.timeoutIsDefault(p)
	}
	if known && also && expected > timeout {
		l.report("expected-above-timeout", p.Expected.Value().Node(), "policy %q expects an attempt to take %s, and ends it at %s", p.Name, expected, timeout).of(p.Name)
	}
}

// timeoutIsDefault reports whether no policy sets the timeout of the tools that a policy is for.
func (l *linter) timeoutIsDefault(p *rules.Policy) bool {
	return !slices.ContainsFunc(l.places[p], func(plan *rules.Plan) bool { return plan.DecidedBy("timeout") != "" })
}

// budgetOf returns the most tool time that a tool of the policy has.
func (l *linter) budgetOf(p *rules.Policy) time.Duration {
	if len(p.Servers) == 0 {
		return l.set.Turn.Budget
	}
	var most time.Duration
	for _, server := range p.Servers {
		own, ok := l.set.Turn.Budgets[server]
		if !ok {
			own = l.set.Turn.Budget
		}
		most = max(most, own)
	}
	return most
}

// constantDuration returns the value of an expression that reads nothing.
func constantDuration(x *eval.Expr) (time.Duration, bool) {
	if x == nil || !x.Fixed() {
		return 0, false
	}
	d, fault := x.Duration(&eval.Input{})
	return d, fault == nil
}

// expired finds statements and drills whose time is over.
func (l *linter) expired() {
	for _, k := range l.set.Known {
		if !k.Until.IsZero() && !l.now.Before(k.Until) {
			f, _ := l.field(k.Pos, "until")
			l.report("expired-statement", f.Value, "the statement has expired: its figures are no source any more").of(k.Name)
		}
	}
	for _, p := range l.set.Policies {
		if until := p.Drill.Value().Until; !until.IsZero() && !l.now.Before(until) {
			drill, _ := l.field(p.Pos, "drill")
			f, _ := l.field(drill.Value.Pos(), "until")
			l.report("expired-drill", f.Value, "the drill is over, and nothing is drilled any more").of(p.Name)
		}
	}
}
