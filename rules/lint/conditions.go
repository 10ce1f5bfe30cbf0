package lint

import (
	"strings"

	"github.com/lacuna-go/lacuna/eval"
	"github.com/lacuna-go/lacuna/rules"
)

// written is an expression with the place that it stands in.
type written struct {
	scope
	expr *eval.Expr
	// base are the conditions that hold wherever this one counts.
	base []*eval.Expr
}

// eachCondition visits every condition of the set.
func (l *linter) eachCondition(visit func(written)) {
	for _, p := range l.set.Policies {
		l.policyConditions(p, visit)
	}
	for _, c := range l.set.Claims {
		s := scope{l: l, claims: c}
		one(s, "when", c.When, nil, visit)
		each(s, "sourced_by", c.SourcedBy, c.When, visit)
		each(s, "require", c.Require, c.When, visit)
		each(s, "unless", c.Unless, c.When, visit)
	}
}

func (l *linter) policyConditions(p *rules.Policy, visit func(written)) {
	s := scope{l: l, policy: p}
	one(s, "when", p.When, nil, visit)
	one(s, "retry", p.Retry.Value().When, nil, visit)
	one(s, "store", p.Store.Value().When, nil, visit)
	one(s, "drill", p.Drill.Value().When, nil, visit)
	each(s, "unavailable_when", p.UnavailableWhen, p.When, visit)
	each(s, "forbid", p.Forbid, p.When, visit)
	each(s, "require", p.Require, p.When, visit)
	for i := range p.WhenUnavailable.Value() {
		step := &p.WhenUnavailable.Value()[i]
		each(s.at(step), "step.require", step.Require, nil, visit)
	}
}

// at is the scope of a step's own conditions.
func (s scope) at(step *rules.Step) scope {
	if step.MaxAge != nil {
		if v, ok := valueOf(step.MaxAge.Node()); ok {
			s.maxAge = &v
		}
	}
	return s
}

func one(s scope, field string, x, base *eval.Expr, visit func(written)) {
	if x == nil {
		return
	}
	s.field = field
	w := written{scope: s, expr: x}
	if base != nil {
		w.base = []*eval.Expr{base}
	}
	visit(w)
}

func each(s scope, field string, list []rules.Condition, base *eval.Expr, visit func(written)) {
	for _, c := range list {
		one(s, field, c.Expr, base, visit)
	}
}

// conditions finds those that always come out the same, that are written twice, and that exclude each other.
func (l *linter) conditions() {
	l.eachCondition(func(w written) { l.constant(w) })
	for _, p := range l.set.Policies {
		s := scope{l: l, policy: p}
		for _, list := range [][]rules.Condition{p.UnavailableWhen, p.Forbid, p.Require} {
			l.repeated(s, list)
		}
		for i := range p.WhenUnavailable.Value() {
			step := &p.WhenUnavailable.Value()[i]
			l.repeated(s, step.Require)
			l.exclusive(s.at(step), step.Require, "a step that asks for both is never taken")
		}
	}
	for _, c := range l.set.Claims {
		s := scope{l: l, claims: c}
		for _, list := range [][]rules.Condition{c.SourcedBy, c.Require, c.Unless} {
			l.repeated(s, list)
		}
		l.exclusive(s, c.SourcedBy, "no source meets both")
		l.exclusive(s, c.Require, "no claim meets both")
	}
}

// constant finds a condition that always comes out the same, or a part of one.
func (l *linter) constant(w written) {
	if w.expr.Fixed() {
		l.readsNothing(w)
		return
	}
	before := len(l.found)
	w.undecided(w.expr.Node())
	if len(l.found) > before || w.base == nil {
		return
	}
	// On its own it may come out either way; does it where the policy applies at all?
	base, ok := w.cases(w.base[0].Node(), true)
	yes, also := w.cases(w.expr.Node(), true)
	no, too := w.cases(w.expr.Node(), false)
	if !ok || !also || !too || len(base)*max(len(yes), len(no)) > maxConjunctions {
		return
	}
	if _, impossible := w.never(base); impossible {
		return // the matter of when itself
	}
	if _, never := w.never(cross(base, yes)); never {
		l.report("condition-always-false", w.expr.Node(), "the condition is never true where the when of %q holds", w.owner()).of(w.owner())
	} else if _, always := w.never(cross(base, no)); always {
		l.report("condition-always-true", w.expr.Node(), "the condition is always true where the when of %q holds", w.owner()).of(w.owner())
	}
}

