package guard

import (
	"slices"
	"strings"
)

// listed reports whether a record is one of a list.
func (g *group) listed() bool { return g.parent != nil && g.parent.array }

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
