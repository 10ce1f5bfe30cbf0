package guard

// negated reports whether "not" or its like stands shortly before token i, in the same clause.
func (r *Reply) negated(s sentence, i int) bool {
	for j := i - 1; j >= window(s, i, 10); j-- {
		t := &r.tokens[j]
		switch {
		case t.has(cueNot), t.hash == hashT && j > 0 && r.tokens[j-1].is('\''):
			return true
		case clause(t):
			return false
		}
	}
	return false
}

// deniedAfter reports whether "isn't possible" or its like follows at token i, after a claim.
func (r *Reply) deniedAfter(s sentence, i int) bool {
	for j := i; j < min(s.next, i+3); j++ {
		t := &r.tokens[j]
		if clause(t) {
			return false
		}
		if t.has(cueNot) || t.hash == hashT && r.tokens[j-1].is('\'') {
			return true
		}
		if t.kind == tokenWord && !t.has(cueCopula|cueIs) && r.phraseAt(j) != nil && r.phraseAt(j).cues&cueNot == 0 {
			return false
		}
	}
	return false
}

var hashT = hashWord("t")

// hypothetical reports whether the sentence up to token i only supposes.
func (r *Reply) hypothetical(s sentence, i int) bool {
	seen := cue(0)
	for j := i - 1; j >= window(s, i, reach); j-- {
		if w := r.tokens[j].word; w != nil {
			seen |= w.cues
		}
	}
	return seen&cueSuppose != 0 || seen&cueIf != 0 && seen&cueWould != 0
}

// asserts reports whether the reply affirms the claim. It does, unless it asks, supposes, denies, or only gives the
// customer's own figure back: "with your budget of €200", "jackets under €200", "if you spend €50". A "yes" before a
// plain statement makes that an assertion too.
func (r *Reply) asserts(c *Claim, s sentence) bool {
	if c.Hypothetical || c.Negated {
		return false
	}
	if !c.Echo {
		return !r.tokens[s.next-1].is('?')
	}
	first := int(c.first)
	var seen cue
	for j := s.first; j < min(s.next, s.first+4*reach); j++ {
		if e := r.phraseAt(j); e != nil && (j < first || j >= int(c.next)) {
			seen |= e.cues
		}
	}
	stated := c.Role == RolePrice && r.stated(first)
	switch {
	case seen&cueYes != 0 && stated:
		return true
	case c.open() && c.About != AboutDelivery && c.About != AboutDiscount && !stated,
		c.Quoted, seen&cueBudget != 0 && !stated, seen&cueYours != 0 && seen&cueSaid != 0 && !stated,
		seen&cueIf != 0 && seen&cueYours != 0 && !stated, r.clauseHas(s, first, cueWith) && seen&cueYours != 0:
		return false
	}
	return seen&cueYes != 0 || !r.tokens[s.next-1].is('?')
}

// stated reports whether "is", "costs" or their like stand directly before token i.
func (r *Reply) stated(i int) bool {
	for j := i - 1; j >= max(0, i-2); j-- {
		if t := &r.tokens[j]; t.has(cueCopula) || t.word != nil && t.word.about == AboutPrice {
			return true
		}
	}
	return false
}

// clauseHas reports whether the word before token i, one small word aside, has the cue.
func (r *Reply) clauseHas(s sentence, i int, c cue) bool {
	for j := i - 1; j >= window(s, i, 2); j-- {
		if r.tokens[j].has(c) {
			return true
		}
	}
	return false
}

// open reports whether the claim is a bound: "under €200".
func (c *Claim) open() bool {
	return len(c.Readings) > 0 && (c.Readings[0].OpenLow || c.Readings[0].OpenHigh)
}
