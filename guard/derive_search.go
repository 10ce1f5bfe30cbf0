package guard

import (
	"math"
	"math/bits"
	"slices"
)

// A figure that a reply works out is looked for among what its sentence can mean: the sums, differences, multiples, shares and percentages of
// the amounts in scope that its words allow. They are counted as they are tried. Where there are more than a few, one of them is found too
// easily by a figure out of the air, and none is proof.

// maxReach bounds how many different values a sentence may reach. 1,334 prices are likely (TestFalseAccept), and a third of the sentences say that
// they reckon: 48 values are one invented figure in a hundred.
const (
	maxReach = 64
	maxWeak  = 12 // where its words leave open whether it reckons
	maxFaint = 3  // where none says so
)

// maxParts bounds the operands of one expression, those of a list among them.
const maxParts = 16

// search looks for one expression whose value is the claim's.
type search struct {
	d       *deriver
	v       int64 // in millionths
	step    int64 // the last digit of the currency
	pool    []operand
	found   *Source
	records []*group // that the sentence names
	known   bool     // v is an amount of the tools, whatever else comes to it
	near    bool     // the sentence speaks of operands
	bound   bool     // it states or names some
	weak    bool     // it leaves open how it reckons
	faint   bool     // and does not say that it does
	level   int      // the same as a number: of what it says, of what it leaves open, and of what it does not speak against
	reckons bool     // a word of it says that it does
	open    bool     // and leaves room for its being reckoned
	times   []int64  // the numbers that may count them, in thousandths
	room    [maxCounts]int64
	rare    int        // how many times as many values an invented figure might have had as a price has
	most    int        // values that may be reached
	n       int        // how many values were reached
	seen    [512]int64 // and which
}

// scale is how many units an amount of one has.
const scale = 1_000_000

// units returns an amount in millionths; false where it has more decimals, or is too large to reckon with.
func units(v Decimal) (int64, bool) {
	whole, frac, ok := v.Int64(6)
	if !ok || whole > 1e9 || whole < -1e9 {
		return 0, false
	}
	return whole*scale + frac, true
}

// share returns a * b / c, cut, or the largest number where that is larger.
func share(a, b, c int64) int64 {
	sign := int64(1)
	if a < 0 {
		a, sign = -a, -1
	}
	hi, lo := bits.Mul64(uint64(a), uint64(b))
	if hi >= uint64(c) {
		return math.MaxInt64
	}
	q, _ := bits.Div64(hi, lo, uint64(c))
	if q > math.MaxInt64 {
		return math.MaxInt64
	}
	return sign * int64(q)
}

// search checks v against what the sentence can mean: first of what it speaks of itself, then of what is spoken of around it, then of all amounts
// that the tools returned.
func (d *deriver) search() *Source {
	v, ok := units(d.v)
	if !ok || v <= 0 {
		return nil
	}
	digits := 2
	if code := d.c.Currency(); code != "" {
		digits = CurrencyExponent(code)
	}
	s := &d.m.search
	*s = search{d: d, v: v, step: scale, rare: rarity(v), records: s.records[:0]}
	for range digits {
		s.step /= 10
	}
	if o := d.again(); o != nil {
		return o
	}
	strong, weak, faint := d.ways()
	if d.c.terms&(termEach|periods) != 0 && !d.compared() && len(d.operandsAnywhere(d.v)) > 0 {
		strong, weak, faint = strong&wayRate, weak&wayRate, 0 // what is per something, and an amount that is not, is no sum of others
	}
	s.known = d.terms&termWithout == 0 && d.c.Role != RoleTotal && !d.c.whole && d.cues&(cueTotal|cueBoth|cueOff) == 0 && !d.rests && d.cues&cueBudget == 0 && !d.compared() && slices.ContainsFunc(d.operandsAnywhere(d.v), func(o *Source) bool { return !o.unsure })
	for _, g := range d.spokenRecords() {
		if e := element(g); e != nil && !slices.Contains(s.records, e) {
			s.records = append(s.records, e)
		}
	}
	if slices.ContainsFunc(d.m.index.amount(d.v), func(o *Source) bool { return o.Origin == Field && (o.Kind == Money || o.Kind == Quantity) }) {
		faint = 0 // what a tool states is not worked out, where no word says so
	}
	s.reckons = d.reckons()
	weak = weak &^ strong
	if found := s.scopes([3]ways{strong, weak, faint &^ (strong | weak)}); found != nil || s.known {
		return found
	}
	if strong|weak == 0 || d.priced() && !s.reckons {
		return nil
	}
	w := strong
	if (s.reckons || strong != 0) && !d.compared() {
		w |= waySum | wayDifference
	}
	return s.plain(w)
}

