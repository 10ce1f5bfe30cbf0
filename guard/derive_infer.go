package guard

import "slices"

// What a reply works out of amounts that it need not state: it speaks of them by name ("with a checked bag that flight is €183"), or
// they are the only price or total there is.

// infer checks v against sums, differences and multiples of the amounts that the sentence speaks of, those that the reply has stated, and
// the price or the total of their result.
func (d *deriver) infer() *Source {
	if len(d.operandsAnywhere(d.v)) > 0 {
		return nil // it is another amount of the tools, whatever else adds up to it
	}
	said := d.spokenOf()
	for _, try := range [...]func() *Source{d.lacking, d.remainder, d.moreOfIt} {
		if s := try(); s != nil {
			return s
		}
	}
	if d.cues&(cueMore|cueOff) != 0 || d.rests {
		if s := d.inferDifference(said); s != nil {
			return s
		}
	}
	if d.cues&(cueMore|cueOff|cueBoth) != 0 {
		if s := d.onlyPair(); s != nil {
			return s
		}
	}
	if s := d.inferMultiple(said); s != nil {
		return s
	}
	if s := d.inferAsked(said); s != nil {
		return s
	}
	if len(said) > 0 && d.adds() {
		if s := d.inferWeighted(said); s != nil {
			return s
		}
		if s := d.inferSum(said); s != nil {
			return s
		}
	}
	return d.settle()
}

// adds reports whether the sentence says that amounts come together: "with", "plus", "both", "in total", "including".
func (d *deriver) adds() bool {
	if d.cues&(cueTotal|cueBoth|cueTax|cueWith|cueTimes) != 0 || d.another() || d.sums() || d.results() {
		return true
	}
	r := d.m.reply
	s := r.sentences[r.sentenceOf(int(d.c.first))]
	for j := s.first; j < min(s.next, d.limit); j++ {
		if slices.Contains(beforeWords, r.tokens[j].hash) || r.plusAt(j) || r.soundsAt(j, toneIncl|toneComes) || r.terms(j)&termWithout != 0 {
			return true
		}
	}
	return false
}

// inferMultiple checks v against an amount that the sentence or the one before it states, or speaks of, as often as the sentence or the customer counts:
// "€80 each. For six that is €480".
func (d *deriver) inferMultiple(said []saidAmount) *Source {
	if d.c.terms&termEach != 0 || !d.counted && d.cues&(cueTimes|cueTotal|cuePer|cueFor|cueBoth) == 0 {
		return nil
	}
	var list []*Source
	for _, a := range d.addends(false) {
		if d.soon(a.claim) {
			list = append(list, a.source)
		}
	}
	for _, x := range said {
		list = append(list, x.source)
	}
	for _, s := range list {
		if s.Origin == Field && (s.Role == RoleTotal || s.Role == RoleDiscount || s.Role == RoleBalance) {
			continue
		}
		for _, n := range d.multiples(s.root()) {
			if got, err := s.Amount.Mul(n); err == nil && got.Equal(d.v) && s.more().times.IsZero() && d.sameRate(s.root().says()) && (d.c.terms&periods == 0 || s.root().forEach()) && !d.m.priceOfAll(s.root(), n) {
				return d.times("product", n, s)
			}
		}
	}
	return nil
}

// inferWeighted checks v against the prices that the sentence names, each as often as the number before its name says: "2 adults and 2
// children are €51".
func (d *deriver) inferWeighted(said []saidAmount) *Source {
	sum, many := Decimal{}, false
	var used []*Source
	for _, x := range said {
		if s := x.source; s.Role != RolePrice && s.Role != 0 && s.Role != RoleTotal || slices.ContainsFunc(used, func(o *Source) bool {
			return o.group == s.group && s.group.key != "*" && keyOf(o.Path) == keyOf(s.Path)
		}) {
			continue
		}
		line, err := x.source.Amount.Mul(x.times)
		if err != nil {
			return nil
		}
		if sum, err = sum.Add(line); err != nil {
			return nil
		}
		many = many || !x.times.Equal(whole(1))
		used = append(used, x.source)
	}
	if len(used) > 1 && sum.Equal(d.v) && sameResult(used) {
		return d.derived("sum", used...)
	}
	return nil
}

