package lint

import (
	"slices"
	"strings"

	"github.com/lacuna-go/lacuna/eval"
)

// relation says how something is compared with constants.
type relation uint8

const (
	isBelow relation = iota + 1
	isAtMost
	isAbove
	isAtLeast
	isAmong    // equal to one of them
	isNotAmong // equal to none
)

var opposite = map[relation]relation{
	isBelow: isAtLeast, isAtLeast: isBelow, isAbove: isAtMost, isAtMost: isAbove, isAmong: isNotAmong, isNotAmong: isAmong,
}

// test compares one thing, named by its key, with constants. Two tests of one key are about the same value.
type test struct {
	key  string
	rel  relation
	vals []value
	// node is where it stands, and not says that it is to fail there.
	node eval.Node
	not  bool
}

// conjunction holds where all of its tests do; the empty one always holds.
type conjunction []test

// maxConjunctions bounds how many cases a condition is taken apart into. A condition with more is not judged.
const maxConjunctions = 64

// cases takes a condition, or its negation, apart into conjunctions, one of which holds exactly if it does. An error is neither. It
// returns false where there are too many.
func (s *scope) cases(n eval.Node, holds bool) ([]conjunction, bool) {
	ops := n.Operands()
	switch n.Op() {
	case "!":
		return s.cases(ops[0], !holds)
	case "&&", "||":
		if (n.Op() == "&&") == holds {
			return s.both(ops, holds)
		}
		return s.either(ops, holds)
	case "?:":
		yes, ok := s.all(caseOf{ops[0], true}, caseOf{ops[1], holds})
		no, also := s.all(caseOf{ops[0], false}, caseOf{ops[2], holds})
		return append(yes, no...), ok && also && len(yes)+len(no) <= maxConjunctions
	}
	if b, ok := n.Bool(); ok {
		if b == holds {
			return []conjunction{{}}, true
		}
		return nil, true
	}
	if def := s.definition(n); def.Valid() {
		return s.cases(def, holds)
	}
	return s.single(s.testOf(n), holds), true
}

// single is a test, or what a comparison of constants comes to.
func (s *scope) single(t test, holds bool) []conjunction {
	if t.key == "" { // of constants, or of a thing with itself
		if (t.rel == isAmong) == holds {
			return []conjunction{{}}
		}
		return nil
	}
	if !holds {
		t.rel, t.not = opposite[t.rel], true
	}
	return []conjunction{{t}}
}

// caseOf is a condition that is to hold, or not to.
type caseOf struct {
	n     eval.Node
	holds bool
}

func (s *scope) both(ops []eval.Node, holds bool) ([]conjunction, bool) {
	list := make([]caseOf, len(ops))
	for i, op := range ops {
		list[i] = caseOf{op, holds}
	}
	return s.all(list...)
}

// all are the cases in which several conditions come out as they are to.
func (s *scope) all(list ...caseOf) ([]conjunction, bool) {
	product := []conjunction{{}}
	for _, c := range list {
		next, ok := s.cases(c.n, c.holds)
		if !ok || len(product)*len(next) > maxConjunctions {
			return nil, false
		}
		product = cross(product, next)
	}
	return product, true
}

func cross(a, b []conjunction) []conjunction {
	list := make([]conjunction, 0, len(a)*len(b))
	for _, x := range a {
		for _, y := range b {
			list = append(list, slices.Concat(x, y))
		}
	}
	return list
}

func (s *scope) either(ops []eval.Node, holds bool) ([]conjunction, bool) {
	var list []conjunction
	for _, op := range ops {
		next, ok := s.cases(op, holds)
		if !ok || len(list)+len(next) > maxConjunctions {
			return nil, false
		}
		list = append(list, next...)
	}
	return list, true
}

var comparisons = map[string]relation{"<": isBelow, "<=": isAtMost, ">": isAbove, ">=": isAtLeast, "==": isAmong, "!=": isNotAmong}

