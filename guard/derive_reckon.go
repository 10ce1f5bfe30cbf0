package guard

import "slices"

// A reply may spell a calculation out: "€76 for the goods, minus the €10 voucher, plus €4.90 shipping: €70.90". Its own amounts are
// the operands, the words before each say whether it is added or taken away, and what the sentence counts how often one that is
// for each is taken.

// behind returns the sourced amounts of the claim's sentence behind it.
func (d *deriver) behind() []addend {
	list := d.m.addends[:0]
	for i := range d.m.reply.Claims {
		o := &d.m.reply.Claims[i]
		if o.first <= d.c.first || o.Kind != Money || o.Sentence != d.c.Sentence || int(o.first) >= d.limit {
			continue
		}
		if len(o.Sources) == 0 || !o.Readings[0].single() || len(list) == maxCounts {
			break
		}
		if s := o.best(); s != nil && s.Kind == Money && currenciesMeet(d.c, s) {
			list = append(list, addend{claim: o, source: s})
		}
	}
	d.m.addends = list
	return d.unitsOut(list)
}

// splitsUp reports whether what stands between the claim and the amounts behind it says that they are its parts: "€149.90: €34.90 for
// the chain", "€480 (€55 + €25)".
func (d *deriver) splitsUp(list []addend) bool {
	r := d.m.reply
	if len(list) < 2 {
		return false
	}
	for j := int(d.c.next); j < int(list[0].claim.first); j++ {
		if t := &r.tokens[j]; t.is(':') || t.is('=') || t.is('(') || t.is('–') || t.is('—') || t.sounds(toneIncl) {
			return true
		}
	}
	return false
}

// unitsOut leaves out of a list what another amount of it already holds: the price of one beside that of several ("6 at €18.50 (€111)"),
// and what another was derived from. It holds until the next call.
func (d *deriver) unitsOut(list []addend) []addend {
	kept := d.m.kept[:0]
	for i := range list {
		a := &list[i]
		if slices.ContainsFunc(list[i+1:], func(o addend) bool { return o.source.restsOn(a.source) }) || i+1 < len(list) && list[i+1].source.lineOf(a.source) {
			continue
		}
		kept = append(kept, *a)
	}
	d.m.kept = kept
	return kept
}

// lineOf reports whether s is the total of the record that holds a as the price of one.
func (s *Source) lineOf(a *Source) bool {
	return s.Role == RoleTotal && a.Role != RoleTotal && s.group != nil && s.group == a.group && s.Origin == Field && a.Origin == Field &&
		s.Amount.Cmp(a.Amount) > 0 && s.group.listed()
}

// restsOn reports whether s was derived from o, or from what was.
func (s *Source) restsOn(o *Source) bool {
	return slices.ContainsFunc(s.Operands, func(p *Source) bool { return p == o || p.restsOn(o) })
}

// taketh reports whether an amount is taken away: the words before it say so, or it is a discount.
func (m *matcher) taketh(a *addend) bool {
	if a.claim.Role == RoleDiscount || a.source.Role == RoleDiscount || a.source.Amount.IsNeg() || a.claim.Readings[0].Amount.IsNeg() {
		return true
	}
	r := m.reply
	s := r.sentences[r.sentenceOf(int(a.claim.first))]
	for j := int(a.claim.first) - 1; j >= window(s, int(a.claim.first), 5) && !r.inMoney(j); j-- {
		t := &r.tokens[j]
		if slices.Contains(minusWords, t.hash) || t.is('−') || t.is('-') || t.is('–') && !t.joined() {
			return true
		}
		if clause(t) || t.has(cueAnd) || t.is('+') {
			return false
		}
	}
	return false
}

// forOne reports whether "per" and what is counted, or "each", stands behind an amount: "€2.50 per ticket".
func (r *Reply) forOne(c *Claim) bool {
	for j := int(c.next); j < min(len(r.tokens), int(c.next)+4); j++ {
		t := &r.tokens[j]
		if clause(t) || t.has(cueAnd) || r.inMoney(j) {
			return false
		}
		if t.has(cuePer) || r.terms(j)&termEach != 0 {
			return r.terms(j)&measures == 0 && (j+1 >= len(r.tokens) || r.terms(j+1)&(measures&^termDay) == 0)
		}
	}
	return false
}

// minusWords say that the amount behind them is taken away.
var minusWords = hashWords("minus", "less", "deducting", "abzüglich", "abzgl", "weniger", "moins", "déduction", "menos", "descontando", "meno", "detratti", "min", "minder", "avgår")
