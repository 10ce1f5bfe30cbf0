package guard

import "slices"

// Where a turn's results hold few amounts, a sentence that says how it reckons need not say with what: "there's $130 between the two". Few
// amounts have few sums and differences, so that a figure out of the air seldom is one of them.

// maxSettled bounds the amounts among which operands are looked for without being named, and maxTripled those of which three are added.
const (
	maxSettled = 8
	maxTripled = 6
)

// settle checks v against the difference or the sum of two amounts of one record, or of the same field of two records of one list, as often as
// the sentence or the customer counts.
func (d *deriver) settle() *Source {
	if d.c.terms&(termEach|measures) == 0 && len(d.counts) > 0 {
		if parts := d.namedThatSum(); parts != nil {
			return d.derived("sum", parts...) // "two adults and one child cost €450"
		}
	}
	differs, adds := d.reckons()
	if !differs && !adds && !(len(d.counts) > 0 && d.results()) || d.unclear() {
		return nil
	}
	var room [maxSettled + 1]*Source
	pool := d.pool(room[:0])
	if len(pool) == 0 {
		return nil
	}
	named := d.spokenRecords()
	if adds || d.results() {
		if s := d.severalOf(pool, named); s != nil {
			return s
		}
	}
	for i, a := range pool {
		for _, b := range pool[i+1:] {
			if !akin(a, b) || !allNamed(named, a, b) {
				continue
			}
			if differs {
				if s := d.differs(a, b); s != nil {
					return s
				}
			}
			if (adds && a.group == b.group || d.cues&(cueTotal|cueBoth|cueWith) != 0) && !d.partOf(a, b) {
				if s := d.comesTwice(a, b); s != nil {
					return s
				}
			}
		}
	}
	if adds && len(pool) <= maxTripled && len(named) == 0 {
		return d.triple(pool)
	}
	return nil
}

// reckons reports whether the sentence says that the claim is a difference, and whether it says that it is a sum.
func (d *deriver) reckons() (differs, adds bool) {
	differs = d.cues&(cueMore|cueOff) != 0 || d.rests || d.terms&termWithout != 0 || d.cues&cueBetween != 0 && (d.cues&cueBoth != 0 || d.says(whole(2)))
	if d.c.terms&(termEach|measures) != 0 {
		return differs, d.cues&(cueWith|cueTotal|cueBoth) != 0
	}
	adds = d.cues&(cueTotal|cueBoth|cueWith|cueTimes|cueTax) != 0 || d.another() || d.cues&(cueFor|cuePer|cueWould) != 0 && len(d.counts) > 0
	return differs, adds
}

// severalOf checks v against a price as often as the sentence or the customer counts.
func (d *deriver) severalOf(pool []*Source, named []*group) *Source {
	if d.c.terms&(termEach|measures) != 0 || len(named) > 1 {
		return nil
	}
	for _, s := range pool {
		if s.Role != RolePrice && s.Role != 0 && !s.forEach() || !allNamed(named, s, s) {
			continue
		}
		for _, n := range d.counts {
			if got, err := s.Amount.Mul(n); err == nil && got.Equal(d.v) && !d.m.brokenAbove(s.group, n) && !d.m.priceOfAll(s, n) && !d.totalOver(s) {
				return d.times("product", n, s)
			}
		}
	}
	return nil
}

// differs checks v against the difference of two amounts, as they are or one as often as the sentence or the customer counts.
func (d *deriver) differs(a, b *Source) *Source {
	if a.Amount.Cmp(b.Amount) < 0 {
		a, b = b, a
	}
	if x, y := d.m.per(a), d.m.per(b); d.apart(a, b) && (x == y || x == 0 || y == 0) {
		return d.derived("difference", a, b)
	}
	for _, p := range [...][2]*Source{{a, b}, {b, a}} {
		if s := d.aYearLess(p[0], p[1]); s != nil {
			return s
		}
	}
	for _, n := range d.counts {
		for _, p := range [...][2]*Source{{a, b}, {b, a}} {
			all, err := p[0].Amount.Mul(n)
			if err != nil || p[0].Role == RoleTotal || p[0].Role == RoleBalance {
				continue
			}
			if diff, err := all.Sub(p[1].Amount); err == nil && diff.Abs().Equal(d.v) {
				return d.times("difference", n, p[1], p[0])
			}
		}
	}
	return nil
}

