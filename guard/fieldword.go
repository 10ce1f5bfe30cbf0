package guard

import "slices"

// wordSet is what the words of a key, or those beside an amount in a text, say that the amount is: topics and measures
// by the bits of their terms, then the other terms that count, and the roles. A set of a reply and one of a record mean the same by each bit.
type wordSet uint32

// wordRole returns the bit of a role.
func wordRole(r Role) wordSet { return 1 << (18 + r) }

// termWords returns the bits of terms.
func termWords(t term) wordSet {
	set := wordSet(t) & (wordTopics | wordMeasures)
	if t&termSub != 0 {
		set |= wordNet
	}
	if t&termOpen != 0 {
		set |= wordOpen
	}
	return set
}

const (
	wordTopics   = wordSet(topics)
	wordMeasures = wordSet(measures)
	wordNet      = wordSet(1) << 17
	wordOpen     = wordSet(1) << 18
	wordTax      = wordSet(1) << (18 + RoleTax)
	wordShipping = wordSet(1) << (18 + RoleShipping)
	wordDiscount = wordSet(1) << (18 + RoleDiscount)
	wordList     = wordSet(1) << (18 + RoleListPrice)
	wordTotal    = wordSet(1) << (18 + RoleTotal)
	wordPrice    = wordSet(1) << (18 + RolePrice)
	wordCost     = wordSet(1) << (18 + RoleCost)
	wordBalance  = wordSet(1) << (18 + RoleBalance)

	// partWords make an amount another than the one that a record is about.
	partWords = wordTopics | wordNet | wordOpen | wordTax | wordShipping | wordDiscount | wordList | wordCost
	// fieldBits are those that tell one amount of a record from another.
	fieldBits = partWords | wordMeasures | wordTotal | wordBalance
)

// keyWords returns what a key of these words and terms says.
func keyWords(words []string, terms term, role Role) wordSet {
	set := termWords(terms)
	if terms&termWithout != 0 && len(words) == 1 {
		set |= wordNet // {"excl": 412.40, "incl": 499.00}
	}
	for _, w := range words {
		if r := readKey(w).role; r != 0 && r != RoleCost && r != RoleOther && r != RoleStock {
			set |= wordRole(r)
		}
	}
	if role != 0 && role != RoleCost && role != RoleOther && role != RoleStock {
		set |= wordRole(role)
	}
	return set
}

// wordsOf returns what a source's keys, its role and the names of its record say.
func (s *Source) wordsOf() wordSet {
	set := s.words
	if s.Role != 0 && s.Role != RoleOther && s.Role != RoleStock {
		set |= wordRole(s.Role)
	}
	for g := s.group; g != nil; g = g.parent {
		set |= termWords(g.terms) & (wordMeasures | wordTopics)
		if len(g.best) <= maxTitle {
			set |= termWords(termsOf(g.best)) & wordTopics
		}
	}
	return set
}

// otherField reports whether the words beside a claim name another amount of the result than s: "shipping is €35" where
// the scarf costs 35 and shipping 5; or whether s is the tax, the refund or the cost of something, the claim does not
// say so, and a plainer amount stands beside it.
func (m *matcher) otherField(c *Claim, s *Source) bool {
	if s.Origin != Field || s.Kind != Money || s.group == nil || m.reply.tokens == nil {
		return false
	}
	said := m.fieldWordsOf(c)
	own := s.wordsOf()
	excused := own | termWords(termsOf(s.Tool)|termsOf(s.Server)) | toolWords(s.Tool) | toolWords(s.Server)
	if said&wordNet != 0 && said&own&wordTax == 0 && own&(wordNet|wordTax) == wordTax {
		return true // "without VAT"
	}
	if m.perMeasure(c, s, said) {
		return true
	}
	if levied(s.Path) {
		excused |= wordMeasures
	}
	named := said & fieldBits &^ excused
	if named == 0 && own&partWords == 0 {
		return false
	}
	for _, o := range m.index.sources {
		if o.Kind != Money || o.Origin != Field || o == s || o.group == nil || o.Tool != s.Tool || o.Server != s.Server || o.Amount.Equal(s.Amount) || o.threshold() || s.Role != RoleCost && !c.entire() && m.told(c, o) {
			continue // what an order has to reach is the price of nothing
		}
		other := o.wordsOf()
		switch more, less := other&^own&fieldBits, own&^other&fieldBits; {
		case more&named != 0 && more&partWords&^said == 0 && said&less&^wordTotal == 0 && !o.contradicts(m.around) && beneath(o.group, s.group, more&named == wordTotal):
			return true
		case said&wordMeasures&termWords(o.group.terms) != 0 && own&wordTotal != 0 && other&wordTotal == 0 && s.words&wordMeasures == 0 && o.group.within(s.group):
			return true // the total of the record in which a night has a price of its own
		case less&(partWords&^wordTopics) != 0 && more&partWords == 0 && !s.group.inList(o.group) && m.plain(c, said, less&^wordTotal|own&wordMeasures) && beneath(o.group, s.group, true):
			return true
		}
	}
	return false
}

