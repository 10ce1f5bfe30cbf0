package guard

import "slices"

// ways are the expressions that a sentence allows.
type ways uint8

const (
	waySum ways = 1 << iota
	wayDifference
	wayTimes
	wayShare
	wayRate
)

// ways returns what the words of the sentence say outright, what they and the question leave open, and what nothing speaks against.
func (d *deriver) ways() (strong, weak, faint ways) {
	r := d.m.reply
	several := len(d.counts) > 0
	each := d.c.terms&termEach != 0
	if d.cues&(cueTotal|cueBoth|cueWith) != 0 || d.c.terms&(termEach|measures) == 0 && (d.cues&(cueTax|cueTimes) != 0 || d.another() || d.plus()) || d.splitsUp(d.behind()) || d.c.Role == RoleListPrice || d.c.whole {
		strong |= waySum
	}
	if d.cues&(cueMore|cueOff) != 0 || d.rests || d.another() || d.terms&termWithout != 0 || d.cues&cueBetween != 0 && (d.cues&cueBoth != 0 || d.says(whole(2))) || d.apartWord() || d.cues&cueBudget != 0 {
		strong |= wayDifference
	}
	if d.bound || !each && (d.counted || several && (d.cues&(cueTimes|cueTotal|cuePer|cueFor|cueBoth) != 0 || r.insteadAt(int(d.c.first)))) {
		strong |= wayTimes
	}
	if d.perOne() && d.c.terms&measures == 0 && !d.c.entire() || d.halves() {
		strong |= wayShare
	}
	if d.cues&(cueOff|cuePercent|cueTax) != 0 {
		strong |= wayRate
	}
	if d.c.terms&periods == termYear || d.c.terms&periods == termWeek || d.c.terms&periods == 0 && d.terms&(termYear|termWeek) != 0 {
		strong |= wayTimes
	}
	if d.c.terms&periods == termMonth {
		strong |= wayShare
	}
	if d.compared() {
		return wayDifference | strong&wayRate, 0, 0
	}
	if d.worked() || int(d.c.first) == r.sentences[r.sentenceOf(int(d.c.first))].first {
		weak = waySum
	}
	if h := d.m.reply.heard; h != nil && len(d.m.reply.Said) > 0 && h.cues&(cueOff|cueTax|cuePercent) != 0 || d.c.Role == RoleDiscount || d.c.About == AboutDiscount {
		weak |= wayRate
	}
	if !each {
		weak |= wayTimes
	}
	if h := r.heard; h != nil && len(r.Said) > 0 && h.rests {
		weak |= wayDifference // "How much is missing?" "Another €12."
	}
	if !d.priced() {
		faint = wayDifference
	}
	if !d.counted || d.c.first > 0 && r.tokens[d.c.first-1].has(cueOf) {
		faint |= wayShare
	}
	if !d.worked() {
		return strong, weak, faint
	}
	if h := d.m.reply.heard; h != nil && len(d.m.reply.Said) > 0 {
		if h.cues&(cueMore|cueOff) != 0 {
			weak |= wayDifference
		}
		if h.cues&cuePer != 0 {
			weak |= wayShare
		}
	}
	return strong, weak, faint
}

// compared reports whether "more", "cheaper" or their like stands directly behind the claim, or "save" before it: it is a difference then.
func (d *deriver) compared() bool {
	r := d.m.reply
	s := r.sentences[r.sentenceOf(int(d.c.first))]
	for j := int(d.c.first) - 1; j >= window(s, int(d.c.first), 3) && !r.inMoney(j); j-- {
		if t := &r.tokens[j]; clause(t) {
			break
		} else if e := r.phraseAt(j); t.sounds(toneRest) || e != nil && e.role == RoleDiscount && t.has(cueMore) {
			return true
		}
	}
	for j := int(d.c.next); j < min(d.limit, int(d.c.next)+4); j++ {
		if t := &r.tokens[j]; clause(t) || t.gap > apart {
			return false
		} else if j == int(d.c.next) && r.cuesAt(j)&(cueUpTo|cueOver) != 0 {
			return r.terms(j+1)&periods == 0 && r.terms(j+2)&periods == 0 // "€6.50 below the list price", "€ 10 meer dan nu", not "over a year"
		} else if slices.Contains(besideWords, t.hash) {
			return true
		} else if e := r.phraseAt(j); e != nil && e.cues&cueMore != 0 {
			return true
		}
	}
	return false
}

// heardCounts returns the numbers of the customer's latest message.
func (d *deriver) heardCounts() []Decimal {
	if h := d.m.reply.heard; h != nil && len(d.m.reply.Said) > 0 {
		return h.counts
	}
	return nil
}

