package guard

// timesOther reports whether a claim is said to be so many of the amount that its sentence states for each, and the record of that one
// holds the product, which is another amount: "12 payments of $74.90, $840 in total" beside {"instalments": 12, "amount": 74.90, "total":
// 898.80}.
func (m *matcher) timesOther(c *Claim) bool {
	r := m.reply
	s := r.sentences[r.sentenceOf(int(c.first))]
	j := m.before(m.indexOf(c), Money)
	if j < 0 || !c.entire() && !r.sumsUp(c, s) && m.spans(c) == 0 {
		return false
	}
	unit := &r.Claims[j]
	if unit.terms&(termEach|measures) == 0 && !r.isFactor(unit) && !r.countedBefore(unit) {
		return false
	}
	for _, u := range unit.Sources {
		if u.group == nil || u.Amount.IsZero() {
			continue
		}
		for _, o := range m.index.sources {
			if o.Kind != Money || o.Origin != Field || o.group != u.group || o == u || o.Amount.Equal(c.Readings[0].Amount) || o.Amount.Cmp(u.Amount) <= 0 {
				continue
			}
			if n, err := o.Amount.Quo(u.Amount); err == nil && n.IsInt() && m.hasCount(u, n) && r.saysCount(n, s, int(c.next)) && !m.multiple(c, u, n) {
				return true
			}
		}
	}
	return false
}

// countedBefore reports whether a number stands shortly before a claim in its clause: "12 payments of $74.90".
func (r *Reply) countedBefore(c *Claim) bool {
	p := parser{reply: r, tokens: r.tokens, lex: r.lexicon()}
	s := r.sentences[r.sentenceOf(int(c.first))]
	for j := int(c.first) - 1; j >= window(s, int(c.first), 4) && !r.parts(j); j-- {
		if _, ok := p.smallNumber(j); ok {
			return true
		}
	}
	return false
}

// hasCount reports whether the record of a source, or one around it, holds a number.
func (m *matcher) hasCount(s *Source, n Decimal) bool {
	for _, o := range m.index.sources {
		if (o.Kind == Quantity || o.Kind == Duration) && o.Origin == Field && o.Raw == n.Trim(0).String() && near(o.group, s.group) {
			return true
		}
	}
	return false
}

// saysCount reports whether a sentence, as far as a token, or the one before it, has a number.
func (r *Reply) saysCount(n Decimal, s sentence, to int) bool {
	p := parser{reply: r, tokens: r.tokens, lex: r.lexicon()}
	for j := max(0, s.first-2*reach); j < min(len(r.tokens), max(s.next, to)); j++ {
		if v, ok := p.smallNumber(j); ok && v.Equal(n.Trim(0)) {
			return true
		}
	}
	return false
}

// multiple reports whether a claim is some other number of times the amount for each, which the sentence may count as well.
func (m *matcher) multiple(c *Claim, u *Source, n Decimal) bool {
	k, err := c.Readings[0].Amount.Quo(u.Amount)
	return err == nil && k.IsInt() && !k.Equal(n) && m.reply.saysCount(k, m.reply.sentences[m.reply.sentenceOf(int(c.first))], int(c.next)) && k.Cmp(whole(1)) > 0
}
