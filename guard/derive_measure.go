package guard

import "slices"

// What is sold by a measure has a price for so much of it, and points have a worth: "7.5 m cost €178.50 at €23.80 a metre", "your 3,450 points
// are worth €34.50" of {"points": 100, "value": 1.00}.

// byMeasure checks a price against that of as much as the sentence measures, or the customer's latest words where it measures nothing.
func (d *deriver) byMeasure() *Source {
	if d.c.terms&(measures|termEach) != 0 || !d.v.IsPos() {
		return nil
	}
	for _, q := range d.measured(gaugeMetre | gaugeLitre | gaugeKilo) {
		per := measureTerm(q.gauge)
		for _, s := range d.m.index.sources {
			if s.Kind != Money || s.says()&per == 0 || !d.usable(s) || s.Role == RoleTotal || s.Role == RoleBalance || d.m.brokenAbove(s.group, q.Readings[0].Amount) {
				continue
			}
			if line, err := s.Amount.Mul(q.Readings[0].Amount); err == nil && line.Round(2).Equal(d.v) {
				return d.times("product", q.Readings[0].Amount, s)
			}
		}
	}
	return nil
}

// measureTerm returns what an amount is per that is one of a gauge.
func measureTerm(g gauge) term {
	switch {
	case g&gaugeMetre != 0:
		return termMetre
	case g&gaugeLitre != 0:
		return termLitre
	case g&gaugeKilo != 0:
		return termKilo
	}
	return 0
}

// measured returns the single quantities of some gauges that the claim's clause has, or the customer's latest ones where it has none.
func (d *deriver) measured(g gauge) []*Claim {
	var list []*Claim
	r := d.m.reply
	for i := range r.Claims {
		if o := &r.Claims[i]; o.Kind == Quantity && o != d.c && o.Sentence == d.c.Sentence && o.gauge&g != 0 && o.Readings[0].single() && len(list) < maxCounts && !r.between(o, d.c, r.endsAt) && !r.between(d.c, o, r.endsAt) {
			list = append(list, o)
		}
	}
	if len(list) > 0 || r.heard == nil || len(r.Said) == 0 {
		return list
	}
	for i := range slices.Backward(r.heard.Claims) {
		if o := &r.heard.Claims[i]; o.Kind == Quantity && o.gauge&g != 0 && o.Readings[0].single() {
			return append(list, o)
		}
	}
	return nil
}

// endsAt reports whether a clause ends at token j.
func (r *Reply) endsAt(j int) bool { return clause(&r.tokens[j]) }

// pointsWorth checks an amount against what points are worth: those that the sentence states, or the customer's balance.
func (d *deriver) pointsWorth() *Source {
	for _, rate := range d.m.index.sources {
		if rate.Kind != Quantity || rate.Origin != Field || rate.gauge&gaugeEarned == 0 || rate.group == nil || rate.group.listed() || !rate.Amount.IsPos() {
			continue
		}
		for _, worth := range d.m.index.sources {
			if worth.Kind != Money || !d.usable(worth) || worth.group != rate.group && (worth.group == nil || worth.group.parent != rate.group) || !worth.Amount.IsPos() {
				continue
			}
			want, err := d.v.Mul(rate.Amount)
			if err != nil {
				continue
			}
			if want, err = want.Quo(worth.Amount); err != nil {
				continue
			}
			if points := d.pointsHad(want, rate); points != nil {
				return d.derived("product", worth, points, rate)
			}
		}
	}
	return nil
}

// pointsHad returns a source of so many points that the sentence states, or that stands outside the record of their rate where it states none.
func (d *deriver) pointsHad(n Decimal, rate *Source) *Source {
	stated := false
	for _, q := range d.measured(gaugeEarned) {
		if q.Readings[0].Amount.Equal(rate.Amount) {
			continue // "at €1 per 100 points"
		}
		if stated = true; q.Readings[0].Amount.Equal(n) && len(q.Sources) > 0 {
			return q.best()
		}
	}
	if stated {
		return nil
	}
	for _, s := range d.m.index.amount(n) {
		if s.Kind == Quantity && s.Origin == Field && s.gauge&gaugeEarned != 0 && s.group != rate.group && s.Tool == rate.Tool && s.Server == rate.Server && !s.group.listed() && !s.goal() {
			return s
		}
	}
	return nil
}

