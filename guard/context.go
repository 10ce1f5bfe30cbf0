package guard

import "slices"

// reach bounds how many tokens around a claim are looked at for what they say about it.
const reach = 24

// place fills in a claim's sentence, its flags, and what it speaks of.
func (r *Reply) place(c *Claim) {
	n := r.sentenceOf(int(c.first))
	s := r.sentences[n]
	c.Sentence = r.span(s)
	c.Sentence.End = max(c.Sentence.End, c.Span.End)
	first, next := int(c.first), int(c.next)
	style := r.tokens[first].style & r.tokens[next-1].style
	c.Struck, c.Quoted = style&styleStruck != 0, style&styleQuoted != 0
	c.Approx = c.Approx || r.approx(s, first)
	c.Negated = r.negated(s, first)
	c.Hypothetical = r.hypothetical(s, first)
	r.subject(c, s)
	r.heardIt(c)
	c.Asserted = r.asserts(c, s)
}

// window returns the tokens to the left of i in the sentence, as far as reach.
func window(s sentence, i, reach int) int { return max(s.first, i-reach) }

// approx reports whether "about" or its like stands directly before token i.
func (r *Reply) approx(s sentence, i int) bool {
	for j := i - 1; j >= window(s, i, 3); j-- {
		t := &r.tokens[j]
		switch {
		case t.has(cueApprox), t.is('~'), t.is('≈'), t.is('±'):
			return true
		case t.kind == tokenPunct && !t.is('.') || t.isDigits():
			return false
		}
	}
	return false
}

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
	return r.deniedAfter(s, i)
}

// deniedAfter reports whether "isn't possible" or its like follows the claim that begins at token i.
func (r *Reply) deniedAfter(s sentence, i int) bool {
	at := i
	for at < s.next && (r.tokens[at].kind != tokenWord || r.tokens[at].word != nil && r.tokens[at].word.sort != sortNone) {
		at++
	}
	for j := at; j < min(s.next, at+3); j++ {
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

// clause reports whether t ends a clause.
func clause(t *token) bool {
	return t.kind == tokenPunct && (t.sym == ',' || t.sym == ';' || t.sym == ':' || t.sym == '(' || t.sym == '–' || t.sym == '—') && t.gap == glued ||
		t.kind == tokenPunct && (t.sym == '(' || t.sym == '–' || t.sym == '—')
}

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

// subject fills in what the claim is about and which role its figure has.
func (r *Reply) subject(c *Claim, s sentence) {
	c.About = r.about(c, s)
	c.Role = r.role(c, s)
	if c.About == 0 {
		switch c.Role {
		case RolePrice, RoleListPrice, RoleCost, RoleTotal:
			c.About = AboutPrice
		}
	}
}

// about looks for the subject in the claim's clause: to the left, then to the right, then in the whole sentence to
// the left. A subject other than the price counts more than the price: "shipping costs €5".
func (r *Reply) about(c *Claim, s sentence) About {
	found := About(0)
	note := func(t *token) {
		if t.word != nil && t.word.about != 0 && (found == 0 || found == AboutPrice) {
			found = t.word.about
		}
	}
	left := int(c.first) - 1
	for ; left >= window(s, int(c.first), reach) && !clause(&r.tokens[left]); left-- {
		note(&r.tokens[left])
	}
	if found != 0 {
		return found
	}
	for j := int(c.next); j < min(s.next, int(c.next)+8) && !clause(&r.tokens[j]) && !r.tokens[j].isDigits(); j++ {
		note(&r.tokens[j])
	}
	if found != 0 {
		return found
	}
	for ; left >= window(s, int(c.first), reach); left-- {
		note(&r.tokens[left])
	}
	return found
}

// role looks for the role close to the figure: "shipping is €5", "€5 shipping", "was €249".
func (r *Reply) role(c *Claim, s sentence) Role {
	priced := false
	for j := int(c.first) - 1; j >= window(s, int(c.first), 4); j-- {
		t := &r.tokens[j]
		if clause(t) && !t.is(':') || t.isDigits() {
			break
		}
		if t.word == nil {
			continue
		}
		if e := r.phraseAt(j); e.role != 0 {
			return e.role
		}
		if t.word.about == AboutPrice || t.has(cueIs) {
			priced = true
		}
	}
	for j := int(c.next); j < min(s.next, int(c.next)+2); j++ {
		t := &r.tokens[j]
		if t.kind != tokenWord {
			break
		}
		if e := r.phraseAt(j); e != nil && e.role != 0 && e.role != RoleListPrice {
			return e.role
		}
		if t.has(cueOff) {
			return RoleDiscount
		}
	}
	if priced && c.Kind == Money {
		return RolePrice
	}
	return 0
}

// phraseAt returns what the lexicon knows of the word or phrase at token i.
func (r *Reply) phraseAt(i int) *entry {
	e, _ := phraseIn(r.tokens, words(), i)
	return e
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

// hear examines what the customer said.
func (r *Reply) hear() {
	if len(r.Said) == 0 {
		return
	}
	if r.heard == nil {
		r.heard = &Reply{}
	}
	h := r.heard
	h.reset()
	all := &Reply{Now: r.Now, Zone: r.Zone, Language: r.Language}
	for _, text := range r.Said {
		all.Text = text
		all.examine(true)
		for _, c := range all.Claims {
			c.Readings = slices.Clone(c.Readings)
			h.Claims = append(h.Claims, c)
		}
	}
}

// heardIt marks a claim whose value the customer said.
func (r *Reply) heardIt(c *Claim) {
	if len(r.Said) == 0 || r.heard == nil {
		return
	}
	for i := range r.heard.Claims {
		h := &r.heard.Claims[i]
		if c.sameAs(h) {
			c.Echo = true
			return
		}
	}
}

// sameAs reports whether h, which the customer said, can mean the same value.
func (c *Claim) sameAs(h *Claim) bool {
	if c.Kind != h.Kind && h.Kind != Quantity {
		return false
	}
	if c.Kind == Money && h.Kind == Money && len(c.Currencies) > 0 && len(h.Currencies) > 0 &&
		!slices.ContainsFunc(c.Currencies, func(code string) bool { return slices.Contains(h.Currencies, code) }) {
		return false
	}
	for i := range c.Readings {
		for j := range h.Readings {
			a, b := &c.Readings[i], &h.Readings[j]
			switch c.Kind {
			case Date:
				if a.Day.Equal(b.Day) && a.LastDay.Equal(b.LastDay) && h.Kind == Date {
					return true
				}
			case ID, URL, Phone, Email:
				if a.ID == b.ID && a.ID != "" {
					return true
				}
			case Done:
			default:
				if a.Low.Equal(b.Low) && a.High.Equal(b.High) || a.Amount.Equal(b.Amount) {
					return true
				}
			}
		}
	}
	return false
}
