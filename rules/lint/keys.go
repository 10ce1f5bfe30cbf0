package lint

import (
	"slices"
	"strings"

	"github.com/lacuna-go/lacuna/eval"
	"github.com/lacuna-go/lacuna/rules"
)

// personal are the names of arguments that say whose data is asked for, without separators.
var personal = []string{
	"customer", "user", "username", "account", "contract", "email", "emailaddress", "phone", "phonenumber", "mobile", "msisdn", "iban", "ssn", "cardnumber",
}

// people are what such a name begins with where one of numbering follows, as customer_no.
var people = []string{
	"customer", "user", "account", "member", "client", "patient", "employee", "contact", "contract", "tenant", "household", "subscriber", "profile",
	"loyalty", "guest", "passenger", "student", "resident", "policyholder", "person",
}

var numbering = []string{"id", "no", "nr", "num", "number", "ref", "reference", "uuid", "email"}

func isPersonal(argument string) bool {
	name := strings.NewReplacer("_", "", "-", "").Replace(strings.ToLower(argument))
	return slices.Contains(personal, name) || slices.ContainsFunc(people, func(whose string) bool {
		rest, ok := strings.CutPrefix(name, whose)
		return ok && slices.Contains(numbering, rest)
	})
}

// keys finds arguments that tell calls apart, and are missing from the key under which their answers are kept.
func (l *linter) keys(p *rules.Policy) {
	store := p.Store.Value()
	if !p.Store.Set() || store.Key == nil {
		return
	}
	if !slices.ContainsFunc(l.places[p], func(plan *rules.Plan) bool { return plan.DecidedBy("store") == p.Name && caches(plan.Chain) }) {
		return // what is never served mixes nothing up
	}
	r := &reads{scope: scope{l: l, policy: p}}
	inKey := map[string]bool{}
	r.names(store.Key.Node(), inKey)
	if store.Key.Reads("call.args") && inKey[""] {
		return // the whole of them
	}
	excluded := r.excluded(p)
	if excluded == nil {
		return
	}
	for _, name := range l.candidates(p) {
		if inKey[name] || excluded[name] {
			continue
		}
		f, _ := l.field(l.storePos(p), "key")
		whose := "calls for two of them share one answer"
		if store.Shared {
			whose = "one customer's answer is served to another"
		}
		l.report("key-without-customer", f.Value, "the key of policy %q leaves out the argument %s: %s", p.Name, name, whose).of(p.Name).
			help("add call.args.%s to the key, or store nothing of such calls: when: !has(call.args.%s)", name, name)
	}
}

func (l *linter) storePos(p *rules.Policy) eval.Pos {
	f, _ := l.field(p.Pos, "store")
	return f.Value.Pos()
}

// candidates lists the personal arguments that the tools of a policy take: by their schemas, or as rules on them read.
func (l *linter) candidates(p *rules.Policy) []string {
	found := map[string]bool{}
	for _, t := range l.toolsOf(p) {
		for _, name := range t.shape.Names() {
			found[name] = true
		}
	}
	r := &reads{scope: scope{l: l, policy: p}}
	for _, w := range readsOf(p) {
		r.names(w.expr.Node(), found)
	}
	var list []string
	for name := range found {
		if isPersonal(name) {
			list = append(list, name)
		}
	}
	slices.Sort(list)
	return list
}

// names collects the arguments that a node reads or asks for; "" stands for all of them.
func (r *reads) names(n eval.Node, into map[string]bool) {
	if name := askedFor(n); name != "" {
		into[name] = true
		return
	}
	if path := n.Path(); path == "call.args" {
		into[""] = true
		return
	} else if name := argumentOf(path); name != "" {
		into[name] = true
		return
	}
	if name, ok := strings.CutPrefix(n.Path(), "vars."); ok {
		if x := r.policy.Vars.Expr(name); x != nil {
			r.names(x.Node(), into)
			return
		}
	}
	for _, o := range n.Operands() {
		r.names(o, into)
	}
}

// excluded are the arguments with which nothing is stored; nil if a fact decides that, by its name.
func (r *reads) excluded(p *rules.Policy) guards {
	out := guards{}
	for _, c := range p.Forbid {
		if name := askedFor(c.Expr.Node()); name != "" && p.When == nil {
			out[name] = true
		}
	}
	when := p.Store.Value().When
	if when == nil {
		return out
	}
	for _, path := range when.Paths() {
		if strings.HasPrefix(path, "facts.") && (strings.Contains(path, "customer") || strings.Contains(path, "personal")) {
			return nil
		}
	}
	return with(out, r.absent(when.Node()))
}

// absent returns the arguments that are not there if a condition holds.
func (r *reads) absent(n eval.Node) guards {
	ops := n.Operands()
	switch n.Op() {
	case "!":
		if name := askedFor(ops[0]); name != "" {
			return guards{name: true}
		}
	case "&&":
		return with(r.absent(ops[0]), r.absent(ops[1]))
	}
	if def := r.definition(n); def.Valid() {
		return r.absent(def)
	}
	return guards{}
}
