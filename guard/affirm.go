package guard

import "slices"

// affirmsOwn reports whether the reply makes a figure its own that the customer named. It does, unless it clearly only
// gives the figure back: as the customer's budget, as what was said or asked, denied, or left open.
func (r *Reply) affirmsOwn(c *Claim, n int) bool {
	s := r.sentences[n]
	first := int(c.first)
	if c.Kind == Quantity && first > s.first && c.gauge&^gaugeThings == 0 {
		if b := &r.tokens[first-1]; b.has(cueArticle|cueFor|cueYours) && !b.has(cueCopula) {
			return false // "two of the three tickets"
		}
	}
	switch {
	case r.budgeted(c, s), r.suffices(c, s), r.setAside(c, s), r.premised(c, s), c.Kind == Time && r.regrets(s):
		return false
	case c.open() && !r.charged(c, s) && r.figuresIn(s, c):
		return false // "both stay under €250": so do the prices beside it, which need sources of their own
	case r.affirmed(c, n):
		return true
	case c.Kind == Time && c.About != AboutDelivery && !r.promises(s):
		return false
	case c.open():
		return c.About == AboutDelivery || c.About == AboutDiscount || r.charged(c, s)
	case c.Negated, r.ratherThan(first), r.supposed(s, first), r.calledWrong(c, s), r.reported(c, s), r.leftOpen(s, first), r.weighed(c, s):
		return false
	}
	return !r.tokens[s.next-1].is('?') || !r.answeredNo(n)
}

// ratherThan reports whether "rather than" stands before token i: it takes back what follows.
func (r *Reply) ratherThan(i int) bool {
	return i >= 2 && r.tokens[i-1].hash == hashThan && r.tokens[i-2].hash == hashRather
}

var hashRather, hashThan = hashWord("rather"), hashWord("than")

// budgeted reports whether the figure is named as the customer's own: "your budget of €200", "a limit of €200", "€41 of
// your €250", "you have €200".
func (r *Reply) budgeted(c *Claim, s sentence) bool {
	first, next := int(c.first), int(c.next)
	if c.About == AboutBalance {
		return false
	}
	for j := next; j < min(s.next, next+3) && !clause(&r.tokens[j]); j++ {
		if r.tokens[j].has(cueBudget) && !r.stated(first) {
			return true
		}
	}
	if first-2 >= s.first {
		a, b := &r.tokens[first-2], &r.tokens[first-1]
		if b.has(cueYours) && a.has(cueOf|cueUpTo|cueOver|cueFrom) || a.has(cueYours) && b.has(cueHave) {
			return true
		}
	}
	for j := first - 1; j >= window(s, first, 6); j-- {
		t := &r.tokens[j]
		switch {
		case t.has(cueBudget):
			return true
		case t.is(':') && j > s.first+3, !t.is(':') && !t.is('(') && !t.is('\'') && t.kind == tokenPunct:
			return false
		case t.kind == tokenWord && t.end-t.start > 4 && !t.has(cueOf|cueCopula|cueApprox|cueUpTo|cueOver|cueIs|cueYours):
			return false
		}
	}
	return false
}

// possessives are words for "your".
var possessives = hashWords("your", "dein", "deine", "deinen", "deiner", "deinem", "ihr", "ihre", "ihren", "ihrer", "ihrem", "eure", "euren", "votre", "vos", "ton", "ta", "tes", "tu", "tus", "su", "sus",
	"tuo", "tua", "tuoi", "suo", "sua", "suoi", "seu", "seus", "suas", "teus", "je", "jouw", "uw", "din", "ditt", "dina", "era")

// premised reports whether the figure is one that the customer brings along: "two fit your €120", "within your 900 euros", or, beside another
// figure, "after the rent of €900 there is €56.87 left", "with €150 you're fine".
func (r *Reply) premised(c *Claim, s sentence) bool {
	if c.About == AboutBalance && c.Kind == Money || int(c.first) == s.first {
		return false
	}
	if b := &r.tokens[c.first-1]; slices.Contains(possessives, b.hash) {
		n := int(c.next)
		return n >= s.next || r.tokens[n].kind == tokenPunct || r.tokens[n].word != nil && r.tokens[n].word.cues&(cueAnd|cueOf|cueWith|cueFor|cueIn|cueDate|cueCopula) != 0
	}
	if !r.figuresIn(s, c) {
		return false
	}
	if b := &r.tokens[c.first-1]; c.Kind == Money && r.leads(s, int(c.first)-1) && b.has(cueFor|cueUpTo|cueTo|cueApprox) && r.affords(s, c) {
		return true // "up to €120 there are two: the Low at €99.95"
	}
	for j := int(c.first) - 1; j >= window(s, int(c.first), 4) && !clause(&r.tokens[j]); j-- {
		t := &r.tokens[j]
		if t.has(cueCopula|cueCosts) || t.sounds(toneCharge) || t.isDigits() {
			return false
		}
		if t.has(cueWith|cueAfter) && !t.has(cueOf) {
			return true
		}
	}
	return false
}

