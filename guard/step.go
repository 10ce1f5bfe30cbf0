package guard

import "slices"

// A list of which each record says where it begins ({"min_qty": 25, "percent": 10}, {"spend": 200, "save": 30}) is a scale. What holds on one of
// its steps is said of a number that leads to it: "from 25 notebooks you get 10%", "with 30 of them it is 10%".

// keepToStep takes the sources of a figure away that stand on one step of a scale, where the number that its clause names leads to another step,
// which has another value under the same key.
func (m *matcher) keepToStep(c *Claim) {
	if c.Place != "reply" || len(c.Sources) == 0 || c.Derived || c.Negated || !c.Readings[0].single() || m.reply.tokens == nil {
		return
	}
	switch c.Kind {
	case Money, Percent, Quantity, Duration:
	default:
		return
	}
	var start *Source
	for _, s := range c.Sources {
		if start = m.startOf(s); start == nil {
			return
		}
	}
	n, exact, ok := m.stepNumber(c, start)
	if !ok {
		return
	}
	to := m.stepAt(start, n, exact)
	if to == nil || to == start || slices.ContainsFunc(c.Sources, func(s *Source) bool { return m.startOf(s) == to }) {
		return
	}
	key := keyOf(c.Sources[0].Path)
	for _, o := range m.index.sources {
		if o.Kind == c.Sources[0].Kind && o.group == to.group && keyOf(o.Path) == key && !o.Amount.Equal(c.Sources[0].Amount) {
			m.refuse(c, checkStep)
			c.Nearest = o
			return
		}
	}
}

// startOf returns the number at which the step of a scale begins that s stands on, or nil. Where s is that number itself, it stands on none.
func (m *matcher) startOf(s *Source) *Source {
	if s.Origin != Field || s.group == nil || !s.group.listed() || startKey(keyOf(s.Path)) {
		return nil
	}
	for _, o := range m.index.sources {
		if o.group == s.group && o.Origin == Field && (o.Kind == Quantity || o.Kind == Money) && startKey(keyOf(o.Path)) {
			return o
		}
	}
	return nil
}

// startKey reports whether a key names where a step begins.
func startKey(key string) bool {
	words, n := fieldWords(key)
	return slices.ContainsFunc(words[:n], func(w string) bool {
		switch w {
		case "min", "minimum", "from", "over", "above", "threshold", "spend", "least", "ab", "mind", "mindestmenge", "schwelle", "vanaf", "minimaal", "drempel", "dès", "minimo", "mínimo", "minima", "mínima", "desde", "seuil",
			"umbral", "soglia", "från", "minst", "reach":
			return true
		}
		return false
	})
}

// stepAt returns where the step begins that a number leads to, or nil. An exact number is one at which a step begins.
func (m *matcher) stepAt(start *Source, n Decimal, exact bool) *Source {
	var found *Source
	for _, o := range m.index.sources {
		if o.Origin != Field || o.Kind != start.Kind || o.Tool != start.Tool || o.Server != start.Server || o.group == nil || o.group != start.group && !o.group.sibling(start.group) || keyOf(o.Path) != keyOf(start.Path) {
			continue
		}
		if o.Amount.Equal(n) {
			return o
		}
		if !exact && o.Amount.Cmp(n) < 0 && (found == nil || found.Amount.Cmp(o.Amount) < 0) {
			found = o
		}
	}
	return found
}

// stepNumber returns the number of the claim's clause that says on which step it is: that behind "from" right behind it, or else the nearest
// before it. A number that begins no step leads to the one below, unless the sentence speaks of what is missing or names the claim's own step.
func (m *matcher) stepNumber(c *Claim, start *Source) (n Decimal, exact, ok bool) {
	r := m.reply
	s := r.sentences[r.sentenceOf(int(c.first))]
	tied := false
	for j := int(c.next); j < min(s.next, int(c.next)+5) && !ok; j++ {
		t := &r.tokens[j]
		if tied = tied || t.has(cueFrom|cueOver|cueFor|cueWith); clause(t) || t.has(cueAnd) {
			break
		}
		if n, ok = r.numberOver(j); ok && (!tied || m.stepAt(start, n, true) == nil) {
			ok = false
			break
		}
	}
	if ok {
		return n, true, true
	}
	for j := int(c.first) - 1; j >= s.first && !ok; j-- {
		o := r.claimOver(j)
		if o == nil && clause(&r.tokens[j]) && !r.tokens[j].is(',') || o != nil && o.Kind == c.Kind && (len(o.Sources) == 0 || !startKey(keyOf(o.Sources[0].Path))) {
			return n, true, false
		}
		n, ok = r.numberOver(j)
	}
	if !ok || m.stepAt(start, n, true) != nil {
		return n, true, ok && !m.statesNumber(s, start.Amount, c) || ok && m.stepAt(start, n, true) == start
	}
	for j := s.first; j < s.next; j++ {
		if t := &r.tokens[j]; r.cuesAt(j)&cueMore != 0 && r.claimOver(j) == nil || r.soundsAt(j, toneRest) || slices.Contains(shortWords, t.hash) {
			return n, false, false
		}
	}
	return n, false, start.Kind == Quantity && !m.statesNumber(s, start.Amount, c)
}

// shortWords say that something is missing.
var shortWords = hashWords("short", "until", "away", "another", "need", "needs", "fehlen", "fehlt", "brauchst", "brauchen", "noch", "manque", "manquent", "encore", "faltan", "falta", "faltam", "mancano", "manca", "ancora", "nog", "ontbreken", "saknas", "kvar", "ainda")

// numberOver returns the number that token j is the last of, where it is a figure by itself, an amount or a count, or the lower end of an open range.
func (r *Reply) numberOver(j int) (n Decimal, ok bool) {
	if o := r.claimOver(j); o != nil {
		v := &o.Readings[0]
		if o.Kind != Money && o.Kind != Quantity || !v.single() && (!v.OpenHigh || v.OpenLow) || o.Reason == TooMany {
			return n, false
		}
		return v.Low, true
	}
	t := &r.tokens[j]
	switch {
	case t.isDigits() && t.size < 7:
		return whole(int64(t.num)), true
	case t.kind == tokenWord && t.word != nil && t.word.class == classUnit && t.word.number >= 2 && t.word.cues == 0:
		return whole(int64(t.word.number)), true
	}
	return n, false
}

// statesNumber reports whether a sentence states a number outside a claim.
func (m *matcher) statesNumber(s sentence, v Decimal, c *Claim) bool {
	for j := s.first; j < s.next; j++ {
		if j >= int(c.first) && j < int(c.next) {
			continue
		}
		if n, ok := m.reply.numberOver(j); ok && n.Equal(v) {
			return true
		}
	}
	return false
}
