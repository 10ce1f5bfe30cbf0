package guard

import "slices"

// Wholes and their parts: what is in a total is not added to it.

// entireSum reports whether an amount is a total to which nothing comes.
func entireSum(s *Source) bool { return s.Role == RoleTotal && !partial(s.Path) }

// totalOver reports whether the results have a total of the record of s, or of one around it: what comes together there is known.
func (d *deriver) totalOver(s *Source) bool {
	for _, o := range d.m.index.sources {
		if o.Kind == Money && o.Role == RoleTotal && o.Origin == Field && o.Tool == s.Tool && o.Server == s.Server && !partial(o.Path) && (o.group == s.group || s.group.within(o.group)) {
			return true
		}
	}
	return false
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

// credited reports whether a path names what is taken off a price: a trade-in, a bonus.
func (s *Source) credited() bool { return s.told().credits }

func creditWord(w string) bool {
	switch w {
	case "trade", "tradein", "bonus", "credit", "cashback", "subsidy", "inruil", "inzahlungnahme", "zuschuss", "praemie", "prämie", "reprise", "prime", "permuta", "retoma", "inbyte", "bonu", "incentivo",
		"gutschrift", "avoir", "abono":
		return true
	}
	return false
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
	if d.without == 0 {
		for d.without = n.first + 1; d.without <= min(n.next, d.limit) && !r.leavesOut(d.without-1); {
			d.without++
		}
	}
	for j := d.without - 1; j < min(n.next, d.limit); j++ {
		if !r.leavesOut(j) {
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

// leavesOut reports whether the word at token j says that what follows is not in an amount.
func (r *Reply) leavesOut(j int) bool {
	return r.terms(j)&termWithout != 0 || slices.Contains(beforeWords, r.tokens[j].hash)
}

// beforeWords say that what follows is not yet in an amount: "before VAT".
var beforeWords = hashWords("before", "vor", "avant", "antes", "prima", "före")

// forEach reports whether an amount is for one person or one piece, by its key or its record.
func (s *Source) forEach() bool { return s.told().each || s.keysSay()&termEach != 0 }

// element returns the record of a list that a record is or stands in, or nil.
func element(g *group) *group {
	for ; g != nil; g = g.parent {
		if g.listed() {
			return g
		}
	}
	return nil
}

// addsOwnTotal reports whether a sum adds to a total what is in it already: one of its parts, where the parts make the total up, or the
// amount for each that it is a multiple of.
func (d *deriver) addsOwnTotal(s *Source) bool {
	for _, total := range s.Operands {
		if total.Role != RoleTotal || total.Origin != Field || total.group == nil || partial(total.Path) {
			continue
		}
		for _, part := range s.Operands {
			if part == total || part.group != total.group {
				continue
			}
			if n, err := total.Amount.Quo(part.Amount); err == nil && part.Role == RolePrice && n.IsInt() && n.Cmp(whole(1)) > 0 {
				return true
			}
			if d.m.madeUp(total) {
				return true
			}
		}
	}
	return false
}

// madeUp reports whether the amounts of a total's record, and of the lists in it, add up to the total, each as often as its record counts it.
func (m *matcher) madeUp(total *Source) bool {
	sum := Decimal{}
	for _, o := range m.index.sources {
		if o == total || o.Kind != Money || o.Origin != Field || o.Tool != total.Tool || o.Server != total.Server || o.group == nil || o.group != total.group && !o.group.within(total.group) ||
			o.Role == RoleListPrice || o.Role == RoleCost || o.Role == RoleTotal || o.threshold() {
			continue
		}
		v := o.Amount
		if q := m.quantityOf(o.group); q != nil && o.Role == RolePrice {
			var err error
			if v, err = v.Mul(q.Amount); err != nil {
				return false
			}
		}
		var err error
		if o.Role == RoleDiscount {
			sum, err = sum.Sub(v.Abs())
		} else {
			sum, err = sum.Add(v)
		}
		if err != nil {
			return false
		}
	}
	return sum.Equal(total.Amount)
}
