package rules

import (
	"fmt"

	"github.com/lacuna-go/lacuna/eval"
	"github.com/lacuna-go/lacuna/guard"
	"github.com/lacuna-go/lacuna/internal/spelling"
	"github.com/lacuna-go/lacuna/state"
)

// enum decodes a constant into the Go type of its enumeration.
func (d *decoder) enum(row *field, n eval.Node) (any, bool) {
	num, ok := d.member(row, row.typ, n)
	if !ok {
		return nil, false
	}
	switch row.typ {
	case "Effect":
		return eval.Effect(num), true
	case "Handoff":
		return eval.Handoff(num), true
	case "Mode":
		return eval.Mode(num), true
	case "Scope":
		return eval.Scope(num), true
	default:
		return guard.Site(num), true
	}
}

// member returns the number of a constant of an enumeration.
func (d *decoder) member(row *field, enum string, n eval.Node) (int, bool) {
	typ, member, ok := n.Enum()
	if !ok || typ != enum {
		near := spelling.Nearest(upper(member), eval.EnumMembers(enum))
		if ok && near != "" && eval.EnumMembers(typ) == nil && (near == member || spelling.Nearest(typ, []string{enum}) != "") {
			d.fail(n.Pos(), "there is no %s.%s; did you mean \"%s.%s\"?", typ, member, enum, near)
			return 0, false
		}
		d.mismatch(row, n)
		return 0, false
	}
	num := eval.EnumNumber(enum, member)
	if num == 0 {
		d.fail(n.Pos(), "%s has no member %s%s", enum, member, suggest(upper(member), eval.EnumMembers(enum)))
	}
	return num, num > 0
}

// kinds decodes a list of kinds of claim.
func (d *decoder) kinds(row *field, n eval.Node) ([]guard.Kind, bool) {
	nodes, whole := d.list(row, n)
	var kinds []guard.Kind
	seen := map[int]bool{}
	one := row.part(row.name, kEnum)
	one.typ = "Kind"
	for _, e := range nodes {
		num, ok := d.member(one, "Kind", e)
		if ok && seen[num] {
			d.fail(e.Pos(), "%s names %s twice", row.name, e.Text())
		}
		whole = whole && ok && !seen[num]
		seen[num] = true
		kinds = append(kinds, guard.Kind(num))
	}
	return kinds, whole
}

// refusals decodes a map of failure kinds to texts. Its keys are read from the tree: CEL has no maps with such keys.
func (d *decoder) refusals(row *field, n eval.Node) (map[state.FailureKind]Text, bool) {
	if n.Shape() != eval.Map {
		d.mismatch(row, n)
		return nil, false
	}
	texts, whole := map[state.FailureKind]Text{}, true
	one := row.part(row.name, kEnum)
	one.typ = "Failure"
	for _, e := range n.Entries() {
		num, ok := d.member(one, "Failure", e.Key)
		ok = ok && d.sure(row, e)
		if kind := state.FailureKind(num); ok && !kind.CallError() {
			d.fail(e.Key.Pos(), "%s takes Failure.INVALID and Failure.NOT_FOUND: %s makes a tool unavailable, and refuses no call", row.name, e.Key.Text())
			ok = false
		}
		if _, twice := texts[state.FailureKind(num)]; ok && twice {
			d.fail(e.Key.Pos(), "%s has %s twice", row.name, e.Key.Text())
			ok = false
		}
		text, fine := d.text(row.part(fmt.Sprintf("%s[%s]", row.name, e.Key.Text()), kText), e.Value)
		if ok {
			texts[state.FailureKind(num)] = text
		}
		whole = whole && ok && fine
	}
	return texts, whole
}

// suggest returns "; did you mean ...?" where a near word is among the known ones.
func suggest(word string, among []string) string {
	if near := spelling.Nearest(word, among); near != "" {
		return "; did you mean \"" + near + "\"?"
	}
	return ""
}
