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

// mereGoal reports whether s has to be reached, its result has what is meant or what there is of the same sort, and the claim says nothing of a
// threshold: "you have 1,000 points" of {"points": 840, "next_reward": {"at_points": 1000}}, the order from which it is sent free as the shipping.
func (m *matcher) mereGoal(c *Claim, s *Source) bool {
	r := m.reply
	if s.Origin != Field || s.group == nil || c.Place != "reply" || r.tokens == nil || c.from || c.Negated || c.Hypothetical {
		return false
	}
	switch {
	case s.Kind == Money && s.threshold() && c.Role == RoleShipping && s.Role == RoleShipping && !r.freed(c):
	case s.Kind == Quantity && c.Kind == Quantity && s.gauge != 0 && s.goal():
	default:
		return false
	}
	n := r.sentences[r.sentenceOf(int(c.first))]
	for j := window(n, int(c.first), 6); j < min(n.next, int(c.next)+3); j++ {
		if t := &r.tokens[j]; t.has(cueFrom|cueOver|cueUpTo) || t.sounds(toneFree) || t.sounds(toneGratis) || r.cuesAt(j)&cueMore != 0 {
			return false
		}
	}
	if s.Kind == Quantity && !r.has(c, n) {
		return false
	}
	return slices.ContainsFunc(m.index.sources, func(o *Source) bool {
		if o.Kind != s.Kind || o.Origin != Field || o.Tool != s.Tool || o.Server != s.Server || o.same(s) || m.told(c, o) {
			return false
		}
		return s.Kind == Money && o.Role == RoleShipping && o.group == s.group && !o.threshold() || s.Kind == Quantity && o.gauge&s.gauge != 0 && !o.goal() && !o.left()
	})
}

// has reports whether the words before a claim in its clause say that somebody has it, or that it is there.
func (r *Reply) has(c *Claim, s sentence) bool {
	for j := int(c.next); j < min(s.next, int(c.next)+4); j++ {
		if t := &r.tokens[j]; t.kind == tokenWord && goalWord(singular(r.Text[t.start:t.end])) {
			return false // "you need to have"
		}
	}
	for j := int(c.first) - 1; j >= window(s, int(c.first), 5) && !r.partsAt(j) && r.terms(j)&termUnit == 0; j-- {
		if r.tokens[j].has(cueHave | cueIs | cueCopula) {
			return true
		}
	}
	return false
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
