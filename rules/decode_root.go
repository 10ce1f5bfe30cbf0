package rules

import (
	"slices"

	"github.com/lacuna-go/lacuna/eval"
)

// rootNames are the structs that a policy file holds.
var rootNames = []string{"Turn", "Policy", "Claims", "Known"}

// roots returns the struct literals of a file: its one value, or the elements of its list.
func (d *decoder) roots(n eval.Node) []eval.Node {
	nodes := []eval.Node{n}
	if n.Shape() == eval.List {
		nodes = n.Elems()
		switch {
		case len(nodes) == 0:
			d.fail(n.Pos(), "the list is empty: a file holds %s, or a list of them", literals(rootNames))
		case n.HasOptionalElem():
			d.fail(n.Pos(), "the list takes no question mark")
			return nil
		}
	}
	var roots []eval.Node
	for _, e := range nodes {
		if d.isRoot(e, n.Shape() == eval.List) {
			roots = append(roots, e)
		}
	}
	return roots
}

func (d *decoder) isRoot(n eval.Node, inList bool) bool {
	name := n.TypeName()
	if slices.Contains(rootNames, name) {
		return true
	}
	d.unknown = d.unknown || !slices.Contains(structNames(), name)
	switch {
	case name != "" && slices.Contains(structNames(), name):
		d.fail(n.Pos(), "%s{} does not stand by itself: a file holds %s, or a list of them", name, literals(rootNames))
	case name != "":
		d.fail(n.Pos(), "there is no %s{}: a file holds %s, or a list of them%s", name, literals(rootNames), suggest(name, rootNames))
	case inList && n.Shape() == eval.List:
		d.fail(n.Pos(), "lists don't nest: a file holds %s, or one list of them", literals(rootNames))
	default:
		d.fail(n.Pos(), "a file holds %s, or a list of them, not %s", literals(rootNames), sort(n))
	}
	return false
}

// literals writes struct names as alternatives: "Turn{}, Policy{} or Known{}".
func literals(names []string) string {
	var list []string
	for _, n := range names {
		list = append(list, n+"{}")
	}
	return either(list)
}

// onlyTurn returns the one Turn of a set.
func (d *decoder) onlyTurn(turns []turnLiteral) Turn {
	turn, found := defaultTurn(), false
	for _, t := range turns {
		if found {
			d.fail(t.Pos, "there is a Turn already, at %s: a set has one", turn.Pos)
			continue
		}
		turn, found = t.Turn, true
		d.unspoken, d.unwritten = !t.spoken, !t.written
		d.problems = append(d.problems, t.problems...)
	}
	if !found && d.unknown { // what was not understood may be the Turn
		d.unspoken, d.unwritten = true, true
	}
	return turn
}

// root decodes one literal of a file. A Turn is the set's, and was decoded before.
func (d *decoder) root(into *compiled, n eval.Node) {
	switch n.TypeName() {
	case "Policy":
		if p := d.policy(n); p != nil {
			into.policies = append(into.policies, p)
		}
	case "Claims":
		if c := d.claims(n); c != nil {
			into.claims = append(into.claims, c)
		}
	case "Known":
		if k := d.known(n); k != nil {
			into.known = append(into.known, k)
		}
	}
}
