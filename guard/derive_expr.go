package guard

import "slices"

// expressions reaches every value that the operands have under the ways.
func (s *search) expressions(w ways) {
	s.n, s.found = 0, nil
	clear(s.seen[:])
	if w&wayTimes != 0 {
		s.multiples()
	}
	if w&wayRate != 0 {
		s.rates()
	}
	if w&wayShare != 0 {
		s.shares()
	}
	if w&wayDifference != 0 {
		s.differences()
	}
	if w&waySum != 0 {
		s.sums()
	}
	s.remainder()
}

// remainder reaches what is left of the first amount that the sentence states, where it lists its parts, without all the others:
// "€29.90: €25 for the food, €2.90 for delivery and a €2 tip".
func (s *search) remainder() {
	if len(s.pool) < 3 {
		return
	}
	all := [maxPool]*operand{}
	n, rest := 0, int64(0)
	for i := range s.pool {
		o := &s.pool[i]
		if o.claim == nil || o.claim.Sentence != s.d.c.Sentence {
			continue
		}
		if n == 0 {
			if o.claim.first > s.d.c.first || !s.d.m.reply.listsBehind(o.claim) {
				return
			}
			rest = 2 * o.value
		}
		rest -= o.value
		all[n] = o
		n++
	}
	if n > 2 {
		s.reach(rest, "difference", 1000, all[:n]...)
	}
}

// eachCount calls f with each number of the sentence or of the customer, in thousandths.
func (s *search) eachCount(f func(milli int64)) {
	for _, n := range s.times {
		f(n)
	}
}

// countsOf calls f with how often an amount may be taken: what is for a person and a night as often as both are counted, and what is a month's
// twelve times a year.
func (s *search) countsOf(o *operand, f func(milli int64)) {
	s.eachCount(f)
	if o.source == nil {
		return
	}
	says := o.source.root().says()
	if says&termDay != 0 && s.d.c.terms&periods == 0 {
		for _, n := range s.d.multiples(o.source.root()) {
			if k, ok := units(n); ok && !slices.Contains(s.times, k/1000) {
				f(k / 1000)
			}
		}
	}
	if says&termEach != 0 && says&termDay != 0 {
		for i, n := range s.times {
			for _, k := range s.times[i+1:] {
				f(n * k / 1000)
			}
		}
	}
	if k := s.d.longer(o.source); k > 0 {
		f(k * 1000)
	}
	if q := s.d.countNear(o.source); q > 0 && o.claim == nil && (s.d.another() || s.d.rests || s.d.cues&cueMore != 0) {
		if s.d.another() {
			f(q + 1000)
		}
		s.eachCount(func(n int64) {
			f(q + n)
			if q > n {
				f(q - n)
			}
		})
	}
}

// longer returns how many of the period that a price is for make the longer one that the claim is for, or 0: twelve months, seven days.
func (d *deriver) longer(s *Source) int64 {
	for _, k := range [...]struct {
		long, short term
		n           int64
	}{{termYear, termMonth, 12}, {termWeek, termDay, 7}} {
		if (d.c.terms&periods == k.long || d.c.terms&periods == 0 && d.terms&k.long != 0) && d.m.per(s) == k.short && !(s.Origin == Field && d.pricedBeside(s.group, k.long) && d.cues&(cueOff|cueWould) == 0 && d.c.Role != RoleDiscount && !d.rests && !d.compared()) {
			return k.n
		}
	}
	return 0
}

// pricedBeside reports whether a record, or one beside it, has an amount that is per a period.
func (d *deriver) pricedBeside(g *group, period term) bool {
	return slices.ContainsFunc(d.m.index.sources, func(s *Source) bool {
		return s.Kind == Money && s.Origin == Field && s.says()&period != 0 && (near(s.group, g) || beside(s.group, g) && !g.listed())
	})
}

