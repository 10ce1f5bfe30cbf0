package guard

// otherDeed reports whether the words at a claim call it a plan, or say that something was done, as another field of the result is called by its
// key, and s is not: "it was delivered on 9 February" beside {"ordered_on": "2026-02-09", "delivered_on": "2026-02-13"}, "you've paid €890" beside
// {"paid": 300, "due": 890}, "as a subscription you pay" beside {"price": 22, "subscription_price": 18.70}.
func (m *matcher) otherDeed(c *Claim, s *Source) bool {
	if c.Kind != Money && c.Kind != Date || s.Kind != c.Kind || s.Origin != Field || s.group == nil || c.Place != "reply" || m.reply.tokens == nil || m.reply.ofWhole(c) || m.reply.untilAt(int(c.first)) {
		return false
	}
	plan, action := m.reply.called(c)
	own := keyOf(s.Path)
	if plan &^= termsOf(lastKey(s.Path)); actionOfKey(own) == action {
		action = 0
	}
	if plan == 0 && action == 0 {
		return false
	}
	for _, o := range m.index.sources {
		if o.Kind != s.Kind || o.Origin != Field || o.Tool != s.Tool || o.Server != s.Server || o.same(s) || !beneath(o.group, s.group, true) || o.contradicts(m.around) || m.told(c, o) {
			continue
		}
		if key := keyOf(o.Path); action != 0 && actionOfKey(key) == action || o.group == s.group && plan&termsOf(lastKey(o.Path)) != 0 {
			return true
		}
	}
	return false
}

// called returns that the words before a claim in its clause call it a plan, and the action that the participle nearest to it reports: right before
// an amount, before or behind a day.
func (r *Reply) called(c *Claim) (plan term, action uint8) {
	s := r.sentences[r.sentenceOf(int(c.first))]
	back, ahead, near := 4, 0, 2
	if c.Kind == Date {
		back, ahead, near = 8, 4, 8
	}
	for j := int(c.first) - 1; j >= window(s, int(c.first), back) && !r.partsAt(j); j-- {
		t := &r.tokens[j]
		if c.Kind == Money && (t.has(cueTax|cueWith|cueOff) || t.sounds(toneBack) || r.denies(j)) {
			break
		}
		if c.Kind == Money && (j == s.first || !r.tokens[j-1].counts()) { // "3 instalments of"
			plan |= r.terms(j) & termPlan
		}
		if action == 0 && int(c.first)-j <= near && t.word != nil {
			action = t.word.action
		}
	}
	for j := int(c.next); j < min(s.next, int(c.next)+ahead) && !r.partsAt(j) && action == 0; j++ {
		if w := r.tokens[j].word; w != nil {
			action = w.action
		}
	}
	return plan, action
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
