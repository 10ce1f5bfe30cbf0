package guard

import (
	"slices"
	"time"
)

// ordinalAt returns the day of the month that token i names in words ("third", "twenty-second"), or 0.
func (p *parser) ordinalAt(i int) int {
	e, _ := p.phrase(i)
	if e == nil {
		return 0
	}
	return int(e.ordinal)
}

// dayNumber reads the number of a day: "1", "1st", "1.", "third", "twenty nine"; 0 is none.
func (p *parser) dayNumber(i int) (int, int) {
	t := p.get(i)
	switch {
	case t == nil:
		return 0, i
	case t.isDigits():
		if t.size > 2 || t.num == 0 || t.num > 31 {
			return 0, i
		}
		next := i + 1
		if s := p.get(next); s != nil && s.joined() && s.kind == tokenWord && s.word != nil && s.word.suffix {
			next++
		} else if s.joined() && (s.sym == '°' || s.sym == 'º') {
			next++
		} else if s.is('.') && s.joined() && p.get(next+1) != nil && p.tokens[next+1].kind == tokenWord {
			next++
		}
		return int(t.num), next
	case t.word == nil:
		return 0, i
	}
	if e, next := p.phrase(i); e.ordinal != 0 {
		if b := p.get(i - 1); b.is('-') && t.joined() {
			return 0, i // "thirty-first"
		}
		return int(e.ordinal), next
	}
	if t.word.class != classUnit && t.word.class != classTen || t.has(cueDate) {
		return 0, i
	}
	if n := p.get(i + 1); t.word.class == classTen && n != nil && n.near() && n.word != nil {
		if n.word.ordinal != 0 && n.word.ordinal < 10 && t.word.number <= 30 {
			return int(t.word.number) + int(n.word.ordinal), i + 2
		}
	}
	f := p.wordsAt(i)
	if v, _, ok := f.values[0].Int64(0); f.n == 1 && ok && v >= 1 && v <= 31 {
		return int(v), f.next
	}
	return 0, i
}

// dayMonth reads "1 March", "1. März 2026", "1st of March", "third of March".
func (p *parser) dayMonth(i int, zone *time.Location) (day, bool) {
	d, at := p.dayNumber(i)
	if d == 0 {
		return day{}, false
	}
	for range 2 {
		t := p.get(at)
		if t == nil || !t.near() {
			return day{}, false
		}
		if t.word != nil && t.word.month != 0 && p.monthWord(at) {
			if p.streetAt(at + 1) {
				return day{}, false // "12 March Road"
			}
			if y := p.get(at + 1); !p.tokens[i].isDigits() && p.tokens[i].word != nil && p.tokens[i].word.class != classNone && y.isDigits() && y.near() && y.size <= 2 {
				return day{}, false // "due March 20", of which "due March" would be 2 March in Italian
			}
			if y := p.get(at + 1); y.isDigits() && y.near() && y.size == 2 && p.ordinalFrom(i) && p.closed(at+2) && !p.counts(at+2) {
				return date(fullYear(int(y.num), 2), int(t.word.month), d, zone, at+2)
			}
			return p.withYear(int(t.word.month), d, at+1, zone)
		}
		if !t.has(cueOf) && !(t.is('-') || t.is('/')) {
			return day{}, false
		}
		at++
	}
	return day{}, false
}

// streetAt reports whether token i makes a street of the name before it.
func (p *parser) streetAt(i int) bool {
	t := p.get(i)
	return t.near() && t.styled(styleTitle) && (t.hash == hashStreet || t.hash == hashRoad || t.hash == hashAvenue || t.hash == hashLane || t.hash == hashDrive || t.hash == hashSquare)
}

var (
	hashStreet, hashRoad, hashAvenue = hashWord("street"), hashWord("road"), hashWord("avenue")
	hashLane, hashDrive, hashSquare  = hashWord("lane"), hashWord("drive"), hashWord("square")
)

// ordinalFrom reports whether the number of a day at token i is an ordinal: "14th", "fourteenth".
func (p *parser) ordinalFrom(i int) bool {
	s := p.get(i + 1)
	return p.ordinalAt(i) > 0 || s.joined() && s.word != nil && s.word.suffix && p.tokens[i].isDigits()
}

// monthWord reports whether the name of a month at token i is one, and not the verb "may" or the noun "mars".
func (p *parser) monthWord(i int) bool {
	t := &p.tokens[i]
	if p.foreignMonth(i) {
		return false
	}
	return !t.word.monthWeak || t.styled(styleTitle) || i > 0 && (p.tokens[i-1].isDigits() || p.ordinalAt(i-1) > 0 || p.tokens[i-1].has(cueOf|cueIn|cueNext|cueLast|cueThis) || p.tokens[i-1].edge() != edgeNone || p.tokens[i-1].is('-') && p.get(i-2).edge() != edgeNone)
}

