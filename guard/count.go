package guard

import "slices"

// count returns how many of an item the claim is the amount of: "4 mugs for €50", "both mugs: €25", "€50 for 4 mugs"; not
// where it is the price of one: "4 mugs at €12.50", "4 mugs (€12.50 each)".
func (m *matcher) count(c *Claim) (Decimal, bool) {
	r := m.reply
	if r.tokens == nil || c.terms&termEach != 0 {
		return Decimal{}, false
	}
	s := r.sentences[r.sentenceOf(int(c.first))]
	if len(m.around) == 0 {
		return r.countOfThem(c, s)
	}
	at := m.mentionAt(c, s)
	if at < 0 {
		return Decimal{}, false
	}
	from, to := at, int(c.first)
	if at > int(c.first) {
		from, to = int(c.next), at
	}
	for j := from; j < to; j++ {
		if r.inClaim(j) {
			return Decimal{}, false // they were counted for that one
		}
	}
	if at < int(c.first) && r.lists(at, int(c.first)) {
		return Decimal{}, false
	}
	if r.priceOfOne(from, to) || at < int(c.first) && r.priceOfOne(int(c.next), min(s.next, int(c.next)+2)) {
		return Decimal{}, false
	}
	p := parser{reply: r, tokens: r.tokens, lex: r.lexicon()}
	for j := at - 1; j >= max(s.first, at-3); j-- {
		if clause(&r.tokens[j]) || r.inClaim(j) {
			break
		}
		if n, ok := p.smallNumber(j); ok {
			return n, !r.ordinalAt(s, j) && !m.isValue(at, n) && !p.describes(j) && !r.partOf(s, j)
		}
	}
	return Decimal{}, false
}

// describes reports whether the number at token j is of a measure or a name, and counts nothing: "the 26 cm cake", "the 80x60 canvas", "the 100-print price".
func (p *parser) describes(j int) bool {
	next, before := p.get(j+1), p.get(j-1)
	if g, _ := p.gaugeAt(j + 1); g&gaugeMeasures != 0 {
		return true
	}
	glued := func(t *token) bool {
		return t != nil && (t.is('-') || t.is('×') || p.reply.Text[t.start:t.end] == "x")
	}
	return next.joined() && glued(next) || p.tokens[j].joined() && glued(before)
}

// partOf reports whether the number at token j is of all those of which the claim's thing is one: "of the three blankets the fleece one is cheapest".
func (r *Reply) partOf(s sentence, j int) bool {
	return j-2 >= s.first && r.tokens[j-1].has(cueArticle) && r.tokens[j-2].has(cueOf) || j-1 >= s.first && r.tokens[j-1].has(cueOf) ||
		j-2 == s.first && r.tokens[j-2].kind == tokenWord && slices.Contains(amongWords, r.tokens[j-2].hash)
}

// amongWords begin a sentence about one of several.
var amongWords = hashWords("of", "von", "unter", "sur", "parmi", "de", "entre", "di", "tra", "fra", "van", "av", "bland", "among")

// isValue reports whether the name at token at is the key of that very number: "20 lessons" of {"lessons": 20} are no
// items, whose price the claim were.
func (m *matcher) isValue(at int, n Decimal) bool {
	for i := range m.around {
		l := &m.around[i]
		if int(m.reply.tokens[at].start) != l.span.Start || !l.byKey() {
			continue
		}
		for _, s := range m.index.amount(n) {
			if slices.Contains(l.label.groups, s.group) {
				return true
			}
		}
	}
	return false
}

// lists reports whether a colon, and more than the claim at token to, follows the name at token from: what is counted
// before the colon is listed behind it.
func (r *Reply) lists(from, to int) bool {
	for j := from; j < to-1; j++ {
		if r.tokens[j].is(':') && r.tokens[j].gap == glued && r.tokens[j+1].gap != glued {
			return true
		}
	}
	return false
}

