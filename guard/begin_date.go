package guard

// Most digits and number words belong to no date, and there are some twenty forms of one to try. So a date is looked for only where
// something stands near that every date holds: a month, a unit of time, "tomorrow", or digits in the form of a year or of a whole date.

// isDatum reports whether an entry is something of which every date holds one. Numbers are not: no date is one and nothing else.
func (e *entry) isDatum() bool {
	return e.unit != 0 || e.month != 0 || e.weekday != 0 || e.weekdays != 0 || e.ordinal != 0 || e.holiday != 0 ||
		e.period != 0 || e.decade != 0 || e.opens || e.cues&(cueToday|cueTomorrow|cueYesterday|cueDayPart) != 0
}

// How many tokens a date goes on at most before it comes to what every date holds; a list of days names its month at the end.
const (
	farDatum  = 8
	farListed = 32
)

// datumBy reports whether something of which every date holds one stands at token i, or at most far tokens behind it.
func (p *parser) datumBy(i, far int) bool {
	for p.datum = max(p.datum, i); p.datum < len(p.tokens) && !p.datumAt(p.datum); {
		p.datum++
	}
	return p.datum-i <= far && p.datum < len(p.tokens)
}

// dateWord reports whether a date may begin with the word that is token i.
func (p *parser) dateWord(i int) bool {
	if !p.datumBy(i, farDatum) {
		return false
	}
	t := &p.tokens[i]
	if t.word == nil || t.word.dated || datedAlone.has(t.hash) {
		return true
	}
	_, next := p.phrase(i)
	return next > i+1
}

// dateDigits reports whether a date may begin with the digits that are token i.
func (p *parser) dateDigits(i int) bool {
	if p.datumBy(i, farDatum) {
		return true
	}
	if claims := p.reply.Claims; p.done == i-1 && len(claims) > 0 && claims[len(claims)-1].Kind == Date {
		return true // "March 12 and 13"
	}
	switch n := p.get(i + 1); {
	case !n.near():
		return false
	case n.kind == tokenWord:
		return (n.word == nil || n.word.dated) && p.datumBy(i, farListed)
	case n.kind == tokenPunct:
		return (n.sym != '(' && n.sym != ')') && p.datumBy(i, farListed)
	}
	return false
}

// datumAt reports whether something begins at token i of which every date holds one.
func (p *parser) datumAt(i int) bool {
	t := &p.tokens[i]
	switch {
	case t.kind == tokenDigits:
		return p.datumDigits(i)
	case t.kind != tokenWord:
		return false
	case t.word == nil:
		return t.end-t.start >= 6 || datedAlone.has(t.hash) // it may be a number in one word
	case t.word.datum || datedAlone.has(t.hash):
		return true
	case t.word.class != classNone && p.goesOnAsNumber(i+1):
		return true
	case !t.word.phrase:
		return false
	}
	e, next := p.phrase(i)
	return e.datum || e.class != classNone && p.goesOnAsNumber(next)
}

// goesOnAsNumber reports whether token i may go on with a year in words: "nineteen eighty-six", "two thousand".
func (p *parser) goesOnAsNumber(i int) bool {
	n := p.get(i)
	return n.near() && (n.word != nil && (n.word.class != classNone || n.word.phrase) || n.hash == hashOh || n.is('-'))
}

// datumDigits reports whether the digits at token i may be a year, or, by the mark or the word that is glued to them, a whole date, a
// decade or the number of a day.
func (p *parser) datumDigits(i int) bool {
	t, b, n := &p.tokens[i], p.get(i-1), p.get(i+1)
	switch {
	case t.size == 8, b != nil && b.hash == hashThe, t.size == 4 && t.num >= 1000 && t.num < 3000 && !(b.isDigits() && n.isDigits()):
		return true
	case !n.near():
		return false
	case n.kind == tokenWord:
		return n.joined() && (n.word == nil || !n.word.suffix) || n.styled(styleWide) || n.hash == hashA && p.get(i+2).is('.')
	case n.gap != glued:
		return false
	case n.kind == tokenDigits:
		return true
	}
	switch n.sym {
	case '\'', '’', '°', 'º':
		return true
	case '-', '/', '.':
		return p.get(i+2).isDigits() && p.tokens[i+2].joined()
	}
	return false
}

// datedAlone are words that a date may begin with although the lexicon says nothing of it.
var datedAlone = newHashSet(hashQ, hashH, hashW, hashRest, hashFinal, hashAD, hashCE)
