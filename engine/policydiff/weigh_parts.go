package policydiff

import (
	"cmp"
	"slices"

	"github.com/lacuna-go/lacuna/eval"
	"github.com/lacuna-go/lacuna/rules"
)

// served are the steps, what lets more happen last.
var served = []string{"HardFail", "Omit", "UseTool", "Cached"}

// chain weighs steps, and chains: without one, a call ends in a HardFail.
func chain(e *rules.Edit) (int, string) {
	switch before, after := gravest(e.OldNode), gravest(e.NewNode); {
	case !e.OldNode.Valid() && e.NewNode.Shape() != eval.List && after < 2, !e.NewNode.Valid() && e.OldNode.Shape() != eval.List && before < 2:
		return 0, "" // one Omit or HardFail more: by its conditions, either
	default:
		return cmp.Compare(after, before), moreServed(after)
	}
}

// gravest is the place in served of the step, or of that in a chain, that lets the most happen.
func gravest(n eval.Node) int {
	if n.Shape() != eval.List {
		return max(slices.Index(served, n.TypeName()), 0)
	}
	most := 0
	for _, step := range n.Elems() {
		most = max(most, gravest(step))
	}
	return most
}

func store(e *rules.Edit, path string) (int, string) {
	switch path {
	case "store.shared":
		return flag(e), sharedMore
	case "store.when":
		return -narrower(e), "more answers are kept"
	case "store.key":
		return subset(e), "one answer serves more calls"
	}
	return 0, ""
}

// evidence weighs results that were no sources, or those of copies, and are what a tool said now.
func (c *collector) evidence(e *rules.Edit, path string) int {
	if path != "evidence" {
		return -flag(e)
	}
	held := func(n eval.Node) bool {
		return slices.ContainsFunc(n.Fields(), func(f eval.Field) bool {
			b, ok := f.Value.Bool()
			return (f.Name == "none" || f.Name == "copy") && ok && b
		})
	}
	return toward(held(e.NewNode), held(e.OldNode))
}

// flag is 1 where one that is false, or not there, becomes true.
func flag(e *rules.Edit) int {
	a, _ := e.OldNode.Bool()
	b, _ := e.NewNode.Bool()
	return toward(a, b)
}

// selector weighs what Claims, and policies with conditions, are about. Claims on replies have no tools.
func (c *collector) selector(e *rules.Edit) int {
	if !c.guards(e) {
		return 0
	}
	return subset(e)
}

// subset is 1 where something of the old list is in the new one no longer, -1 where something is new in it alone. None is all.
func subset(e *rules.Edit) int {
	if !e.OldNode.Valid() || !e.NewNode.Valid() {
		return toward(e.OldNode.Valid(), e.NewNode.Valid())
	}
	a, b := texts(e.OldNode), texts(e.NewNode)
	missing := func(list, in []string) bool {
		return slices.ContainsFunc(list, func(s string) bool { return !slices.Contains(in, s) })
	}
	switch {
	case missing(a, b):
		return 1
	case missing(b, a):
		return -1
	}
	return 0
}

func texts(n eval.Node) []string {
	if n.Shape() != eval.List {
		return []string{n.Text()}
	}
	var list []string
	for _, e := range n.Elems() {
		list = append(list, e.Text())
	}
	return list
}

// statement weighs a Known: another text is another statement.
func statement(e *rules.Edit, path string) (int, string) {
	if path == "text" {
		return 1, "its figures are sources"
	}
	a, before := e.OldNode.Timestamp()
	b, after := e.NewNode.Timestamp()
	if before && after {
		return b.Compare(a), "it is a source for longer"
	}
	return toward(after, before), "it is a source for longer"
}
