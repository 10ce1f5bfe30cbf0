package guard

import "slices"

// keepTogether takes the sources of an amount away that are of one offer in a list, where the only day of its sentence is of
// another: the slot of tonight at the fee of tomorrow's. A name in the sentence says better what the amount is of.
func (m *matcher) keepTogether(c *Claim) {
	if c.Kind != Money || c.Place != "reply" || len(c.Sources) == 0 || c.Derived || m.namesBeside(c.Sources[0].group) {
		return
	}
	day := m.onlyDay(c)
	if day == nil {
		day = m.onlyCount(c)
	}
	if day == nil {
		return
	}
	for _, s := range c.Sources {
		for _, d := range day.Sources {
			if s.Origin != Field || d.Origin != Field || s.group == nil || d.group == nil || !s.group.sibling(d.group) {
				return
			}
		}
	}
	m.refuse(c, checkApart)
}

// namesBeside reports whether the names around the claim are those of a record or of its siblings.
func (m *matcher) namesBeside(g *group) bool {
	return slices.ContainsFunc(m.around, func(n mention) bool {
		return slices.ContainsFunc(n.label.groups, func(o *group) bool { return o == g || g != nil && g.sibling(o) })
	})
}

// onlyCount returns the sourced quantity of the claim's sentence where it holds one quantity and one amount, or nil: "from 500 cards
// you pay €0.12 each".
func (m *matcher) onlyCount(c *Claim) *Claim {
	var count *Claim
	for i := range m.reply.Claims {
		o := &m.reply.Claims[i]
		if o == c || o.Sentence != c.Sentence {
			continue
		}
		if o.Kind != Quantity || count != nil || len(o.Sources) == 0 || o.Hypothetical || o.Negated || !o.Readings[0].single() {
			return nil
		}
		count = o
	}
	return count
}

// onlyDay returns the sourced day of the claim's sentence where there is one day and one amount in it, or nil.
func (m *matcher) onlyDay(c *Claim) *Claim {
	var day *Claim
	for i := range m.reply.Claims {
		o := &m.reply.Claims[i]
		if o == c || o.Sentence != c.Sentence {
			continue
		}
		if o.Kind == Money || o.Kind == Date && (day != nil || o.period || len(o.Sources) == 0 || o.Hypothetical || o.Negated) {
			return nil
		}
		if o.Kind == Date {
			day = o
		}
	}
	return day
}