// leftAfter checks a quantity against what is left of a stock after the customer's own: "after your 7.5 m we'd have 1.8 m left".
func (d *deriver) leftAfter() *Source {
	if d.c.gauge == 0 || !d.rests && d.cues&cueMore == 0 {
		return nil
	}
	for _, q := range d.heardOf(d.c.gauge) {
		had, err := d.v.Add(q.Readings[0].Amount)
		if err != nil {
			continue
		}
		for _, s := range d.m.index.amount(had) {
			if s.Kind == Quantity && s.Origin == Field && s.Role == RoleStock && (s.gauge&^gaugeStock == 0 || s.gauge&d.c.gauge != 0) && !s.contradicts(d.m.around) && (s.left() || !d.m.leftBeside(s)) {
				return d.times("difference", q.Readings[0].Amount, s)
			}
		}
	}
	return nil
}

// heardOf returns the customer's single quantities of a gauge.
func (d *deriver) heardOf(g gauge) []*Claim {
	var list []*Claim
	if h := d.m.reply.heard; h != nil && len(d.m.reply.Said) > 0 {
		for i := range h.Claims {
			if o := &h.Claims[i]; o.Kind == Quantity && o.gauge&g != 0 && o.Readings[0].single() && len(list) < maxCounts {
				list = append(list, o)
			}
		}
	}
	return list
}

// leftBeside reports whether the record of a source has another figure that is called what remains.
func (m *matcher) leftBeside(s *Source) bool {
	return slices.ContainsFunc(m.index.sources, func(o *Source) bool {
		return o != s && o.Kind == Quantity && o.Origin == Field && o.group == s.group && o.left()
	})
}

// spelt checks a count against those of one record that the sentence spells out, each with its key: "8 of them, 5 online and 3 in Mitte" of
// {"online": 5, "mitte": 3, "hamburg": 0}.
func (d *deriver) spelt() *Source {
	for i, first := range d.m.index.sources {
		if first.Kind != Quantity || first.Origin != Field || first.group == nil || first.contradicts(d.m.around) || i > 0 && d.m.index.sources[i-1].group == first.group && d.m.index.sources[i-1].Kind == Quantity {
			continue
		}
		var parts []*Source
		sum := Decimal{}
		for _, s := range d.m.index.sources[i:] {
			if s.group != first.group || s.Kind != Quantity || len(parts) == maxCounts {
				break
			}
			if s.Amount.IsZero() {
				continue
			}
			if !d.saysKey(s) {
				parts = nil
				break
			}
			sum, _ = sum.Add(s.Amount)
			parts = append(parts, s)
		}
		if len(parts) > 1 && sum.Equal(d.v) {
			return d.derived("sum", parts...)
		}
	}
	return nil
}

// saysKey reports whether the sentence has a number with the last word of its key near behind it.
func (d *deriver) saysKey(s *Source) bool {
	r := d.m.reply
	p := parser{reply: r, tokens: r.tokens, lex: r.lexicon()}
	n := r.sentences[r.sentenceOf(int(d.c.first))]
	words, count := fieldWords(lastKey(s.Path))
	if count == 0 {
		return false
	}
	key := hashWord(words[count-1])
	for j := n.first; j < min(n.next, d.limit); j++ {
		if v, ok := p.smallNumber(j); !ok || !v.Equal(s.Amount) {
			continue
		}
		for k := j + 1; k < min(n.next, j+4) && !clause(&r.tokens[k]); k++ {
			if r.tokens[k].hash == key {
				return true
			}
		}
	}
	return false
}
