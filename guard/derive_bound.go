package guard

import "github.com/govalues/decimal"

// bounded checks a bound that a reply says of prices: "both cost less than €50", "it's just under €1,300". It holds if every price that the
// words can mean lies on that side of it; what is "just" so lies within 5 %.
func (m *matcher) bounded(c *Claim) {
	if c.Kind == Duration {
		m.boundedTime(c)
		return
	}
	v := &c.Readings[0]
	limit, above := v.High, false
	if v.OpenHigh {
		limit, above = v.Low, true
	}
	if c.Kind != Money || c.from || c.About == AboutDelivery || c.About == AboutDiscount || !m.reply.saidOfPrices(c) {
		return
	}
	just := m.reply.justBefore(int(c.first))
	n := len(m.sources)
	for _, s := range m.index.sources {
		if s.Kind != Money || s.Origin != Field || s.Role != RolePrice && s.Role != RoleTotal && s.Role != RoleBalance || s.threshold() || !currenciesMeet(c, s) || s.contradicts(m.around) || c.plays(s) {
			continue
		}
		if order := s.Amount.Cmp(limit); order == 0 || (order > 0) != above || just && !closeTo(s.Amount, limit) {
			m.sources = m.sources[:n]
			return
		}
		m.sources = append(m.sources, s)
	}
	if list := m.since(n); len(list) > 0 {
		d := deriver{m: m, c: c, v: limit}
		c.Sources, c.Derived = []*Source{d.derived("bound", list...)}, true
	}
}

// closeTo reports whether two amounts are at most 5 % of the second apart.
func closeTo(a, b Decimal) bool {
	gap, err := a.Sub(b)
	if err != nil {
		return false
	}
	most, err := b.Abs().Mul(decimal.MustNew(5, 2))
	return err == nil && gap.Abs().Cmp(most) <= 0
}

// saidOfPrices reports whether a bound is what something is said to cost, and no condition, as "for orders over €50" is.
func (r *Reply) saidOfPrices(c *Claim) bool {
	s := r.sentences[r.sentenceOf(int(c.first))]
	for j := int(c.first) - 1; j >= window(s, int(c.first), 6); j-- {
		t := &r.tokens[j]
		switch {
		case t.has(cueCopula | cueCosts), t.sounds(toneComes), t.hash == hashS && j > s.first && r.tokens[j-1].is('\''):
			return true
		case t.kind == tokenPunct && !t.is('\''), t.isDigits(), t.has(cueIf | cueFor):
			return false
		}
	}
	return false
}

// justWords say that a bound is near what it is said of.
var justWords = hashWords("just", "slightly", "barely", "knapp", "gerade", "juste", "appena", "poco", "net", "pouco", "strax")

// justBefore reports whether such a word stands shortly before token i.
func (r *Reply) justBefore(i int) bool {
	for j := i - 1; j >= max(0, i-4); j-- {
		for _, h := range justWords {
			if r.tokens[j].hash == h {
				return true
			}
		}
	}
	return false
}

// boundedTime checks a bound of hours: "open until 6pm, so for more than three hours still". It holds where a time of day that a tool names is
// further away than that, by less than an hour.
func (m *matcher) boundedTime(c *Claim) {
	v := &c.Readings[0]
	limit, above := v.High, false
	if v.OpenHigh {
		limit, above = v.Low, true
	}
	seconds, _, ok := limit.Int64(0)
	if !ok || seconds < 3600 || seconds >= 86400 {
		return
	}
	for _, s := range m.index.sources {
		gap, ok := m.reply.untilClock(s)
		if !ok || s.contradicts(m.around) {
			continue
		}
		if off := gap - seconds; above && off > 0 && off < 3600 || !above && off < 0 && off > -3600 {
			d := deriver{m: m, c: c, v: limit}
			c.Sources, c.Derived = []*Source{d.derived("time_until", s)}, true
			return
		}
	}
}