// foreignBefore are words that stand before a day in languages other than English.
var foreignBefore = hashWords("le", "du", "au", "jusqu'au", "dès", "el", "del", "al", "hasta", "il", "dal", "entro", "den", "dem", "der", "am", "vom", "zum", "bis", "op", "tot", "vanaf", "até", "dia", "de", "senast", "från", "till", "fram")

// foreignMonth reports whether the month at token i is one in another language only, and a word of the reply's own:
// "out", "set", "ago". A year behind it settles that, and so does a small word of another language before it.
func (p *parser) foreignMonth(i int) bool {
	lang := p.reply.Language
	if _, _, ok := p.yearAfter(i + 1); ok {
		return false
	}
	for j := i - 1; j >= max(0, i-3); j-- {
		if slices.Contains(foreignBefore, p.tokens[j].hash) {
			return false
		}
	}
	return p.tokens[i].word.monthForeign && (lang == "en" || len(lang) > 2 && lang[:3] == "en-")
}

// inCode reports whether the month at token i is only the beginning of a code in capitals: "MARS10", "MAI15".
func (p *parser) inCode(i int) bool {
	n := p.get(i + 1)
	return p.tokens[i].styled(styleUpper) && n.isDigits() && n.joined()
}

// withYear completes a month and a day with the year after them, if there is one.
func (p *parser) withYear(month, dayOfMonth, i int, zone *time.Location) (day, bool) {
	at := i
	if t := p.get(at); t.is('.') && t.joined() {
		at++
	}
	if y, next, ok := p.yearAfter(at); ok {
		return date(y, month, dayOfMonth, zone, next)
	}
	return p.yearless(month, dayOfMonth, zone, i)
}

// yearAfter reads a year at token i, with a comma or "of" before it.
func (p *parser) yearAfter(i int) (int, int, bool) {
	at := i
	for range 2 {
		if t := p.get(at); t != nil && t.near() && (t.is(',') || t.is('-') || t.is('/') || t.has(cueOf|cueIn)) {
			at++
			continue
		}
		break
	}
	t := p.get(at)
	if y, next, ok := p.relativeYear(at); ok {
		return y, next, true
	}
	if y, next := p.yearWords(at); y > 0 {
		return y, next, true
	}
	if n := p.get(at + 1); t.near() && (t.is('\'') || t.is('’')) && n.isDigits() && n.joined() && n.size == 2 && p.ends(at+2) {
		return fullYear(int(n.num), 2), at + 2, true
	}
	if t == nil || !t.near() || !t.isDigits() || t.size != 4 || t.num < 1000 || t.num > 2999 {
		return 0, i, false
	}
	if n := p.get(at + 1); n != nil && n.joined() && (n.is('-') && p.get(at+2).isDigits() && p.tokens[at+2].size > 2 || n.is('/') || n.is('.') || n.is(',')) && p.get(at+2).isDigits() && p.tokens[at+2].joined() {
		return 0, i, false
	}
	if c := p.currencyAt(at + 1); c.next > at+1 && p.tokens[at+1].near() {
		return 0, i, false
	}
	return int(t.num), at + 1, true
}

// relativeYear reads "next year", "last year", "this year".
func (p *parser) relativeYear(i int) (int, int, bool) {
	t := p.get(i)
	if !t.near() || !t.has(cueNext|cueLast|cueThis) {
		return 0, i, false
	}
	unit, next := p.unitWord(i + 1)
	if unit != unitYear || p.tokens[next-1].word.plural {
		return 0, i, false
	}
	y := p.today(p.reply.zone()).Year()
	switch {
	case t.has(cueNext):
		y++
	case t.has(cueLast):
		y--
	}
	return y, next, true
}

// monthDay reads "March 1", "March 1st, 2026", "March 2026", and "in March".
func (p *parser) monthDay(i int, zone *time.Location) (day, bool) {
	if p.foreignMonth(i) || p.inCode(i) {
		return day{}, false
	}
	month := int(p.tokens[i].word.month)
	at := i + 1
	if t := p.get(at); t.is('.') && t.joined() {
		at++
	}
	if t := p.get(at); t != nil && t.near() && (t.hash == hashThe || (t.is('-') || t.is('/')) && t.joined()) {
		at++
	}
	if y, next, ok := p.yearAfter(at); ok && p.monthWord(i) {
		if n := p.get(next); n.is('-') && p.get(next+1).isDigits() && p.tokens[next+1].size <= 2 {
			return date(y, month, int(p.tokens[next+1].num), zone, next+2)
		}
		return monthOf(y, month, zone, next), true
	}
	if t := p.get(at); t != nil && t.near() {
		if d, next := p.dayNumber(at); d > 0 && (p.ends(next) || p.get(next).is('/') && p.get(at-1).is('/')) && !p.counts(next) {
			found, ok := p.withYear(month, d, next, zone)
			if !p.monthWord(i) && next == at+1 && found.openYear && !(p.ordinalAt(at) > 0 && p.closed(next)) {
				return day{}, false // "set 5", "may 3"
			}
			return found, ok
		}
	}
	return p.loneMonth(i, month, zone)
}