// pool adds the amounts of the results that may be operands to a list, each once; none where there are many.
func (d *deriver) pool(list []*Source) []*Source {
	for _, s := range d.m.index.sources {
		if s.Kind != Money || s.Origin != Field || s.Amount.IsZero() || s.unsure || s.Role == RoleCost || !currenciesMeet(d.c, s) {
			continue
		}
		if slices.ContainsFunc(list, func(o *Source) bool { return o.Amount.Equal(s.Amount) && o.group == s.group }) {
			continue
		}
		if list = append(list, s); len(list) > maxSettled {
			return nil
		}
	}
	return list
}

// akin reports whether two amounts may be held against each other: of one record, of one inside the other, or the same field of two records of
// a list.
func akin(a, b *Source) bool {
	if a.Server != b.Server || a.Tool != b.Tool || a.group == nil || b.group == nil {
		return false
	}
	if a.group == b.group || a.group.within(b.group) || b.group.within(a.group) {
		return true
	}
	return lastKey(a.Path) == lastKey(b.Path) && (a.group.sibling(b.group) || a.group.parent != nil && a.group.parent == b.group.parent)
}

// unclear reports whether the sentence has a name of several records.
func (d *deriver) unclear() bool {
	return slices.ContainsFunc(d.m.mentions, func(n mention) bool {
		return n.span.Start >= d.c.Sentence.Start && n.span.End <= d.c.Sentence.End && d.m.onlyGroup(n.label) == nil
	})
}

// allNamed reports whether the records that the sentence names, if it does, are those of the operands: both where it names several.
func allNamed(named []*group, a, b *Source) bool {
	in := func(s *Source) bool {
		return slices.ContainsFunc(named, func(g *group) bool { return s.group == g || s.group.within(g) })
	}
	switch len(named) {
	case 0:
		return true
	case 1:
		return in(a) || in(b)
	default:
		return in(a) && in(b)
	}
}

// partOf reports whether one of two amounts is a whole that holds the other.
func (d *deriver) partOf(a, b *Source) bool {
	if a.withholds(b) || b.withholds(a) {
		return true
	}
	if !entireSum(a) && !entireSum(b) && d.terms&termWithout == 0 && d.totalOver(a) {
		return true
	}
	return d.holdsPart(a, []*Source{b}) || d.holdsPart(b, []*Source{a})
}

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

// spokenRecords returns the records that the sentence names, or states something else of.
func (d *deriver) spokenRecords() []*group {
	list := d.mentioned()
	for i := range d.m.reply.Claims {
		o := &d.m.reply.Claims[i]
		if o == d.c || o.Sentence != d.c.Sentence || o.Kind == Money || len(o.Sources) != 1 || len(list) == maxCounts {
			continue
		}
		if g := o.Sources[0].group; g != nil && g.listed() && !slices.Contains(list, g) {
			list = append(list, g)
		}
	}
	return list
}

// comesTwice checks v against the sum of two amounts, and with either taken as often as the sentence or the customer counts.
func (d *deriver) comesTwice(a, b *Source) *Source {
	x, y := d.signed(a), d.signed(b)
	sum, err := x.Add(y)
	if err != nil {
		return nil
	}
	several := len(d.counts) > 0 && (a.forEach() || b.forEach())
	if sum.Equal(d.v) && !several {
		return d.derived("sum", a, b)
	}
	for _, n := range d.counts {
		for _, p := range [...]struct {
			each        *Source
			value, once Decimal
		}{{a, x, y}, {b, y, x}} {
			if p.each.Role != RolePrice && !p.each.forEach() {
				continue
			}
			many, err := p.value.Mul(n)
			if err != nil {
				continue
			}
			if all, err := many.Add(p.once); err == nil && all.Equal(d.v) {
				return d.times("sum", n, a, b)
			}
		}
		if all, err := sum.Mul(n); err == nil && all.Equal(d.v) && several {
			return d.times("sum", n, a, b)
		}
	}
	return nil
}

// signed returns an amount as it counts in a sum: what is taken off is negative.
func (d *deriver) signed(s *Source) Decimal {
	if s.Role == RoleDiscount || s.credited() || d.withoutIt(s) {
		return s.Amount.Abs().Neg()
	}
	return s.Amount
}

// triple checks v against the sums of three amounts.
func (d *deriver) triple(pool []*Source) *Source {
	for i, a := range pool {
		for j, b := range pool[i+1:] {
			for _, c := range pool[i+j+2:] {
				if !akin(a, b) || !akin(b, c) && !akin(a, c) || d.partOf(a, b) || d.partOf(a, c) || d.partOf(b, c) {
					continue
				}
				sum, err := d.signed(a).Add(d.signed(b))
				if err != nil {
					continue
				}
				if sum, err = sum.Add(d.signed(c)); err == nil && sum.Equal(d.v) {
					return d.derived("sum", a, b, c)
				}
			}
		}
	}
	return nil
}
