package guard

// yearly checks v = n x a price per a shorter period: "€9.99 a month, so €119.88 a year". A record that has a price of its own
// for the longer period is not multiplied, for a year in advance is often cheaper.
func (d *deriver) yearly() *Source {
	for _, k := range [...]struct {
		long, short term
		n           int64
	}{{termYear, termMonth, 12}, {termWeek, termDay, 7}} {
		if d.c.terms&periods != k.long && (d.c.terms&periods != 0 || d.terms&k.long == 0) {
			continue
		}
		unit, err := d.v.QuoExact(whole(k.n), 0)
		if err != nil {
			continue
		}
		for _, s := range d.operands(unit) {
			if s.Origin == Field && s.group != nil && (s.Role == 0 || s.Role == RolePrice) && d.m.per(s) == k.short && !d.m.pricedPer(s.group, k.long) {
				return d.times("product", whole(k.n), s)
			}
		}
	}
	return d.inMonths()
}

// inMonths checks v = a price per year / 12, where the record has no price per month: "€312 a year, which is €26 a month".
func (d *deriver) inMonths() *Source {
	if d.c.terms&periods != termMonth {
		return nil
	}
	for _, s := range d.m.index.sources {
		if s.Kind != Money || s.Origin != Field || s.group == nil || s.Role == RoleTotal || s.Role == RoleBalance || !d.usable(s) || d.m.per(s) != termYear || d.m.pricedPer(s.group, termMonth) {
			continue
		}
		if got, err := s.Amount.Quo(whole(12)); err == nil && d.rounds(got) {
			return d.times("share", whole(12), s)
		}
	}
	return nil
}

// aYearLess checks v = 12 x a price per month - one per year of the same record: "yearly saves you $38".
func (d *deriver) aYearLess(a, b *Source) *Source {
	if d.m.per(a) != termMonth || d.m.per(b) != termYear || a.group != b.group {
		return nil
	}
	all, err := a.Amount.Mul(whole(12))
	if err != nil {
		return nil
	}
	if diff, err := all.Sub(b.Amount); err == nil && diff.Equal(d.v) {
		return d.times("difference", whole(12), a, b)
	}
	return nil
}

// per returns the only period that a source is said to be per, by its record, or by a claim of the reply that rests on it; or 0.
func (m *matcher) per(s *Source) term {
	if p := s.says() & periods; p != 0 {
		return p
	}
	for i := range m.reply.Claims {
		if o := &m.reply.Claims[i]; len(o.Sources) > 0 && o.Sources[0] == s && !o.Derived {
			return o.terms & periods
		}
	}
	return 0
}

// pricedPer reports whether a record, or one inside it or around it, has an amount that is per a period.
func (m *matcher) pricedPer(g *group, period term) bool {
	for _, s := range m.index.sources {
		if s.Kind == Money && s.Origin == Field && near(s.group, g) && s.says()&period != 0 {
			return true
		}
	}
	return false
}
