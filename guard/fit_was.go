package guard

// onlyWas reports whether a claim that "was" makes a former price is the total or the amount of something past: no record has a former
// price.
func (m *matcher) onlyWas(c *Claim, s *Source) bool {
	if c.Role != RoleListPrice || s.Role != RoleTotal && s.Role != RoleBalance && s.Role != RoleShipping && s.Role != RoleTax || c.Struck {
		return false
	}
	for _, o := range m.index.sources {
		if o.Kind == Money && o.Role == RoleListPrice {
			return false
		}
	}
	return true
}
