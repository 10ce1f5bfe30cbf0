package guard

import "slices"

// What amounts that a sentence speaks of come to.

// inferSum checks v against a base and one to three amounts that the sentence speaks of, as they are and as often as it counts.
func (d *deriver) inferSum(said []saidAmount) *Source {
	bases := d.basesOf(said)
	for set := 1; set < 1<<len(said); set++ {
		parts := make([]*Source, 0, 4)
		for i := range said {
			if set&(1<<i) != 0 {
				parts = append(parts, said[i].source)
			}
		}
		if len(parts) > 3 || !sameResult(parts) {
			continue
		}
		for _, base := range bases {
			all := parts
			if base != nil {
				if slices.Contains(parts, base) || base.Origin != Derived && !sameResult([]*Source{base, parts[0]}) || slices.ContainsFunc(parts, base.restsOn) || d.holdsPart(base, parts) {
					continue
				}
				all = append([]*Source{base}, parts...)
			}
			if len(all) < 2 {
				continue
			}
			if s := d.comes(all); s != nil {
				return s
			}
		}
	}
	return nil
}

// holdsPart reports whether a total already holds one of some amounts: what is in it is not added again.
func (d *deriver) holdsPart(base *Source, parts []*Source) bool {
	if base.Role != RoleTotal || base.Origin != Field || partial(base.Path) {
		return false
	}
	return slices.ContainsFunc(parts, func(p *Source) bool {
		if p.Role != RoleShipping && p.Role != RoleTax && p.Role != RoleDiscount || p.group != base.group {
			return false
		}
		rest, err := base.Amount.Sub(p.Amount)
		return err == nil && slices.ContainsFunc(d.m.index.amount(rest), func(o *Source) bool { return o.Kind == Money && o.group == base.group })
	})
}

// comes checks v against the sum of amounts, with those that are for each taken as often as the sentence or the customer counts, and with
// all of them taken so often.
func (d *deriver) comes(all []*Source) *Source {
	once, each := Decimal{}, Decimal{}
	for _, s := range all {
		value := s.Amount
		if s.Role == RoleDiscount || d.withoutIt(s) {
			value = value.Abs().Neg()
		}
		to := &once
		if s.forEach() {
			to = &each
		}
		var err error
		if *to, err = to.Add(value); err != nil {
			return nil
		}
	}
	sum, err := once.Add(each)
	if err != nil {
		return nil
	}
	mixed := !once.IsZero() && !each.IsZero() && len(d.counts) > 0
	if sum.Equal(d.v) && !mixed {
		return d.derived("sum", all...)
	}
	if s := d.lessParts(all); s != nil {
		return s
	}
	if d.c.terms&termEach != 0 {
		return nil
	}
	for _, n := range d.multiples(all[len(all)-1]) {
		if got, err := sum.Mul(n); err == nil && got.Equal(d.v) && len(all) > 1 {
			return d.times("sum", n, all...)
		}
		if got, err := each.Mul(n); err == nil && !each.IsZero() {
			if got, err = got.Add(once); err == nil && got.Equal(d.v) {
				return d.times("sum", n, all...)
			}
		}
	}
	return nil
}

// lessParts checks v against the first of some amounts less the others, where the sentence speaks of what is left to pay, or where they are what is
// credited: "with the maximum trade-in of €400 you still pay €1,799".
func (d *deriver) lessParts(all []*Source) *Source {
	rest := all[0].Amount
	taken := d.rests || d.cues&cueMore != 0
	for _, s := range all[1:] {
		taken = taken || s.credited()
		var err error
		if rest, err = rest.Sub(s.Amount.Abs()); err != nil {
			return nil
		}
	}
	if taken && rest.Equal(d.v) {
		return d.derived("difference", all...)
	}
	return nil
}

// credited reports whether a path names what is taken off a price: a trade-in, a bonus.
func (s *Source) credited() bool {
	words, n := fieldWords(s.Path)
	return slices.ContainsFunc(words[:n], func(w string) bool {
		switch w {
		case "trade", "tradein", "bonus", "credit", "cashback", "subsidy", "inruil", "inzahlungnahme", "zuschuss", "praemie", "prämie", "reprise", "prime", "permuta", "retoma", "inbyte", "bonu", "incentivo",
			"gutschrift", "avoir", "abono":
			return true
		}
		return false
	})
}

