package guard

// packForOne reports whether s is the price of one piece and the claim is of a pack of them, or the other way round, where
// the record holds both: {"price": 23.94, "pack_size": 6, "unit_price": 3.99}.
func (m *matcher) packForOne(c *Claim, s *Source) bool {
	if s.Origin != Field || s.Role != RolePrice || s.group == nil || m.reply.tokens == nil {
		return false
	}
	one := ofOne(s.Path)
	if each := c.terms&termEach != 0; one && (each || !m.reply.packed(c)) || !one && !each {
		return false
	}
	for _, o := range m.index.sources {
		if o.Kind == Money && o.Role == RolePrice && ofOne(o.Path) != one && near(o.group, s.group) && o.Tool == s.Tool && !o.Amount.Equal(s.Amount) {
			return true
		}
	}
	return false
}

// ofOne reports whether a path names the price of one piece, as "unit_price".
func ofOne(path string) bool {
	for end := len(path); end > 0; {
		start := end
		for start > 0 && path[start-1] != '.' {
			start--
		}
		words, n := fieldWords(path[start:end])
		for _, w := range words[:n] {
			switch w {
			case "unit", "piece", "each", "single", "einzelpreis", "stückpreis", "stueckpreis", "unitaire", "unitario", "unitaria", "stuksprijs":
				return true
			}
		}
		end = start - 1
	}
	return false
}

// packed reports whether the claim's clause speaks of a pack before it.
func (r *Reply) packed(c *Claim) bool {
	s := r.sentences[r.sentenceOf(int(c.first))]
	for j := int(c.first) - 1; j >= window(s, int(c.first), 8) && !clause(&r.tokens[j]); j-- {
		if r.tokens[j].sounds(tonePack) {
			return true
		}
	}
	return false
}

// lineForOne reports whether s is what several of its record cost together, and the claim is of each of them: "each seat is $45" of
// {"quantity": 3, "unit_amount": 1500, "amount": 4500}.
func (m *matcher) lineForOne(c *Claim, s *Source) bool {
	q := m.quantityOf(s.group)
	if q == nil || q.Amount.Cmp(whole(1)) <= 0 || s.Origin != Field {
		return false
	}
	d := deriver{m: m, c: c}
	if c.terms&termEach == 0 && !d.each() {
		return false
	}
	for _, o := range m.index.sources {
		if o.Kind != Money || o.group != s.group || o == s {
			continue
		}
		if line, err := o.Amount.Mul(q.Amount); err == nil && line.Equal(s.Amount) {
			return true
		}
	}
	return false
}
