package guard

// sameRate reports whether what is said of a unit price allows the claim to be per what it is: several at $150 a year each
// come to so much a year.
func (d *deriver) sameRate(said term) bool {
	per := d.c.terms & measures
	return per == 0 || per&^periods == 0 && per&^said == 0
}

// brokenAbove reports whether a record's price holds only from more than n pieces on: {"min_quantity": 50, "unit_price": 8.5}.
func (m *matcher) brokenAbove(g *group, n Decimal) bool {
	if g == nil {
		return false
	}
	for _, s := range m.index.sources {
		if s.group == g && s.Kind == Quantity && s.Amount.Cmp(n) > 0 && endOf(s.Path) < 0 {
			return true
		}
	}
	return false
}

// priceOfAll reports whether s is what n units of time cost together: {"days": 10, "price": 59}, where nothing calls it the
// price of one.
func (m *matcher) priceOfAll(s *Source, n Decimal) bool {
	if s.Role != RolePrice || s.group == nil || s.says()&measures != 0 {
		return false
	}
	for _, o := range m.index.sources {
		if o.Kind != Duration || o.group != s.group || o.Origin != Field || o.Raw == "" {
			continue
		}
		if raw, err := parseNumber(o.Raw); err == nil && raw.Equal(n) && !unitary(s.Path) {
			return true
		}
	}
	return false
}

// unitary reports whether a path names the price of one: "unit_price", "rate".
func unitary(path string) bool {
	words, n := fieldWords(lastKey(path))
	for _, w := range words[:n] {
		switch w {
		case "unit", "rate", "fare", "each", "single", "per", "base", "daily", "nightly", "weekly", "monthly", "hourly", "einzel", "einzelpreis", "tarif":
			return true
		}
	}
	return false
}

// planned reports whether a record beside or inside that of s counts n, as {"months": 12, "monthly": 51.50} does, and has amounts
// of its own: what is paid in n parts is said there.
func (m *matcher) planned(s *Source, n Decimal) bool {
	count := n.String()
	for _, q := range m.index.sources {
		if q.Origin != Field || q.Raw != count || q.Kind != Quantity && q.Kind != Duration || q.Tool != s.Tool || q.group == nil || q.group == s.group || q.quantity {
			continue
		}
		for _, o := range m.index.sources {
			if o.group == q.group && o.Kind == Money {
				return true
			}
		}
	}
	return false
}