// priced reports whether the claim is plainly what something is had for: "the set for €38", "a pen at €38", "a child €25", "the balance is €38".
func (d *deriver) priced() bool {
	j := int(d.c.first) - 1
	if j < 0 {
		return false
	}
	r := d.m.reply
	t := &r.tokens[j]
	if t.has(cueFor|cueCosts) || slices.Contains(atWords, t.hash) || t.is('@') {
		return true
	}
	for j > 0 && t.has(cueCopula|cueIs) {
		j--
		t = &r.tokens[j]
		if e := r.phraseAt(j); e != nil && (e.role == RoleBalance || e.role == RoleTotal || e.role == RolePrice) {
			return true
		}
	}
	return slices.ContainsFunc(d.spokenIn(r, d.m.mentions, j, j+1), func(a saidAmount) bool { return a.at == j }) || slices.ContainsFunc(d.m.mentions, func(n mention) bool { return n.span.End == int(t.end) })
}

// atWords stand before the price of one.
var atWords = hashWords("at", "à", "zu", "a", "om", "för", "von", "van")

// worked reports whether the words before the claim leave room for its being reckoned: "it would be", "so", "you pay", or nothing at all.
func (d *deriver) worked() bool {
	r := d.m.reply
	s := r.sentences[r.sentenceOf(int(d.c.first))]
	if s.next-s.first-int(d.c.next-d.c.first) <= maxShort || int(d.c.first) == s.first && len(r.Said) > 0 {
		return true
	}
	for j := int(d.c.first) - 1; j >= window(s, int(d.c.first), 5) && !r.inMoney(j); j-- {
		t := &r.tokens[j]
		if t.is('=') || t.is(':') || t.is('→') || t.sounds(toneComes|toneCharge|tonePrice|toneBack) || t.has(cueCopula|cueIs|cueWould|cueCosts) || slices.Contains(resultWords, t.hash) || slices.Contains(makesWords, t.hash) || r.shortCopula(s.first, j) {
			return true
		}
	}
	return false
}

// shortCopula reports whether token j is what is left of "is" or "are" behind a word that need not be the thing itself: "there's", "you're", not "it's".
func (r *Reply) shortCopula(first, j int) bool {
	t := &r.tokens[j]
	return j > first+1 && (t.hash == hashS || t.hash == hashRe) && r.tokens[j-1].is('\'') && r.tokens[j-2].hash != hashIt
}

var hashIt = hashWord("it")

// makesWords say what amounts come to.
var makesWords = hashWords("brings", "bring", "adds", "works", "bringt", "ergibt", "ergeben", "kommt", "kommen", "wären", "font", "feraient", "fait", "ferait", "suman", "hacen", "sale", "salen", "serían", "fanno", "fa", "sarebbero", "arrivate", "viene", "vengono", "somam", "fica", "ficam", "saem", "sai", "dá", "kommt", "maakt", "zijn", "betaalt", "blir", "kostar")

// plus reports whether "plus", "including" or their like stand in the sentence, and not behind the claim for what it leaves out.
func (d *deriver) plus() bool {
	r := d.m.reply
	s := r.sentences[r.sentenceOf(int(d.c.first))]
	for j := s.first; j < min(s.next, d.limit, d.onTop()); j++ {
		if slices.Contains(beforeWords, r.tokens[j].hash) || r.plusAt(j) || r.soundsAt(j, toneIncl) || r.terms(j)&termWithout != 0 || r.tokens[j].is('+') {
			return true
		}
	}
	return false
}

// halves reports whether the sentence speaks of a half.
func (d *deriver) halves() bool { return d.soundsIn(toneHalf) }

// soundsIn reports whether a word of the claim's sentence has a tone.
func (d *deriver) soundsIn(o tone) bool {
	r := d.m.reply
	s := r.sentences[r.sentenceOf(int(d.c.first))]
	for j := s.first; j < min(s.next, d.limit); j++ {
		if r.tokens[j].sounds(o) {
			return true
		}
	}
	return false
}

// apartWord reports whether the sentence says in another word that an amount lies between two.
func (d *deriver) apartWord() bool { return d.hasWord(apartWords) }

// apartWords say that an amount is what lies between two, or what comes back of one.
var apartWords = hashWords("keep", "spare", "behalten", "behältst", "garder", "conservas", "gap", "short", "change", "rise", "rises", "rose", "higher", "lower", "missing", "need", "needed", "back", "outstanding", "owe", "due", "goes", "went",
	"fehlen", "fehlt", "offen", "wechselgeld", "zurück", "höher", "niedriger", "manque", "manquent", "monnaie", "rendu", "faltan", "falta", "sobran", "sobra", "sobrarían", "sobraría", "cambio", "vuelta", "mancano", "manca", "avanzano", "avanza", "resto",
	"aggiungere", "añadir", "ajouter", "ontbreekt", "nodig", "terug", "wisselgeld", "faltam", "troco", "saknas", "växel", "kvar", "tillbaka")

// besideWords stand behind what an amount lies above or below another.
var besideWords = hashWords("below", "above", "under", "short", "apart", "darunter", "darüber", "drunter", "drüber", "fehlen", "dessus", "dessous", "écart", "encima", "debajo", "acima", "abaixo",
	"sopra", "sotto", "daaronder", "daarboven", "lägre", "högre", "mindre", "ifrån")