// rarity returns how many times as many values an invented figure of the claim's kind might have had as a price has: one that ends as no price
// does is hit by chance so much less.
func rarity(v int64) int {
	switch {
	case v < 10*scale:
		return 1
	case v%scale == 0:
		if v >= 1000*scale && v%(10*scale) != 0 {
			return 4
		}
		return 1
	case v%scale == 500_000, v%scale == 900_000, v%scale == 950_000, v%scale == 990_000:
		return 1
	}
	return 4
}

// again returns what the same total rests on where the reply has worked it out elsewhere.
func (d *deriver) again() *Source {
	if d.c.Role != RoleTotal && !d.c.entire() {
		return nil
	}
	for i := range d.m.reply.Claims {
		o := &d.m.reply.Claims[i]
		if o != d.c && int(o.first) < d.limit && o.Derived && o.sameAs(d.c) && len(o.Sources) == 1 && (o.Role == RoleTotal || o.entire()) && o.Sources[0].Op == "sum" {
			return o.Sources[0]
		}
	}
	return nil
}

// scopes looks in one scope after the other, as long as no more than so many values are reached: for what the words say, for what they leave
// open, and for what they do not speak against.
func (s *search) scopes(levels [3]ways) *Source {
	spoken := s.d.spoken()
	s.open = s.d.worked()
	for scope := scopeStated; scope <= scopeAll && levels != [3]ways{}; scope++ {
		if scope > scopeSentence && s.known {
			break
		}
		if scope == scopeAround {
			own := len(spoken)
			spoken = s.d.spokenAround(spoken)
			for i := own; i < len(spoken); i++ {
				spoken[i].around = true // what stands around need not be among the operands
			}
		}
		s.pool = s.d.pool(s.d.m.pool[:0], scope, spoken, s.records)
		s.near, s.bound = false, false
		for i := range s.pool {
			o := &s.pool[i]
			s.near, s.bound = s.near || o.near, s.bound || o.bound
			if e := element(o.group()); scope == scopeSentence && o.bound && o.claim == nil && e != nil && !slices.Contains(s.records, e) {
				s.records = append(s.records, e)
			}
		}
		if s.times = nil; scope > scopeStated {
			s.setCounts()
		}
		if len(s.pool) == 0 {
			continue
		}
		for level, w := range levels {
			if w == 0 || level > 0 && s.known || level > 1 && !s.open && s.rare == 1 {
				continue
			}
			s.level = level
			s.most, s.weak, s.faint = maxReach*s.rare, level > 1 || level == 1 && !s.reckons, level > 1
			if s.faint {
				s.most = maxFaint * s.rare
			} else if level == 1 && scope > scopeSentence {
				s.most = maxWeak * s.rare
			}
			if s.expressions(w); s.full() {
				levels[level] = 0
			} else if s.found != nil {
				return s.found
			}
		}
	}
	return nil
}

// setCounts takes the numbers of the sentence, and those of the customer where the sentence leaves open how it reckons.
func (s *search) setCounts() {
	s.times = s.room[:0]
	add := func(n Decimal) {
		if k, ok := units(n); ok && k > scale && len(s.times) < len(s.room) && !slices.Contains(s.times, k/1000) {
			s.times = append(s.times, k/1000)
		}
	}
	for _, n := range s.d.counts {
		add(n)
	}
	for _, n := range s.d.heardCounts() {
		add(n)
	}
}

// reach counts a value, and keeps the expression that has it where that is the claim's.
func (s *search) reach(value int64, op string, milli int64, parts ...*operand) {
	if value <= 0 || s.full() {
		return
	}
	s.count(value)
	if s.found != nil || value != s.v {
		return
	}
	s.found = s.proof(op, milli, parts)
}

