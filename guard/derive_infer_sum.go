package guard

import "slices"

// What amounts that a sentence speaks of come to.

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
var beforeWords = hashWords("before", "vor", "avant", "antes", "prima", "före")

// forEach reports whether an amount is for one person or one piece, by its key or its record.
func (s *Source) forEach() bool {
	words, n := fieldWords(s.Path)
	return s.says()&termEach != 0 || perPath(s.Path) || slices.ContainsFunc(words[:n], forPerson)
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
