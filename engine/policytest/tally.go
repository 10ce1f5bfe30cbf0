package policytest

import (
	"slices"
	"strings"

	"github.com/lacuna-go/lacuna/eval"
	"github.com/lacuna-go/lacuna/rules"
)

// sideCount counts the cases in which each side was seen, by the bit of eval.Sides.
type sideCount [4]int

func (c *sideCount) add(s eval.Sides) {
	for i := range c {
		if s.Has(1 << i) {
			c[i]++
		}
	}
}

func (c sideCount) of(s eval.Sides) int {
	for i := range c {
		if s == 1<<i {
			return c[i]
		}
	}
	return 0
}

// tally sums up what cases exercised.
type tally struct {
	exprs    map[*eval.Expr][]sideCount
	marks    map[eval.Pos]*sideCount
	policies map[*rules.Policy]int
	// words counts what is known by its name: a purpose, a language, a fact, a known statement.
	words map[string]int
}

func newTally() *tally {
	return &tally{exprs: map[*eval.Expr][]sideCount{}, marks: map[eval.Pos]*sideCount{}, policies: map[*rules.Policy]int{}, words: map[string]int{}}
}

// add counts one case.
func (t *tally) add(set *rules.Set, c *Case, p *Played) {
	words := map[string]bool{}
	for x, seen := range p.trace.Exprs() {
		if t.exprs[x] == nil {
			t.exprs[x] = make([]sideCount, len(seen))
		}
		for i, s := range seen {
			t.exprs[x][i].add(s)
		}
		for _, path := range x.Paths() {
			if strings.HasPrefix(path, "facts.") {
				words[path] = true
			}
		}
	}
	for at, side := range p.trace.Marks() {
		t.mark(at, side)
	}
	for at, side := range p.marks(set) {
		t.mark(at, side)
	}
	for _, policy := range c.policies(set) {
		t.policies[policy]++
	}
	words["purpose "+orFirst(c.Turn.Purpose, set.Turn.Purposes)] = true
	words["language "+orFirst(c.Turn.Language, set.Turn.Languages)] = true
	for _, name := range p.known() {
		words[name] = true
	}
	for w := range words {
		t.words[w]++
	}
}

func (t *tally) mark(at eval.Pos, side eval.Sides) {
	if t.marks[at] == nil {
		t.marks[at] = &sideCount{}
	}
	t.marks[at].add(side)
}

// orFirst is a word that a turn states, or the first declared one.
func orFirst(word string, declared []string) string {
	if slices.Contains(declared, word) {
		return word
	}
	return declared[0]
}

// tools lists the tools that a case calls, and those that stand in for them.
func (c *Case) tools(set *rules.Set) []*rules.Plan {
	var list []*rules.Plan
	add := func(p *rules.Plan) {
		if !slices.Contains(list, p) {
			list = append(list, p)
		}
	}
	for i := range c.Calls {
		plan := set.Plan(c.Calls[i].Server, c.Calls[i].Call.Tool)
		add(plan)
		for j := range plan.Chain {
			if step := &plan.Chain[j]; step.Kind == eval.StepUseTool {
				add(plan.TargetOf(step))
			}
		}
	}
	return list
}

// policies lists those that apply to the tools of a case.
func (c *Case) policies(set *rules.Set) []*rules.Policy {
	var list []*rules.Policy
	for _, plan := range c.tools(set) {
		for _, p := range plan.Policies() {
			if !slices.Contains(list, p) {
				list = append(list, p)
			}
		}
	}
	return list
}

// marks are what the records say of parts of policies: when_uncertain and when_refused.
func (p *Played) marks(set *rules.Set) map[eval.Pos]eval.Sides {
	out := map[eval.Pos]eval.Sides{}
	for i := range p.Calls {
		r := p.Calls[i].Record
		if r == nil {
			continue
		}
		plan := set.Plan(r.Server, r.Tool)
		if r.Outcome == rules.Uncertain.String() {
			out[plan.WhenUncertain.Pos] = eval.SawTrue
		}
		i := slices.IndexFunc(plan.Policies(), func(p *rules.Policy) bool { return p.WhenRefused.Set() })
		for kind := range plan.WhenRefused {
			if i >= 0 && r.Outcome == rules.Refused.String() && r.Reason == kind.String() {
				out[plan.Policies()[i].WhenRefused.Pos()] = eval.SawTrue
			}
		}
	}
	return out
}

// known lists the known statements that claims rested on.
func (p *Played) known() []string {
	var list []string
	if p.Verdict == nil {
		return nil
	}
	for _, c := range p.Verdict.Claims {
		if strings.HasPrefix(c.Source, "known:") {
			list = append(list, c.Source)
		}
	}
	return list
}
