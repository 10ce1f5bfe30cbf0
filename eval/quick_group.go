package eval

import "slices"

// Group evaluates conditions together, as a decision asks those of all policies of its tool. Conditions that begin with the same tests share
// them, so that each is asked once, and all tests stand in one piece of memory in the order in which they are asked. It comes to what the
// conditions come to one by one. It is immutable and safe for concurrent use; the zero Group has no conditions.
type Group struct {
	quick
	env    *Env
	apart  []int  // the conditions that are no conjunction of tests
	charge uint64 // what the others can cost at most
	size   int
}

// NewGroup makes a group of conditions, each of one or more expressions that must all hold, in their order; nil ones always do.
func NewGroup(conditions [][]*Expr) Group {
	g := Group{size: len(conditions)}
	root, total := &branch{}, 0
	for i, list := range conditions {
		tests := g.conjunction(list)
		if total += len(tests); tests == nil || max(i, total) > maxGrouped {
			g.apart = append(g.apart, i)
			continue
		}
		root.grow(tests, i)
		for _, x := range list {
			if x != nil {
				g.env, g.charge = x.env, g.charge+x.charge
			}
		}
	}
	for _, b := range root.below {
		g.place(b)
	}
	g.tests = slices.Clip(g.tests)
	return g
}

// Words is how many words a set of the group's conditions has, a bit for each condition.
func (g *Group) Words() int { return (g.size + 63) / 64 }

// maxGrouped bounds the tests of a group: their places are 16 bits wide.
const maxGrouped = 1 << 14

// Run adds the conditions that hold to one set. What the group can't decide it adds to the other: the caller evaluates that one by one.
func (g *Group) Run(in *Input, holding, left []uint64) {
	if in.Traced() || in.cost+g.charge > MaxDecisionCost || in.Context != nil && in.Context.Err() != nil {
		for i := range g.size {
			left[i/64] |= 1 << (i % 64)
		}
		return
	}
	for _, i := range g.apart {
		left[i/64] |= 1 << (i % 64)
	}
	in.env, in.cost = g.env, in.cost+g.charge
	s, few := scope{in: in}, uint64(0) // the first word of holding
	var numbers [8]struct {            // of fields that were read: conditions often ask for the same ones
		field fieldID
		known bool
		n     int64
	}
	for i := 0; i < len(g.tests); {
		t := &g.tests[i]
		var holds, ok bool
		if t.op == opNumber {
			f := &numbers[t.field%8]
			if f.field != t.field {
				f.field = t.field
				f.n, f.known = s.reader(false).number(t.field)
			}
			holds, ok = t.rel.holds(f.n, t.n), f.known
		} else {
			holds, ok = g.test(t, s)
		}
		next := t.no
		if holds {
			next = t.yes
		}
		switch {
		case !ok:
			i = g.leave(i, left)
		case next >= 0:
			i = int(next)
		default:
			if c := uint(^next); c < 64 {
				few |= 1 << c
			} else {
				holding[c/64] |= 1 << (c % 64)
			}
			i++
		}
	}
	if few != 0 {
		holding[0] |= few
	}
}

// leave adds the conditions that a test leads to, and returns the place behind them.
func (g *Group) leave(i int, left []uint64) int {
	end := int(max(g.tests[i].yes, g.tests[i].no))
	for ; i < end; i++ {
		if c := min(g.tests[i].yes, g.tests[i].no); c < 0 {
			left[uint(^c)/64] |= 1 << (uint(^c) % 64)
		}
	}
	return end
}

// conjunction returns the tests of expressions that are conjunctions, and nil for others. The way out that goes on is 1, the other one 0.
func (g *Group) conjunction(list []*Expr) (tests []test) {
	for _, x := range list {
		if x == nil {
			continue
		}
		if x.quick == nil {
			return nil
		}
		for i, t := range x.quick.tests {
			on := int16(i + 1)
			if i == len(x.quick.tests)-1 {
				on = isTrue
			}
			switch {
			case t.yes == on && t.no == isFalse:
				t.yes, t.no = 1, 0
			case t.no == on && t.yes == isFalse:
				t.yes, t.no = 0, 1
			default:
				return nil
			}
			tests = append(tests, g.adopt(t, x.quick))
		}
	}
	return tests
}

// adopt makes a test one of the group: equal tests are equal values.
func (g *Group) adopt(t test, from *quick) test {
	switch t.op {
	case opTextIn, opArgTextIn:
		set := from.sets[t.n]
		i := slices.IndexFunc(g.sets, func(s []string) bool { return slices.Equal(s, set) })
		if i < 0 {
			i, g.sets = len(g.sets), append(g.sets, set)
		}
		t.n = int64(i)
	case opFunc:
		g.funcs = append(g.funcs, from.funcs[t.n])
		t.n = int64(len(g.funcs) - 1)
	default:
	}
	return t
}

// branch is a test of the group under construction, and what is asked once it goes on.
type branch struct {
	test
	holds int // the condition that then holds, where nothing is below
	below []*branch
}

// grow adds a condition's tests, as far as they are not there.
func (b *branch) grow(tests []test, holds int) {
	if len(tests) == 1 {
		b.below = append(b.below, &branch{test: tests[0], holds: holds})
		return
	}
	i := slices.IndexFunc(b.below, func(c *branch) bool { return c.test == tests[0] && c.below != nil })
	if i < 0 {
		i, b.below = len(b.below), append(b.below, &branch{test: tests[0]})
	}
	b.below[i].grow(tests[1:], holds)
}

// place puts the tests where they are asked. A way out below zero is the complement of a condition, which holds.
func (g *Group) place(b *branch) {
	at := len(g.tests)
	g.tests = append(g.tests, b.test)
	for _, c := range b.below {
		g.place(c)
	}
	on, past := int16(at+1), int16(len(g.tests))
	if b.below == nil {
		on = ^int16(b.holds)
	}
	t := &g.tests[at]
	if b.yes == 1 {
		t.yes, t.no = on, past
	} else {
		t.yes, t.no = past, on
	}
}
