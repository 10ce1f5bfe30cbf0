package guard

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
