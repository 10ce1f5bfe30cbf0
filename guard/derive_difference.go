package guard

import "slices"

// difference checks v = a - b, in one record or among the reply's sourced amounts.
func (d *deriver) difference() *Source {
	list := d.proven()
	if d.c.entire() && d.m.takenIn(d.c) {
		return nil // "your total is €90, including shipping": nothing is taken from it
	}
	for _, a := range list {
		for _, b := range list {
			if diff, err := a.Amount.Sub(b.Amount); err == nil && diff.Equal(d.v) && !a.restsOn(b) && !b.restsOn(a) {
				return d.derived("difference", a, b)
			}
		}
	}
	if s := d.fromSaid(list); s != nil {
		return s
	}
	for _, b := range d.m.index.sources {
		if b.Kind != Money || !d.usable(b) || b.group == nil {
			continue
		}
		total, err := b.Amount.Add(d.v)
		if err != nil {
			continue
		}
		for _, a := range d.operands(total) {
			if a.group == b.group && (a.Role != b.Role || renews(lastKey(a.Path), lastKey(b.Path)) || renews(lastKey(b.Path), lastKey(a.Path)) || reduces(keyOf(b.Path), keyOf(a.Path))) || a.Role == RoleTotal && b.Role == RolePrice && a.group.inList(b.group) || a.Role == RoleBalance && a.Origin == Field && b.Role != RoleBalance && a.Server == b.Server && d.m.names(b.group) { // "after the rent you'll have"
				return d.derived("difference", a, b)
			}
		}
	}
	return nil
}

// reduces reports whether a key names a lower price for what another gives the price of: "sale_price" beside "price".
func reduces(key, of string) bool {
	return lowered(key) && !lowered(of)
}

// lowered reports whether a key says that its price is a lower one.
func lowered(key string) bool {
	words, n := fieldWords(key)
	return slices.ContainsFunc(words[:n], func(w string) bool {
		switch w {
		case "sale", "special", "promo", "promotional", "offer", "deal", "reduced", "discounted", "member", "angebot", "aktion":
			return true
		}
		return false
	})
}

// fromSaid checks that v is the difference of a sourced amount and one that the customer named and the reply gives
// back: "€15 under your budget of €50". The customer's figure needs no proof.
func (d *deriver) fromSaid(list []*Source) *Source {
	for i := range d.m.reply.Claims {
		o := &d.m.reply.Claims[i]
		if o == d.c || int(o.first) >= d.limit || !o.Echo || o.Asserted || o.Kind != Money || len(o.Readings) != 1 {
			continue
		}
		said := o.Readings[0].Amount
		if o.Readings[0].OpenLow {
			said = o.Readings[0].High
		}
		for from := range list {
			sum := Decimal{}
			for to := from; to < len(list); to++ {
				var err error
				if sum, err = sum.Add(list[to].Amount); err != nil {
					break
				}
				if diff, err := sum.Sub(said); err == nil && diff.Abs().Equal(d.v) {
					return d.derived("difference", list[from:to+1]...)
				}
			}
		}
	}
	return nil
}

// fromHeard checks that v is the difference of an amount that the customer named and a price, of a tool or of the same sentence,
// where the sentence speaks of the customer's: "€45 over your limit of 200".
func (d *deriver) fromHeard() *Source {
	r := d.m.reply
	if r.heard == nil || len(r.Said) == 0 || d.cues&(cueYours|cueBudget) == 0 {
		return nil
	}
	for i := range r.heard.Claims {
		h := &r.heard.Claims[i]
		if !h.loose || !h.Readings[0].single() && !h.Readings[0].OpenLow || h.Kind == Money && len(h.Currencies) > 0 && d.c.Currency() != "" && h.Currency() != d.c.Currency() {
			continue
		}
		said := h.Readings[0].High
		for _, try := range [...]func(Decimal) (Decimal, error){said.Sub, said.Add} {
			want, err := try(d.v)
			if err != nil || !want.IsPos() {
				continue
			}
			if s := d.priced(want); s != nil {
				return d.derived("difference", s)
			}
		}
	}
	return nil
}

// priced returns a price or total that equals v, or a sourced amount of the claim's sentence that does.
func (d *deriver) priced(v Decimal) *Source {
	for _, s := range d.operands(v) {
		if s.Origin == Field && (s.Role == RolePrice || s.Role == RoleTotal) {
			return s
		}
	}
	for i := range d.m.reply.Claims {
		o := &d.m.reply.Claims[i]
		if o != d.c && o.Kind == Money && o.Sentence == d.c.Sentence && int(o.first) < d.limit && len(o.Sources) > 0 && o.Readings[0].single() && o.Readings[0].Amount.Equal(v) {
			return o.best()
		}
	}
	return nil
}

// fromBudget checks that v is the difference of a price that the tools know and an amount that the customer named and
// the sentence gives back: "that leaves €41 of your €250".
func (d *deriver) fromBudget() *Source {
	for i := range d.m.reply.Claims {
		o := &d.m.reply.Claims[i]
		if o == d.c || int(o.first) >= d.limit || !o.Echo || o.Asserted || o.Kind != Money || len(o.Readings) != 1 || !d.soon(o) {
			continue
		}
		said := o.Readings[0].Amount
		for _, try := range [...]func(Decimal) (Decimal, error){said.Sub, said.Add} {
			want, err := try(d.v)
			if err != nil {
				continue
			}
			for _, s := range d.operands(want) {
				if s.Origin == Field && (s.Role == RolePrice || s.Role == RoleTotal) {
					return d.derived("difference", s)
				}
			}
		}
	}
	return nil
}

// soon reports whether another claim stands in the claim's sentence, or in one of the two before it.
func (d *deriver) soon(o *Claim) bool {
	r := d.m.reply
	gap := r.sentenceOf(int(d.c.first)) - r.sentenceOf(int(o.first))
	return gap >= 0 && gap <= 2
}
