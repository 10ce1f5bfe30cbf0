package rules

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/lacuna-go/lacuna/eval"
)

// expr compiles an expression for the field's hook.
func (d *decoder) expr(row *field, n eval.Node) (*eval.Expr, bool) {
	if !d.plausible(row, n) {
		return nil, false
	}
	if d.env == nil || d.owner.opaque && strings.Contains(n.Text(), "vars") {
		return nil, true
	}
	x, problems := d.env.Compile(d.hook(row), row.want, d.owner.vars, n)
	d.problems = append(d.problems, problems...)
	return x, len(problems) == 0 && d.constantInside(row, n, x)
}

// constantInside holds a duration that reads nothing, such as duration("1m") * 90, against the field's range, and reports
// whatever reads nothing and never comes to a value.
func (d *decoder) constantInside(row *field, n eval.Node, x *eval.Expr) bool {
	if fault := x.AlwaysErrs(); fault != nil {
		d.fail(fault.Pos, "%s never comes to a value: %s", row.name, fault.Message)
		return false
	}
	if row.want != eval.WantDuration || n.Shape() == eval.Literal || !x.Const() {
		return true
	}
	length, fault := x.Duration(&eval.Input{})
	if fault != nil {
		d.fail(fault.Pos, "%s never comes to a duration: %s", row.name, fault.Message)
		return false
	}
	return d.inside(row, n, float64(length))
}

// hook is the table's, but for the places where that depends on another field.
func (d *decoder) hook(row *field) eval.Hook {
	switch {
	case row.in == "Policy" && row.name == "when" && d.owner.listed:
		return eval.HookList
	case row.hook == eval.HookClaim && d.owner.args:
		return eval.HookClaimArgs
	case row.hook == eval.HookSource && d.owner.args:
		return eval.HookSourceArgs
	default:
		return row.hook
	}
}

// plausible reports what can be said about an expression better than its type error would: a literal of another
// kind, and a duration out of range.
func (d *decoder) plausible(row *field, n eval.Node) bool {
	_, str := n.Str()
	_, boolean := n.Bool()
	length, dur := n.Duration()
	fits := n.Shape() == eval.Other || row.want == eval.WantAny ||
		row.want == eval.WantBool && boolean || row.want == eval.WantString && str ||
		row.want == eval.WantDuration && dur || row.want == eval.WantKey && n.Shape() == eval.List
	switch {
	case !fits:
		d.mismatch(row, n)
	case dur:
		return d.inside(row, n, float64(length))
	case row.want == eval.WantKey && n.Shape() == eval.List && len(n.Elems()) == 0:
		d.fail(n.Pos(), "%s is empty: every call would share one entry", row.name)
		return false
	}
	return fits
}

// conditions decodes a map of names to conditions.
func (d *decoder) conditions(row *field, n eval.Node) ([]Condition, bool) {
	pairs, ok := d.pairs(row, n)
	list := make([]Condition, 0, len(pairs))
	for _, p := range pairs {
		ok = d.key(row, p) && ok
		x, fine := d.expr(row.part(fmt.Sprintf("%s[%q]", row.name, p.key), kExpr), p.value)
		ok = ok && fine
		list = append(list, newCondition(d.owner.name, p.key, p.pos, x))
	}
	return list, ok
}

// newCondition makes its three names of one text.
func newCondition(policy, key string, pos eval.Pos, x *eval.Expr) Condition {
	id := policy + "/" + key
	return Condition{ID: id, Policy: id[:len(policy)], Key: id[len(policy)+1:], Pos: pos, Expr: x}
}

// reservedKeys are what a decision reports of a step's own parts, as policy/key.
var reservedKeys = []string{"args", "disclose", "entry", "max_age", "target"}

// key reports whether a condition's name can be told from all others of its policy.
func (d *decoder) key(row *field, p pair) bool {
	first, twice := d.owner.keys[p.key]
	switch {
	case twice:
		d.fail(p.pos, "the condition %q is there already, at %s: names are unique within a policy", p.key, first)
	case slices.Contains(reservedKeys, p.key):
		d.fail(p.pos, "no condition may be called %q: decisions report a step's own %s so", p.key, p.key)
	case strings.TrimSpace(p.key) != p.key || strings.ContainsAny(p.key, "\r\n\t"):
		d.fail(p.pos, "the name of a condition in %s is one line without blanks around it", row.name)
	case len(p.key) > maxName:
		d.fail(p.pos, "the name of a condition in %s is longer than 200 bytes", row.name)
	default:
		d.owner.keys[p.key] = p.pos
		return true
	}
	return false
}

// args decodes the arguments that a UseTool sets, sorted by name.
func (d *decoder) args(row *field, n eval.Node) ([]Arg, bool) {
	pairs, ok := d.pairs(row, n)
	var args []Arg
	for _, p := range pairs {
		x, fine := d.expr(row, p.value)
		ok = ok && fine
		args = append(args, Arg{Name: p.key, Pos: p.pos, Expr: x})
	}
	slices.SortFunc(args, func(a, b Arg) int { return cmp.Compare(a.Name, b.Name) })
	return args, ok
}

// vars decodes the named expressions of a policy, which its other fields may read.
func (d *decoder) vars(row *field, n eval.Node) (*eval.Vars, bool) {
	pairs, ok := d.pairs(row, n)
	var named []eval.Named
	for _, p := range pairs {
		if !identifier(p.key) {
			d.fail(p.pos, "%s takes identifiers such as %q as names, and %q is none", row.name, "cheap", p.key)
			ok = false
			continue
		}
		named = append(named, eval.Named{Name: p.key, Pos: p.pos, Node: p.value})
	}
	if d.env == nil || !ok || len(named) == 0 {
		return nil, ok
	}
	vars, problems := d.env.Vars(d.owner.name, named)
	d.problems = append(d.problems, problems...)
	d.owner.vars, d.owner.opaque = vars, len(problems) > 0
	return vars, len(problems) == 0
}
