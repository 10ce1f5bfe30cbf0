package guard

import "slices"

// A sum may take in what the reply has derived before it: "4 mugs at €12.50 are €50, with the €35 scarf €85". What was
// derived from derived values is no operand.

// addend is an amount that the reply states with a source, or has derived.
type addend struct {
	claim  *Claim
	source *Source
}

// addends returns the sourced amounts of the reply before the claim, in its order; all of them where the sentence is not
// wanted alone. The list holds until the next call.
func (d *deriver) addends(sentence bool) []addend {
	list := d.m.addends[:0]
	for i := range d.m.reply.Claims {
		o := &d.m.reply.Claims[i]
		if o.first >= d.c.first || o.Kind != Money || len(o.Sources) == 0 || sentence && o.Sentence != d.c.Sentence || len(list) == maxCounts {
			continue
		}
		s := o.best()
		if s == nil || s.Kind != Money || !o.Readings[0].single() || !currenciesMeet(d.c, s) || o.Derived && !s.addable() {
			continue
		}
		list = append(list, addend{claim: o, source: s})
	}
	d.m.addends = list
	return list
}

// addable reports whether a derived amount may be an operand: its own derivation is short enough to be followed.
func (s *Source) addable() bool { return s.depth() < maxChain }

// maxChain bounds how many derivations of a reply may rest on each other.
const maxChain = 4

// depth returns how many derivations lie between s and the values of the tools.
func (s *Source) depth() int {
	n := 0
	for _, o := range s.Operands {
		n = max(n, o.depth()+1)
	}
	return n
}

// timesOf returns how many the words before claim c in its clause, as far back as the amount before it, count; 1 if none.
func (d *deriver) timesOf(c *Claim) Decimal {
	r := d.m.reply
	p := parser{reply: r, tokens: r.tokens, lex: r.lexicon()}
	s := r.sentences[r.sentenceOf(int(c.first))]
	for j := int(c.first) - 1; j >= window(s, int(c.first), 6) && (!clause(&r.tokens[j]) || r.tokens[j].is('(') && j >= int(c.first)-2) && !r.inMoney(j); j-- {
		if n, ok := p.smallNumber(j); ok && r.countsAt(j) {
			return n
		}
	}
	return whole(1)
}

// proven returns the best source of every other amount of the reply, the derived ones before the claim among them.
func (d *deriver) proven() []*Source {
	list := d.others()
	for _, a := range d.addends(false) {
		if a.claim.Derived && len(list) < maxCounts {
			list = append(list, a.source)
		}
	}
	return list
}

// chain checks v against sums of what the reply states before it: of a run of its amounts, of those that are not already
// part of a derived one nor the price of one unit, of either so many times, or of the price of the record that is named and
// what comes on top.
func (d *deriver) chain() *Source {
	if per := d.c.terms & (termEach | measures); per != 0 {
		if s := d.weighted(); s != nil && per&^periods == 0 && s.allSay(per) {
			return s // "two adults (€18 each) and a child (€9) are €45 a month"
		}
		return nil
	}
	if s := d.weighted(); s != nil {
		return s
	}
	if s := d.listed(); s != nil {
		return s
	}
	if !d.sums() {
		return nil
	}
	list := d.addends(false)
	for _, part := range [...]func(*addend, []addend) bool{stated, unmerged} {
		run := d.m.kept[:0]
		for i := range list {
			if part(&list[i], list) {
				run = append(run, list[i])
			}
		}
		d.m.kept = run
		if s := d.run(run, nil); s != nil {
			return s
		}
		if s := d.run(run, d.counts); s != nil && d.cues&(cuePer|cueFor|cueTotal|cueBoth) != 0 {
			return s
		}
	}
	return d.named()
}

// sums reports whether the sentence says that amounts are added up: "in total", "with both, it comes to", "instead of".
func (d *deriver) sums() bool {
	if d.cues&(cueTotal|cuePer|cueBoth) != 0 || d.c.whole || d.c.Role == RoleTotal || d.c.Role == RoleListPrice {
		return true
	}
	r := d.m.reply
	s := r.sentences[r.sentenceOf(int(d.c.first))]
	for j := window(s, int(d.c.first), reach); j < int(d.c.first); j++ {
		if j >= int(d.c.first)-3 && slices.Contains(resultWords, r.tokens[j].hash) {
			return true
		}
		if t := &r.tokens[j]; t.sounds(toneComes) || (t.has(cueWith) || t.sounds(toneTail) && t.has(cueTax)) && (j == s.first || clause(&r.tokens[j-1]) || r.tokens[j-1].has(cueAnd)) {
			return true
		}
	}
	return false
}

// stated reports whether an amount is no derived one.
func stated(a *addend, _ []addend) bool { return !a.claim.Derived }

// unmerged reports whether an amount is neither the price of one unit, nor one that another of the list was derived from.
func unmerged(a *addend, list []addend) bool {
	if a.claim.terms&(measures|termEach) != 0 {
		return false
	}
	for i := range list {
		if slices.Contains(list[i].source.Operands, a.source) {
			return false
		}
	}
	return true
}

