package guard

import "slices"

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