// mirrored is the relation with its sides exchanged.
var mirrored = map[relation]relation{
	isBelow: isAbove, isAbove: isBelow, isAtMost: isAtLeast, isAtLeast: isAtMost, isAmong: isAmong, isNotAmong: isNotAmong,
}

// testOf reads a condition as a test: a comparison with constants, or a thing that is true.
func (s *scope) testOf(n eval.Node) test {
	ops := n.Operands()
	if rel, ok := comparisons[n.Op()]; ok && len(ops) == 2 {
		return s.comparison(n, rel, ops[0], ops[1])
	}
	if n.Op() == "in" && len(ops) == 2 {
		if vals, ok := constants(ops[1]); ok {
			if v, constant := valueOf(ops[0]); constant {
				return decided(n, slices.ContainsFunc(vals, v.equal))
			}
			return test{key: s.key(ops[0]), rel: isAmong, vals: vals, node: n}
		}
	}
	return test{key: s.key(n), rel: isAmong, vals: []value{truth(true)}, node: n}
}

func (s *scope) comparison(n eval.Node, rel relation, a, b eval.Node) test {
	x, left := valueOf(a)
	y, right := valueOf(b)
	switch {
	case left && right:
		return decided(n, compare(x, rel, y))
	case right:
		return test{key: s.key(a), rel: rel, vals: []value{y}, node: n}
	case left:
		return test{key: s.key(b), rel: mirrored[rel], vals: []value{x}, node: n}
	}
	ka, kb := s.key(a), s.key(b)
	if ka == kb {
		return decided(n, rel == isAmong || rel == isAtMost || rel == isAtLeast)
	}
	// Two things: one way to write each comparison, and its truth as the value.
	holds := true
	switch rel {
	case isAbove:
		ka, kb = kb, ka
	case isAtLeast:
		holds = false
	case isAtMost:
		ka, kb, holds = kb, ka, false
	case isNotAmong:
		holds = false
	default:
	}
	op := " < "
	if rel == isAmong || rel == isNotAmong {
		op = " == "
		if ka > kb {
			ka, kb = kb, ka
		}
	}
	return test{key: ka + op + kb, rel: isAmong, vals: []value{truth(holds)}, node: n}
}

// decided is a comparison whose outcome is known: it has no key.
func decided(n eval.Node, holds bool) test {
	if holds {
		return test{rel: isAmong, node: n}
	}
	return test{rel: isNotAmong, node: n}
}

func compare(x value, rel relation, y value) bool {
	if rel == isAmong || rel == isNotAmong {
		return x.equal(y) == (rel == isAmong)
	}
	if !x.ordered(y) {
		return false
	}
	c := x.num.Cmp(y.num)
	return c < 0 && (rel == isBelow || rel == isAtMost) || c > 0 && (rel == isAbove || rel == isAtLeast) || c == 0 && (rel == isAtMost || rel == isAtLeast)
}

// constants reads a list of constants.
func constants(list eval.Node) ([]value, bool) {
	if list.Shape() != eval.List {
		return nil, false
	}
	var vals []value
	for _, e := range list.Elems() {
		v, ok := valueOf(e)
		if !ok {
			return nil, false
		}
		vals = append(vals, v)
	}
	return vals, true
}

// key writes an expression in one form, whatever its spacing: equal keys are the same value.
func (s *scope) key(n eval.Node) string {
	if p := n.Path(); p != "" {
		return p
	}
	op := n.Op()
	if op == "" {
		return n.Text()
	}
	var b strings.Builder
	b.WriteString("(" + op)
	for _, o := range n.Operands() {
		b.WriteString(" " + s.key(o))
	}
	return b.String() + ")"
}

// definition returns what vars.name stands for, where that is a condition.
func (s *scope) definition(n eval.Node) eval.Node {
	name, ok := strings.CutPrefix(n.Path(), "vars.")
	if !ok || s.policy == nil {
		return eval.Node{}
	}
	if x := s.policy.Vars.Expr(name); x != nil {
		return x.Node()
	}
	return eval.Node{}
}
