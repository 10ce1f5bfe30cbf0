package guard

// addsOwnTotal reports whether a sum adds to a total what is in it already: one of its parts, where the parts make the total up, or the
// amount for each that it is a multiple of.
func (d *deriver) addsOwnTotal(s *Source) bool {
	for _, total := range s.Operands {
		if total.Role != RoleTotal || total.Origin != Field || total.group == nil || partial(total.Path) {
			continue
		}
		for _, part := range s.Operands {
			if part == total || part.group != total.group {
				continue
			}
			if n, err := total.Amount.Quo(part.Amount); err == nil && part.Role == RolePrice && n.IsInt() && n.Cmp(whole(1)) > 0 {
				return true
			}
			if d.m.madeUp(total) {
				return true
			}
		}
	}
	return false
}

// madeUp reports whether the amounts of a total's record, and of the lists in it, add up to the total, each as often as its record counts it.
func (m *matcher) madeUp(total *Source) bool {
	sum := Decimal{}
	for _, o := range m.index.sources {
		if o == total || o.Kind != Money || o.Origin != Field || o.Tool != total.Tool || o.Server != total.Server || o.group == nil || o.group != total.group && !o.group.within(total.group) ||
			o.Role == RoleListPrice || o.Role == RoleCost || o.Role == RoleTotal || o.threshold() {
			continue
		}
		v := o.Amount
		if q := m.quantityOf(o.group); q != nil && o.Role == RolePrice {
			var err error
			if v, err = v.Mul(q.Amount); err != nil {
				return false
			}
		}
		var err error
		if o.Role == RoleDiscount {
			sum, err = sum.Sub(v.Abs())
		} else {
			sum, err = sum.Add(v)
		}
		if err != nil {
			return false
		}
	}
	return sum.Equal(total.Amount)
}
