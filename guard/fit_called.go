package guard

// otherDeed reports whether the words at a claim say that something was done that another field of the result is called by, and s is not: "it was
// delivered on 9 February" beside {"ordered_on": "2026-02-09", "delivered_on": "2026-02-13"}, "you've paid €890" beside {"paid": 300, "due": 890}.
func (m *matcher) otherDeed(c *Claim, s *Source) bool {
	if c.Kind != Money && c.Kind != Date || s.Kind != c.Kind || s.Origin != Field || s.group == nil || c.Place != "reply" || m.reply.tokens == nil || m.reply.ofWhole(c) || m.reply.untilAt(int(c.first)) {
		return false
	}
	action := m.reply.deedAt(c)
	if action == 0 || actionOfKey(keyOf(s.Path)) == action {
		return false
	}
	for _, o := range m.index.sources {
		if o.Kind == s.Kind && o.Origin == Field && o.Tool == s.Tool && o.Server == s.Server && !o.same(s) && actionOfKey(keyOf(o.Path)) == action && beneath(o.group, s.group, true) && !o.contradicts(m.around) && !m.told(c, o) {
			return true
		}
	}
	return false
}

// deedAt returns the action that the participle nearest to a claim in its clause reports: right before an amount, before or behind a day.
func (r *Reply) deedAt(c *Claim) uint8 {
	s := r.sentences[r.sentenceOf(int(c.first))]
	back, ahead := 2, 0
	if c.Kind == Date {
		back, ahead = 8, 4
	}
	for j := int(c.first) - 1; j >= window(s, int(c.first), back) && !r.partsAt(j); j-- {
		if w := r.tokens[j].word; w != nil && w.action != 0 {
			return w.action
		}
	}
	for j := int(c.next); j < min(s.next, int(c.next)+ahead) && !r.partsAt(j); j++ {
		if w := r.tokens[j].word; w != nil && w.action != 0 {
			return w.action
		}
	}
	return 0
}

// partsAt reports whether what is said at token j is of another clause or figure than what is said behind it.
func (r *Reply) partsAt(j int) bool {
	t, o := &r.tokens[j], r.claimOver(j)
	return clause(t) && !t.is(':') || t.has(cueAnd) || t.isDigits() || o != nil && o.Kind != Done
}

// counts reports whether a token is a number, in digits or as a word, and no article.
func (t *token) counts() bool {
	return t.isDigits() || t.word != nil && t.word.class != classNone && !t.has(cueArticle)
}