// leads reports whether token i is the first of a sentence, but for marks and a short word of agreement.
func (r *Reply) leads(s sentence, i int) bool {
	for j := i - 1; j >= s.first; j-- {
		if t := &r.tokens[j]; t.kind == tokenWord && !t.has(cueYes|cueUpTo|cueApprox|cueTo) {
			return false
		}
	}
	return true
}

// affords reports whether another amount of the claim's sentence is no greater than the claim.
func (r *Reply) affords(s sentence, c *Claim) bool {
	for i := range r.Claims {
		o := &r.Claims[i]
		if o != c && o.Kind == Money && int(o.first) > int(c.first) && int(o.first) < s.next && o.Readings[0].single() && o.Readings[0].Amount.Cmp(c.Readings[0].bound()) <= 0 && !o.sameAs(c) {
			return true
		}
	}
	return false
}

// suffices reports whether the figure is called enough for another of the sentence that is no greater: "€220 is enough for
// the jacket, which is €209."
func (r *Reply) suffices(c *Claim, s sentence) bool {
	if c.Kind != Money || c.About == AboutBalance {
		return false
	}
	said := false
	for j := int(c.next); j < min(s.next, int(c.next)+4) && !clause(&r.tokens[j]) && !said; j++ {
		said = r.tokens[j].sounds(toneEnough)
	}
	if !said {
		return false
	}
	for i := range r.Claims {
		o := &r.Claims[i]
		if o != c && o.Kind == Money && int(o.first) >= s.first && int(o.first) < s.next && o.Readings[0].single() &&
			o.Readings[0].Amount.Cmp(c.Readings[0].Amount) <= 0 && !o.sameAs(c) {
			return true
		}
	}
	return false
}

// setAside reports whether the figure only says what another of the sentence is measured by: "for around €30 the scarf is nice:
// it's €32", "on Thursday, so in time for Friday", "if you'd like to stay near €30".
func (r *Reply) setAside(c *Claim, s sentence) bool {
	if !r.figuresIn(s, c) {
		return false
	}
	first := int(c.first)
	switch c.Kind {
	case Date:
		for j := first - 1; j >= window(s, first, 5) && !clause(&r.tokens[j]); j-- {
			if r.tokens[j].has(cueAfter | cueFor) {
				return true
			}
		}
	case Money:
		if !c.Approx {
			return false
		}
		for j := first - 1; j >= window(s, first, 8) && !clause(&r.tokens[j]); j-- {
			if r.tokens[j].has(cueIf) || r.tokens[j].has(cueFor) && j == s.first {
				return true
			}
		}
	default:
	}
	return false
}

// affirmed reports whether the sentence of the claim, the next one, or a short one before it says yes.
func (r *Reply) affirmed(c *Claim, n int) bool {
	s := r.sentences[n]
	if r.saysYes(s, c) {
		return true
	}
	if n > 0 {
		if before := r.sentences[n-1]; before.next-before.first <= 4 && r.saysYes(before, nil) {
			return true
		}
	}
	if n+1 == len(r.sentences) {
		return false
	}
	after := r.sentences[n+1]
	if r.figuresIn(after, c) {
		after.next = min(after.next, after.first+2)
	}
	return r.saysYes(after, nil)
}

// figuresIn reports whether the sentence states another amount than c.
func (r *Reply) figuresIn(s sentence, c *Claim) bool {
	for i := range r.Claims {
		if o := &r.Claims[i]; o != c && o.Kind == c.Kind && int(o.first) >= s.first && int(o.first) < s.next && !o.sameAs(c) {
			return true
		}
	}
	return false
}