// countNear returns how many of a thing its record says that there are, in thousandths, or 0.
func (d *deriver) countNear(s *Source) int64 {
	for _, q := range d.m.index.sources {
		if q.Kind == Quantity && q.Origin == Field && q.group != nil && near(q.group, s.root().group) && (q.quantity || d.sentenceSays(q.ids)) && q.Amount.IsInt() && q.Amount.Cmp(hundred) < 0 {
			if n, ok := units(q.Amount); ok && n > scale {
				return n / 1000
			}
		}
	}
	return 0
}

// multiples reaches the prices of several.
func (s *search) multiples() {
	for i := range s.pool {
		o := &s.pool[i]
		if o.list != nil || o.source == nil || !s.inNamed(o) {
			continue
		}
		if o.times > 1000 && (!s.weak || o.bound || s.open) && !s.d.barred(o.source, o.times) {
			s.reach(share(o.value, o.times, 1000), "product", o.times, o)
		}
		if s.weak && !s.open {
			continue
		}
		s.countsOf(o, func(n int64) {
			if !s.d.barred(o.source, n) {
				s.reach(share(o.value, n, 1000), "product", n, o)
			}
		})
	}
}

// barred reports whether a price may not be taken n times: it holds for more, or is that of all.
func (d *deriver) barred(s *Source, milli int64) bool {
	n := whole(milli / 1000)
	if k := d.longer(s); k > 0 && milli == k*1000 {
		return false
	}
	s = s.root()
	if d.c.terms&periods != 0 && slices.ContainsFunc(d.m.reply.Claims, func(o Claim) bool { return o.Kind == Duration && o.Sentence == d.c.Sentence && o.count.Equal(n) }) {
		return true // "for 3 days it is €279 a day"
	}
	if per, said := d.c.terms&periods, termsOf(keyOf(s.Path))&periods; per != 0 && said != 0 && per&said == 0 {
		return true // eight at €120 a year are not €960 a month
	}
	return !d.sameRate(s.says()) || d.m.brokenAbove(s.group, n) || d.m.priceOfAll(s, n)
}

// sums reaches the sums of two or three, and of all that the sentence states or speaks of.
func (s *search) sums() {
	for i := range s.pool {
		for j := i + 1; j < len(s.pool) && !s.full(); j++ {
			s.sum(&s.pool[i], &s.pool[j])
			for k := j + 1; k < len(s.pool) && !s.full(); k++ {
				s.sum(&s.pool[i], &s.pool[j], &s.pool[k])
			}
		}
		if o := &s.pool[i]; o.list != nil && (!s.weak || s.open && !o.bare || o.near) {
			s.reach(s.pool[i].value, "sum", 1000, &s.pool[i])
		}
	}
	if len(s.pool) > 3 {
		all := [maxPool]*operand{}
		n := 0
		for i := range s.pool {
			if s.pool[i].near && !s.pool[i].merged {
				all[n] = &s.pool[i]
				n++
			}
		}
		if n > 3 {
			s.sum(all[:n]...)
		}
	}
}

// sum reaches the sums of some operands: each as often as is said of it, and those for each as often as the sentence counts.
func (s *search) sum(parts ...*operand) {
	once, each, own, plus, counted := int64(0), int64(0), int64(0), false, false
	for _, o := range parts {
		if o.source == nil && o.claim == nil || o.merged {
			return
		}
		v := o.value
		if o.minus {
			v = -v
		} else {
			plus = true
		}
		own += share(v, max(o.times, 1000), 1000)
		counted = counted || o.times > 1000
		if o.each {
			each += v
		} else {
			once += v
		}
	}
	if !plus && below(parts) {
		once, each, own, plus = -once, -each, -own, true // what was spent, together
	}
	if !plus || !s.accounted(true, parts...) {
		return
	}
	if own != once+each || each == 0 || !s.d.counted || s.d.c.terms&termEach != 0 {
		s.reach(own, "sum", 1000, parts...)
	}
	if each == 0 || !s.d.counted || s.d.c.terms&termEach != 0 {
		s.reach(once+each, "sum", 1000, parts...)
	}
	if each != 0 {
		for _, o := range parts {
			if o.each {
				s.countsOf(o, func(n int64) { s.reach(once+share(each, n, 1000), "sum", n, parts...) })
				break
			}
		}
	}
	if len(s.d.counts) > 0 && !counted {
		s.eachCount(func(n int64) { s.reach(share(once+each, n, 1000), "sum", n, parts...) })
	}
}