// inferAsked checks v against the prices that the customer's latest message names, each as often as it counts, and what the sentence speaks of
// on top of them: "5 shirts and a suit?" "€29, or €37.70 with the express surcharge".
func (d *deriver) inferAsked(said []saidAmount) *Source {
	if d.c.terms&(termEach|measures) != 0 || d.c.Role != 0 && d.c.Role != RolePrice && d.c.Role != RoleTotal {
		return nil
	}
	wanted := d.wantedOf()
	sum := Decimal{}
	var used []*Source
	for _, x := range wanted {
		s := x.source
		if s.Role != RolePrice && s.Role != 0 || slices.ContainsFunc(used, func(o *Source) bool {
			return o.group == s.group && s.group.key != "*" && keyOf(o.Path) == keyOf(s.Path)
		}) {
			continue
		}
		line, err := s.Amount.Mul(x.times)
		if err != nil {
			return nil
		}
		if sum, err = sum.Add(line); err != nil {
			return nil
		}
		used = append(used, s)
	}
	if len(used) == 0 || !sameResult(used) || len(used) == 1 && sum.Equal(used[0].Amount) {
		return nil
	}
	for _, o := range d.m.index.sources {
		if o.Kind == Money && o.Role == RoleTotal && o.Tool == used[0].Tool && o.Server == used[0].Server && !o.group.listed() {
			return nil // the result says itself what it comes to
		}
	}
	if sum.Equal(d.v) {
		return d.derived("sum", used...)
	}
	for _, x := range said {
		if slices.Contains(used, x.source) || !sameResult([]*Source{x.source, used[0]}) {
			continue
		}
		if all, err := sum.Add(x.source.Amount); err == nil && all.Equal(d.v) {
			return d.derived("sum", append(used, x.source)...)
		}
	}
	return nil
}

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

// remainder checks v against what is left of the first amount of its sentence when all others of it are taken away, where they are listed as its
// parts: "€29.90: €25 for the food, €2.90 for delivery and a €2 tip".
func (d *deriver) remainder() *Source {
	var all []*Source
	rest := Decimal{}
	for i := range d.m.reply.Claims {
		o := &d.m.reply.Claims[i]
		if o == d.c || o.Kind != Money || o.Sentence != d.c.Sentence {
			continue
		}
		if len(o.Sources) == 0 || int(o.first) >= d.limit || !o.Readings[0].single() || len(all) == maxCounts {
			return nil
		}
		s := o.best()
		if !currenciesMeet(d.c, s) {
			return nil
		}
		if len(all) == 0 {
			if o.first > d.c.first || s.Origin != Field || s.Role != RoleTotal && s.Role != RolePrice || !d.m.reply.listsBehind(o) {
				return nil
			}
			rest = s.Amount
		} else if n, err := rest.Sub(s.Amount); err != nil {
			return nil
		} else {
			rest = n
		}
		all = append(all, s)
	}
	if len(all) > 1 && rest.Equal(d.v) {
		return d.derived("difference", all...)
	}
	return nil
}

// listsBehind reports whether a colon or a bracket stands directly behind an amount.
func (r *Reply) listsBehind(c *Claim) bool {
	for j := int(c.next); j < min(len(r.tokens), int(c.next)+4); j++ {
		if t := &r.tokens[j]; t.is(':') || t.is('(') || t.is('=') || t.is('–') || t.is('—') {
			return true
		}
	}
	return false
}

// moreOfIt checks v against the price of one times the quantity of its record and as many more, or less, as the sentence says: "two more seats
// would bring you to $120".
func (d *deriver) moreOfIt() *Source {
	if d.cues&(cueMore|cueOff) == 0 && !d.rests && !d.another() {
		return nil
	}
	for _, q := range d.m.index.sources {
		if q.Kind != Quantity || q.Origin != Field || q.group == nil || !q.quantity && !d.sentenceSays(q.ids) || q.Amount.Cmp(hundred) >= 0 {
			continue
		}
		steps := d.counts[:len(d.counts):len(d.counts)]
		if d.another() {
			steps = append(steps, whole(1))
		}
		for _, k := range steps {
			for _, try := range [...]func(Decimal) (Decimal, error){q.Amount.Add, q.Amount.Sub} {
				n, err := try(k)
				if err != nil || n.Cmp(whole(1)) <= 0 {
					continue
				}
				unit, err := d.v.QuoExact(n, 2)
				if err != nil {
					continue
				}
				for _, s := range d.operands(unit) {
					if s.Role != RoleTotal && near(s.group, q.group) {
						return d.times("product", n, s, q)
					}
				}
			}
		}
	}
	return nil
}

// sentenceSays reports whether the claim's sentence has one of the words of a key.
func (d *deriver) sentenceSays(ids *wordIDs) bool {
	r := d.m.reply
	s := r.sentences[r.sentenceOf(int(d.c.first))]
	for j := s.first; ids != nil && j < min(s.next, d.limit); j++ {
		if r.saysOf(j, ids) {
			return true
		}
	}
	return false
}

// another reports whether the sentence says "another", "one more" or their like.
func (d *deriver) another() bool {
	r := d.m.reply
	s := r.sentences[r.sentenceOf(int(d.c.first))]
	for j := s.first; j < min(s.next, d.limit); j++ {
		if slices.Contains(anotherWords, r.tokens[j].hash) {
			return true
		}
	}
	return false
}

