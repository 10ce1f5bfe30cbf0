package rules

import (
	"math/bits"

	"github.com/lacuna-go/lacuna/eval"
)

// conditions are those of all policies of a plan for one field, sorted by their ids, and the group that evaluates them together.
type conditions struct {
	list  []planCondition
	group eval.Group
}

// prepare makes the group.
func (c *conditions) prepare() {
	exprs := make([][]*eval.Expr, len(c.list))
	for i := range c.list {
		exprs[i] = []*eval.Expr{c.list[i].when, c.list[i].Expr}
	}
	c.group = eval.NewGroup(exprs)
}

// held are the conditions that held, or erred: a bit for each, by its place in the list. Findings are made from them when somebody asks.
type held struct {
	set   []uint64
	erred []erred
}

type erred struct {
	at    int
	fault *eval.Fault
}

// fewWords is how many words of a set need no memory of their own.
const fewWords = 4

// hold evaluates conditions, and reports whether one held or erred.
func (h *held) hold(c *conditions, in *eval.Input, d *Decision) bool {
	var few [2 * fewWords]uint64
	n, sets := c.group.Words(), few[:]
	if n > fewWords {
		d.sets = append(d.sets[:0], make([]uint64, 2*n)...)
		sets = d.sets
	}
	set, left := sets[:n], sets[n:2*n]
	c.group.Run(in, set, left)
	h.erred = h.erred[:0]
	for w := range left {
		for rest := left[w]; rest != 0; rest &= rest - 1 {
			h.one(c, w*64+bits.TrailingZeros64(rest), set, in, d)
		}
	}
	h.set = h.set[:0]
	for w := range set {
		if set[w] != 0 {
			h.set = append(h.set, set...)
			return true
		}
	}
	return false
}

// one evaluates a condition by itself.
func (h *held) one(c *conditions, at int, set []uint64, in *eval.Input, d *Decision) {
	condition := &c.list[at]
	if !applies(condition, in, d) {
		return
	}
	holds, fault := condition.Expr.Holds(in)
	if fault != nil {
		d.fault(condition.ID, fault)
		h.erred = append(h.erred, erred{at, fault})
	}
	if holds || fault != nil {
		set[at/64] |= 1 << (at % 64)
	}
}

// emptied keeps the memory.
func (h *held) emptied() held { return held{h.set[:0], h.erred[:0]} }

// first returns the place of the first, or -1.
func (h *held) first() int {
	for w, set := range h.set {
		if set != 0 {
			return w*64 + bits.TrailingZeros64(set)
		}
	}
	return -1
}

// findings lists them, sorted by id.
func (h *held) findings(c *conditions) []Finding {
	n := 0
	for _, set := range h.set {
		n += bits.OnesCount64(set)
	}
	if n == 0 {
		return nil
	}
	list := make([]Finding, 0, n)
	for w, set := range h.set {
		for ; set != 0; set &= set - 1 {
			at := w*64 + bits.TrailingZeros64(set)
			f := Finding{ID: c.list[at].ID, Pos: c.list[at].Pos}
			for _, e := range h.erred {
				if e.at == at {
					f.Fault = e.fault
				}
			}
			list = append(list, f)
		}
	}
	return list
}