// below reports whether all operands are below zero in their records: payments.
func below(parts []*operand) bool {
	for _, o := range parts {
		if o.source == nil || !o.source.Amount.IsNeg() {
			return false
		}
	}
	return true
}

// differences reaches what lies between two operands.
func (s *search) differences() {
	for i := range s.pool {
		for j := i + 1; j < len(s.pool) && !s.full(); j++ {
			if a, b := &s.pool[i], &s.pool[j]; !a.bare && !b.bare && (!a.merged && !b.merged || !a.held && !b.held && s.d.compared()) && (a.source != nil || b.source != nil) && s.accounted(false, a, b) {
				s.difference(a, b)
			}
		}
	}
}

func (s *search) difference(a, b *operand) {
	if a.source != nil && b.source != nil && (entireSum(a.source) || entireSum(b.source)) && below([]*operand{a, b}) && !s.d.rests && s.d.terms&termWithout == 0 {
		return // what was spent in all, without one payment
	}
	if x, y := s.d.perOf(a), s.d.perOf(b); x&y != 0 || x == 0 || y == 0 {
		s.between(a.value, b.value, 1000, a, b)
	}
	if a.times > 1000 || b.times > 1000 {
		s.between(share(a.value, max(a.times, 1000), 1000), share(b.value, max(b.times, 1000), 1000), max(a.times, b.times), a, b)
	}
	s.countsOf(a, func(n int64) {
		if a.single {
			s.between(share(a.value, n, 1000), b.value, n, a, b)
		}
		if a.single && b.single {
			s.between(share(a.value, n, 1000), share(b.value, n, 1000), n, a, b)
		}
	})
	s.countsOf(b, func(n int64) {
		if b.single {
			s.between(a.value, share(b.value, n, 1000), n, a, b)
		}
	})
}

// perOf returns the period that an operand is for, or 0.
func (d *deriver) perOf(o *operand) term {
	if o.source == nil || o.source.Origin == Derived {
		return 0
	}
	return d.m.per(o.source)
}

func (s *search) between(x, y, n int64, a, b *operand) {
	if x >= y {
		s.reach(x-y, "difference", n, a, b)
	} else {
		s.reach(y-x, "difference", n, b, a)
	}
}

// shares reaches what falls to each of several.
func (s *search) shares() {
	for i := range s.pool {
		o := &s.pool[i]
		if o.source == nil || o.source.Origin == Field && o.source.forEach() || o.list != nil || !s.inNamed(o) || s.weak && s.near && !o.near {
			continue
		}
		s.eachCount(func(n int64) {
			if d := s.d; s.faint && !slices.ContainsFunc(d.counts[:min(d.before, len(d.counts))], func(k Decimal) bool { return k.Equal(whole(n / 1000)) }) {
				return // how many share stands before what each has
			} else if (o.claim != nil || !d.m.planned(o.source, whole(n/1000))) && !(d.cues&cueInstalment != 0 && d.m.otherPlans(whole(n/1000))) {
				s.rounded(share(o.value, 1000, n), "share", n, o)
			}
		})
		if s.d.c.terms&periods == termMonth && s.d.m.per(o.source) == termYear && !s.d.m.pricedPer(o.source.root().group, termMonth) {
			s.rounded(o.value/12, "share", 12000, o)
		}
		if s.d.halves() {
			s.rounded(o.value/2, "share", 2000, o)
		}
	}
}