// ordinalAt reports whether the number at token j only numbers what follows: "No. 14", "#14".
func (r *Reply) ordinalAt(s sentence, j int) bool {
	for k := j - 1; k >= max(s.first, j-2); k-- {
		switch t := &r.tokens[k]; {
		case t.is('#'), t.has(cueNumber):
			return true
		case !t.is('.'):
			return false
		}
	}
	return false
}

// spans returns the periods of which the claim's clause counts several: "three nights in the single are €267".
func (m *matcher) spans(c *Claim) (found term) {
	r := m.reply
	if r.tokens == nil || c.terms&(termEach|measures) != 0 {
		return 0
	}
	s := r.sentences[r.sentenceOf(int(c.first))]
	if at := int(c.first) - 1; at >= s.first && (r.priceOfOne(at, at+1) || r.tokens[at].sym == '×' || r.tokens[at].has(cueTimes)) {
		return 0 // "26 hours at €48"
	}
	p := parser{reply: r, tokens: r.tokens, lex: r.lexicon()}
	for j := window(s, int(c.first), 10); j < min(s.next-1, int(c.next)+5); j++ {
		if clause(&r.tokens[j]) && j < int(c.first) {
			found = 0
		}
		if clause(&r.tokens[j]) && j >= int(c.next) {
			break
		}
		if o := r.claimOver(j); o != nil && o.named() {
			continue // "children of 4 to 12 years"
		}
		if _, ok := p.smallNumber(j); ok && r.tokens[j+1].near() && !r.inMoney(j) && !m.inName(j) {
			found |= r.terms(j+1) & periods
		}
	}
	return found
}

// named reports whether a claim is only a part of the name of a record.
func (c *Claim) named() bool { return c.Derived && len(c.Sources) > 0 && c.Sources[0].Op == "name" }

// inName reports whether token j belongs to one of the names around the claim at hand.
func (m *matcher) inName(j int) bool {
	at := int(m.reply.tokens[j].start)
	return slices.ContainsFunc(m.around, func(n mention) bool { return n.span.Start <= at && at < n.span.End })
}

// inClaim reports whether token j belongs to a claim that is no quantity.
func (r *Reply) inClaim(j int) bool {
	for i := range r.Claims {
		if c := &r.Claims[i]; int(c.first) <= j && j < int(c.next) && c.Kind != Quantity {
			return true
		}
	}
	return false
}

// mentionAt returns the token at which the name that counts for the claim begins, or -1.
func (m *matcher) mentionAt(c *Claim, s sentence) int {
	for k := len(m.around) - 1; k >= 0; k-- {
		if l := m.around[k].label; m.around[k].compared || len(l.words) == 2 && allDigits(l.words[0]) {
			continue // "20 tablets of 400 mg"
		}
		for j := s.first; j < min(s.next, s.first+8*reach); j++ {
			if int(m.reply.tokens[j].start) == m.around[k].span.Start {
				return j
			}
		}
	}
	return -1
}

// priceOfOne reports whether "at", "each" or their like stands among tokens.
func (r *Reply) priceOfOne(from, to int) bool {
	for j := from; j < to; j++ {
		if t := &r.tokens[j]; r.terms(j)&(termUnit|termEach) != 0 || t.has(cuePer) || t.is('@') {
			return true
		}
	}
	return false
}

// countOfThem reads "both for €25" and "two of them are €25".
func (r *Reply) countOfThem(c *Claim, s sentence) (Decimal, bool) {
	p := parser{reply: r, tokens: r.tokens, lex: r.lexicon()}
	for j := int(c.first) - 2; j >= window(s, int(c.first), 8) && !clause(&r.tokens[j]); j-- {
		if r.inClaim(j) {
			break
		}
		n, ok := p.smallNumber(j)
		next := &r.tokens[j+1]
		if ok && (r.tokens[j].has(cueBoth) || next.has(cueOf|cueTotal)) && !r.priceOfOne(j+1, int(c.first)) &&
			!r.priceOfOne(int(c.next), min(s.next, int(c.next)+2)) {
			return n, true
		}
	}
	return Decimal{}, false
}
