package rules

import (
	"time"

	"github.com/lacuna-go/lacuna/eval"
	"github.com/lacuna-go/lacuna/internal/spelling"
)

// turn decodes a Turn{}. Without spoken its purposes or facts are at fault, so that expressions can't be judged; without written its
// languages are, so that texts can't.
func (d *decoder) turn(n eval.Node) (turn Turn, spoken, written bool) {
	o := d.object(n)
	turn = defaultTurn()
	turn.Pos = n.Pos()
	turn.Budget = get[time.Duration](o, "budget")
	turn.Budgets = get[map[string]time.Duration](o, "budgets")
	turn.FreezeTools = get[bool](o, "freeze_tools")
	turn.Facts = get[[]eval.FactDecl](o, "facts")
	if o.has("purposes") {
		turn.Purposes = get[[]string](o, "purposes")
	}
	if o.has("languages") {
		turn.Languages = get[[]string](o, "languages")
	}
	if o.has("time_zone") {
		turn.Zone = get[*time.Location](o, "time_zone")
	}
	clear := func(field string) bool { return o.has(field) == o.given(field) && !o.unclear }
	return turn, clear("facts") && clear("purposes"), clear("languages")
}

// defaultTurn is the Turn of a set without one.
func defaultTurn() Turn {
	return Turn{
		Budget: 8 * time.Second, Purposes: []string{"chat"}, Languages: []string{"en"}, Zone: time.UTC,
	}
}

func (d *decoder) purposes(row *field, n eval.Node) ([]string, bool) {
	nodes, ok := d.list(row, n)
	if !ok {
		return nil, false
	}
	return d.names(row, nodes, func(e eval.Node, s string) bool {
		ok := purposeForm.MatchString(s)
		if !ok {
			d.fail(e.Pos(), "%s takes lower case identifiers such as %q, and %q is none", row.name, "chat", s)
		}
		return ok
	})
}

func (d *decoder) languages(row *field, n eval.Node) ([]string, bool) {
	nodes, ok := d.list(row, n)
	if !ok {
		return nil, false
	}
	return d.names(row, nodes, func(e eval.Node, s string) bool {
		ok := languageTag(s)
		if !ok {
			d.fail(e.Pos(), "%s takes language tags such as %q or %q, and %q is none%s", row.name, "en", "pt-BR", s, hyphenated(s))
		}
		return ok
	})
}

func (d *decoder) facts(row *field, n eval.Node) ([]eval.FactDecl, bool) {
	pairs, ok := d.pairs(row, n)
	var facts []eval.FactDecl
	for _, p := range pairs {
		if !identifier(p.key) {
			d.fail(p.pos, "%s takes identifiers such as %q as names, and %q is none", row.name, "time_sensitive", p.key)
			ok = false
		}
		fact, fine := d.factType(p)
		ok = ok && fine
		facts = append(facts, fact)
	}
	return facts, ok
}

// factType reads the type of a fact: a bare name such as bool, or a list of one.
func (d *decoder) factType(p pair) (eval.FactDecl, bool) {
	fact, n := eval.FactDecl{Name: p.key, Pos: p.pos}, p.value
	if elems := n.Elems(); len(elems) == 1 {
		fact.List, n = true, elems[0]
	}
	name, ok := n.Ident()
	if !ok {
		name, _ = n.Str()
	}
	for _, t := range eval.FactTypes() {
		if ok && name == t {
			fact.Type = t
			return fact, true
		}
	}
	hint := ""
	if near := spelling.Nearest(name, eval.FactTypes()); near != "" {
		hint = "; did you mean " + near + "?"
	}
	d.fail(n.Pos(), "the fact %q takes a type: %s, or a list such as [string]%s", p.key, join(eval.FactTypes()), hint)
	return fact, false
}
