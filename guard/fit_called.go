package guard

// otherwiseCalled reports whether the words at a claim call it a plan, available, or something done, that another amount of the record is
// called by its key, and s is not: "you've paid" beside {"paid": 300, "due": 890}, "as a subscription you pay" beside {"price":
// 22, "subscription_price": 18.70}.
func (m *matcher) otherwiseCalled(c *Claim, s *Source) bool {
	if s.Origin != Field || s.group == nil || m.reply.tokens == nil || m.reply.ofWhole(c) {
		return false
	}
	terms, action := m.reply.called(c)
	if terms == 0 && action == 0 {
		return false
	}
	own := lastKey(s.Path)
	if terms&^m.keyTerms(own) == 0 && (action == 0 || actionOfKey(own) == action) {
		return false
	}
	for _, o := range m.index.sources {
		if o.Kind != Money || o.group != s.group && !(terms&termOpen != 0 && near(o.group, s.group)) || o.Tool != s.Tool || o.Amount.Equal(s.Amount) {
			continue
		}
		key := lastKey(o.Path)
		if terms&m.keyTerms(key)&^m.keyTerms(own) != 0 || action != 0 && actionOfKey(key) == action && actionOfKey(own) != action {
			return true
		}
	}
	return false
}

// counts reports whether a token is a number, in digits or as a word, and no article.
func (t *token) counts() bool {
	return t.isDigits() || t.word != nil && t.word.class != classNone && !t.has(cueArticle)
}

// keyTerms returns the terms of a key that tell amounts of one record apart.
func (m *matcher) keyTerms(key string) term { return termsOf(key) & (termPlan | termOpen) }

// called returns the terms, and the action, that the words shortly before a claim call it by.
func (r *Reply) called(c *Claim) (found term, action uint8) {
	s := r.sentences[r.sentenceOf(int(c.first))]
	for j := int(c.first) - 1; j >= window(s, int(c.first), 4); j-- {
		t := &r.tokens[j]
		if clause(t) && !t.is(':') || t.isDigits() || t.has(cueTax|cueWith|cueAnd|cueOff) || t.sounds(toneBack) || r.denies(j) {
			break
		}
		if j == s.first || !r.tokens[j-1].counts() { // "3 instalments of"
			found |= r.terms(j) & (termPlan | termOpen)
		}
		if j >= int(c.first)-2 && t.word != nil && t.word.action != 0 && action == 0 {
			action = t.word.action
		}
	}
	return found, action
}