// rounded reaches a value rounded to the currency's digits, half up or cut.
func (s *search) rounded(exact int64, op string, milli int64, parts ...*operand) {
	value := exact / s.step * s.step
	if exact-value >= s.step/2 && s.v == value+s.step {
		value += s.step
	}
	s.reach(value, op, milli, parts...)
}

// rates reaches what percentages make of the operands: what they are of them, and what is left without or comes to with them.
func (s *search) rates() {
	d := s.d
	for _, q := range d.rates() {
		rate, ok := units(q.Amount)
		if !ok || rate <= 0 {
			continue
		}
		o := operand{source: q, near: true}
		const all = 100 * scale
		for i := range s.pool {
			p := &s.pool[i]
			if p.source == nil || !s.inNamed(p) {
				continue
			}
			part := share(p.value, rate, all)
			if q.Origin == User { // "if it were 10 % off": the customer's figure needs no proof
				if d.cues&cueOff != 0 {
					s.rounded(p.value-part, "percent_off", 1000, p)
				}
				continue
			}
			if (d.cues&cueOff != 0 || s.weak) && q.Role != RoleTax && rate < all {
				s.rounded(p.value-part, "percent_off", 1000, p, &o)
			}
			if !d.c.entire() {
				s.rounded(part, "percent_of", 1000, p, &o)
			}
			if d.cues&cueTax != 0 && d.c.Role != RoleTax {
				s.rounded(p.value+part, "tax", 1000, p, &o)
				if !d.c.entire() && !d.m.holdsTax(d.c) {
					s.rounded(share(p.value, all, all+rate), "tax", 1000, p, &o)
				}
			}
		}
	}
}

// accounted reports whether the words account for operands: where the sentence states amounts or names records, one of these is among them, and
// what stands beside a named record in its list is not, but for a difference.
func (s *search) accounted(sum bool, parts ...*operand) bool {
	bound, near, listed, derived, in := false, false, false, false, 0
	for _, p := range parts {
		near = near || p.near
	}
	for _, p := range parts {
		bound = bound || p.bound
		if len(s.records) > 1 && p.claim != nil && p.bound && (p.source == nil || !s.named(p.source)) {
			in++ // it needs no name
		}
		switch {
		case p.source == nil:
			listed = true
		case p.source.Origin == Derived || p.list != nil:
			derived = true
		case s.named(p.source):
			in++
			listed = true
		case !besides(s.records, p.source):
			if listed = true; sum && (!p.near || p.around) && len(s.records) > 1 && !s.d.saysAll() {
				return false // of the two that the sentence names, no third is a part
			}
		}
		if s.weak && !p.near && p.list == nil && (s.near && (sum || !near || !s.faint) || len(parts) < s.like(p)) || s.level > 0 && s.d.counted && sum && !p.bound {
			return false
		}
	}
	if s.bound && !bound && s.d.c.Role != RoleListPrice {
		return false
	}
	return derived || !listed || in >= min(s.oneList(), 2)
}

// like returns how many operands there are, or those for each where p is for each and the claim too.
func (s *search) like(p *operand) int {
	if s.d.c.terms&termEach == 0 || !p.each {
		return len(s.pool)
	}
	n := 0
	for i := range s.pool {
		if s.pool[i].each {
			n++
		}
	}
	return n
}

// inNamed reports whether an operand stands in a record that the sentence names, or in none that it could name.
func (s *search) inNamed(o *operand) bool {
	return len(s.records) == 0 || o.source.Origin == Derived || s.named(o.source) || besides(s.records, o.source)
}

// named reports whether a source stands in a record that the sentence names.
func (s *search) named(o *Source) bool {
	for _, g := range s.records {
		if o.group == g || o.group != nil && o.group.within(g) {
			return true
		}
	}
	return false
}

// oneList returns how many of the records that the sentence names stand in one list, at most.
func (s *search) oneList() int {
	most := 0
	for _, g := range s.records {
		n := 0
		for _, o := range s.records {
			if o == g || o.sibling(g) {
				n++
			}
		}
		most = max(most, n)
	}
	return most
}
