package guard

import "slices"

// settleAbout takes amounts for no balances where what they rest on says so: a word such as "left" or "balance" speaks of one amount of its
// sentence, and what is left of a price is a price.
func (m *matcher) settleAbout() {
	for i := range m.reply.Claims {
		c := &m.reply.Claims[i]
		if c.Kind == Money && c.About == AboutBalance && len(c.Sources) > 0 && (m.reckonedOfPrices(c) || m.pricedBesideBalance(c)) {
			c.About = AboutPrice
		}
	}
}

// reckonedOfPrices reports whether an amount is reckoned of a balance and something else: "with your credit of €185, €714 remain to pay".
func (m *matcher) reckonedOfPrices(c *Claim) bool {
	return c.Derived && slices.ContainsFunc(c.Sources[0].Operands, priced) && slices.ContainsFunc(c.Sources[0].Operands, func(o *Source) bool { return !priced(o) })
}

// pricedBesideBalance reports whether the tool states the amount as a price, and its sentence has another amount that may be the balance:
// "your balance is €36.25 and the scarf €59".
func (m *matcher) pricedBesideBalance(c *Claim) bool {
	if !priced(c.Sources[0]) {
		return false
	}
	return slices.ContainsFunc(m.reply.Claims, func(o Claim) bool {
		return o.Kind == Money && o.Sentence == c.Sentence && o.Span != c.Span && len(o.Sources) > 0 && !o.Derived && !priced(o.Sources[0]) && o.Sources[0].Origin == Field
	})
}

// priced reports whether a source's keys say that it is what something costs.
func priced(s *Source) bool {
	switch s.Role {
	case RolePrice, RoleListPrice, RoleTotal, RoleShipping, RoleTax:
		return true
	default:
	}
	return false
}
