package guard

// calledOnce takes the sources of a figure away that the reply states twice, by the name of its field and without it, while its record holds
// another figure that goes unsaid: "your fund is worth €20,000; for the €20,000 paid in". One of the two was to be that. The later one
// is the one that fails.
func (m *matcher) calledOnce(c *Claim) {
	if c.Place != "reply" || m.reply.tokens == nil || c.Kind != Money && c.Kind != Quantity || !m.plainField(c) || c.Echo || m.reply.isFactor(c) {
		return
	}
	s := c.Sources[0]
	if len(c.Sources) > 1 || s.ids == nil && s.over == nil || s.Role == RolePrice || s.Role == RoleTotal || s.Role == RoleBalance {
		return
	}
	own, topic := s.ownIDs(), termsOf(s.Path)&topics
	says := func(c *Claim) bool { return c.terms&topic != 0 || m.saysOwn(c, &own) } // "you get €48 back" of a refund
	named := says(c)
	for i := range m.reply.Claims {
		o := &m.reply.Claims[i]
		if o.first >= c.first {
			return
		}
		if o.Kind != c.Kind || !m.plainField(o) || o.Sources[0] != s || o.Echo || m.reply.isFactor(o) || says(o) == named {
			continue
		}
		if m.otherUnsaid(s) {
			m.refuse(c, checkCalledOnce)
			return
		}
	}
}

// ownIDs returns the words of a source's key and of the one above it.
func (s *Source) ownIDs() (own wordIDs) {
	for _, set := range [...]*wordIDs{s.ids, s.over} {
		if set != nil {
			for _, id := range set.list[:set.n] {
				own.add(id)
			}
		}
	}
	return own
}

// saysOwn reports whether a claim's sentence has one of the words.
func (m *matcher) saysOwn(c *Claim, own *wordIDs) bool {
	r := m.reply
	s := r.sentences[r.sentenceOf(int(c.first))]
	for j := int(c.first) - 1; j >= window(s, int(c.first), reach); j-- {
		if o := r.claimOver(j); o != nil && o.Kind == c.Kind {
			break
		}
		if r.saysOf(j, own) {
			return true
		}
	}
	for j := int(c.next); j < min(s.next, int(c.next)+reach); j++ {
		if o := r.claimOver(j); o != nil && o.Kind == c.Kind || r.parts(j) || r.tokens[j].has(cueAnd) {
			break
		}
		if r.saysOf(j, own) {
			return true
		}
	}
	return false
}

// otherUnsaid reports whether the record of s, or the one around it, holds a figure of the same sort that the text states nowhere.
func (m *matcher) otherUnsaid(s *Source) bool {
	for _, o := range m.index.sources {
		if o.Kind != s.Kind || o == s || o.Origin != Field || o.group == nil || o.Tool != s.Tool || o.Server != s.Server || o.Role == RoleCost || o.threshold() || o.gauge != s.gauge || o.Amount.IsZero() {
			continue
		}
		if !beneath(o.group, s.group, true) || s.group.inList(o.group) {
			continue
		}
		if !m.statesAmount(o) {
			return true
		}
	}
	return false
}

// statesAmount reports whether the text states an amount.
func (m *matcher) statesAmount(s *Source) bool {
	for i := range m.reply.Claims {
		c := &m.reply.Claims[i]
		if c.Kind != s.Kind {
			continue
		}
		for k := range c.Readings {
			if c.Readings[k].Amount.Equal(s.Amount) {
				return true
			}
		}
	}
	return false
}