var hashThe = hashWord("the")

// counts reports whether a currency, unit or percent sign at token i makes the number before it something else.
func (p *parser) counts(i int) bool {
	t := p.get(i)
	if t == nil || !t.near() {
		return false
	}
	c := p.currencyAt(i)
	_, percent := p.percentSign(i)
	return c.next > i || percent || t.is(':')
}

// loneMonth reads the name of a month after "in", "next", "last", "this", "since".
func (p *parser) loneMonth(i, month int, zone *time.Location) (day, bool) {
	b := p.get(i - 1)
	if b.has(cueOf) && p.get(i-2) != nil && p.tokens[i-2].word != nil && p.tokens[i-2].word.unit == unitMonth {
		return p.bareMonth(month, i+1, zone), true // "the month of May"
	}
	if d, ok := p.monthFrom(i, month, zone); ok {
		return d, true
	}
	if b == nil || !p.tokens[i].near() || !b.has(cueIn|cueNext|cueLast|cueThis|cueDate) {
		return day{}, false
	}
	today := p.today(zone)
	y := today.Year()
	if month < int(today.Month()) && !b.has(cueThis|cueLast) || b.has(cueNext) && month == int(today.Month()) {
		y++
	}
	if b.has(cueLast) && month >= int(today.Month()) {
		y--
	}
	d := monthOf(y, month, zone, i+1)
	d.openYear = true
	if b.has(cueIn | cueDate) {
		before := monthOf(y-1, month, zone, i+1)
		d.also(before.first, before.last)
	}
	return d, true
}

// yearWords reads "nineteen eighty six", "two thousand and fifteen"; 0 is none.
func (p *parser) yearWords(i int) (int, int) {
	t := p.get(i)
	if y, next := p.twentyYear(i); y > 0 {
		return y, next
	}
	if t == nil || !t.near() || t.word == nil || t.word.class != classUnit || t.word.number != 2 && (t.word.number < 15 || t.word.number > 20) {
		return 0, i
	}
	if t.word.number == 2 {
		f := p.wordsAt(i)
		if v, _, ok := f.values[0].Int64(0); f.n == 1 && ok && v >= 2000 && v < 2100 {
			return int(v), f.next
		}
		return 0, i
	}
	century, at := int(t.word.number)*100, i+1
	if h := p.get(at); h.near() && h.word != nil && h.word.class == classHundred {
		at++
	}
	if z := p.get(at); z.near() && (z.word != nil && z.word.class == classUnit && z.word.number == 0 || z.hash == hashOh) {
		at++
	}
	n := p.get(at)
	if n == nil || !n.near() || n.word == nil || n.word.class != classUnit && n.word.class != classTen {
		return 0, i
	}
	f := p.wordsAt(at)
	v, _, ok := f.values[0].Int64(0)
	if f.n != 1 || !ok || v < 1 || v > 99 {
		return 0, i
	}
	return century + int(v), f.next
}

var hashOh = hashWord("oh")

// twentyYear reads "twenty sixteen" and "twenty twenty-six"; 0 is none.
func (p *parser) twentyYear(i int) (int, int) {
	t, n := p.get(i), p.get(i+1)
	if !t.near() || t.word == nil || t.word.class != classTen || t.word.number != 20 || !n.near() {
		return 0, i
	}
	if u := p.get(i + 2); n.hash == hashOh && u.near() && u.word != nil && u.word.class == classUnit && u.word.number < 10 {
		return 2000 + int(u.word.number), i + 3
	}
	if n.word == nil {
		return 0, i
	}
	if n.word.class != classUnit && n.word.class != classTen || n.word.number < 10 {
		return 0, i
	}
	v, next := int(n.word.number), i+2
	if u := p.get(p.dash(next)); n.word.class == classTen && u.near() && u.word != nil && u.word.class == classUnit && u.word.number < 10 {
		v, next = v+int(u.word.number), p.dash(next)+1
	}
	return 2000 + v, next
}
