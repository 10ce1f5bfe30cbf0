package guard

// otherKey reports whether the words beside a claim are those of another field of the result than s, and none of them is one of
// s: "the towel is €12" beside {"day_pass": 12, "towel": 2.50}, "15 days taken" beside {"taken_days": 6, "remaining_days": 15}.
func (m *matcher) otherKey(c *Claim, s *Source) bool {
	if s.Origin != Field || s.group == nil || c.free || c.Place != "reply" || m.reply.tokens == nil || s.Kind == ID {
		return false
	}
	if c.Role == RoleTax && c.Role == s.Role || m.reply.ofWhole(c) {
		return false
	}
	var said, behind wordIDs
	m.reply.idsBefore(c, &said, false)
	m.reply.idsBehind(c, &behind)
	if said.n+behind.n == 0 {
		return false
	}
	around := behind
	m.reply.idsBefore(c, &around, true)
	m.reply.idsBehind(c, &around)
	own := s.allIDs()
	plain, reach := own.n == 0, s.threshold()
	own.addText(s.Tool)
	for _, o := range m.index.sources {
		if o.Kind != s.Kind || o == s || o.group == nil || o.unsure || o.ids == nil && o.over == nil || o.Origin != Field || o.same(s) || reach && !o.threshold() || (o.Tool != s.Tool || o.Server != s.Server) && (reach || !o.threshold()) ||
			plain && o.words&wordTopics != 0 {
			continue
		}
		if !said.meetsKey(o, &own) && !behind.meetsKey(o, &own) || o.Tool == s.Tool && !beneath(o.group, s.group, true) || o.contradicts(m.around) || m.told(c, o) {
			continue
		}
		theirs := o.allIDs()
		theirs.addText(o.Tool)
		if !around.meets(&own, &theirs) {
			return true
		}
	}
	return false
}

// meetsKey reports whether the key of a source, or the one around it, has one of the words, and the third set has not.
func (w *wordIDs) meetsKey(o *Source, but *wordIDs) bool {
	return o.ids != nil && w.meets(o.ids, but) || o.over != nil && w.meets(o.over, but)
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

// allIDs returns the words of a source's path and its record's name.
func (s *Source) allIDs() (all wordIDs) {
	all = s.ownIDs()
	all.addText(s.Path)
	all.addText(s.group.best)
	return all
}

// idsBefore adds the words of a claim's clause before it, as far as the figure or the "and" before; all of them, or without those
// that "with" or "plus" introduces.
func (r *Reply) idsBefore(c *Claim, set *wordIDs, all bool) {
	s := r.sentences[r.sentenceOf(int(c.first))]
	for j := int(c.first) - 1; j >= window(s, int(c.first), maxFieldReach); j-- {
		t := &r.tokens[j]
		if clause(t) && !(j == int(c.first)-1 && t.is(':')) || t.is('|') || t.isDigits() || t.has(cueAnd) && !t.has(cueIs) && !(t.hash == hashEn && r.Language != "nl" && r.Language != "") || r.plusAt(j) || t.sounds(toneTail) && t.has(cueTax) {
			return
		}
		if r.claimOver(j) != nil {
			r.idsBehind(c, set) // the words between may be those of either
			return
		}
		if all || !r.adds(s, j) || r.directly(j, int(c.first)) {
			r.idsAt(j, set)
		}
	}
}

// idsBehind adds the words directly behind a claim that say what it is: "€20 in taxes", "15 days taken".
func (r *Reply) idsBehind(c *Claim, set *wordIDs) {
	s := r.sentences[r.sentenceOf(int(c.first))]
	n := set.n
	with := c.first > 0 && r.tokens[c.first-1].has(cueWith)
	for j := int(c.next); j < min(s.next, int(c.next)+7); j++ {
		t := &r.tokens[j]
		if o := r.claimOver(j); o != nil && r.ofWhole(o) && o.Kind == c.Kind && int(o.next)-j < 4 {
			r.idsUsed(int(o.next), s, set) // "€142.35 of the €385 used"
			return
		} else if o != nil {
			set.n = n // the words say what that one is
			return
		}
		if t.isDigits() {
			set.n = n // of your 1,840 points 300 expire
			return
		}
		if t.has(cueCopula) && with {
			return // "with €168.40 the minimum is not reached"
		}
		if t.kind != tokenWord || t.has(cueAnd|cueWith|cueSelf|cueYours|cueModal|cueIf) || t.has(cueCopula) && j > int(c.next) || t.hash == hashPlus || t.sounds(toneTail) && t.has(cueTax) {
			return
		}
		r.idsAt(j, set)
	}
}

// directly reports whether only "of" or an article stands between token i and the one at first: "with an APR of 6.95 %".
func (r *Reply) directly(i, first int) bool {
	for j := i + 1; j < first; j++ {
		if t := &r.tokens[j]; !t.has(cueOf|cueArticle) && !t.is(':') && t.end-t.start > 3 {
			return false
		}
	}
	return true
}

// idsUsed adds the word at token i where it says that something is used, left, taken or paid.
func (r *Reply) idsUsed(i int, s sentence, set *wordIDs) {
	if i >= s.next {
		return
	}
	var said wordIDs
	r.idsAt(i, &said)
	for _, w := range [...]string{"used", "remaining", "taken", "paid"} {
		if id := lineOf(w); said.has(id) {
			set.add(id)
		}
	}
}

// same reports whether two sources of one kind have one value.
func (s *Source) same(o *Source) bool { return s.Amount.Equal(o.Amount) && s.Day.Equal(o.Day) }
