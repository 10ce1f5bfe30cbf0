package guard

// shareOfRecord checks v = amount / quantity of one record, where the sentence says what it is for: "with the pack of 10 a lesson is €12".
func (d *deriver) shareOfRecord() *Source {
	if !d.perOne() {
		return nil
	}
	for _, p := range d.m.index.sources {
		if p.Kind != Money || p.Origin != Field || p.group == nil || p.unsure || !d.usable(p) {
			continue
		}
		for _, q := range d.m.index.sources {
			if q.Kind != Quantity || q.group != p.group || q.Origin != Field || q.Amount.Cmp(whole(1)) <= 0 || q.Amount.Equal(p.Amount) || !d.says(q.Amount) {
				continue
			}
			if got, err := p.Amount.Quo(q.Amount); err == nil && d.rounds(got) {
				return d.derived("share", p, q)
			}
		}
	}
	return nil
}

// perOne reports whether the claim is said to be for one of something: "each", "per lesson", "a lezione".
func (d *deriver) perOne() bool {
	r := d.m.reply
	if d.c.terms&termEach != 0 || d.cues&cuePer != 0 {
		return true
	}
	t := int(d.c.next)
	if t+1 >= len(r.tokens) || t+1 >= d.limit || r.tokens[t+1].kind != tokenWord {
		return false
	}
	return r.tokens[t].sounds(tonePer) || r.tokens[t].has(cueArticle) || r.tokens[t].hash == hashA
}

// says reports whether the sentence says the number.
func (d *deriver) says(n Decimal) bool {
	for _, c := range d.counts {
		if c.Equal(n) {
			return true
		}
	}
	return false
}

// severalLess checks v = n x a - b or b - n x a for an amount b that the sentence states, and a field a that the words beside the claim name: "€8
// less than ten single tickets", "saves you €40 compared with ten day passes".
func (d *deriver) severalLess() *Source {
	if d.cues&(cueMore|cueOff) == 0 || len(d.counts) == 0 {
		return nil
	}
	var said wordIDs
	d.m.reply.idsBefore(d.c, &said, true)
	d.m.reply.idsOfClause(d.c, &said)
	for _, b := range d.bothSides() {
		for _, n := range d.counts {
			for _, try := range [...]func(Decimal) (Decimal, error){b.Amount.Add, b.Amount.Sub} {
				all, err := try(d.v)
				if err != nil || !all.IsPos() {
					continue
				}
				unit, err := all.QuoExact(n, 2)
				if err != nil {
					continue
				}
				for _, a := range d.operands(unit) {
					if a != b && a.Tool == b.Tool && a.Origin == Field && (a.ids != nil && said.meets(a.ids, &wordIDs{}) || a.over != nil && said.meets(a.over, &wordIDs{}) || d.namesIn(a.group)) {
						return d.times("difference", n, b, a)
					}
				}
			}
		}
	}
	return nil
}

// bothSides returns the sourced amounts of the claim's sentence, and the prices of the records that it names.
func (d *deriver) bothSides() []*Source {
	var list []*Source
	for i := range d.m.reply.Claims {
		if o := &d.m.reply.Claims[i]; o != d.c && o.Kind == Money && o.Sentence == d.c.Sentence && int(o.first) < d.limit && len(o.Sources) > 0 && !o.Derived {
			list = append(list, o.best())
		}
	}
	for _, g := range d.mentioned() {
		if s := d.priceOf(g); s != nil && len(list) < maxCounts {
			list = append(list, s)
		}
	}
	return list
}

// namesIn reports whether the claim's sentence names a record.
func (d *deriver) namesIn(g *group) bool {
	for _, o := range d.mentioned() {
		if o == g {
			return true
		}
	}
	return false
}

// timesTogether checks that a length of time is that of all entries of a list: "about three hours" of 60 and 120 minutes.
func (d *deriver) timesTogether() *Source {
	for _, first := range d.m.index.sources {
		if first.Kind != Duration || first.Origin != Field || first.Amount.Cmp(whole(86400)) >= 0 {
			continue
		}
		key, listed := listPath(first.Path)
		if !listed {
			continue
		}
		var parts []*Source
		sum := Decimal{}
		for _, s := range d.m.index.sources {
			if k, ok := listPath(s.Path); ok && k == key && s.Kind == Duration && s.Tool == first.Tool && len(parts) < maxCounts {
				sum, _ = sum.Add(s.Amount)
				parts = append(parts, s)
			}
		}
		if len(parts) > 1 && len(parts) <= 4 && sum.Equal(d.v) {
			return d.derived("sum", parts...)
		}
	}
	return nil
}
