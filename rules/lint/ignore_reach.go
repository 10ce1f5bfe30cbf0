package lint

import (
	"slices"

	"github.com/lacuna-go/lacuna/eval"
)

// lines are a range of lines, both ends included.
type lines struct{ from, to int }

// reach is what a comment silences: its line, and all lines of the expressions, or of the map or list of expressions, that begin on it. One behind
// the last line of such a value reaches over it as well. So it does not matter how the value is laid out. It never reaches over a whole policy or step.
func (s *silencer) reach(values []lines) lines {
	r := lines{s.line, s.line}
	for _, v := range values {
		if v.from == s.line || v.to == s.line && !s.comment.Alone {
			r = lines{min(r.from, v.from), max(r.to, v.to)}
		}
	}
	return r
}

// valuesOf are the lines of the fields and entries of a literal, and of those in it, that hold expressions alone.
func valuesOf(n eval.Node) []lines {
	var list []lines
	part := func(at eval.Pos, value eval.Node) {
		if !holdsStruct(value) {
			list = append(list, lines{at.Line, value.End().Line})
		}
		list = append(list, valuesOf(value)...)
	}
	for _, f := range n.Fields() {
		part(f.Pos, f.Value)
	}
	for _, e := range n.Entries() {
		part(e.Key.Pos(), e.Value)
	}
	for _, e := range n.Elems() {
		part(e.Pos(), e)
	}
	return list
}

// holdsStruct reports whether a literal is a Policy, a step or the like, or holds one.
func holdsStruct(n eval.Node) bool {
	return n.Shape() == eval.Struct ||
		slices.ContainsFunc(n.Elems(), holdsStruct) ||
		slices.ContainsFunc(n.Entries(), func(e eval.Entry) bool { return holdsStruct(e.Value) })
}
