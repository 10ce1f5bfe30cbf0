package guard

import (
	"slices"

	"github.com/govalues/decimal"
)

// percentage checks v = p x (1 - q), p x q, p x (1 + q) and p / (1 + q), rounded to the currency's digits.
func (d *deriver) percentage() *Source {
	for _, q := range d.rates() {
		one := decimal.MustNew(1, 0)
		rate, err := q.Amount.Quo(hundred)
		if err != nil || !rate.IsPos() {
			continue
		}
		less, _ := one.Sub(rate)
		more, _ := one.Add(rate)
		for _, p := range d.bases(q) {
			if q.Origin == User {
				if got, err := p.Amount.Mul(less); err == nil && d.cues&cueOff != 0 && d.rounds(got) {
					return d.derived("percent_off", p) // "if it were 10 % off": the customer's figure needs no proof
				}
				continue
			}
			for _, try := range [...]struct {
				op     string
				cue    cue
				factor Decimal
			}{{"percent_off", cueOff, less}, {"percent_of", cueOff | cuePercent | cueTax, rate}, {"tax", cueTax, more}} {
				if d.cues&try.cue == 0 || try.op == "percent_off" && q.Role == RoleTax || d.c.Role == RoleTax && try.op != "percent_of" || try.op == "percent_of" && d.c.entire() {
					continue
				}
				if got, err := p.Amount.Mul(try.factor); err == nil && d.rounds(got) {
					return d.derived(try.op, p, q)
				}
			}
			if net, err := p.Amount.Quo(more); err == nil && d.cues&cueTax != 0 && d.c.Role != RoleTax && !d.c.entire() && !d.m.holdsTax(d.c) && d.rounds(net) {
				return d.derived("tax", p, q)
			}
		}
	}
	return nil
}

// rates returns the percentages that the reply states with a source.
func (d *deriver) rates() []*Source {
	var list []*Source
	for i := range d.m.reply.Claims {
		o := &d.m.reply.Claims[i]
		if o.Kind != Percent || int(o.first) >= d.limit || len(list) >= maxCounts {
			continue
		}
		switch {
		case len(o.Sources) > 0:
			list = append(list, o.best())
		case o.Echo && !o.Asserted && o.Hypothetical && d.c.Hypothetical && o.Readings[0].single():
			list = append(list, &Source{Kind: Percent, Origin: User, Amount: o.Readings[0].Amount, Raw: o.Text})
		}
	}
	for _, s := range d.m.index.sources {
		if s.Kind == Percent && s.Origin == Field && !slices.Contains(list, s) && len(list) < 4*maxCounts {
			list = append(list, s)
		}
	}
	return list
}

// bases returns the amounts that a rate may apply to: the reply's own, and those of the rate's record.
func (d *deriver) bases(q *Source) []*Source {
	list := d.proven()
	for _, a := range d.behind() {
		if !slices.Contains(list, a.source) {
			list = append(list, a.source)
		}
	}
	for _, s := range d.m.index.sources {
		if s.Kind == Money && s.group != nil && s.group == q.group && d.usable(s) && !slices.Contains(list, s) && len(list) < 4*maxCounts {
			list = append(list, s)
		}
	}
	if d.c.terms&termEach == 0 && len(list) < 4*maxCounts {
		for _, x := range append(d.spokenOf(), d.wantedOf()...) {
			if x.named && x.source.Tool == q.Tool && x.source.Server == q.Server && !slices.Contains(list, x.source) {
				list = append(list, x.source)
			}
		}
	}
	return list
}

// rounds reports whether v is what got rounds to, half up, half even or cut, in the currency's digits.
func (d *deriver) rounds(got Decimal) bool {
	digits := 2
	if code := d.c.Currency(); code != "" {
		digits = CurrencyExponent(code)
	}
	if got.Equal(d.v) || got.Round(digits).Equal(d.v) {
		return true
	}
	half := decimal.MustNew(5, digits+1)
	up, err := got.Add(half)
	return err == nil && up.Trunc(digits).Equal(d.v)
}

// percentOfTwo checks that a percentage is the difference of two amounts of one record, or of the reply, to as
// many decimals as are written.
func (d *deriver) percentOfTwo() *Source {
	digits := d.v.Scale() // as written: "5.00 %" is not 4.99 %
	if digits > 2 {
		return nil
	}
	pair := func(a, b *Source) bool {
		diff, err := a.Amount.Sub(b.Amount)
		if err != nil || !diff.IsPos() || !a.Amount.IsPos() {
			return false
		}
		share, err := diff.Quo(a.Amount)
		if err != nil {
			return false
		}
		share, err = share.Mul(hundred)
		return err == nil && (share.Round(digits).Equal(d.v) || share.Trunc(digits).Equal(d.v))
	}
	list := d.others()
	for _, a := range list {
		for _, b := range list {
			if pair(a, b) {
				return d.derived("percent", a, b)
			}
		}
	}
	if s := d.shareTaken(); s != nil {
		return s
	}
	if d.cues&cueOff == 0 {
		return nil
	}
	const apart = 8 // the fields of a record stand together
	all := d.m.index.sources
	for i, a := range all {
		for _, b := range all[max(0, i-apart):min(len(all), i+apart+1)] {
			if d.markedDown(a, b) && pair(a, b) {
				return d.derived("percent", a, b)
			}
		}
	}
	return nil
}

// shareTaken checks that a percentage is what a discount or a tax of a record is of another amount of it: 13.80 off 138.
func (d *deriver) shareTaken() *Source {
	for _, part := range d.m.index.sources {
		if part.Kind != Money || part.Role != RoleDiscount || part.Origin != Field || part.group == nil || part.Amount.IsZero() {
			continue
		}
		for _, all := range d.m.index.sources {
			if all.Kind != Money || all.Role != RoleTotal && all.Role != RolePrice || all.Origin != Field || all.Amount.Cmp(part.Amount) <= 0 || !near(all.group, part.group) && !beside(all.group, part.group) {
				continue
			}
			share, err := part.Amount.Abs().Mul(hundred)
			if err != nil {
				continue
			}
			if share, err = share.Quo(all.Amount); err == nil && share.Round(d.v.Scale()).Equal(d.v) {
				return d.derived("percent", part, all)
			}
		}
	}
	return nil
}

// markedDown reports whether b is the lower price of a record, and a its price before.
func (d *deriver) markedDown(a, b *Source) bool {
	return a.Kind == Money && b.Kind == Money && a.group != nil && a.group == b.group && a.Origin == Field && b.Origin == Field && b.Role == RolePrice &&
		(a.Role == RoleListPrice || a.Role == RolePrice && reduces(keyOf(b.Path), keyOf(a.Path))) && !b.contradicts(d.m.around)
}