// perMeasure reports whether s is per a weight, a volume or an area by its key, its record has a price of the thing itself, and the claim
// says nothing of such a measure: "the coffee is €15.98" of {"price": 7.99, "price_per_kg": 15.98}.
func (m *matcher) perMeasure(c *Claim, s *Source, said wordSet) bool {
	const measured = termKilo | termLitre | termMetre
	if r := m.reply; int(c.next) < len(r.tokens) && (r.tokens[c.next].has(cuePer) || r.tokens[c.next].is('/')) {
		return false // "€2.40 per 100 g"
	}
	if s.words&wordSet(measured) == 0 || (said|termWords(c.terms))&wordSet(measured) != 0 || m.reply.termsAround(c)&measured != 0 {
		return false
	}
	return slices.ContainsFunc(m.index.sources, func(o *Source) bool {
		return o.Kind == Money && o.Origin == Field && o.group == s.group && o.Role == RolePrice && o.words&wordMeasures == 0
	})
}

// plain reports whether a claim speaks of a price or a total, and not of one of the parts.
func (m *matcher) plain(c *Claim, said, less wordSet) bool {
	said |= termWords(c.terms)
	if c.Role != 0 && c.Role != RolePrice {
		said |= wordRole(c.Role)
	}
	parts := less & partWords
	if (said|m.reply.wordsAround(c))&less != 0 || parts&^wordNet == 0 && m.addsUp(c) {
		return false
	}
	return parts&wordCost != 0 || said&(wordTotal|wordBalance|wordPrice|wordList|wordMeasures) != 0 || c.Role == RolePrice || c.whole
}

// toolWords returns the roles that a tool's or a server's name stands for.
func toolWords(name string) wordSet { return wordSet(rolesOf(name)) << 18 }

// beneath reports whether two records stand in one that is no list; alone asks that the first is in no list inside it.
func beneath(o, s *group, alone bool) bool {
	for up := o; up != nil; up = up.parent {
		if up == s || s.within(up) {
			return !up.array
		}
		if up.array && alone {
			return false
		}
	}
	return false
}

// fieldWordsOf returns what the words beside a claim say that its amount is: those before it in its clause, or else those
// behind it, and the head of its column and the label of its row in a table.
func (m *matcher) fieldWordsOf(c *Claim) wordSet {
	r := m.reply
	s := r.sentences[r.sentenceOf(int(c.first))]
	set := r.wordsBefore(c, s)
	if set&fieldBits&^wordMeasures == 0 {
		set |= r.wordsBehind(c, s)
	}
	set |= termWords(c.terms) & wordMeasures
	if c.whole || c.terms&termWhole != 0 {
		set |= wordTotal
	}
	if set&fieldBits == 0 {
		set |= r.wordsOfTable(c)
	}
	return set
}

// fieldWord returns what the word or phrase at token i says.
func (r *Reply) fieldWord(i int) wordSet {
	e := r.phraseAt(i)
	if e == nil {
		return 0
	}
	set := termWords(r.terms(i)) &^ wordMeasures
	for _, role := range [...]Role{e.role, r.tokens[i].word.role} {
		if role != 0 && role != RoleStock && role != RoleOther {
			set |= wordRole(role)
		}
	}
	if r.cuesAt(i)&cueTotal != 0 {
		set |= wordTotal
	}
	if e.about == AboutPrice && set == 0 {
		set = wordPrice
	}
	return set
}

// maxFieldReach bounds how many words before an amount are looked at for what it is.
const maxFieldReach = 14

// wordsBefore returns what the words between a claim and the figure or the clause before it say. What a "with" or a "plus"
// introduces is another amount.
func (r *Reply) wordsBefore(c *Claim, s sentence) (set wordSet) {
	first := int(c.first)
	and, own := false, wordSet(0) // what stands behind an "and"
	for j := first - 1; j >= window(s, first, maxFieldReach); j-- {
		t := &r.tokens[j]
		switch {
		case and && r.inMoney(j):
			return own // "€5 tax and €7 fees"
		case clause(t) && !(j == first-1 && t.is(':')), t.is('|'), r.inMoney(j):
			return set
		case (t.has(cueAnd) || r.plusAt(j)) && !and:
			and, own = true, set
		}
		found := r.fieldWord(j)
		if found == 0 {
			continue
		}
		if r.adds(s, j) {
			if found&wordTax != 0 && r.excludes(s, j) {
				set |= wordNet
			}
			return set
		}
		set |= found
	}
	return set
}

