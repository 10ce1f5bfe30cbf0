package guard

import "time"

// numericDay reads "2026-03-01", "01.03.2026", "3/1", "2026年3月1日".
func (p *parser) numericDay(i int, zone *time.Location) (day, bool) {
	if d, ok := p.hanDay(i, zone); ok {
		return d, true
	}
	t := &p.tokens[i]
	for _, mark := range [...]rune{'-', '/', '.'} {
		n, parts, next := p.numbers(i, mark)
		switch {
		case parts == 3 && t.size == 4:
			return date(n[0], n[1], n[2], zone, next)
		case parts == 3:
			return p.threeParts(n, mark, zone, next)
		case parts == 2 && mark == '/' && t.size <= 2 && p.tokens[next-1].size <= 2:
			return p.twoParts(i, n, zone, next)
		case parts == 2 && t.size <= 2 && p.tokens[next-1].size == 4 && n[0] >= 1 && n[0] <= 12 && n[1] >= 1900 && n[1] < 2200 && mark != '-':
			return monthOf(n[1], n[0], zone, next), true
		case parts == 2 && mark == '-' && t.size == 4 && p.tokens[next-1].size == 2 && n[1] >= 1 && n[1] <= 12 && n[0] >= 1900 && n[0] < 2200:
			return monthOf(n[0], n[1], zone, next), true
		case parts == 2 && mark != '/' && p.onDotted(i, n, next):
			return p.yearless(n[0], n[1], zone, next)
		case parts == 2 && mark == '.' && p.dottedShort(i, next):
			return p.yearless(n[1], n[0], zone, next+1)
		}
	}
	if d, ok := p.spacedDots(i, zone); ok {
		return d, true
	}
	if d, ok := p.commaYear(i, zone); ok {
		return d, true
	}
	return p.slashedMonth(i, zone)
}

// dottedShort reports whether "1.3." is a day without a year: a second full stop is glued to it.
func (p *parser) dottedShort(i, next int) bool {
	stop := p.get(next)
	if stop == nil || !stop.is('.') || !stop.joined() || p.tokens[i].size > 2 || p.tokens[next-1].size > 2 {
		return false
	}
	if b := p.get(i - 1); b.has(cueOf) && !p.dated(i) {
		return false // "a rating of 4.6."
	}
	if p.reply.Language == "en" && i > 0 && !p.dated(i) {
		return false // "the other one is rated 4.3."
	}
	return p.closed(next+1) || p.get(next+1).near() && p.dated(i)
}

// dated reports whether "on", "by", "am" or a weekday stands before token i.
func (p *parser) dated(i int) bool {
	for j := i - 1; j >= max(0, i-3); j-- {
		b := &p.tokens[j]
		if b.is(',') || b.hash == hashThe || b.is('.') {
			continue
		}
		if b.has(cueArticle) {
			return false // "a 3/4 inch bolt"
		}
		return b.has(cueDate|cueFrom|cueThis|cueNext|cueTo) || b.word != nil && b.word.weekday != 0
	}
	return false
}

// numbers reads up to three numbers with a mark between them, and how many there were.
func (p *parser) numbers(i int, mark rune) (n [3]int, parts, next int) {
	at := i
	for k := range n {
		t := p.get(at)
		if t == nil || !t.isDigits() || t.size > 4 || k > 0 && !t.joined() {
			return n, 0, i
		}
		n[k] = int(t.num)
		parts, next = k+1, at+1
		m := p.get(next)
		if m == nil || !m.is(mark) || !m.joined() || p.get(next+1) == nil || !p.tokens[next+1].isDigits() || !p.tokens[next+1].joined() {
			break
		}
		at = next + 1
	}
	if parts > 1 && !p.ends(next) && !p.get(next).has(cueClock) {
		return n, 0, i
	}
	if m := p.get(next); parts == 3 && mark == '-' && (m.is('-') && m.joined() && p.get(next+1).joined() && (i != p.upper || i == 0) && p.tokens[i].size != 4 && !p.slashedNext(next+1) || p.get(i-1).has(cueNumber) || p.get(i-1).is('.') && p.get(i-2).has(cueNumber)) {
		return n, 0, i // "12-03-26-77", "order no. 12-03-2026"
	}
	if m := p.get(next); parts == 3 && m.is('-') && m.joined() && p.get(next+1).joined() && p.tokens[next+1].kind == tokenWord {
		return n, 0, i // "2026-03-12-A"
	}
	return n, parts, next
}

// slashedNext reports whether another date in figures may begin at token i, as the upper end of a run.
func (p *parser) slashedNext(i int) bool {
	m := p.get(i + 1)
	return p.get(i).isDigits() && m.joined() && m.is('-') && p.get(i+2).isDigits()
}

// threeParts reads day, month and year in either order; both count where both are days.
func (p *parser) threeParts(n [3]int, mark rune, zone *time.Location, next int) (day, bool) {
	if p.tokens[next-1].size != 4 && p.tokens[next-1].size != 2 {
		return day{}, false
	}
	y := fullYear(n[2], int(p.tokens[next-1].size))
	dayFirst, ok1 := date(y, n[1], n[0], zone, next)
	monthFirst, ok2 := date(y, n[0], n[1], zone, next)
	if mark == '.' {
		return dayFirst, ok1
	}
	return p.either(dayFirst, monthFirst, ok1, ok2)
}

