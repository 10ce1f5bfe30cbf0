package guard

// freely reports whether a word for "free of charge" at token i says how something is done: "you can cancel free of charge at any time",
// "u kunt op elk moment gratis opzeggen". What is done stands next to it.
func (p *parser) freely(i int) bool {
	if !p.soundsAt(i, toneGratis) {
		return false
	}
	for j := max(0, i-4); j < min(len(p.tokens), i+3); j++ {
		t := &p.tokens[j]
		if t.kind == tokenPunct && (t.is('.') || t.is('!') || t.is('?') || t.is(';') || t.is(',')) || t.gap >= line && j > 0 {
			if j >= i {
				return false
			}
			continue
		}
		if t.kind == tokenWord && changes(lineOf(p.reply.Text[t.start:t.end])) {
			return true
		}
	}
	return false
}

// changes reports whether a line of the table of keys is of a deed that a customer may be charged for.
func changes(id wordID) bool {
	if id == 0 {
		return false
	}
	for _, w := range [...]string{"cancellation", "rebooking", "return", "activation", "cleaning", "parking", "breakfast"} {
		if lineOf(w) == id {
			return true
		}
	}
	return false
}

// chargesFor reports whether the evidence has a fee, and none of zero, under a key that has one of the words next to a claim that
// something is free.
func (m *matcher) chargesFor(c *Claim) bool {
	r := m.reply
	s := r.sentences[r.sentenceOf(int(c.first))]
	var said wordIDs
	for j := window(s, int(c.first), 8); j < min(s.next, int(c.next)+3); j++ {
		r.idsAt(j, &said)
	}
	found := false
	for _, o := range m.index.sources {
		if o.Kind != Money || o.unsure || o.Origin != Field || o.threshold() || o.Role == RoleDiscount || !(o.ids != nil && said.meets(o.ids, &wordIDs{}) || o.over != nil && said.meets(o.over, &wordIDs{})) {
			continue
		}
		if o.told().terms&topics == 0 && o.Role != RoleShipping && o.Role != RoleCost && o.Role != RolePrice && o.Role != 0 {
			continue
		}
		if o.Amount.IsZero() {
			return false
		}
		found = true
	}
	return found
}

// conditioned reports whether the sentence says on what condition, or until when, something is free.
func (m *matcher) conditioned(c *Claim) bool {
	r := m.reply
	s := r.sentences[r.sentenceOf(int(c.first))]
	if c.Quoted || c.Negated || c.Struck || r.tokens[s.next-1].is('?') {
		return true
	}
	for j := s.first; j < min(s.next, int(c.next)+reach); j++ {
		if j >= int(c.first) && j < int(c.next) {
			continue
		}
		t := &r.tokens[j]
		if t.has(cueIf|cueOver|cueSuppose) || t.hash == hashUntil || r.untilAt(j+1) || r.inClaimOf(j, Date) || r.inClaimOf(j, Money) || r.inClaimOf(j, Time) || r.inClaimOf(j, Duration) {
			return true
		}
	}
	return false
}
