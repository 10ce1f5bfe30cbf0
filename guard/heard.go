package guard

import "slices"

// hear examines what the customer said.
func (r *Reply) hear() {
	if len(r.Said) == 0 {
		return
	}
	if r.heard == nil {
		r.heard = &Reply{}
	}
	h := r.heard
	h.reset()
	h.topics = 0
	all := &Reply{Now: r.Now, Zone: r.Zone, Language: r.Language}
	for _, text := range r.Said {
		all.Text = text
		all.examine(true)
		h.topics, h.cues, h.rests, h.counts = 0, 0, false, h.counts[:0] // the latest counts
		p := parser{reply: all, tokens: all.tokens, lex: all.lexicon()}
		for i := range all.tokens {
			if n, ok := p.smallNumber(i); ok && len(h.counts) < maxCounts && all.countsAt(i) {
				h.counts = append(h.counts, n)
			}
			h.topics |= all.terms(i) & topics
			h.cues |= all.cuesAt(i) & (cueMore | cueOff | cueBoth | cueTotal | cuePer | cueTax | cuePercent | cueWith)
			h.rests = h.rests || all.soundsAt(i, toneRest)
		}
		for _, c := range all.Claims {
			c.Readings = slices.Clone(c.Readings)
			c.loose = all.loose(&c)
			h.Claims = append(h.Claims, c)
		}
	}
}

// heardIt marks a claim whose value the customer said.
func (r *Reply) heardIt(c *Claim) {
	if len(r.Said) == 0 || r.heard == nil {
		return
	}
	for i := range r.heard.Claims {
		h := &r.heard.Claims[i]
		if c.sameAs(h) {
			c.Echo = true
			return
		}
	}
}

// atHourOf reports whether a time of day is the hour that the customer only gave as a number: "at 8".
func (c *Claim) atHourOf(h *Claim) bool {
	hour, rest, err := c.Readings[0].Amount.QuoRem(whole(3600))
	if err != nil || !rest.IsZero() || len(h.Readings) == 0 {
		return false
	}
	half, err := hour.Sub(whole(12))
	return hour.Equal(h.Readings[0].Amount) || err == nil && half.Equal(h.Readings[0].Amount)
}

// sameAs reports whether h, which the customer said, can mean the same value.
func (c *Claim) sameAs(h *Claim) bool {
	if c.Kind != h.Kind && h.Kind != Quantity {
		return false
	}
	if c.Kind == Time && h.Kind == Quantity {
		return c.atHourOf(h)
	}
	if c.Kind == Money && h.Kind == Money && len(c.Currencies) > 0 && len(h.Currencies) > 0 &&
		!slices.ContainsFunc(c.Currencies, func(code string) bool { return slices.Contains(h.Currencies, code) }) {
		return false
	}
	for i := range c.Readings {
		for j := range h.Readings {
			a, b := &c.Readings[i], &h.Readings[j]
			switch c.Kind {
			case Date:
				if a.Day.Equal(b.Day) && a.LastDay.Equal(b.LastDay) && h.Kind == Date {
					return true
				}
			case ID, URL, Phone, Email:
				if a.ID == b.ID && a.ID != "" {
					return true
				}
			case Done:
			default:
				if a.Low.Equal(b.Low) && a.High.Equal(b.High) || a.Amount.Equal(b.Amount) || c.Kind == Money && a.bound().Equal(b.bound()) && (!a.single() || !b.single()) && a.bound().IsPos() {
					return true
				}
			}
		}
	}
	return false
}

// bound returns the one amount that a reading states: its value, or the end of what it leaves open on the other side; or nothing.
func (v *Reading) bound() Decimal {
	switch {
	case v.single():
		return v.Amount
	case v.OpenLow && !v.OpenHigh:
		return v.High
	case v.OpenHigh && !v.OpenLow:
		return v.Low
	}
	return Decimal{}
}

// loose reports whether the claim is an amount, or a number that counts nothing and so may be one: "would you do it for 150?"
func (r *Reply) loose(c *Claim) bool {
	if c.Kind == Money {
		return true
	}
	if c.Kind != Quantity || !c.Readings[0].single() || c.Readings[0].Amount.Cmp(whole(10)) < 0 {
		return false
	}
	if int(c.next) == len(r.tokens) {
		return true
	}
	t := &r.tokens[c.next]
	return t.gap >= line || t.kind == tokenPunct || t.word != nil && t.word.unit == 0 && (t.word.cues != 0 || t.word.tones != 0)
}

// named reports whether the customer named v as an amount, or as a number that may be one.
func (r *Reply) named(v Decimal) bool {
	if r.heard == nil || len(r.Said) == 0 {
		return false
	}
	for i := range r.heard.Claims {
		if h := &r.heard.Claims[i]; h.loose && h.Readings[0].Amount.Equal(v) {
			return true
		}
	}
	return false
}
