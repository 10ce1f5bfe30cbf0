package guard

// feeAt yields an amount of zero at a word for a fee that is denied: "no joining fee". The word between says which one.
func (p *parser) feeAt(i int) int {
	if p.tokens[i].terms()&termFee == 0 || p.reply.Place != "" {
		return i
	}
	for j := i - 1; j >= max(p.done, i-3); j-- {
		b := &p.tokens[j]
		switch {
		case b.kind != tokenWord || !p.tokens[j+1].near():
			return i
		case b.hash == hashNo && j < i-1:
			f := figure{n: 1}
			p.emit(Money, &f, j, i+1).free = true
			return i + 1
		}
	}
	return i
}

var hashNo = hashWord("no")

// terms returns the terms of a word by itself.
func (t *token) terms() term {
	if t.word == nil {
		return 0
	}
	return t.word.terms
}

// chargesFee reports whether the evidence has an amount, and none of zero, under a key that names the fee which c denies. What is
// asked, or holds on a condition only, denies none.
func (m *matcher) chargesFee(c *Claim, s sentence) bool {
	r := m.reply
	if c.Quoted || c.Struck || r.tokens[s.next-1].is('?') {
		return false
	}
	for j := s.first; j < min(s.next, int(c.next)+reach); j++ {
		if t := &r.tokens[j]; t.has(cueIf|cueWould|cueOver|cueSuppose) || j == int(c.next) && t.has(cueFor|cueIn|cueDate) {
			return false
		}
	}
	found := false
	for _, o := range m.index.sources {
		if o.Kind != Money || o.Origin != Field || termsOf(o.Path)&termFee == 0 || o.threshold() || !m.namesFee(c, o) {
			continue
		}
		if o.Amount.IsZero() {
			return false
		}
		found = true
	}
	return found
}

// namesFee reports whether a word between "no" and the fee is one of the source's key.
func (m *matcher) namesFee(c *Claim, s *Source) bool {
	for j := int(c.first) + 1; j < int(c.next)-1; j++ {
		if m.reply.saysKey(j, lastKey(s.Path)) {
			return true
		}
	}
	return false
}