// anotherWords say that one more of something comes on top.
var anotherWords = hashWords("another", "more", "extra", "additional", "adding", "third", "fourth", "weitere", "weiteren", "weiterer", "weiteres", "zusätzlich", "zusätzliche", "zusätzlichen", "noch",
	"dritte", "dritten", "dritter", "drittes", "vierten", "autre", "supplémentaire", "supplémentaires", "troisième", "plus", "otro", "otra", "más", "tercer", "tercera", "adicional", "altro", "altra", "ulteriore", "terzo", "terza", "più",
	"nog", "extra", "derde", "mais", "outro", "outra", "terceiro", "terceira", "till", "ytterligare", "tredje")

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

// onlyPair checks v against the difference of the only two prices or totals that a result has under one key.
func (d *deriver) onlyPair() *Source {
	for _, a := range d.m.index.sources {
		if a.Kind != Money || a.Origin != Field || a.unsure || a.Role != RolePrice && a.Role != RoleTotal || !currenciesMeet(d.c, a) || a.threshold() {
			continue
		}
		var b *Source
		n := 1
		for _, o := range d.m.index.sources {
			if o != a && o.Kind == Money && o.Origin == Field && o.Role == a.Role && sameResult([]*Source{a, o}) && keyOf(o.Path) == keyOf(a.Path) && o.group != a.group {
				b = o
				n++
			}
		}
		if n == 2 && d.apart(a, b) {
			return d.derived("difference", a, b)
		}
	}
	return nil
}

// inferDifference checks v against the difference of an amount that the sentence names, and another that it names or has stated or that is
// the only other of its list; once, or as often as the sentence counts.
func (d *deriver) inferDifference(said []saidAmount) *Source {
	others := make([]*Source, 0, maxCounts)
	for _, a := range d.addends(false) {
		others = append(others, a.source)
	}
	for _, a := range d.behind() {
		others = append(others, a.source)
	}
	for _, x := range said {
		others = append(others, x.source)
	}
	for _, x := range said {
		a := x.source
		rest := others
		if o := d.onlyOther(a); o != nil && x.named {
			rest = append(rest[:len(rest):len(rest)], o)
		}
		for _, b := range rest {
			if a == b || b.Origin == Field && !sameResult([]*Source{a, b}) || a.Role != b.Role && !x.named && !beside(a.group, b.group) || b.restsOn(a) {
				continue
			}
			diff, err := a.Amount.Sub(b.Amount)
			if err != nil {
				continue
			}
			if diff = diff.Abs(); diff.Equal(d.v) {
				return d.derived("difference", a, b)
			}
			for _, n := range d.counts {
				if got, err := diff.Mul(n); err == nil && got.Equal(d.v) {
					return d.times("difference", n, a, b)
				}
			}
		}
	}
	return nil
}

// unpaid checks v against a price or a total less what has been paid of it.
func (d *deriver) unpaid() *Source {
	for _, p := range d.m.index.sources {
		if p.Kind != Money || p.Origin != Field || p.ids == nil || !p.ids.has(lineOf("paid")) || p.unsure || !currenciesMeet(d.c, p) {
			continue
		}
		all, err := d.v.Add(p.Amount)
		if err != nil {
			continue
		}
		for _, t := range d.operandsAnywhere(all) {
			if (t.Role == RolePrice || t.Role == RoleTotal) && sameResult([]*Source{t, p}) && !t.group.listed() {
				return d.derived("difference", t, p)
			}
		}
	}
	return nil
}

// beside reports whether two records are one, or stand in one.
func beside(g, o *group) bool {
	return g == o || g != nil && o != nil && (g.parent == o.parent && g.parent != nil || g.parent == o || o.parent == g)
}

// lacking checks v against what is missing to a threshold: "another £7.50 gets you free shipping".
func (d *deriver) lacking() *Source {
	if d.cues&cueMore == 0 && !d.rests && !d.another() {
		return nil
	}
	if s := d.unpaid(); s != nil {
		return s
	}
	for _, t := range d.m.index.sources {
		if t.Kind != Money || t.Origin != Field || !t.threshold() || !currenciesMeet(d.c, t) {
			continue
		}
		have, err := t.Amount.Sub(d.v)
		if err != nil || !have.IsPos() {
			continue
		}
		for _, s := range d.operandsAnywhere(have) {
			if s.Role == RoleTotal && sameResult([]*Source{s, t}) {
				return d.derived("difference", t, s)
			}
		}
		for _, a := range d.addends(false) {
			if a.source.Amount.Equal(have) {
				return d.derived("difference", t, a.source)
			}
		}
	}
	return nil
}
