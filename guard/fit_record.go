package guard

import (
	"slices"
	"strings"
)

// keepRecord takes the sources of a claim away that stand in one record of a list, where the figure before it in its clause is that of
// another: "the pack of 10 holds for 8 weeks", beside {"lessons": 5, "valid_weeks": 8}. A name says better what a claim is of.
func (m *matcher) keepRecord(c *Claim) {
	if c.Place != "reply" || len(c.Sources) == 0 || len(m.around) > 0 || c.Derived || c.Kind != Money && c.Kind != Duration && c.Kind != Percent && c.Kind != Quantity {
		return
	}
	before := m.figureOf(c)
	if before == nil {
		return
	}
	for _, s := range c.Sources {
		for _, o := range before.Sources {
			if s.Origin != Field || o.Origin != Field || s.group == nil || o.group == nil || !s.group.listed() || !s.group.sibling(o.group) {
				return
			}
		}
	}
	m.refuse(c, checkOtherLine)
}

// listed reports whether a record is one of a list.
func (g *group) listed() bool { return g.parent != nil && g.parent.array }

// figureOf returns the sourced quantity or length of time directly before a claim in its clause, or nil: what stands between is no other
// figure.
func (m *matcher) figureOf(c *Claim) *Claim {
	r := m.reply
	for i := range r.Claims {
		o := &r.Claims[i]
		if o.next > c.first || i+1 < len(r.Claims) && r.Claims[i+1].next <= c.first {
			continue
		}
		if o.Kind == c.Kind || o.Kind != Quantity && o.Kind != Duration || len(o.Sources) == 0 || o.Sentence != c.Sentence || o.Derived || int(c.first-o.next) > 8 {
			return nil
		}
		for j := int(o.next); j < int(c.first); j++ {
			if t := &r.tokens[j]; clause(t) && !t.is(':') || t.has(cueAnd) {
				return nil
			}
		}
		return o
	}
	return nil
}

// inner reports whether s stands in a named record of a list, the claim's sentence does not name it, and the record around the list has
// another amount under the same key: {"excess": 900, "options": [{"name": "Basic", "excess": 350}]}.
func (m *matcher) inner(c *Claim, s *Source) bool {
	if s.Origin != Field || s.group == nil || c.Place != "reply" || len(s.group.names) == 0 || m.namesAny(s) ||
		c.from || c.terms&(termLowest|termHighest) != 0 || len(c.Readings) == 0 || !c.Readings[0].single() {
		return false
	}
	for i := range m.mentions {
		if n := &m.mentions[i]; n.span.Start >= c.Sentence.Start && n.span.End <= c.Sentence.End {
			return false
		}
	}
	key := keyOf(s.Path)
	for _, o := range m.index.sources {
		if o.Kind == s.Kind && o.Origin == Field && o.Tool == s.Tool && o.Server == s.Server && !o.Amount.Equal(s.Amount) && keyOf(o.Path) == key && s.group.inList(o.group) {
			return true
		}
	}
	return false
}

// textOfName returns a source of the record in whose name the texts of a length of time or a quantity stand: the years of "Child (4-12 years)".
func (m *matcher) textOfName(c *Claim, texts []*Source) []*Source {
	if c.Kind != Duration && c.Kind != Quantity {
		return nil
	}
	for _, s := range texts {
		if s.group == nil || s.Raw == "" || !slices.ContainsFunc(s.group.names, func(name string) bool { return len(name) <= maxTitle && strings.Contains(name, s.Raw) }) {
			continue
		}
		for _, o := range m.index.sources {
			if o.Origin == Field && o.group == s.group {
				d := deriver{m: m, c: c, v: c.Readings[0].Amount}
				return []*Source{d.derived("name", o)}
			}
		}
	}
	return nil
}

// partOfName returns a source of the record whose name a figure is a part of: the ten of "10-day pass".
func (m *matcher) partOfName(c *Claim) []*Source {
	if c.Kind != Duration && c.Kind != Quantity {
		return nil
	}
	for i := range m.mentions {
		n := &m.mentions[i]
		if n.span.Start > c.Span.Start && !(n.span.Start < c.Span.End && m.reply.tokens[c.first].counts() && n.span.End > c.Span.End) || n.span.End < c.Span.End || n.span.Start >= c.Span.End {
			continue
		}
		for _, s := range m.index.sources {
			if s.Origin == Field && len(n.label.groups) > 0 && s.group == n.label.groups[0] {
				d := deriver{m: m, c: c, v: c.Readings[0].Amount}
				return []*Source{d.derived("name", s)}
			}
		}
	}
	return nil
}
