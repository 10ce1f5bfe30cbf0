package guard

import "slices"

// misreckoned reports whether an amount is worked out from what makes no sense together, or beside a field that states it: a sum that takes a
// total twice, or what two records differ by; a tax on a tax; a share of what is said to be included; so much a night where the record says
// how much a night is; a tax, where the record holds another.
func (m *matcher) misreckoned(c *Claim) bool {
	if !c.Derived || len(c.Sources) == 0 || len(c.Sources[0].Operands) == 0 {
		return false
	}
	s := c.Sources[0]
	switch s.Op {
	case "sum":
		return sumsTwice(s.Operands) || sumsGap(s.Operands)
	case "tax":
		return s.Operands[0].Role == RoleTax
	case "percent_of":
		return c.Role == RoleTax && m.statesRole(c, s.Operands[0], RoleTax)
	case "share":
		return m.includedBefore(c) || m.statesPer(c, s.Operands[0])
	}
	return false
}

// sumsTwice reports whether a total is added more than once.
func sumsTwice(operands []*Source) bool {
	for i, o := range operands {
		if o.Role == RoleTotal && o.Origin == Field && slices.Contains(operands[:i], o) {
			return true
		}
	}
	return false
}

// sumsGap reports whether what two records differ by is added to amounts of one of them.
func sumsGap(operands []*Source) bool {
	for _, o := range operands {
		if o.Op != "difference" || len(o.Operands) < 2 || !o.Operands[0].group.sibling(o.Operands[1].group) || o.Operands[0].group == o.Operands[1].group {
			continue
		}
		if slices.ContainsFunc(operands, func(p *Source) bool { return p != o && p.Origin == Field }) {
			return true
		}
	}
	return false
}

// statesRole reports whether the record of an amount holds one of a role, and another amount than the claim's.
func (m *matcher) statesRole(c *Claim, s *Source, role Role) bool {
	return slices.ContainsFunc(m.index.sources, func(o *Source) bool {
		return o.Kind == Money && o.Origin == Field && o.Role == role && near(o.group, s.group) && !o.Amount.Equal(c.Readings[0].Amount)
	})
}

// statesPer reports whether the claim is per some length of time, and the record of an amount holds one that is per that as well.
func (m *matcher) statesPer(c *Claim, s *Source) bool {
	per := c.terms & periods
	return per != 0 && slices.ContainsFunc(m.index.sources, func(o *Source) bool {
		return o.Kind == Money && o.Origin == Field && o.Role != RoleTax && o.told().terms&per != 0 && near(o.group, s.group) && o.Amount.Cmp(s.Amount) < 0 && !o.Amount.Equal(c.Readings[0].Amount)
	})
}

// includedBefore reports whether "including" or its like stands right before a claim.
func (m *matcher) includedBefore(c *Claim) bool {
	for j := int(c.first) - 1; j >= max(0, int(c.first)-2); j-- {
		if m.reply.soundsAt(j, toneIncl) {
			return true
		}
	}
	return false
}
