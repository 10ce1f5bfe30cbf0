package guard

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
