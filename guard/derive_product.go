package guard

// product checks v = n x unit price.
func (d *deriver) product() *Source {
	for _, n := range d.counts {
		unit, err := d.v.QuoExact(n, 0)
		if err != nil {
			continue
		}
		back, err := unit.Mul(n)
		if err != nil || !back.Equal(d.v) {
			continue
		}
		for _, s := range d.operands(unit) {
			if (s.Role == 0 || s.Role == RolePrice || s.Role == RoleShipping) && d.sameRate(s.says()) && !d.m.brokenAbove(s.group, n) && !d.m.priceOfAll(s, n) {
				return d.times("product", n, s)
			}
		}
	}
	return d.lineTotal()
}

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

// productOfSentence checks v = n x another sourced amount of the sentence.
func (d *deriver) productOfSentence() *Source {
	for i := range d.m.reply.Claims {
		o := &d.m.reply.Claims[i]
		if o == d.c || int(o.first) >= d.limit || o.Kind != Money || o.Sentence != d.c.Sentence || o.Derived || len(o.Sources) == 0 {
			continue
		}
		s := o.best()
		if !d.sameRate(o.terms) {
			continue
		}
		for _, n := range d.counts {
			if got, err := s.Amount.Mul(n); err == nil && got.Equal(d.v) && currenciesMeet(d.c, s) {
				return d.times("product", n, s)
			}
		}
	}
	return nil
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

// lineTotal checks v = quantity x price of one record.
func (d *deriver) lineTotal() *Source {
	for _, q := range d.m.index.sources {
		if d.bound && !q.Amount.Equal(d.counts[0]) {
			continue
		}
		if q.Kind != Quantity || q.group == nil || q.Origin != Field || !q.Amount.IsPos() || !q.quantity {
			continue
		}
		unit, err := d.v.Quo(q.Amount)
		if err != nil {
			continue
		}
		for _, s := range d.operands(unit) {
			if s.group == q.group {
				return d.derived("product", s, q)
			}
		}
	}
	return nil
}

// share checks v = p / n, rounded.
func (d *deriver) share() *Source {
	for _, n := range d.counts {
		if d.cues&cueInstalment != 0 && d.m.otherPlans(n) {
			continue
		}
		for _, p := range d.others() {
			if got, err := p.Amount.Quo(n); err == nil && d.rounds(got) {
				return d.times("share", n, p)
			}
		}
		if d.cues&cueInstalment != 0 {
			for _, p := range d.m.index.sources {
				if p.Kind != Money || !d.usable(p) || p.Role != RolePrice && p.Role != RoleTotal || d.m.planned(p, n) {
					continue
				}
				if got, err := p.Amount.Quo(n); err == nil && d.rounds(got) {
					return d.times("share", n, p)
				}
			}
		}
		exact, err := d.v.Mul(n)
		if err != nil {
			continue
		}
		for _, p := range d.operands(exact) {
			if !d.m.planned(p, n) {
				return d.times("share", n, p)
			}
		}
	}
	return nil
}