// saysYes reports whether a sentence affirms, the claim in it aside.
func (r *Reply) saysYes(s sentence, c *Claim) bool {
	for j := s.first; j < min(s.next, s.first+4*reach); j++ {
		t := &r.tokens[j]
		switch {
		case t.sym == '👍' || t.sym == '✅' || t.sym == '👌' || t.sym == '🤝':
			return true
		case c != nil && j >= int(c.first) && j < int(c.next), t.word == nil && t.hash != hashS:
		case r.denies(j) && r.noDoubt(j, s.next):
			return true
		case r.soundsAt(j, toneYes) && !r.deniedBefore(s, j) && !r.deniedSoon(s, j) && !(j+1 < s.next && r.tokens[j+1].hash == hashAtOnce):
			return true
		case t.sounds(toneAs) && j+1 < s.next && r.tokens[j+1].has(cueYours):
			return true
		case (t.has(cueCopula) || t.hash == hashS && j > s.first && r.tokens[j-1].is('\'')) && (r.thePrice(j+1, s.next) || r.soItIs(j+1, s)) && !r.deniedBefore(s, j):
			return true
		}
	}
	return false
}

var hashAtOnce = hashWord("now")

// deniedSoon reports whether a negation follows token j in its clause: "das geht leider nicht".
func (r *Reply) deniedSoon(s sentence, j int) bool {
	for k := j + 1; k < min(s.next, j+5) && !clause(&r.tokens[k]); k++ {
		if r.denies(k) {
			return true
		}
	}
	return false
}

// soItIs reports whether a sentence ends after its verb at token i ("it is."), or goes on with "what it costs".
func (r *Reply) soItIs(i int, s sentence) bool {
	if i >= len(r.tokens) {
		return true
	}
	t := &r.tokens[i]
	if i >= s.next && t.gap >= line {
		return true
	}
	return t.is('.') || t.is('!') || t.hash == hashWhat
}

var hashWhat = hashWord("what")

// deniedBefore reports whether a negation stands shortly before token j.
func (r *Reply) deniedBefore(s sentence, j int) bool {
	for k := j - 1; k >= window(s, j, 3); k-- {
		if r.denies(k) {
			return true
		}
		if clause(&r.tokens[k]) {
			return false
		}
	}
	return false
}

// thePrice reports whether "the price" or its like follows at token i, with no figure of its own.
func (r *Reply) thePrice(i, end int) bool {
	for j := i; j < min(end, i+3); j++ {
		t := &r.tokens[j]
		if t.kind != tokenWord || t.has(cueOf) {
			return false
		}
		if t.word != nil && t.word.about == AboutPrice && t.word.cues&cueCosts == 0 {
			return j+1 >= end || !r.tokens[j+1].has(cueOf|cueCopula)
		}
	}
	return false
}

// charged reports whether the sentence says that a bound is what something costs: "you won't pay more than €100".
func (r *Reply) charged(c *Claim, s sentence) bool {
	for j := int(c.next); j < min(s.next, int(c.next)+3); j++ {
		if r.tokens[j].sounds(toneCharge) {
			return true
		}
	}
	near := true
	for j := int(c.first) - 1; j >= window(s, int(c.first), reach); j-- {
		t := &r.tokens[j]
		if t.isDigits() {
			return false
		}
		near = near && !clause(t)
		if t.has(cueCosts) || t.sounds(toneCharge) || t.word != nil && t.word.about == AboutPrice {
			return true
		}
		if near && t.has(cueCopula) && !(j+1 < s.next && r.denies(j+1)) && !r.nothing(s, j) {
			return true
		}
	}
	return false
}

// nothing reports whether "nothing" or its like stands shortly before token i, and is what its verb speaks of.
func (r *Reply) nothing(s sentence, i int) bool {
	for j := i - 1; j >= window(s, i, 3) && !clause(&r.tokens[j]); j-- {
		if r.tokens[j].sounds(toneNothing) {
			return true
		}
	}
	return false
}

// supposed reports whether the clause only supposes the figure: "if it were €100".
func (r *Reply) supposed(s sentence, i int) bool {
	for j := i - 1; j >= window(s, i, 7) && !clause(&r.tokens[j]); j-- {
		if r.tokens[j].has(cueSuppose) {
			return true
		}
		if !r.tokens[j].has(cueIf) {
			continue
		}
		for k := j; k < min(s.next, i+reach); k++ {
			if r.tokens[k].has(cueWould) {
				return true
			}
		}
	}
	return false
}

