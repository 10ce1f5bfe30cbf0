package guard

import (
	"slices"
)

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

// maxPair bounds the amounts of a reply of which any two make a percentage: of more some always do.
const maxPair = 4

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
			if len(list) <= maxPair && pair(a, b) {
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

// exactShare checks that a percentage is to the cent what one amount is of another: "your deposit of €250 is 20 % of the price". One of the
// two is stated near it; the other one too, or it stands beside that in its record.
func (d *deriver) exactShare() *Source {
	s := &d.m.search
	*s = search{d: d, records: s.records[:0]}
	list := d.heardOperands(d.statedOperands(d.m.pool[:0], scopeAround))
	if len(list) > maxShares || !d.v.IsPos() || d.v.Cmp(hundred) >= 0 {
		return nil
	}
	part := func(b, a *Source) bool {
		v, err := a.Amount.Mul(d.v)
		if err != nil {
			return false
		}
		v, err = v.Quo(hundred)
		return err == nil && v.Round(2).Equal(b.Amount.Abs()) && !a.Amount.IsZero() && d.m.largest(a)
	}
	for i := range list {
		a := list[i].source
		if a == nil {
			continue
		}
		for j := range list {
			if b := list[j].source; b != nil && b != a && part(a, b) {
				return d.derived("percent", a, b)
			}
		}
		for _, b := range d.m.index.sources {
			if b.Kind == Money && b.Origin == Field && a.Origin == Field && b != a && b.Tool == a.Tool && b.Server == a.Server && (near(a.group, b.group) || beside(a.group, b.group)) && (part(a, b) || part(b, a)) {
				return d.derived("percent", a, b)
			}
		}
	}
	return nil
}

// maxShares bounds the amounts near a percentage that may be shares of each other.
const maxShares = 6

// largest reports whether no amount of the record of s is larger: s is no part of another one there.
func (m *matcher) largest(s *Source) bool {
	return !slices.ContainsFunc(m.index.sources, func(o *Source) bool {
		return o.Kind == Money && o.Origin == Field && o.Tool == s.Tool && o.Server == s.Server && near(o.group, s.group) && o.Amount.Cmp(s.Amount) > 0
	})
}
