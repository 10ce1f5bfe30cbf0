package guard

import "strings"

// A record can hold a price, and plans by which it is paid: {"price": 600, "plans": [{"months": 12, "rate": 50, "total": 600}]}.

// misplanned reports whether a claim of so many instalments rests on a record that has another number of them, or one of what
// something costs on the total of a plan.
func (m *matcher) misplanned(c *Claim, s *Source) bool {
	if s.Origin != Field || s.group == nil || c.Place != "reply" {
		return false
	}
	if n, ok := m.reply.instalments(c); ok {
		return m.planOf(s) && !m.runsFor(s.group, n)
	}
	if n, ok := m.reply.timesBefore(c); ok && ofInstalments(s.Path) {
		return !m.runsFor(s.group, n)
	}
	return s.Role == RoleTotal && c.Role == RolePrice && !c.whole && c.terms&(termWhole|measures) == 0 && m.priceAround(s) && !m.speaksOfPlan(c)
}

// instalments returns how many instalments of the claim's amount its clause counts: "10 Raten zu je 60 €".
func (r *Reply) instalments(c *Claim) (Decimal, bool) {
	s := r.sentences[r.sentenceOf(int(c.first))]
	for j := int(c.first) - 1; j > window(s, int(c.first), 6) && !clause(&r.tokens[j]) && !r.inMoney(j); j-- {
		if r.cuesAt(j)&cueInstalment != 0 && r.tokens[j-1].isDigits() && r.tokens[j-1].num >= 2 && r.tokens[j-1].num < 1000 {
			return whole(int64(r.tokens[j-1].num)), true
		}
	}
	return Decimal{}, false
}

// ofInstalments reports whether a path names instalments.
func ofInstalments(path string) bool {
	for _, part := range strings.Split(path, ".") {
		words, n := fieldWords(part)
		for _, w := range words[:n] {
			if e := wordOf(w); e != nil && e.cues&cueInstalment != 0 {
				return true
			}
			if e := wordOf(w + "s"); e != nil && e.cues&cueInstalment != 0 {
				return true
			}
		}
	}
	return false
}

// timesBefore returns the number before a claim that "x" or its like ties to it: "12x de R$ 39,99".
func (r *Reply) timesBefore(c *Claim) (Decimal, bool) {
	for j := int(c.first) - 1; j > max(0, int(c.first)-4); j-- {
		t, b := &r.tokens[j], &r.tokens[j-1]
		if (t.has(cueTimes) || t.sym == '×') && b.isDigits() && b.num >= 2 && b.num < 1000 {
			return whole(int64(b.num)), true
		}
		if !t.has(cueOf) {
			break
		}
	}
	return Decimal{}, false
}

// planOf reports whether the result of a source says how many months or instalments there are.
func (m *matcher) planOf(s *Source) bool {
	for _, o := range m.index.sources {
		if o.Tool == s.Tool && o.Server == s.Server && o.Origin == Field && (o.Kind == Duration && o.Amount.Cmp(whole(60*86400)) >= 0 || o.gauge&gaugeRate != 0) {
			return true
		}
	}
	return false
}

// runsFor reports whether a record, or one around it, has a number of months or instalments.
func (m *matcher) runsFor(g *group, n Decimal) bool {
	for _, o := range m.index.sources {
		if o.Raw == n.String() && (o.Kind == Duration || o.Kind == Quantity) && near(o.group, g) {
			return true
		}
	}
	return false
}

// priceAround reports whether a total stands in a list inside a record that has another price.
func (m *matcher) priceAround(s *Source) bool {
	for _, o := range m.index.sources {
		if o.Kind == Money && o.Role == RolePrice && o.Origin == Field && !o.Amount.Equal(s.Amount) && o.Tool == s.Tool && s.group.inList(o.group) {
			return true
		}
	}
	return false
}

// speaksOfPlan reports whether the claim's sentence speaks of months or instalments before it.
func (m *matcher) speaksOfPlan(c *Claim) bool {
	r := m.reply
	s := r.sentences[r.sentenceOf(int(c.first))]
	for j := window(s, int(c.first), reach); j < int(c.first); j++ {
		if r.cuesAt(j)&cueInstalment != 0 || r.terms(j)&(periods|termPlan) != 0 {
			return true
		}
	}
	return false
}

// otherRecord reports whether the claim names a record that has an amount under the same key as s, in another result than s, and s is in
// none that it names.
func (m *matcher) otherRecord(c *Claim, s *Source) bool {
	if s.Origin != Field || s.group == nil || len(m.around) == 0 || c.Place != "reply" || m.namesAny(s) {
		return false
	}
	key := keyOf(s.Path)
	for _, n := range m.around {
		if n.compared || len(n.label.groups) != 1 {
			return false
		}
		for _, o := range m.index.sources {
			if o.Kind == s.Kind && o.group == n.label.groups[0] && (o.Tool != s.Tool || o.Server != s.Server) && keyOf(o.Path) == key && !o.Amount.Equal(s.Amount) {
				return true
			}
		}
	}
	return false
}

// namesAny reports whether the names around the claim mean a record of s.
func (m *matcher) namesAny(s *Source) bool {
	for g := s.group; g != nil; g = g.parent {
		if m.names(g) {
			return true
		}
	}
	return false
}

// otherPlans reports whether the evidence has plans by which something is paid, and none of so many months or instalments.
func (m *matcher) otherPlans(n Decimal) bool {
	plans, raw := false, n.String()
	for _, o := range m.index.sources {
		if o.Origin != Field || o.Kind != Duration && o.Kind != Quantity || o.gauge&gaugeRate == 0 && !(o.Kind == Duration && o.Amount.Cmp(whole(60*86400)) >= 0) {
			continue
		}
		if o.Raw == raw {
			return false
		}
		plans = true
	}
	return plans
}
