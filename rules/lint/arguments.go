package lint

import (
	"maps"
	"slices"
	"strings"

	"github.com/lacuna-go/lacuna/eval"
	"github.com/lacuna-go/lacuna/rules"
)

// arguments finds reads of call.args that err where the model leaves an argument out, and keys without one that tells calls apart.
func (l *linter) arguments() {
	for _, p := range l.set.Policies {
		r := &reads{scope: scope{l: l, policy: p}, asked: map[string]eval.Node{}, seen: map[eval.Pos]bool{}}
		for _, w := range readsOf(p) {
			r.ask(w.expr.Node())
		}
		given := r.asserted(p)
		for _, w := range readsOf(p) {
			guards := maps.Clone(given)
			for _, x := range w.base {
				maps.Copy(guards, r.holds(x.Node(), true))
			}
			r.field = w.field
			r.visit(w.expr.Node(), guards)
		}
		l.keys(p)
	}
}

// guards are the arguments that are known to be there.
type guards map[string]bool

// readsOf lists the expressions of a policy that may read the call, each with what holds where its value counts.
func readsOf(p *rules.Policy) []written {
	var list []written
	add := func(field string, x *eval.Expr, base ...*eval.Expr) {
		if x != nil {
			list = append(list, written{scope: scope{field: field}, expr: x, base: base})
		}
	}
	add("when", p.When)
	add("timeout", p.Timeout.Value())
	add("expected", p.Expected.Value())
	add("store.when", p.Store.Value().When)
	if p.Store.Value().When != nil {
		add("store.key", p.Store.Value().Key, p.Store.Value().When)
	} else {
		add("store.key", p.Store.Value().Key)
	}
	add("retry", p.Retry.Value().When)
	for _, c := range p.Forbid {
		if p.When != nil {
			add("forbid", c.Expr, p.When)
		} else {
			add("forbid", c.Expr)
		}
	}
	for _, c := range p.Require {
		add("require", c.Expr)
	}
	for i := range p.WhenUnavailable.Value() {
		step := &p.WhenUnavailable.Value()[i]
		var base []*eval.Expr
		for _, c := range step.Require {
			add("step.require", c.Expr)
			base = append(base, c.Expr)
		}
		add("max_age", step.MaxAge, base...)
		for _, a := range step.Args {
			add("args", a.Expr, base...)
		}
		for _, x := range step.Disclose.All() {
			add("disclose", x, base...)
		}
	}
	return list
}

// reads looks for unguarded reads in one policy.
type reads struct {
	scope
	// asked are the arguments that the policy asks for somewhere, with the place: it takes them for optional.
	asked map[string]eval.Node
	seen  map[eval.Pos]bool
}

// ask notes where a policy asks whether an argument is there.
func (r *reads) ask(n eval.Node) {
	if name := askedFor(n); name != "" {
		if _, known := r.asked[name]; !known {
			r.asked[name] = n
		}
	}
	if def := r.definition(n); def.Valid() {
		r.ask(def)
	}
	for _, o := range n.Operands() {
		r.ask(o)
	}
}

// askedFor returns the argument that has(call.args.x), "x" in call.args or call.args.?x asks for, and "".
func askedFor(n eval.Node) string {
	ops := n.Operands()
	switch {
	case n.Op() == "has" && len(ops) == 1:
		return argumentOf(ops[0].Path())
	case n.Op() == "in" && len(ops) == 2 && ops[1].Path() == "call.args":
		name, _ := ops[0].Str()
		return name
	case (n.Op() == ".?" || n.Op() == "[?]") && len(ops) == 2 && ops[0].Path() == "call.args":
		name, ok := ops[1].Str()
		if !ok {
			name = ops[1].Text()
		}
		return name
	}
	return ""
}

// argumentOf returns the argument at the root of a path, "sku" of call.args.sku, and "".
func argumentOf(path string) string {
	rest, ok := strings.CutPrefix(path, "call.args.")
	if !ok {
		return ""
	}
	name, _, _ := strings.Cut(rest, ".")
	return name
}

// asserted are the arguments that every admitted call has, for a forbid refuses it without them.
func (r *reads) asserted(p *rules.Policy) guards {
	given := guards{}
	if p.When == nil {
		for _, c := range p.Forbid {
			maps.Copy(given, r.holds(c.Expr.Node(), false))
		}
	}
	return given
}

