package guard

import "slices"

// What lies between amounts that a sentence speaks of, and what is left, missing or comes on top.

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
