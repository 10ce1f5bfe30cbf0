package guard

import "slices"

// notEach reports whether the claim is of each of several, s is what they cost together, or what something else costs, and the evidence has what
// one costs: "each seat is $45" of {"quantity": 3, "unit_amount": 1500, "amount": 4500}, "2 hats at €7 each" of {"price": 24, "shipping": 7}.
func (m *matcher) notEach(c *Claim, s *Source) bool {
	if ofOne(s.Path) {
		return m.packForOne(c, s)
	}
	if s.Origin != Field || s.group == nil || s.told().each || c.Role == s.Role && s.Role != RolePrice {
		return false
	}
	q := m.quantityOf(s.group)
	several, d := q != nil && q.Amount.Cmp(whole(1)) > 0, deriver{m: m, c: c}
	switch each := c.terms&termEach != 0; {
	case !each && !(several && d.each()), s.Role == RoleShipping && (!each || m.reply.wordsAround(c)&wordShipping != 0):
		return false
	case several && s.Role == RoleTotal:
		return true
	}
	for _, o := range m.index.sources {
		if o.Kind != Money || o.Origin != Field || o.Tool != s.Tool || o.Server != s.Server || o.same(s) || o.Role == RoleCost || m.told(c, o) {
			continue
		}
		if o.Role == RolePrice && s.Role == RoleShipping {
			return true
		}
		if !near(o.group, s.group) || o.contradicts(m.around) {
			continue
		}
		if ofOne(o.Path) || o.Role == RolePrice && s.Role == RoleTotal {
			return true
		}
		if several && o.group == s.group {
			if line, err := o.Amount.Mul(q.Amount); err == nil && line.Equal(s.Amount) {
				return true
			}
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

// packForOne reports whether s is the price of one piece, and the claim is of a pack, which has a price in the record, too.
func (m *matcher) packForOne(c *Claim, s *Source) bool {
	return c.terms&termEach == 0 && m.reply.packed(c) && slices.ContainsFunc(m.index.sources, func(o *Source) bool {
		return o.Kind == Money && o.Role == RolePrice && !ofOne(o.Path) && near(o.group, s.group) && o.Tool == s.Tool && !o.same(s)
	})
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
