package guard

// otherShare reports whether a percentage in brackets behind an amount is that of no amount of the record, and another percentage there is:
// "a gain of €3,418.70 (+0.4 %)" beside {"gain": 3418.70, "paid_in": 20000, "gain_pct": 17.1, "day_pct": 0.4}.
func (m *matcher) otherShare(c *Claim) bool {
	r, i := m.reply, m.indexOf(c)
	if i == 0 {
		return false
	}
	g := &r.Claims[i-1]
	if g.Kind != Money || g.Sentence != c.Sentence || !m.plainField(g) || int(c.first-g.next) > 2 || !r.tokens[g.next].is('(') {
		return false
	}
	s := g.Sources[0]
	if m.shareIn(s, c.Readings[0].Amount) {
		return false
	}
	for _, o := range m.index.sources {
		if o.Kind == Percent && o.Origin == Field && near(o.group, s.group) && !o.Amount.Equal(c.Readings[0].Amount) && m.shareIn(s, o.Amount) {
			return true
		}
	}
	return false
}

// shareIn reports whether an amount is so many per cent of another in its record.
func (m *matcher) shareIn(s *Source, percent Decimal) bool {
	for _, o := range m.index.sources {
		if o.Kind == Money && o.Origin == Field && o != s && near(o.group.record(), s.group.record()) && isShare(s.Amount, o.Amount, percent) {
			return true
		}
	}
	return false
}

// isShare reports whether part is so many per cent of whole, where the percentage may be rounded at its last place.
func isShare(part, all, percent Decimal) bool {
	if !all.IsPos() {
		return false
	}
	exact, err := part.Abs().Mul(whole(100))
	if err != nil {
		return false
	}
	if exact, err = exact.Quo(all); err != nil {
		return false
	}
	return exact.Round(max(0, percent.Scale())).Equal(percent.Abs()) || exact.Trunc(max(0, percent.Scale())).Equal(percent.Abs())
}

// shareOfOther reports whether a claim is said to be what a gain and its percentage before it are of, and is not, while another amount of the
// record is: "up €587.91, or 14 %, on the €4,787.91 that you put in".
func (m *matcher) shareOfOther(c *Claim) bool {
	r, i := m.reply, m.indexOf(c)
	if i < 2 || r.Claims[i-1].Kind != Percent || r.Claims[i-2].Kind != Money {
		return false
	}
	g, p := &r.Claims[i-2], &r.Claims[i-1]
	if g.Sentence != c.Sentence || !m.plainField(g) || !m.plainField(p) || int(p.first-g.next) > 3 || int(c.first-p.next) > 6 || r.between(p, c, func(j int) bool { return clause(&r.tokens[j]) }) {
		return false
	}
	s, percent := g.Sources[0], p.Readings[0].Amount
	return !isShare(s.Amount, c.Readings[0].Amount, percent) && m.shareIn(s, percent) && near(s.group.record(), c.Sources[0].group.record())
}