// holds returns the arguments that are there if a condition comes out so.
func (r *reads) holds(n eval.Node, so bool) guards {
	ops := n.Operands()
	if name := askedFor(n); name != "" && (n.Op() == "has" || n.Op() == "in") {
		if so {
			return guards{name: true}
		}
		return guards{}
	}
	switch n.Op() {
	case "!":
		return r.holds(ops[0], !so)
	case "&&", "||":
		a, b := r.holds(ops[0], so), r.holds(ops[1], so)
		if (n.Op() == "&&") == so {
			maps.Copy(a, b)
			return a
		}
		maps.DeleteFunc(a, func(name string, _ bool) bool { return !b[name] })
		return a
	}
	if def := r.definition(n); def.Valid() {
		return r.holds(def, so)
	}
	return guards{}
}

// visit reports what is read without a guard.
func (r *reads) visit(n eval.Node, g guards) {
	ops := n.Operands()
	switch {
	case n.Op() == "has" || askedFor(n) != "":
		return
	case n.Op() == "&&" || n.Op() == "||":
		r.visit(ops[0], g)
		r.visit(ops[1], with(g, r.holds(ops[0], n.Op() == "&&")))
		return
	case n.Op() == "?:":
		r.visit(ops[0], g)
		r.visit(ops[1], with(g, r.holds(ops[0], true)))
		r.visit(ops[2], with(g, r.holds(ops[0], false)))
		return
	case n.Op() == "money" && len(ops) == 3 && ops[0].Path() == "call":
		for _, o := range ops[1:] {
			if name, ok := o.Str(); ok {
				r.read(o, argumentOf("call.args."+name), g)
			}
		}
		return
	}
	if name := argumentOf(n.Path()); name != "" {
		r.read(n, name, g)
		return
	}
	if def := r.definition(n); def.Valid() {
		r.visit(def, g)
		return
	}
	for _, o := range ops {
		r.visit(o, g)
	}
}

func with(g, more guards) guards {
	all := maps.Clone(g)
	maps.Copy(all, more)
	return all
}

// read judges one read of an argument.
func (r *reads) read(n eval.Node, name string, g guards) {
	if g[name] || r.seen[n.Pos()] {
		return
	}
	tool, settled := r.l.requires(r.policy, name)
	asked, optional := r.asked[name]
	switch {
	case settled: // it is always there; or no tool takes it, and that is said elsewhere
	case tool != "":
		r.seen[n.Pos()] = true
		r.l.report("optional-argument", n, "%s does not require the argument %s: without it this is an error, which %s", tool, name, erring[r.field]).
			of(r.policy.Name).help("put has(call.args.%s) && before it", name)
	case optional && r.field != "store.key":
		r.seen[n.Pos()] = true
		r.l.report("optional-argument", n, "call.args.%s may be missing, as %s at %s knows: without it this is an error, which %s",
			name, strings.Join(strings.Fields(asked.Text()), " "), asked.Pos(), erring[r.field]).
			of(r.policy.Name).help("put has(call.args.%s) && before it", name)
	case r.field == "forbid" || r.field == "when":
		r.seen[n.Pos()] = true
		r.l.report("unguarded-argument", n, "a call without the argument %s is an error here, which %s", name, erring[r.field]).
			of(r.policy.Name).help("if the tool does not require it, put has(call.args.%s) && before it", name)
	}
}

// erring says what an error counts as.
var erring = map[string]string{
	"forbid": "refuses the call", "when": "makes the policy apply", "require": "counts as not holding", "step.require": "counts as not holding",
	"timeout": "leaves the default timeout", "expected": "leaves the default", "store.when": "stores nothing", "store.key": "neither stores nor finds anything",
	"retry": "retries nothing", "max_age": "skips the step", "args": "skips the step", "disclose": "skips the step",
}

// requires reports whether all tools of a policy that take an argument require it, or none takes it; and it names the first that does not
// require it. Without a list of tools it knows nothing.
func (l *linter) requires(p *rules.Policy, name string) (optionalOf string, settled bool) {
	tools := l.toolsOf(p)
	if len(tools) == 0 {
		return "", false
	}
	settled = true
	for _, t := range tools {
		switch {
		case slices.Contains(t.shape.Required(), name):
		case slices.Contains(t.shape.Names(), name):
			return t.name, false
		case t.shape.Has([]string{name}): // it takes any argument, and declares none of that name
			settled = false
		}
	}
	return "", settled
}