// run checks v against each run of two or more amounts, so many times.
func (d *deriver) run(list []addend, counts []Decimal) *Source {
	for from := range list {
		sum := Decimal{}
		for to := from; to < len(list); to++ {
			var err error
			if sum, err = sum.Add(list[to].source.Amount); err != nil {
				break
			}
			if to == from {
				continue
			}
			if counts == nil && sum.Equal(d.v) {
				return d.derived("sum", sourcesIn(list[from:to+1])...)
			}
			for _, n := range counts {
				if got, err := sum.Mul(n); err == nil && got.Equal(d.v) {
					return d.times("sum", n, sourcesIn(list[from:to+1])...)
				}
			}
		}
	}
	return nil
}

// sourcesIn returns the sources of amounts.
func sourcesIn(list []addend) []*Source {
	sources := make([]*Source, len(list))
	for i := range list {
		sources[i] = list[i].source
	}
	return sources
}

// weighted checks v against the amounts directly before it in its sentence, each as often as the words before it say: "two
// adults at $25 and a child at $12.50 make $62.50".
func (d *deriver) weighted() *Source {
	list := d.addends(true)
	sum, many := Decimal{}, false
	for k := len(list) - 1; k >= 0; k-- {
		n := d.timesOf(list[k].claim)
		line, err := list[k].source.Amount.Mul(n)
		if err != nil {
			return nil
		}
		if sum, err = sum.Add(line); err != nil {
			return nil
		}
		many = many || !n.Equal(whole(1))
		if many && k < len(list)-1 && sum.Equal(d.v) {
			return d.derived("sum", sourcesIn(list[k:])...)
		}
	}
	return nil
}

// listed checks v against the amounts that its sentence lists behind it, each as often as the words before it say: "€59 together:
// twice €17.50 and three times €8".
func (d *deriver) listed() *Source {
	sum, many := Decimal{}, false
	var parts []*Source
	for i := range d.m.reply.Claims {
		o := &d.m.reply.Claims[i]
		if o.first <= d.c.first || o.Kind != Money || o.Sentence != d.c.Sentence || int(o.first) >= d.limit {
			continue
		}
		if o.Derived || len(o.Sources) == 0 || !o.Readings[0].single() || len(parts) == maxCounts {
			return nil
		}
		n := d.timesOf(o)
		line, err := o.best().Amount.Mul(n)
		if err != nil {
			return nil
		}
		if sum, err = sum.Add(line); err != nil {
			return nil
		}
		many = many || !n.Equal(whole(1))
		if parts = append(parts, o.best()); len(parts) > 1 && many && sum.Equal(d.v) {
			return d.derived("sum", parts...)
		}
	}
	return nil
}

// named checks v against the price of a record that the sentence names, and what comes on top of it.
func (d *deriver) named() *Source {
	groups := d.mentioned()
	extras := slices.DeleteFunc(d.extras(), func(s *Source) bool { return s.Amount.IsZero() })
	if len(groups) == 0 {
		return d.withAll(extras)
	}
	for _, g := range groups {
		price := d.priceOf(g)
		if price == nil {
			continue
		}
		if used := d.withExtras(price.Amount, extras, price); used != nil {
			return d.derived("sum", append([]*Source{price}, used...)...)
		}
	}
	return nil
}

// withAll checks v against the only total of the results and what its record has on top of it, where the sentence says that something is
// taken in: "including city tax you'd pay €363".
func (d *deriver) withAll(extras []*Source) *Source {
	var total *Source
	for _, s := range d.m.index.sources {
		if s.Kind != Money || s.Origin != Field || s.Role != RoleTotal || !d.usable(s) {
			continue
		}
		if total != nil || partial(s.Path) {
			return nil // which one holds the tax is not known
		}
		total = s
	}
	if total == nil || d.cues&cueTax == 0 {
		return nil
	}
	for _, s := range d.m.index.sources {
		for _, x := range extras {
			if sum, err := s.Amount.Add(x.Amount); s.Kind == Money && err == nil && sum.Equal(total.Amount) {
				return nil // it is in there already
			}
		}
	}
	extras = slices.DeleteFunc(extras, func(s *Source) bool { return s.group != total.group || s.Role == RoleDiscount })
	if used := d.withExtras(total.Amount, extras, total); used != nil {
		return d.derived("sum", append([]*Source{total}, used...)...)
	}
	return nil
}

// resultWords say that an amount follows from those before it: "also 44 €".
var resultWords = hashWords("so", "therefore", "thus", "hence", "also", "somit", "folglich", "donc", "soit", "quindi", "dunque", "cioè", "así", "luego", "dus", "oftewel")

// allSay reports whether every operand of a derived source is said to be per the periods.
func (s *Source) allSay(per term) bool {
	return !slices.ContainsFunc(s.Operands, func(o *Source) bool { return o.says()&per != per })
}
