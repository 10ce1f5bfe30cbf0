package lint

import (
	"slices"
	"strings"

	"github.com/lacuna-go/lacuna/eval"
	"github.com/lacuna-go/lacuna/guard"
	"github.com/lacuna-go/lacuna/rules"
)

// claims finds Claims that let through what they are there to stop.
func (l *linter) claims() {
	for _, c := range l.set.Claims {
		if c.On == guard.SiteReply {
			l.undated(c)
			l.echoed(c)
			l.proseSourced(c)
		}
		l.quantifiers(c)
	}
}

// figures are the kinds of claim that a customer can put into the model's mouth.
var figures = []guard.Kind{guard.Money, guard.Date, guard.Percent, guard.Quantity, guard.Duration}

// undated finds Claims on prices that take a cached one as good as a live one.
func (l *linter) undated(c *rules.Claims) {
	if !slices.Contains(c.Kinds, guard.Money) || readsAny(c, "source.cached", "source.as_of", "source.age", "claim.shows") {
		return
	}
	cached := l.cachedServers()
	if named := comparedServers(c); named != nil {
		cached = slices.DeleteFunc(cached, func(server string) bool { return server != anyName && !slices.Contains(named, server) })
	}
	if len(cached) == 0 {
		return
	}
	l.aboutClaims("cached-price-without-time", c, "Claims %q take a cached price without its time: policies serve cached answers of %s", c.Name, servers(cached)).
		help("demand \"live, or its time is shown\": !source.cached || claim.shows(source.as_of) in sourced_by")
}

// cachedServers lists the servers whose answers may come from a cache, or are copies.
func (l *linter) cachedServers() []string {
	var list []string
	for _, p := range l.set.Policies {
		for _, plan := range l.places[p] {
			if plan.Evidence.Copy || plan.DecidedBy("when_unavailable") == p.Name && caches(plan.Chain) {
				list = append(list, plan.Server)
			}
		}
	}
	slices.Sort(list)
	return slices.Compact(list)
}

func servers(list []string) string {
	if slices.Contains(list, anyName) {
		return "any server"
	}
	return strings.Join(list, ", ")
}

// readsAny reports whether the conditions of Claims read one of some paths.
func readsAny(c *rules.Claims, paths ...string) bool {
	for _, list := range [][]rules.Condition{c.SourcedBy, c.Require} {
		for _, cond := range list {
			if slices.ContainsFunc(paths, cond.Expr.Reads) {
				return true
			}
		}
	}
	return false
}

// comparedServers lists the servers that sourced_by names, nil if it takes any.
func comparedServers(c *rules.Claims) []string {
	var list []string
	for _, cond := range c.SourcedBy {
		list = append(list, cond.Expr.Compared("source.server")...)
	}
	return list
}

// echoed finds an unless that lets a figure pass because the customer said it, also where the reply confirms it.
func (l *linter) echoed(c *rules.Claims) {
	if !slices.ContainsFunc(c.Kinds, func(k guard.Kind) bool { return slices.Contains(figures, k) }) {
		return
	}
	for _, cond := range c.Unless {
		if n := cond.Expr.Node(); n.Path() == "claim.echo" {
			l.report("echo-confirmed", n, "a figure passes because the customer said it, also where the reply says that it is right").of(c.Name).
				help("say claim.echo && !claim.asserted")
		}
	}
}

// proseSourced finds Claims on prices that a number in any text of any tool is a source of.
func (l *linter) proseSourced(c *rules.Claims) {
	if !slices.Contains(c.Kinds, guard.Money) || c.Mode == eval.ModeShadow || readsAny(c, "source.server", "source.tool", "source.origin", "source.role", "source.path") {
		return
	}
	l.aboutClaims("price-from-any-text", c, "Claims %q take a price from any tool's result, also from within a text such as a product review", c.Name).
		help("name the server and the origin: source.server == \"pricing\" && source.origin == Origin.FIELD")
}

// quantifiers finds two exists over the sources that may each hold of another one.
func (l *linter) quantifiers(c *rules.Claims) {
	s := scope{l: l, claims: c}
	var conjuncts []eval.Node
	for _, cond := range c.Require {
		conjuncts = append(conjuncts, chainOf(cond.Expr.Node(), "&&")...)
	}
	l.twoExist(&s, conjuncts)
	for _, list := range [][]rules.Condition{c.SourcedBy, c.Unless} {
		for _, cond := range list {
			l.twoExist(&s, chainOf(cond.Expr.Node(), "&&"))
		}
	}
	if c.When != nil {
		l.twoExist(&s, chainOf(c.When.Node(), "&&"))
	}
}

func (l *linter) twoExist(s *scope, conjuncts []eval.Node) {
	first := map[string]eval.Node{}
	for _, n := range conjuncts {
		ops := n.Operands()
		if n.Op() != "exists" || len(ops) != 3 {
			continue
		}
		over := s.key(ops[0])
		if over != "evidence" && over != "claim.sources" {
			continue
		}
		a, again := first[over]
		if !again {
			first[over] = n
			continue
		}
		if !s.meetInOne(a.Operands(), ops) {
			continue // no source meets both: two are meant
		}
		l.report("quantifiers-over-sources", n, "this exists and the one at %s may each hold of another source", a.Pos()).of(s.owner()).
			help("ask for both of one source: %s.exists(s, ... && ...)", over)
		return
	}
}

// meetInOne reports whether one element may meet the conditions of two exists.
func (s *scope) meetInOne(a, b []eval.Node) bool {
	if a[1].Path() != b[1].Path() {
		return true // named differently: it is not looked into
	}
	both, ok := s.all(caseOf{a[2], true}, caseOf{b[2], true})
	if !ok {
		return true
	}
	_, never := s.never(both)
	return !never
}

// aboutClaims reports a finding on Claims as a whole, at their name.
func (l *linter) aboutClaims(id string, c *rules.Claims, format string, args ...any) reported {
	name, _ := l.field(c.Pos, "name")
	r := l.report(id, name.Value, format, args...).of(c.Name)
	r.f.also = c.Pos
	return r
}