func (l *linter) readsNothing(w written) {
	holds, fault := w.expr.Holds(&eval.Input{})
	switch {
	case fault != nil: // of a cost or a time that is over
	case holds:
		l.report("condition-always-true", w.expr.Node(), "the condition is always true, for it reads nothing").of(w.owner())
	default:
		l.report("condition-always-false", w.expr.Node(), "the condition is always false, for it reads nothing").of(w.owner())
	}
}

// undecided reports the outermost parts of a condition that always come out the same.
func (w *written) undecided(n eval.Node) {
	what := "the condition"
	if n.Pos() != w.expr.Pos() || n.End() != w.expr.Node().End() {
		what = "this part of the condition"
	}
	yes, ok := w.cases(n, true)
	no, also := w.cases(n, false)
	if ok && also {
		if why, never := w.never(yes); never {
			w.l.report("condition-always-false", n, "%s is never true%s", what, because(why, "exclude each other")).of(w.owner())
			return
		}
		for _, c := range no { // what covers every case is told as it stands there
			for i := range c {
				c[i].not = !c[i].not
			}
		}
		if why, always := w.never(no); always {
			w.l.report("condition-always-true", n, "%s is always true%s", what, because(why, "cover every case")).of(w.owner())
			return
		}
	}
	switch n.Op() {
	case "&&", "||", "!":
		for _, o := range n.Operands() {
			w.undecided(o)
		}
	case "?:":
		w.undecided(n.Operands()[0])
	}
}

// because words a reason: two texts that do something together, or a sentence.
func because(why, together string) string {
	parts := strings.Split(why, " | ")
	switch {
	case why == "":
		return ""
	case len(parts) == 1:
		return ": " + why
	}
	last := len(parts) - 1
	return ": " + strings.Join(parts[:last], ", ") + " and " + parts[last] + " " + together
}

// repeated finds conditions of one list that say the same, and parts of one that do.
func (l *linter) repeated(s scope, list []rules.Condition) {
	seen := map[string]rules.Condition{}
	for _, c := range list {
		key := s.key(c.Expr.Node())
		if first, ok := seen[key]; ok {
			l.report("condition-repeated", c.Expr.Node(), "%q says the same as %q, at %s", c.Key, first.Key, first.Pos).of(s.owner())
		} else {
			seen[key] = c
		}
		l.repeatedPart(s, c.Expr.Node())
	}
}

// repeatedPart finds an operand of && or || that stands there twice.
func (l *linter) repeatedPart(s scope, n eval.Node) {
	if op := n.Op(); op == "&&" || op == "||" {
		seen := map[string]bool{}
		for _, o := range chainOf(n, op) {
			if key := s.key(o); seen[key] {
				l.report("condition-repeated", o, "%s stands twice in one %s", o.Text(), op).of(s.owner())
			} else {
				seen[key] = true
			}
			l.repeatedPart(s, o)
		}
		return
	}
	for _, o := range n.Operands() {
		l.repeatedPart(s, o)
	}
}

// chainOf lists the operands of a chain of one operator: a, b and c of a && b && c.
func chainOf(n eval.Node, op string) []eval.Node {
	if n.Op() != op {
		return []eval.Node{n}
	}
	var list []eval.Node
	for _, o := range n.Operands() {
		list = append(list, chainOf(o, op)...)
	}
	return list
}

// exclusive finds conditions that must all hold, and of which two never do together.
func (l *linter) exclusive(s scope, list []rules.Condition, what string) {
	for i, b := range list {
		for _, a := range list[:i] {
			both, ok := s.all(caseOf{a.Expr.Node(), true}, caseOf{b.Expr.Node(), true})
			if !ok || s.hopeless(a.Expr) || s.hopeless(b.Expr) {
				continue // one that never holds by itself is reported as that
			}
			if _, never := s.never(both); never {
				l.report("conditions-exclude", b.Expr.Node(), "%q and %q exclude each other: %s", a.Key, b.Key, what).of(s.owner())
				return
			}
		}
	}
}

// hopeless reports whether a condition can't hold by itself.
func (s *scope) hopeless(x *eval.Expr) bool {
	cases, ok := s.cases(x.Node(), true)
	_, never := s.never(cases)
	return ok && never
}
