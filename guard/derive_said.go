package guard

// The words beside an amount can say which fields it is the sum or the difference of.

// listSaid checks v against the sum of a list whose key the sentence says: "€206.35 is pending" of {"pending": [..]}.
func (d *deriver) listSaid() *Source {
	var said wordIDs
	d.m.reply.idsBefore(d.c, &said, false)
	d.m.reply.idsOfClause(d.c, &said)
	if said.n == 0 {
		return nil
	}
	for _, first := range d.m.index.sources {
		if first.Kind != Money || first.Origin != Field || first.over == nil || !said.meets(first.over, &wordIDs{}) || !d.usable(first) {
			continue
		}
		key, listed := listPath(first.Path)
		if !listed {
			continue
		}
		var parts []*Source
		sum := Decimal{}
		for _, s := range d.m.index.sources {
			if s.Kind != Money || s.Tool != first.Tool || s.Server != first.Server || len(parts) == maxCounts {
				continue
			}
			if k, ok := listPath(s.Path); ok && k == key {
				sum, _ = sum.Add(s.Amount)
				parts = append(parts, s)
			}
		}
		if len(parts) > 1 && sum.Abs().Equal(d.v) {
			return d.derived("sum", parts...)
		}
		return nil
	}
	return nil
}

// keyDifference checks v against the difference of two records under the same key, one of which is named: "Green is 2.7 ct cheaper", and
// the other the only one beside it.
func (d *deriver) keyDifference() *Source {
	if d.cues&(cueMore|cueOff) == 0 {
		return nil
	}
	for _, a := range d.m.index.sources {
		if a.Kind != Money || a.Origin != Field || a.group == nil || !d.usable(a) {
			continue
		}
		var b *Source
		for _, o := range d.m.index.sources {
			if o == a || o.Kind != Money || o.Origin != Field || o.group == nil || o.group == a.group || keyOf(a.Path) != keyOf(o.Path) || !currenciesMeet(d.c, o) {
				continue
			}
			if b != nil {
				b = nil
				break
			}
			b = o
		}
		if b != nil && d.apart(a, b) && (d.m.mentionsOf(a.group) || d.m.mentionsOf(b.group)) {
			return d.derived("difference", a, b)
		}
	}
	return nil
}

// keyOf returns the last key of a path that says what the amount under it is: "base_fee" of "base_fee.amount".
func keyOf(path string) string {
	key := lastKey(path)
	switch key {
	case "amount", "value", "units", "cents", "minor":
		if len(path) > len(key) {
			return lastKey(path[:len(path)-len(key)-1])
		}
	}
	return key
}

// mentionsOf reports whether the reply names a record anywhere.
func (m *matcher) mentionsOf(g *group) bool {
	for i := range m.mentions {
		for _, o := range m.mentions[i].label.groups {
			if o == g {
				return true
			}
		}
	}
	return false
}

// withSaid checks v against another sourced amount of the sentence and a field of the same result that the words between them name:
// "the menu is €55, with the wines €80".
func (d *deriver) withSaid() *Source {
	var said wordIDs
	d.m.reply.idsBefore(d.c, &said, true)
	if said.n == 0 || !d.sums() {
		return nil
	}
	for i := range d.m.reply.Claims {
		o := &d.m.reply.Claims[i]
		if o.first >= d.c.first || o.Kind != Money || o.Sentence != d.c.Sentence || o.Derived || len(o.Sources) == 0 || !o.Readings[0].single() {
			continue
		}
		base := o.best()
		rest, err := d.v.Sub(base.Amount)
		if err != nil || !rest.IsPos() {
			continue
		}
		for _, s := range d.operands(rest) {
			if s != base && s.Tool == base.Tool && (s.ids != nil && said.meets(s.ids, &wordIDs{}) || s.over != nil && said.meets(s.over, &wordIDs{})) {
				return d.derived("sum", base, s)
			}
		}
	}
	return nil
}
