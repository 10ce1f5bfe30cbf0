package guard

import "time"

// openedDay reads a date that begins with a word of [openingWords] or the name of a decade; next is the token after it.
func (p *parser) openedDay(i, next int, zone *time.Location) (day, bool) {
	t := &p.tokens[i]
	switch t.hash {
	case hashIdes, hashIde:
		return p.ides(i, zone)
	case hashYTD:
		return p.toDate(unitYear, next, zone)
	case hashMTD:
		return p.toDate(unitMonth, next, zone)
	case hashEOM, hashEOY, hashBOM, hashBOY:
		return p.abbreviatedEdge(i, zone)
	case hashCW, hashKW, hashCalendar, hashKalenderwoche:
		return p.numberedWeek(next-1, zone)
	}
	if t.word.decade != 0 {
		b := p.get(i - 1)
		if b == nil || b.hash != hashThe && b.edge() == edgeNone {
			return day{}, false // "she is in her twenties"
		}
		return p.decadeWord(i, 0, zone)
	}
	if unit := t.word.unit; unit != 0 && next > i+2 {
		return p.toDate(unit, next, zone)
	}
	if t.word.unit == unitWeek {
		return p.numberedWeek(next-1, zone)
	}
	return day{}, false
}

var (
	hashIdes, hashIde            = hashWord("ides"), hashWord("ide")
	hashYTD, hashMTD             = hashWord("ytd"), hashWord("mtd")
	hashEOM, hashEOY             = hashWord("eom"), hashWord("eoy")
	hashBOM, hashBOY             = hashWord("bom"), hashWord("boy")
	hashCW, hashKW, hashCalendar = hashWord("cw"), hashWord("kw"), hashWord("calendar")
	hashKalenderwoche            = hashWord("kalenderwoche")
)

// ides reads "ides of March".
func (p *parser) ides(i int, zone *time.Location) (day, bool) {
	m := p.get(i + 2)
	if !p.get(i+1).has(cueOf) || !m.near() || m.word == nil || m.word.month == 0 {
		return day{}, false
	}
	n := 13
	switch m.word.month {
	case 3, 5, 7, 10:
		n = 15
	}
	return p.withYear(int(m.word.month), n, i+3, zone)
}

// toDate returns the days from the beginning of the current unit to today; today may be left out.
func (p *parser) toDate(unit unitID, next int, zone *time.Location) (day, bool) {
	d, ok := p.unitRange(unit, 0, zone, next)
	today := p.today(zone)
	if !ok || !d.first.Before(today) {
		return day{}, false
	}
	d.last, d.stop, d.cut = today, today, true
	return d, true
}

// abbreviatedEdge reads "EOM", "EOY" and their like: the end or the beginning of the current month or year.
func (p *parser) abbreviatedEdge(i int, zone *time.Location) (day, bool) {
	t := &p.tokens[i]
	if !t.styled(styleUpper) {
		return day{}, false // "a boy"
	}
	unit, part := unitMonth, edgeEnd
	if t.hash == hashEOY || t.hash == hashBOY {
		unit = unitYear
	}
	if t.hash == hashBOM || t.hash == hashBOY {
		part = edgeBegin
	}
	d, _ := p.unitRange(unit, 0, zone, i+1)
	return d, d.edge(part, p.lone(i, i+1))
}

// decadeWord reads "nineties" at token i, of a century or, where that is 0, of the last or the current one.
func (p *parser) decadeWord(i, century int, zone *time.Location) (day, bool) {
	years := int(p.tokens[i].word.decade)
	first := time.Date(1900+years, 1, 1, 0, 0, 0, 0, zone)
	if century != 0 {
		first = time.Date(100*century+years, 1, 1, 0, 0, 0, 0, zone)
	}
	d := day{first: first, last: first.AddDate(10, 0, -1), next: i + 1}
	if century == 0 {
		d.also(first.AddDate(100, 0, 0), first.AddDate(110, 0, -1))
	}
	return d, true
}

// centuryDecade reads "nineteen eighties" and "two thousands".
func (p *parser) centuryDecade(i int, zone *time.Location) (day, bool) {
	t, n := &p.tokens[i], p.get(i+1)
	if !n.near() || n.word == nil || t.word == nil || t.word.class == classNone {
		return day{}, false
	}
	switch {
	case n.word.decade != 0 && t.word.number >= 15 && t.word.number <= 20:
		return p.decadeWord(i+1, int(t.word.number), zone)
	case n.hash == hashThousands && t.word.number == 2 && p.get(i-1) != nil && p.tokens[i-1].hash == hashThe && p.closed(i+2):
		d, ok := p.decadeWord(i+1, 20, zone)
		return d, ok
	}
	return day{}, false
}

var hashThousands = hashWord("thousands")