// calledWrong reports whether the claim's clause calls the figure wrong.
func (r *Reply) calledWrong(c *Claim, s sentence) bool {
	for j := int(c.next); j < min(s.next, int(c.next)+8) && !clause(&r.tokens[j]); j++ {
		if r.soundsAt(j, toneDeny) {
			return !r.deniedBefore(s, j)
		}
	}
	for j := int(c.first) - 1; j >= window(s, int(c.first), 8) && !clause(&r.tokens[j]); j-- {
		if r.soundsAt(j, toneDeny) {
			return !r.deniedBefore(s, j)
		}
	}
	return false
}

// reported reports whether the clause gives back what the customer said: "you mentioned €100", "the €100 you asked for".
func (r *Reply) reported(c *Claim, s sentence) bool {
	var seen cue
	for j := int(c.first) - 1; j >= window(s, int(c.first), reach); j-- {
		t := &r.tokens[j]
		if clause(t) && !(t.is(':') && j >= int(c.first)-2 && !r.stated(int(c.first))) || t.sounds(toneBut) || t.isDigits() {
			break
		}
		if seen |= r.cuesAt(j); seen&cueYours != 0 && seen&cueSaid != 0 {
			return true
		}
	}
	if seen&cueYours == 0 || int(c.next) >= s.next || !r.tokens[c.next].has(cueSaid) {
		seen = 0
	}
	for j := int(c.next); j < min(s.next, int(c.next)+5); j++ {
		t := &r.tokens[j]
		if clause(t) || t.has(cueCopula) {
			break
		}
		if seen |= r.cuesAt(j); seen&cueYours != 0 && seen&cueSaid != 0 {
			return true
		}
	}
	return false
}

// cuesAt returns the cues of the word and phrase at token i.
func (r *Reply) cuesAt(i int) cue {
	e := r.phraseAt(i)
	if e == nil {
		return 0
	}
	return e.cues | r.tokens[i].word.cues
}

// leftOpen reports whether "whether" governs token i.
func (r *Reply) leftOpen(s sentence, i int) bool {
	for j := i - 1; j >= window(s, i, 8) && !clause(&r.tokens[j]); j-- {
		if r.tokens[j].sounds(toneAsk) {
			return true
		}
	}
	return false
}

// weighed reports whether the figure is the customer's money beside a price: "with €300 you could get it for €209".
func (r *Reply) weighed(c *Claim, s sentence) bool {
	return r.clauseHas(s, int(c.first), cueWith) && r.figuresIn(s, c)
}

// answeredNo reports whether the sentence after the n-th begins with a denial.
func (r *Reply) answeredNo(n int) bool {
	if n+1 == len(r.sentences) {
		return false
	}
	for s, j := r.sentences[n+1], 0; j < 2 && s.first+j < s.next; j++ {
		if r.denies(s.first + j) {
			return !r.noDoubt(s.first+j, s.next)
		}
	}
	return false
}

// regrets reports whether a sentence turns down what was asked for: "unfortunately 8 pm is fully booked".
func (r *Reply) regrets(s sentence) bool {
	for j := s.first; j < min(s.next, s.first+2*reach); j++ {
		if slices.Contains(regretWords, r.tokens[j].hash) || r.soundsAt(j, toneSold) {
			return true
		}
	}
	return false
}

// regretWords turn down what was asked for.
var regretWords = hashWords("unfortunately", "sorry", "booked", "unavailable", "leider", "ausgebucht", "belegt", "malheureusement", "désolé", "désolée", "complet", "lamentablemente",
	"siento", "completo", "ocupado", "purtroppo", "spiacente", "occupato", "helaas", "volgeboekt", "bezet")

// promises reports whether a sentence speaks of an appointment, a table or the like that the customer is to have.
func (r *Reply) promises(s sentence) bool {
	for j := s.first; j < min(s.next, s.first+2*reach); j++ {
		if t := &r.tokens[j]; t.sounds(toneDeed) || t.word != nil && t.word.action != 0 || slices.Contains(promiseWords, t.hash) {
			return true
		}
	}
	return false
}

// promiseWords speak of what happens at a time of day that was asked for.
var promiseWords = hashWords("slot", "table", "free", "available", "open", "until", "see", "come", "tisch", "frei", "verfügbar", "geöffnet", "öffnen", "bis", "kommen", "disponible", "disponibles", "libre",
	"ouvert", "ouverts", "hueco", "mesa", "abierto", "abrimos", "disponibile", "libero", "tavolo", "aperto", "aperti", "beschikbaar", "vrij", "tafel", "open", "geopend")
