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