// either puts the usual order of the language first.
func (p *parser) either(dayFirst, monthFirst day, ok1, ok2 bool) (day, bool) {
	american := p.reply.Language == "" || p.reply.Language == "en" || p.reply.Language == "en-US"
	switch {
	case ok1 && ok2 && american:
		monthFirst.also(dayFirst.first, dayFirst.last)
		return monthFirst, true
	case ok1 && ok2:
		dayFirst.also(monthFirst.first, monthFirst.last)
		return dayFirst, true
	case ok1:
		return dayFirst, true
	}
	return monthFirst, ok2
}

// twoParts reads "3/1" where something says that it is a day: it might be a fraction.
func (p *parser) twoParts(i int, n [3]int, zone *time.Location, next int) (day, bool) {
	if !p.dated(i) && !p.booked(i, next) && !(p.lone(i, next) && max(n[0], n[1]) > 12 && n[1] != 16 && n[1]&(n[1]-1) != 0) {
		return day{}, false
	}
	if y, end, ok := p.relativeYear(next); ok {
		dayFirst, ok1 := date(y, n[1], n[0], zone, end)
		monthFirst, ok2 := date(y, n[0], n[1], zone, end)
		return p.either(dayFirst, monthFirst, ok1, ok2)
	}
	dayFirst, ok1 := p.yearless(n[1], n[0], zone, next)
	monthFirst, ok2 := p.yearless(n[0], n[1], zone, next)
	return p.either(dayFirst, monthFirst, ok1, ok2)
}

// booked reports whether "for" stands before token i, and the end of a sentence or a time of day after the date.
func (p *parser) booked(i, next int) bool {
	b := p.get(i - 1)
	n := p.get(next)
	if b.has(cueBetween) && n.near() && n.has(cueAnd) {
		return p.get(next+1).isDigits() && p.get(next+2).is('/') || p.done == i-1
	}
	if b.has(cueAnd) && i > 1 && p.upper == i {
		return true
	}
	if b == nil || b.hash != hashFor || !p.tokens[i].near() {
		return false
	}
	return p.closed(next) || n.near() && (n.hash == hashAt || n.has(cueBetween|cueFrom))
}

// fullYear completes a year of two digits.
func fullYear(n, size int) int {
	switch {
	case size != 2:
		return n
	case n < 60:
		return 2000 + n
	}
	return 1900 + n
}

// hanDay reads "2026年3月1日", "3月1日", "2026年3月".
func (p *parser) hanDay(i int, zone *time.Location) (day, bool) {
	var n [3]int
	marks := [...]uint64{hashHanYear, hashHanMonth, hashHanDay}
	at, first, last := i, -1, -1
	for k, mark := range marks {
		t, m := p.get(at), p.get(at+1)
		if t == nil || m == nil || !t.isDigits() || t.size > 4 || m.kind != tokenWord || m.hash != mark && !(k == 2 && m.hash == hashHanNumber) {
			if first >= 0 {
				break
			}
			continue
		}
		if first < 0 {
			first = k
		}
		n[k], last = int(t.num), k
		at += 2
	}
	switch {
	case first == 0 && last == 2:
		return date(n[0], n[1], n[2], zone, at)
	case first == 0 && last == 1 && n[1] >= 1 && n[1] <= 12:
		return monthOf(n[0], n[1], zone, at), true
	case first == 1 && last == 2:
		return p.yearless(n[1], n[2], zone, at)
	}
	return day{}, false
}

var hashHanYear, hashHanMonth, hashHanDay, hashHanNumber = hashWord("年"), hashWord("月"), hashWord("日"), hashWord("号")

// yearMonth reads "2015 May", "2019-Aug-01", and "2017 Q1".
func (p *parser) yearMonth(i int, zone *time.Location) (day, bool) {
	t := &p.tokens[i]
	if t.size != 4 || t.num < 1000 || t.num > 2999 {
		return day{}, false
	}
	y := int(t.num)
	at := i + 1
	if m := p.get(at); m != nil && m.joined() && (m.is('-') || m.is('/')) {
		at++
	}
	m := p.get(at)
	if m == nil || !m.near() || m.word == nil && m.hash != hashQ {
		return p.namedYear(i, zone)
	}
	if m.word == nil || m.word.month == 0 {
		if d, ok := p.partOfYear(at, y, zone); ok {
			return d, true
		}
		if n, unit := p.rank(p.skipThe(at)); n != 0 && p.get(unit).near() && p.tokens[unit].word != nil && p.tokens[unit].word.unit == unitQuarter {
			return yearOf(y, zone, unit+1).part(n, unitQuarter)
		}
		return p.namedYear(i, zone)
	}
	month := int(m.word.month)
	next := at + 1
	if s := p.get(next); s != nil && s.joined() && (s.is('-') || s.is('/') || s.is('.') && p.get(next+1).isDigits()) {
		next++
	}
	if d := p.get(next); d != nil && d.near() && d.isDigits() && d.size <= 2 && p.ends(next+1) && !p.counts(next+1) {
		return date(y, month, int(d.num), zone, next+1)
	}
	return monthOf(y, month, zone, at+1), true
}

// partOfYear reads "Q1" and "H2" at token i.
func (p *parser) partOfYear(i, year int, zone *time.Location) (day, bool) {
	t, n := p.get(i), p.get(i+1)
	if t == nil || n == nil || !n.isDigits() || !n.joined() || n.size != 1 {
		return day{}, false
	}
	months := 0
	switch {
	case t.hash == hashQ && n.num >= 1 && n.num <= 4:
		months = 3
	case t.hash == hashH && n.num >= 1 && n.num <= 2:
		months = 6
	default:
		return day{}, false
	}
	first := time.Date(year, time.Month(months*int(n.num-1)+1), 1, 0, 0, 0, 0, zone)
	return day{first: first, last: first.AddDate(0, months, -1), next: i + 2}, true
}

var hashQ = hashWord("q")
