package guard

import "slices"

// partOfTotal reports whether s is one of the amounts that add up to the total of their record, and the claim is of a price, in a sentence that says
// nothing of that part: "the repair is €45" of {"labour": 45, "parts": 27.50, "total": 72.50}.
func (m *matcher) partOfTotal(c *Claim, s *Source) bool {
	if c.Role != RolePrice && !c.whole || c.terms&measures != 0 || perPath(s.Path) || s.Role != 0 || s.Origin != Field || s.group == nil || s.unsure || s.ids == nil || c.Place != "reply" {
		return false
	}
	r := m.reply
	n := r.sentences[r.sentenceOf(int(c.first))]
	for j := n.first; j < min(n.next, n.first+4*reach); j++ {
		if r.saysOf(j, s.ids) || r.saysKey(j, lastKey(s.Path)) {
			return false
		}
	}
	total, sum, parts := (*Source)(nil), Decimal{}, 0
	for _, o := range m.index.sources {
		switch {
		case o.Kind != Money || o.group.record() != s.group.record() || o.Origin != Field || o.unsure || perPath(o.Path):
		case o.Role == RoleTotal:
			total = o
		case o.Role == 0:
			sum, _ = sum.Add(o.Amount)
			parts++
		}
	}
	return total != nil && parts > 1 && total.Amount.Equal(sum) && !m.saidBeside(c, total)
}

// itemsForOrder reports whether s is the total of the items, its record has another total, and the claim is of the whole order.
func (m *matcher) itemsForOrder(c *Claim, s *Source) bool {
	if c.terms&termWhole == 0 && !(c.entire() && m.reply.wordsAround(c)&wordShipping != 0) || s.Role != RoleTotal || s.Origin != Field || !ofItems(s.Path) || m.addsUp(c) {
		return false
	}
	return slices.ContainsFunc(m.index.sources, func(o *Source) bool {
		return o.Kind == Money && o.Role == RoleTotal && o.Origin == Field && !o.Amount.Equal(s.Amount) && !ofItems(o.Path) && !partial(o.Path) && beneath(o.group, s.group, true)
	})
}

// ofItems reports whether the key of an amount says that it is of the items alone: "items_total".
func ofItems(path string) bool {
	words, n := fieldWords(keyOf(path))
	return slices.ContainsFunc(words[:n], func(w string) bool { return w == "item" || w == "product" || w == "good" || w == "merchandise" })
}

// reachForShipping reports whether s is what an order has to reach to be sent free, its record has the price of shipping, and the claim
// says nothing of a threshold.
func (m *matcher) reachForShipping(c *Claim, s *Source) bool {
	r := m.reply
	if c.Role != RoleShipping || s.Role != RoleShipping || s.group == nil || !s.threshold() || r.tokens == nil || r.freed(c) {
		return false
	}
	n := r.sentences[r.sentenceOf(int(c.first))]
	for j := window(n, int(c.first), 6); j < min(n.next, int(c.next)+3); j++ {
		if r.tokens[j].has(cueFrom|cueOver|cueUpTo) || r.tokens[j].sounds(toneFree) || r.tokens[j].sounds(toneGratis) {
			return false
		}
	}
	return slices.ContainsFunc(m.index.sources, func(o *Source) bool {
		return o.Kind == Money && o.Role == RoleShipping && o.group == s.group && !o.threshold()
	})
}

// ofWhole reports whether a claim is what the figure before it is a part of: the 385 of "€142.35 of the €385 used".
func (r *Reply) ofWhole(c *Claim) bool {
	for j := int(c.first) - 1; j >= max(0, int(c.first)-3); j-- {
		t := &r.tokens[j]
		if t.has(cueOf) || slices.Contains(ofWords, t.hash) {
			for k := j - 1; k >= max(0, j-2); k-- {
				if r.claimOver(k) != nil || r.tokens[k].isDigits() {
					return true
				}
			}
		}
		if !t.has(cueArticle|cueYours) && t.end-t.start > 3 {
			return false
		}
	}
	return false
}

// ofWords stand between a part and its whole, beside "of".
var ofWords = hashWords("su", "sui", "sul", "sulla", "sur", "sobre", "out")

// record returns the record that a group is, or the one around an amount that stands under a name in it.
func (g *group) record() *group {
	if g != nil && g.key == "*" && g.parent != nil {
		return g.parent
	}
	return g
}
