package main

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/lacuna-go/lacuna/eval"
	"github.com/lacuna-go/lacuna/guard"
	"github.com/lacuna-go/lacuna/rules"
)

// notes lists what is worth knowing of a set, and may well be meant.
func notes(set *rules.Set) []string {
	list := []string{}
	if note := budgetNote(set); note != "" {
		list = append(list, note)
	}
	list = append(list, timeoutNotes(set)...)
	list = append(list, effectNotes(set)...)
	list = append(list, retryNotes(set)...)
	return append(list, claimsNote(set)...)
}

// retryNotes names the usual second owners of retries, where the policies have any: two that both repeat multiply.
func retryNotes(set *rules.Set) []string {
	if !slices.ContainsFunc(set.Policies, func(p *rules.Policy) bool { return p.Retry.Value.Max > 0 }) {
		return nil
	}
	return []string{"policies retry: set the retries of the tools' clients to zero (OpenAI, Anthropic and AWS SDKs, gRPC and MCP clients retry by default; " +
		"docs/operations.md says how)"}
}

// budgetNote compares what the tools could take with what a turn has.
func budgetNote(set *rules.Set) string {
	var sum time.Duration
	cases := set.WorstCases()
	for _, w := range cases {
		if _, own := set.Turn.Budgets[w.Server]; !own {
			sum += w.Time
		}
	}
	if sum <= set.Turn.Budget {
		return ""
	}
	return fmt.Sprintf("one call of every tool could take %s of tool time; the turn's budget ends that at %s", sum, set.Turn.Budget)
}

// timeoutNotes lists the timeouts that no budget leaves room for.
func timeoutNotes(set *rules.Set) []string {
	var list []string
	for _, p := range set.Policies {
		if !p.Timeout.Set || !p.Timeout.Value.Const() {
			continue
		}
		timeout, fault := p.Timeout.Value.Duration(&eval.Input{})
		budget := set.Turn.Budget
		for i, server := range p.Servers { // the most that one of them has
			own, ok := set.Turn.Budgets[server]
			if !ok {
				own = set.Turn.Budget
			}
			if i == 0 || own > budget {
				budget = own
			}
		}
		if fault == nil && timeout > budget {
			list = append(list, fmt.Sprintf("%s: the timeout of policy %q, %s, is above the budget, which ends an attempt at %s",
				p.Timeout.Pos, p.Name, timeout, budget))
		}
	}
	return list
}

// effectNotes lists the chains of tools that are writes for want of another word, and look like reads.
func effectNotes(set *rules.Set) []string {
	var list []string
	eachChain(set, func(p *rules.Policy, plan *rules.Plan) {
		end := &plan.Chain[len(plan.Chain)-1]
		silent := end.Kind == eval.StepOmit && !end.Disclose.Given()
		cached := slices.ContainsFunc(plan.Chain, func(s rules.Step) bool { return s.Kind == eval.StepCached })
		if plan.DecidedBy("effect") != "" || !silent && !cached {
			return
		}
		note := fmt.Sprintf("%s: the tools of policy %q count as writes, for no policy sets their effect; of a tool that only reads, say effect: Effect.READ",
			p.NamePos, p.Name)
		if !slices.Contains(list, note) {
			list = append(list, note)
		}
	})
	return list
}

// claimsNote says which claims of a reply pass unchecked.
func claimsNote(set *rules.Set) []string {
	var checked, unchecked []string
	for _, c := range set.Claims {
		if c.On != guard.SiteReply {
			continue
		}
		for _, k := range c.Kinds {
			checked = append(checked, strings.ToUpper(k.String()))
		}
	}
	if checked == nil {
		return []string{"there is no Claims on replies, so no reply is checked: whatever figures it has, it passes"}
	}
	for _, k := range eval.EnumMembers("Kind") {
		if !slices.Contains(checked, k) {
			unchecked = append(unchecked, k)
		}
	}
	if unchecked == nil {
		return nil
	}
	return []string{"no Claims covers " + strings.Join(unchecked, ", ") + ": such claims pass unchecked"}
}