// full reports whether too much is reached for anything to be proof.
func (s *search) full() bool { return s.n > s.most }

// count adds a value to those reached.
func (s *search) count(value int64) {
	for i := uint64(value) * 0x9e3779b97f4a7c15 >> 55; ; i = (i + 1) % uint64(len(s.seen)) {
		switch s.seen[i] {
		case value:
			return
		case 0:
			s.seen[i] = value
			s.n++
			return
		}
	}
}

// proof returns the source of an expression, or nil where something speaks against it.
func (s *search) proof(op string, milli int64, parts []*operand) *Source {
	var all [maxParts]*Source
	list := all[:0]
	for _, p := range parts {
		if p.source == nil {
			continue // what the customer said needs no proof
		}
		if p.list == nil {
			list = append(list, p.source)
			continue
		}
		for _, o := range p.list {
			if len(list) < maxParts {
				list = append(list, o)
			}
		}
	}
	if len(list) == 0 {
		return nil
	}
	for i, a := range list {
		for _, b := range list[i+1:] {
			if a == b || a.restsOn(b) || b.restsOn(a) {
				return nil
			}
		}
	}
	if op == "sum" && (s.holdsOwn(parts) || s.d.settled() && !s.d.stated(list) && slices.ContainsFunc(list, func(o *Source) bool { return s.overruled(o, list) })) {
		return nil
	}
	var found *Source
	if milli == 1000 {
		found = s.d.derived(op, list...)
	} else {
		n, err := whole(milli).Quo(whole(1000))
		if err != nil {
			return nil
		}
		found = s.d.times(op, n.Trim(0), list...)
	}
	if !s.d.conforms(found) {
		return nil
	}
	return found
}

// settled reports whether the claim is said to be all that there is to pay, and nothing is supposed to be otherwise.
func (d *deriver) settled() bool {
	return (d.c.entire() || d.m.takenIn(d.c) || d.soundsIn(toneCharge)) && (d.cues&cueTax == 0 || d.m.takenIn(d.c)) && !d.addsLater() && d.cues&(cueWould|cueIf|cueSuppose|cueWith|cueMore) == 0 && !d.rests && d.terms&termWithout == 0 && !d.another()
}

// overruled reports whether the tools say themselves what comes of the record that an amount of a sum stands in; what comes of one order
// says nothing of several.
func (s *search) overruled(part *Source, all []*Source) bool {
	if e := element(part.group); e != nil && slices.ContainsFunc(all, func(o *Source) bool { return o.group != nil && element(o.group) != e }) {
		return slices.ContainsFunc(s.d.m.index.sources, func(o *Source) bool { return o.overrules(part) && element(o.group) != e })
	}
	return slices.ContainsFunc(s.d.m.index.sources, func(o *Source) bool { return o.overrules(part) })
}

// overrules reports whether a source is what the record of an amount, or one around it, comes to.
func (o *Source) overrules(part *Source) bool {
	return part.Origin == Field && o != part && o.Kind == Money && o.Role == RoleTotal && o.Origin == Field && o.Tool == part.Tool && o.Server == part.Server && !partial(o.Path) &&
		!o.group.listed() && (o.group == part.group || part.group.within(o.group))
}

// holdsOwn reports whether a sum adds to a whole what is in it.
func (s *search) holdsOwn(parts []*operand) bool {
	for i, a := range parts {
		for _, b := range parts[i+1:] {
			if a.source != nil && b.source != nil && s.d.partOf(a, b, s.weak) {
				return true
			}
		}
	}
	return false
}

// partOf reports whether one of two amounts is a whole that holds the other.
func (d *deriver) partOf(a, b *operand, weak bool) bool {
	x, y := a.source, b.source
	if x.withholds(y) || y.withholds(x) {
		return true
	}
	if weak && !(a.near && b.near) && !entireSum(x) && !entireSum(y) && a.list == nil && b.list == nil && d.terms&termWithout == 0 && !d.another() && d.totalOver(x) && d.totalOver(y) {
		return true
	}
	return d.holdsPart(x, []*Source{y}) || d.holdsPart(y, []*Source{x})
}
