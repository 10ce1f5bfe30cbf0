package guard

import "slices"

// reach bounds how many tokens around a claim are looked at for what they say about it.
const reach = 24

// placeAll places the claims, and leaves out those that say nothing.
func (r *Reply) placeAll() {
	noted := sentence{}
	for i := range r.Claims {
		c := &r.Claims[i]
		n := r.sentenceOf(int(c.first))
		s := r.sentences[n]
		if s.next = max(s.next, int(c.next)); s != noted {
			r.note(s)
			noted = s
		}
		r.place(c, n)
	}
	kept := 0
	for i := range r.Claims {
		if c := &r.Claims[i]; c.Reason != TooMany && r.onlyToday(c) {
			continue
		}
		if kept < i {
			r.Claims[kept] = r.Claims[i]
		}
		kept++
	}
	clear(r.Claims[kept:])
	r.Claims = r.Claims[:kept]
}

// place fills in the flags of a claim in sentence n, and what it speaks of.
func (r *Reply) place(c *Claim, n int) {
	s := r.sentences[n]
	c.Sentence = r.span(s)
	c.Sentence.End = max(c.Sentence.End, c.Span.End)
	first, next := int(c.first), int(c.next)
	style := r.tokens[first].style & r.tokens[next-1].style
	c.Struck, c.Quoted = style&styleStruck != 0, style&styleQuoted != 0
	c.Approx = c.Approx || r.approx(s, first)
	c.Negated = r.negated(s, first) || r.deniedAfter(s, next)
	c.Hypothetical = r.hypothetical(s, first)
	r.subject(c, s)
	r.purpose(c, s)
	r.heardIt(c)
	c.Asserted = r.asserts(c, n)
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

// clause reports whether t ends a clause.
func clause(t *token) bool {
	return t.kind == tokenPunct && (t.sym == ',' || t.sym == ';' || t.sym == ':' || t.sym == '(' || t.sym == '–' || t.sym == '—') && t.gap == glued ||
		t.kind == tokenPunct && (t.sym == '(' || t.sym == '–' || t.sym == '—')
}

// subject fills in what the claim is about and which role its figure has.
func (r *Reply) subject(c *Claim, s sentence) {
	c.About = r.about(c, s)
	switch c.Role = r.role(c, s); {
	case c.Kind != Money || c.Role != 0 && c.Role != RolePrice && c.Role != RoleDiscount:
	case r.fallsTo(c, s) != nil:
		c.Role, c.weak = RoleListPrice, false
	case r.fallenFrom(c, s):
		c.Role, c.weak = RolePrice, true
	}
	if c.Kind == Money && c.About == AboutBalance && r.owed(c, s) {
		c.About, c.owed = AboutPrice, true
		if c.Role == RoleBalance {
			c.Role = 0
		}
	}
	if c.Struck && c.Kind == Money && (c.Role == 0 || c.Role == RolePrice) {
		c.Role = RoleListPrice
	}
	if c.Role == RolePrice && c.About == AboutBalance {
		c.Role = 0 // "the balance of card 8841 is": an "is" alone makes no price of it
	}
	if c.About == 0 {
		switch c.Role {
		case RolePrice, RoleListPrice, RoleCost, RoleTotal:
			c.About = AboutPrice
		default:
		}
	}
}

// about looks for the subject in the claim's clause: to the left, then to the right, then in the whole sentence to
// the left. A subject other than the price counts more than the price: "shipping costs €5".
func (r *Reply) about(c *Claim, s sentence) About {
	found := About(0)
	moved := c.Kind == Money && r.movedBack(c, s)
	note := func(j int) {
		t := &r.tokens[j]
		counts := t.hash == hashCompte && j+1 < s.next && (r.tokens[j+1].isDigits() || r.tokens[j+1].word != nil && r.tokens[j+1].word.class == classUnit)
		if t.word == nil || t.word.about == 0 || found != 0 && found != AboutPrice || counts { // "votre panier compte 4 articles"
			return
		}
		if t.word.about == AboutBalance && c.Kind == Money && (moved && t.word.role == 0 || r.saidOfOther(j, int(c.first)) || j > int(c.first) && r.leadsToOther(j, s.next)) {
			return
		}
		found = t.word.about
	}
	left, from := int(c.first)-1, window(s, int(c.first), reach)
	for ; left >= from && r.facts[left]&factClause == 0; left-- {
		if r.facts[left]&factAbout != 0 {
			note(left)
		}
	}
	if found != 0 {
		return found
	}
	for j := int(c.next); j < min(s.next, int(c.next)+8) && r.facts[j]&(factClause|factDigits) == 0; j++ {
		if r.facts[j]&factAbout != 0 {
			note(j)
		}
	}
	if found != 0 {
		return found
	}
	for ; left >= from; left-- {
		if r.facts[left]&factAbout != 0 {
			note(left)
		}
	}
	return found
}

// saidOfOther reports whether a figure and then a verb of its own stand between token j and an amount: "your balance is €36 and the scarf costs €59".
func (r *Reply) saidOfOther(j, first int) bool {
	figure := false
	for j++; j < first; j++ {
		t := &r.tokens[j]
		figure = figure || t.isDigits()
		if figure && (t.has(cueIs) || t.word != nil && t.word.about == AboutPrice) {
			return true
		}
	}
	return false
}

// leadsToOther reports whether an amount follows the word at token j closely, which it speaks of then: "the scarf is €59 and your credit €36".
func (r *Reply) leadsToOther(j, next int) bool {
	for k := j + 1; k < min(next, j+4) && r.facts[k]&factClause == 0; k++ {
		if r.inMoney(k) {
			return true
		}
	}
	return false
}

var hashCompte = hashWord("compte")

// movedBack reports whether the clause says that the amount goes back to the customer: the account that it goes to is then not
// what it is the balance of.
func (r *Reply) movedBack(c *Claim, s sentence) bool {
	if j := int(c.next); j+1 < s.next && slices.Contains(towards, r.tokens[j].hash) && r.tokens[j+1].has(cueYours|cueArticle) {
		return true // "to your PayPal account"
	}
	back := func(j int) bool { return r.facts[j]&factBack != 0 && r.tokens[j].word.facts&factBack != 0 }
	for j := int(c.next) - 1; j >= window(s, int(c.first), 8) && (j >= int(c.first) || r.facts[j]&factClause == 0); j-- {
		if back(j) {
			return true
		}
	}
	for j := int(c.next); j < min(s.next, int(c.next)+8) && r.facts[j]&factClause == 0; j++ {
		if back(j) {
			return true
		}
	}
	return false
}

// role looks for the role close to the figure: "shipping is €5", "€5 shipping", "was €249".
func (r *Reply) role(c *Claim, s sentence) Role {
	priced, weak, was := false, false, false
	for j := int(c.first) - 1; j >= window(s, int(c.first), 4); j-- {
		if r.facts[j]&(factClause|factDigits|factRole) == 0 {
			continue
		}
		t := &r.tokens[j]
		if clause(t) && !t.is(':') || t.isDigits() {
			break
		}
		if t.word == nil {
			continue
		}
		if e := r.phraseAt(j); e.role == RoleListPrice {
			was = true // of what: "the total was", "your total goes down from"
		} else if k := r.beforePercent(j, s.first); e.role != 0 && k >= s.first && (r.tokens[k].has(cueWith|cueTax) || r.terms(k)&termWithout != 0 || r.tokens[k].sounds(toneTail) && !r.tokens[k].has(cueFor)) {
			break // "with shipping it comes to", "with 19 % VAT"
		} else if (e.role == RoleShipping || e.role == RoleDiscount) && (r.cameWith(j, s) || j+1 < int(c.first) && slices.Contains(includedWords, r.tokens[j+1].hash)) {
			break // "with assembly and delivery it is", "spedizione compresa paghi"
		} else if e.role != 0 && j > s.first && j < int(c.first)-1 && r.tokens[c.first-1].has(cueAnd) && r.inMoney(j-1) {
			break // "€5 tax and"
		} else if e.role != 0 {
			return e.role
		}
		switch {
		case t.word.about == AboutPrice || t.sounds(toneNow):
			priced = true
		case t.has(cueIs):
			weak = true
		}
	}
	if was {
		if e := r.phraseAt(int(c.next)); e != nil && int(c.next) < s.next && (e.role == RoleDiscount || e.role == RoleTax || e.role == RoleShipping) {
			return e.role // "before the €8.40 discount"
		}
		return RoleListPrice
	}
	for j := int(c.next); j < min(s.next, int(c.next)+2); j++ {
		t := &r.tokens[j]
		if t.kind != tokenWord || t.has(cueWith|cueAnd) || r.takesNext(j, s) || r.terms(j)&termWithout != 0 || r.plusAt(j) || slices.Contains(plusWords, t.hash) {
			break // "€121 with VAT"
		}
		e := r.phraseAt(j)
		if e != nil && e.role == RoleTax && j+1 < s.next && slices.Contains(includedWords, r.tokens[j+1].hash) {
			break // "IVA inclusa"
		}
		if e != nil && e.role != 0 && e.role != RoleListPrice {
			return e.role
		}
		if t.has(cueTax) && (e == nil || e.role == 0) {
			break // "inklusive moms"
		}
		if t.has(cueOff) {
			return RoleDiscount
		}
	}
	switch {
	case c.Kind != Money:
	case weak && !priced && c.About == AboutBalance:
		return RoleBalance
	case priced || weak:
		c.weak = !priced
		return RolePrice
	}
	return 0
}

// fallsTo returns the lower amount that follows a claim which "from" or its like leads to: "from €139 to €119"; or nil.
func (r *Reply) fallsTo(c *Claim, s sentence) *Claim {
	if int(c.first) == s.first || !slices.Contains(fromWords, r.tokens[c.first-1].hash) || int(c.next)+1 >= s.next || !slices.Contains(toWords, r.tokens[c.next].hash) {
		return nil
	}
	o := r.claimOver(int(c.next) + 1)
	if o == nil || o.Kind != Money || !o.Readings[0].single() || o.Readings[0].Amount.Cmp(c.Readings[0].bound()) >= 0 {
		return nil
	}
	return o
}

// fallenFrom reports whether a claim is the lower amount of such two.
func (r *Reply) fallenFrom(c *Claim, s sentence) bool {
	if int(c.first) < s.first+3 {
		return false
	}
	o := r.claimOver(int(c.first) - 2)
	return o != nil && o.Kind == Money && r.fallsTo(o, s) == c
}

var (
	fromWords = hashWords("from", "von", "van", "från", "de", "da", "dai", "del")
	toWords   = hashWords("to", "auf", "naar", "till", "a", "à", "para")
)

// takesNext reports whether the word at token j speaks of an amount that follows it: "save $15", "saves you €40".
func (r *Reply) takesNext(j int, s sentence) bool {
	for k := j + 1; k < min(s.next, j+3); k++ {
		if r.inMoney(k) {
			return r.phraseAt(j) != nil
		}
		if !r.tokens[k].has(cueYours) {
			return false
		}
	}
	return false
}

// cameWith reports whether the word at token j is among what a thing comes with, or without: "with assembly and upstairs delivery".
func (r *Reply) cameWith(j int, s sentence) bool {
	for k := j - 1; k >= max(s.first, j-6) && !clause(&r.tokens[k]) && !r.inMoney(k); k-- {
		if r.tokens[k].has(cueWith|cueTax) || r.terms(k)&termWithout != 0 {
			return true
		}
	}
	return false
}

// includedWords say that the tax before them is in the amount.
var includedWords = hashWords("inclusa", "incluso", "incluido", "incluida", "incluído", "incluída", "compresa", "compreso", "comprise", "comprises", "inbegrepen")

// towards say where an amount goes.
var towards = hashWords("to", "onto", "into", "auf", "sur", "naar", "para", "till")

// plusWords say that what follows comes on top.
var plusWords = hashWords("più", "más", "mais", "zzgl", "zuzüglich", "exkl", "excl")

// beforePercent returns the token before the one at j, and before a percentage that stands there.
func (r *Reply) beforePercent(j, first int) int {
	if j--; j > first && r.tokens[j].has(cuePercent) && r.tokens[j-1].isDigits() {
		for j--; j >= first && (r.tokens[j].isDigits() || r.tokens[j].is('.') || r.tokens[j].is(',')); {
			j--
		}
	}
	return j
}

// phraseAt returns what the lexicon knows of the word or phrase at token i.
func (r *Reply) phraseAt(i int) *entry {
	if i >= 0 && i < len(r.tokens) {
		if w := r.tokens[i].word; w == nil || !w.phrase {
			return w // most words
		}
	}
	e, _ := phraseIn(r.tokens, r.lexicon(), i)
	return e
}

// onlyToday reports whether a claim is the word "today" in a condition: "if you order today".
func (r *Reply) onlyToday(c *Claim) bool {
	if c.Kind != Date || r.cuesAt(int(c.first))&cueToday == 0 || !c.Readings[0].Day.Equal(c.Readings[0].LastDay) {
		return false
	}
	return !r.boundBefore(c) && r.supposes(c, r.sentences[r.sentenceOf(int(c.first))])
}

// roughYear reports whether a claim is only "this year" or "last year": nobody is promised anything by it.
func (r *Reply) roughYear(c *Claim) bool {
	if c.Kind != Date || !c.period || c.Readings[0].LastDay.Sub(c.Readings[0].Day).Hours() < 360*24 || c.next-c.first > 3 {
		return false
	}
	said := cue(0)
	for j := int(c.first); j < int(c.next); j++ {
		if r.tokens[j].isDigits() {
			return false
		}
		said |= r.cuesAt(j)
	}
	return said&(cueLast|cueThis) != 0 && said&cueNext == 0
}