// wordsAround returns what all words between the figures next to a claim say, as far as its sentence goes.
func (r *Reply) wordsAround(c *Claim) (set wordSet) {
	r.eachAround(c, func(j int) { set |= r.fieldWord(j) })
	return set
}

// termsAround returns what an amount is for by the words of the same range.
func (r *Reply) termsAround(c *Claim) (set term) {
	r.eachAround(c, func(j int) { set |= r.terms(j) })
	return set
}

// eachAround visits the tokens between the figures next to a claim, as far as its sentence goes.
func (r *Reply) eachAround(c *Claim, visit func(j int)) {
	s := r.sentences[r.sentenceOf(int(c.first))]
	for j := int(c.first) - 1; j >= window(s, int(c.first), reach) && !r.inMoney(j); j-- {
		visit(j)
	}
	for j := int(c.next); j < min(s.next, int(c.next)+reach) && !r.inMoney(j); j++ {
		visit(j)
	}
}

// adds reports whether "with", "plus", "including" or their like introduces the word at token j: "incl. VAT", "with 21 %
// VAT".
func (r *Reply) adds(s sentence, j int) bool {
	for k := j - 1; k >= max(s.first, j-5); k-- {
		t := &r.tokens[k]
		switch {
		case t.has(cueWith | cueTax), t.is('+'), r.terms(k)&termWithout != 0, t.sounds(toneTail) && !t.has(cueFor|cueFrom|cueIn) && t.kind == tokenWord && !t.has(cueDate|cueAnd):
			return true
		case t.kind == tokenWord && !t.has(cueArticle|cuePercent|cueOf) && t.end-t.start > maxArticle:
			return false
		}
	}
	return false
}

// maxArticle is the length of the longest article of most languages: "las", "het", "den".
const maxArticle = 3

// excludes reports whether "without", "excl." or their like introduces the word at token j.
func (r *Reply) excludes(s sentence, j int) bool {
	for k := j - 1; k >= max(s.first, j-3); k-- {
		if r.terms(k)&termWithout != 0 {
			return true
		}
	}
	return false
}

// wordsBehind returns what the words directly behind a claim say: "€5 shipping", "€20 in taxes", "€30 back".
func (r *Reply) wordsBehind(c *Claim, s sentence) (set wordSet) {
	next := int(c.next)
	if r.givenBack(c, s) {
		return wordSet(termRefund)
	}
	for j := next; j < min(s.next, next+5); j++ {
		t := &r.tokens[j]
		found := r.fieldWord(j)
		switch {
		case t.kind != tokenWord, t.has(cueWith | cueAnd), r.inMoney(j), found&wordList != 0:
			return set // "instead of €249" says what the next one is
		case found == 0 && !t.has(cueFor|cueOf|cueIn|cueIs|cuePer) && (j == next || !t.has(cueArticle)):
			return set
		}
		set |= found
	}
	return set
}

// givenBack reports whether "back" stands behind a claim and ends what is said: "you get €30 back.", and not "pay €30 back".
func (r *Reply) givenBack(c *Claim, s sentence) bool {
	at := int(c.next)
	e, after := phraseIn(r.tokens, r.lexicon(), at)
	if at >= s.next || e == nil || e.terms&termBack == 0 {
		return false
	}
	if after < s.next && r.tokens[after].kind == tokenWord && !r.tokens[after].has(cueFor|cueTo|cueDate|cueOf|cueIn) {
		return false // "back then"
	}
	for j := int(c.first) - 1; j >= window(s, int(c.first), 6) && !clause(&r.tokens[j]); j-- {
		if r.tokens[j].sounds(toneCharge) {
			return false
		}
	}
	return true
}

// wordsOfTable returns what the head of the claim's column and the first cell of its row say.
func (r *Reply) wordsOfTable(c *Claim) (set wordSet) {
	pos := int(r.tokens[c.first].start)
	start, ok := rowStart(r.Text, pos)
	if !ok || !barred(r.Text[start:pos]) {
		return 0
	}
	for _, text := range [...]string{headCell(r.Text, pos), cell(r.Text[start:pos], 1)} {
		if text == "" || len(text) > maxTitle {
			continue
		}
		head := Reply{Text: text, tokens: scan(text, nil)}
		head.lex = r.lex
		for i := range head.tokens {
			set |= head.fieldWord(i)
		}
	}
	return set
}
