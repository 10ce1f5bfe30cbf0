package guard

import "time"

// decade reads "1970s", "the '40s", "70's".
func (p *parser) decade(i int, zone *time.Location) (day, bool) {
	t := &p.tokens[i]
	if t.num%10 != 0 || t.size != 4 && t.size != 2 || t.size == 4 && (t.num < 1500 || t.num > 2100) {
		return day{}, false
	}
	at, ticked := i+1, false
	if a := p.get(at); a.joined() && (a.is('\'') || a.is('’')) {
		at, ticked = at+1, true
	}
	s := p.get(at)
	if s == nil || s.hash != hashS || !s.joined() && (t.size == 2 || !s.near() || !p.get(i-1).has(cueIn)) || !p.ends(at+1) {
		return day{}, false
	}
	y := int(t.num)
	if t.size == 2 {
		b := p.get(i - 1)
		if b == nil || !ticked && !b.is('\'') && !b.is('’') && b.hash != hashThe || !ticked && t.num < 20 {
			return day{}, false
		}
		y += 1900
	}
	first := time.Date(y, 1, 1, 0, 0, 0, 0, zone)
	d := day{first: first, last: first.AddDate(10, 0, -1), next: at + 1}
	if t.size == 2 {
		d.also(first.AddDate(100, 0, 0), first.AddDate(110, 0, -1))
	}
	return d, true
}

// yearAt reads a year alone, in figures or words, where the words around it say that it is one.
func (p *parser) yearAt(i int, zone *time.Location) (day, bool) {
	t := p.get(i)
	if !t.near() && i > 0 || t == nil {
		return day{}, false
	}
	if t.isDigits() {
		if t.size != 4 || t.num < 1500 || t.num > 2200 || !p.ends(i+1) || p.counts(i+1) || p.measured(i+1) || p.get(i+1).joined() && (p.get(i+1).is('-') || p.get(i+1).is('/')) && i != p.upper {
			return day{}, false
		}
		return yearOf(int(t.num), zone, i+1), true
	}
	y, next := p.yearWords(i)
	if y == 0 {
		y, next = p.longYear(i)
	}
	if y == 0 || p.counts(next) || p.measured(next) {
		return day{}, false
	}
	return yearOf(y, zone, next), true
}

// measured reports whether token i names what a number before it counts.
func (p *parser) measured(i int) bool {
	t := p.get(i)
	if t.near() && t.kind == tokenWord && t.word == nil && p.get(i-1).isDigits() && p.tokens[i-1].num%100 == 0 {
		return true // "in 2000 stores"
	}
	return t.near() && t.kind == tokenWord && t.word != nil && (t.word.unit != 0 || t.word.class != classNone || t.word.sort == sortNoun)
}

// longYear reads "one thousand seven hundred and eighty nine"; 0 is none.
func (p *parser) longYear(i int) (int, int) {
	t := p.get(i)
	if t.word == nil || t.word.class != classUnit || t.word.number > 2 {
		return 0, i
	}
	f := p.wordsAt(i)
	v, _, ok := f.values[0].Int64(0)
	if f.n != 1 || !ok || v < 1000 || v > 2100 || v%100 == 0 || !p.closed(f.next) {
		return 0, i
	}
	return int(v), f.next
}

// namedYear reads a year after "in", "the year", "since" and the like.
func (p *parser) namedYear(i int, zone *time.Location) (day, bool) {
	b := p.get(i - 1)
	if b == nil || !p.tokens[i].near() {
		return day{}, false
	}
	switch {
	case b.hash == hashCY || b.hash == hashFY:
	case b.word == nil && !b.is(','):
		return day{}, false
	case b.word != nil && b.word.unit == unitYear:
		if c := p.get(i - 2); c != nil && c.hash == hashNew {
			return day{}, false // "Islamic New Year 2018"
		}
	case b.has(cueFrom) && p.get(i+1).has(cueAnd) && p.get(i+2).isDigits() && p.tokens[i+2].size == 4:
	case p.listedYear(i - 1):
	case b.hash == hashTo && p.get(i-2) != nil && (p.tokens[i-2].hash == hashBack || p.tokens[i-2].hash == hashPrior):
	case b.hash == hashBefore || b.hash == hashAfter || b.hash == hashUntil || b.hash == hashBy:
	case b.hash == hashSince || b.has(cueIn) && !b.has(cueDate) && b.hash != hashWithin:
	default:
		return day{}, false
	}
	return p.yearAt(i, zone)
}

var (
	hashCY, hashFY, hashNew      = hashWord("cy"), hashWord("fy"), hashWord("new")
	hashSince, hashWithin        = hashWord("since"), hashWord("within")
	hashTo, hashBack, hashPrior  = hashWord("to"), hashWord("back"), hashWord("prior")
	hashUntil, hashBy            = hashWord("until"), hashWord("by")
	hashFew, hashCouple, hashNow = hashWord("few"), hashWord("couple"), hashWord("now")
)

// listedYear reports whether the "and" or the comma at token i joins a year to the one before it.
func (p *parser) listedYear(i int) bool {
	t, y := p.get(i), p.get(i-1)
	return (t.has(cueAnd) || t.is(',')) && y.isDigits() && y.size == 4 && i == p.done && len(p.reply.Claims) > 0 &&
		p.reply.Claims[len(p.reply.Claims)-1].Kind == Date
}

// yearRange reads "from 2014 to 2018", "between 2015 and February 2018".
func (p *parser) yearRange(i int, zone *time.Location) int {
	if t := &p.tokens[i]; !t.isDigits() || t.size != 4 || !p.cued(i, cueFrom|cueBetween) {
		return i
	}
	if m := p.get(i + 1); m.near() && m.word != nil && m.word.month != 0 || m.is('-') && m.joined() && !p.get(i+2).isDigits() {
		return i // "2019-Aug-01"
	}
	c := p.connector(&amount{figure: figure{next: i + 1}, first: i})
	if c == 0 || p.tokens[i].num < 1500 || p.tokens[i].num > 2200 {
		return i
	}
	p.upper = c
	e, ok := p.endAt(c, zone)
	if !ok {
		return i
	}
	d := yearOf(int(p.tokens[i].num), zone, i+1)
	if !d.until(&e) {
		return i
	}
	p.emitDate(&d, i)
	return d.next
}
