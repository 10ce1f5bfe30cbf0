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
	if s := d.lacking(); s != nil {
		return s
	}
	if d.cues&(cueMore|cueOff) != 0 {
		if s := d.inferDifference(said); s != nil {
			return s
		}
	}
	if len(said) == 0 || !d.adds() {
		return nil
	}
	if s := d.inferWeighted(said); s != nil {
		return s
	}
	return d.inferSum(said)
}

// adds reports whether the sentence says that amounts come together: "with", "plus", "both", "in total", "including".
func (d *deriver) adds() bool {
	if d.cues&(cueTotal|cueBoth|cueTax|cueWith|cueTimes) != 0 || d.sums() || d.results() {
		return true
	}
	r := d.m.reply
	s := r.sentences[r.sentenceOf(int(d.c.first))]
	for j := s.first; j < min(s.next, d.limit); j++ {
		if r.plusAt(j) || r.soundsAt(j, toneIncl|toneComes) || r.terms(j)&termWithout != 0 {
			return true
		}
	}
	return false
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
	if d.c.terms&termEach != 0 {
		return nil
	}
	for _, n := range d.counts {
		if got, err := sum.Mul(n); err == nil && got.Equal(d.v) {
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

// withoutIt reports whether the sentence says "without" and speaks of the source behind that.
func (d *deriver) withoutIt(s *Source) bool {
	if d.terms&termWithout == 0 || s.ids == nil {
		return false
	}
	r := d.m.reply
	n := r.sentences[r.sentenceOf(int(d.c.first))]
	for j := n.first; j < min(n.next, d.limit); j++ {
		if r.terms(j)&termWithout == 0 {
			continue
		}
		for k := j + 1; k < min(n.next, j+5); k++ {
			if r.saysOf(k, s.ids) {
				return true
			}
		}
	}
	return false
}

// forEach reports whether an amount is for one person or one piece, by its key or its record.
func (s *Source) forEach() bool { return s.says()&termEach != 0 || perPath(s.Path) }

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
		var only *Source
		n := 0
		for _, s := range d.m.index.sources {
			if s.Kind == Money && s.Origin == Field && s.Role == role && !s.Amount.IsZero() && s.Tool == first.Tool && s.Server == first.Server && !s.group.listed() && !s.threshold() && d.usable(s) && !isSaid(said, s) {
				only = s
				n++
			}
		}
		if n == 1 {
			bases = append(bases, only)
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
			if a == b || b.Origin == Field && !sameResult([]*Source{a, b}) || a.Role != b.Role && !x.named && a.group != b.group || b.restsOn(a) {
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

// lacking checks v against what is missing to a threshold: "another £7.50 gets you free shipping".
func (d *deriver) lacking() *Source {
	if d.cues&cueMore == 0 {
		return nil
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
