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