// multiples returns how often an amount may be taken: as often as the sentence or the customer counts, and as the nights that its result has
// where it is for one.
func (d *deriver) multiples(s *Source) []Decimal {
	list := d.counts[:len(d.counts):len(d.counts)]
	if s.says()&termDay == 0 {
		return list
	}
	for _, o := range d.m.index.sources {
		if o.Kind != Duration && o.Kind != Quantity || o.Origin != Field || o.Tool != s.Tool || o.Server != s.Server || !staying(o.Path) {
			continue
		}
		nights, err := parseNumber(o.Raw)
		if err != nil || !nights.IsInt() || nights.Cmp(whole(1)) <= 0 {
			continue
		}
		list = append(list, nights)
		for _, n := range d.counts {
			if both, err := n.Mul(nights); err == nil {
				list = append(list, both)
			}
		}
		break
	}
	return list
}

// withoutIt reports whether the sentence says "without" and speaks of the source behind that.
func (d *deriver) withoutIt(s *Source) bool {
	r := d.m.reply
	n := r.sentences[r.sentenceOf(int(d.c.first))]
	for j := n.first; j < min(n.next, d.limit); j++ {
		if r.terms(j)&termWithout == 0 && !slices.Contains(beforeWords, r.tokens[j].hash) {
			continue
		}
		for k := j + 1; k < min(n.next, j+5) && !r.inMoney(k); k++ {
			if s.ids != nil && r.saysOf(k, s.ids) || s.over != nil && r.saysOf(k, s.over) || s.words&wordTopics&r.fieldWord(k) != 0 || s.Role == RoleTax && r.fieldWord(k)&wordTax != 0 || s.Role == RoleShipping && r.fieldWord(k)&wordShipping != 0 {
				return true
			}
		}
	}
	return false
}

// beforeWords say that what follows is not yet in an amount: "before VAT".
var beforeWords = hashWords("before", "vor", "avant", "antes", "prima", "voor", "före")

// forEach reports whether an amount is for one person or one piece, by its key or its record.
func (s *Source) forEach() bool {
	words, n := fieldWords(s.Path)
	return s.says()&termEach != 0 || perPath(s.Path) || slices.ContainsFunc(words[:n], forPerson)
}

// basesOf returns what the amounts that a sentence speaks of may come on top of: nothing, what the reply has stated, and the only
// price or total of their result.
func (d *deriver) basesOf(said []saidAmount) []*Source {
	bases := []*Source{nil}
	for _, a := range d.addends(false) {
		bases = append(bases, a.source)
	}
	bases = append(bases, d.besides(said)...)
	first := said[0].source
	for _, role := range [...]Role{RoleTotal, RolePrice} {
		var only []*Source
		for _, s := range d.m.index.sources {
			if s.Kind == Money && s.Origin == Field && s.Role == role && !s.Amount.IsZero() && s.Tool == first.Tool && s.Server == first.Server && !s.group.listed() && !s.threshold() && d.usable(s) && !isSaid(said, s) {
				only = append(only, s)
			}
		}
		if len(only) == 1 || role == RoleTotal && len(only) <= 3 {
			bases = append(bases, only...)
		}
	}
	return bases[:min(len(bases), 2*maxCounts)]
}

// besides returns the prices and totals that stand in the same element of a list as an amount that the sentence speaks of, and those
// under its own key in the record around it.
func (d *deriver) besides(said []saidAmount) []*Source {
	var list []*Source
	for _, s := range d.m.index.sources {
		if s.Kind != Money || s.Origin != Field || len(list) == maxCounts || isSaid(said, s) || !d.usable(s) || s.Amount.IsZero() {
			continue
		}
		for _, x := range said {
			inner := x.source.group
			if sameResult([]*Source{s, x.source}) && (keyOf(s.Path) == keyOf(x.source.Path) && inner.within(s.group) || (s.Role == RolePrice || s.Role == RoleTotal) && element(inner) != nil && element(inner) == element(s.group)) {
				list = append(list, s)
				break
			}
		}
	}
	return list
}

// element returns the record of a list that a record is or stands in, or nil.
func element(g *group) *group {
	for ; g != nil; g = g.parent {
		if g.listed() {
			return g
		}
	}
	return nil
}

func isSaid(said []saidAmount, s *Source) bool {
	return slices.ContainsFunc(said, func(x saidAmount) bool { return x.source == s })
}

// sameResult reports whether amounts stand in one result.
func sameResult(list []*Source) bool {
	return !slices.ContainsFunc(list, func(s *Source) bool { return s.Tool != list[0].Tool || s.Server != list[0].Server })
}
