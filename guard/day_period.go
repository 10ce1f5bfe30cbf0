package guard

import "time"

// rank reads "third", "3rd", "last", "third last" before the unit that it counts; a negative rank counts from the end.
func (p *parser) rank(i int) (int, int) {
	t := p.get(i)
	if t == nil {
		return 0, i
	}
	n, at := 0, i
	switch e, next := p.phrase(i); {
	case t.isDigits():
		if n, at = p.dayNumber(i); at != i+2 {
			return 0, i // "3 weeks"
		}
	case e == nil || p.get(i-1).is('-') && t.joined() && e.ordinal != 0:
		return 0, i // "thirty-first"
	case e.ordinal != 0:
		n, at = int(e.ordinal), next
	case t.has(cueLast) || t.hash == hashFinal:
		return -1, i + 1
	default:
		return 0, i
	}
	if to, l := p.get(p.dash(at)), p.dash(p.dash(at)+1); to.near() && to.hash == hashTo && p.get(l).near() && p.tokens[l].hash == hashLast {
		return -n, l + 1
	}
	if l := p.get(at); l.near() && l.hash == hashLast {
		return -n, at + 1
	}
	return n, at
}

var hashLast, hashFinal, hashHalf = hashWord("last"), hashWord("final"), hashWord("half")

// nthPeriod reads "third week of May", "last day of the month", "first quarter of 2026", "15th century".
func (p *parser) nthPeriod(i int, zone *time.Location) (day, bool) {
	n, at := p.rank(i)
	if n == 0 || !p.get(at).near() {
		return day{}, false
	}
	if n == 1 && at == i+1 {
		if d, ok := p.partsOf(at, false, zone); ok {
			return d, true
		}
	}
	unit, next := p.unitWord(at)
	if p.tokens[at].hash == hashHalf && (n == 1 || n == 2) {
		d, ok := p.unitNamed(p.skipOf(next), zone)
		return d, ok && p.get(next).has(cueOf) && d.half(n == 1)
	}
	switch {
	case unit == unitCentury && n > 10:
		first := time.Date(100*(n-1), 1, 1, 0, 0, 0, 0, zone)
		return day{first: first, last: first.AddDate(100, 0, -1), next: next}, true
	case unit == unitDecade && n > 0 && n <= 10:
		in, ok := p.centuryAt(p.skipOf(next), zone)
		in.first = in.first.AddDate(10*(n-1), 0, 0)
		in.last = in.first.AddDate(10, 0, -1)
		return in, ok
	case unit < unitDay || unit > unitWeekend || unit == unitYear:
		return day{}, false
	}
	in, ok := p.wholeAt(p.skipOf(next), zone)
	if !ok {
		if unit != unitQuarter || n < 0 || p.get(next).has(cueOf) {
			return day{}, false
		}
		in, _ = p.unitRange(unitYear, 0, zone, next)
		in.openYear = true
	}
	return in.part(n, unit)
}

// centuryAt reads "this century", "the 21st century".
func (p *parser) centuryAt(i int, zone *time.Location) (day, bool) {
	if t := p.get(i); t.near() && t.has(cueNext|cueLast|cueThis) {
		d, ok := p.nextUnit(i, zone)
		return d, ok && d.length() > 36000
	}
	d, ok := p.nthPeriod(i, zone)
	return d, ok && d.length() > 36000
}

// skipOf skips "of", "in" and a comma, and "the" after them.
func (p *parser) skipOf(i int) int {
	if of := p.get(i); of.near() && (of.has(cueOf|cueIn) || of.is(',')) {
		i++
	}
	return p.skipThe(i)
}

// skipThe skips "the" and its like at token i.
func (p *parser) skipThe(i int) int {
	t := p.get(i)
	if !t.near() {
		return i
	}
	switch t.hash {
	case hashThe, hashMy, hashOur, hashLe, hashEl, hashIl, hashDen, hashDem:
		return i + 1
	}
	return i
}

var hashLe, hashEl, hashIl, hashDem = hashWord("le"), hashWord("el"), hashWord("il"), hashWord("dem")

var hashMy, hashOur = hashWord("my"), hashWord("our")

// wholeAt reads the month, quarter or year that something lies in: "May 2026", "2026", "next month", "the year".
func (p *parser) wholeAt(i int, zone *time.Location) (day, bool) {
	t := p.get(i)
	if !t.near() {
		return day{}, false
	}
	if y, next, ok := p.yearAfter(i); ok && (t.isDigits() || t.word != nil && t.word.class != classNone) {
		return yearOf(y, zone, next), true
	}
	if t.word == nil {
		return day{}, false
	}
	if t.word.month != 0 {
		month, next, ok := p.monthAt(i, zone)
		d := monthOf(month.Year(), int(month.Month()), zone, next)
		return d, ok
	}
	step, at := 0, i
	switch {
	case t.has(cueNext):
		step, at = 1, i+1
	case t.has(cueLast):
		step, at = -1, i+1
	case t.has(cueThis):
		at++
	}
	unit, next := p.unitWord(at)
	if unit == unitYear {
		if y, end, ok := p.yearAfter(next); ok && at == i {
			return yearOf(y, zone, end), true // "the year 2026"
		}
	}
	if unit != unitMonth && unit != unitQuarter && unit != unitYear {
		return day{}, false
	}
	return p.unitRange(unit, step, zone, next)
}

// yearOf returns a whole year.
func yearOf(year int, zone *time.Location, next int) day {
	first := time.Date(year, 1, 1, 0, 0, 0, 0, zone)
	return day{first: first, last: first.AddDate(1, 0, -1), next: next}
}

// part returns the n-th unit of the days of d, counted from the end where n is negative. A week belongs to the month or
// the year that holds most of it.
func (d day) part(n int, unit unitID) (day, bool) {
	first := d.first
	at, step := n-1, 1
	if n < 0 {
		at, step = n, -1
	}
	switch unit {
	case unitDay:
		if first = first.AddDate(0, 0, at); step < 0 {
			first = d.last.AddDate(0, 0, at+1)
		}
		inside := !first.Before(d.first) && !first.After(d.last)
		return day{first: first, last: first, next: d.next}, inside
	case unitWeek:
		if first = weekOfDay(first.AddDate(0, 0, 3)).AddDate(0, 0, 7*at); step < 0 {
			first = weekOfDay(d.last.AddDate(0, 0, -3)).AddDate(0, 0, 7*(at+1))
		}
		middle := first.AddDate(0, 0, 3)
		return day{first: first, last: first.AddDate(0, 0, 6), next: d.next}, !middle.Before(d.first) && !middle.After(d.last)
	case unitWeekend:
		n := at + 1
		if step < 0 {
			n = at
		}
		s := d.nthWeekday(6, n)
		s.last = s.first.AddDate(0, 0, 1)
		return s, !s.first.Before(d.first) && !s.first.After(d.last)
	case unitMonth, unitQuarter:
		months := 1
		if unit == unitQuarter {
			months = 3
		}
		if first = first.AddDate(0, months*at, 0); step < 0 {
			first = d.last.AddDate(0, 0, 1).AddDate(0, months*at, 0)
		}
		last := first.AddDate(0, months, -1)
		part := day{first: first, last: last, next: d.next, openYear: d.openYear}
		return part, !first.Before(d.first) && !last.After(d.last) && !(first.Equal(d.first) && last.Equal(d.last))
	default:
	}
	return day{}, false
}

// weekOfDay returns the Monday of the week of a day.
func weekOfDay(t time.Time) time.Time { return t.AddDate(0, 0, 1-isoWeekday(t)) }

// numberedWeek reads "week 12", "week 12 of 2026" and "week 12 of next year"; the number follows token i.
func (p *parser) numberedWeek(i int, zone *time.Location) (day, bool) {
	at := i + 1
	if no := p.get(at); no.is('.') && no.joined() {
		at++
	}
	t := p.get(at)
	if !t.near() || !t.isDigits() || t.size > 2 || t.num == 0 || t.num > 53 || !p.ends(at+1) || p.counts(at+1) && !p.get(at+1).is(':') {
		return day{}, false
	}
	next := at + 1
	if y, end, ok := p.yearAfter(next); ok {
		d := yearOf(y, zone, end)
		return d.part(int(t.num), unitWeek)
	}
	if in, ok := p.wholeAt(p.skipOf(next), zone); ok && in.last.Sub(in.first) > 360*24*time.Hour {
		return in.part(int(t.num), unitWeek)
	}
	if p.get(next).has(cueOf) {
		return day{}, false // "week 2 of the trial"
	}
	w := &p.tokens[i]
	if b := p.get(i - 1); w.word != nil && w.word.unit == unitWeek && w.hash != hashKalenderwoche && w.hash != hashVecka && (b == nil || b.hash != hashCalendar) &&
		(b == nil || !b.has(cueIn|cueFrom|cueTo|cueDate|cueBetween) && b.hash != hashThe) {
		return day{}, false
	}
	in, _ := p.unitRange(unitYear, 0, zone, next)
	return in.part(int(t.num), unitWeek)
}

var hashVecka = hashWord("vecka")

// shortPeriod reads "Q1", "Q1 2026", "Q1/2026", "Q4'26", "H2 of this year".
func (p *parser) shortPeriod(i int, zone *time.Location) (day, bool) {
	t := p.get(i)
	if t.hash != hashQ && t.hash != hashH || !p.get(i+1).joined() || !p.ends(i+2) && !p.get(i+2).is('/') {
		return day{}, false
	}
	if b := p.get(i - 1); t.joined() && b != nil {
		return day{}, false
	}
	if y, next, ok := p.yearAfter(i + 2); ok {
		d, ok := p.partOfYear(i, y, zone)
		d.next = next
		return d, ok
	}
	if in, ok := p.wholeAt(p.skipOf(i+2), zone); ok {
		d, ok := p.partOfYear(i, in.first.Year(), zone)
		d.next = in.next
		return d, ok
	}
	if t.hash == hashH || !p.ends(i+2) {
		return day{}, false // more often a heading
	}
	today := p.today(zone)
	d, ok := p.partOfYear(i, today.Year(), zone)
	if ok && d.last.Before(today) {
		d.also(d.first, d.last)
		d.first, d.last = d.first.AddDate(1, 0, 0), d.last.AddDate(1, 0, 0)
	} else if ok {
		d.also(d.first.AddDate(-1, 0, 0), d.last.AddDate(-1, 0, 0))
	}
	return d, ok
}

// shortYear reads "18Q4" and "1H 2026", the figure first.
func (p *parser) shortYear(i int, zone *time.Location) (day, bool) {
	t, q := &p.tokens[i], p.get(i+1)
	if !q.joined() || q.hash != hashQ && (q.hash != hashH || !q.styled(styleUpper)) {
		return day{}, false // "1h30" is a length of time
	}
	if n := p.get(i + 2); t.size == 2 && q.hash == hashQ && n.isDigits() && n.joined() && p.ends(i+3) {
		return p.partOfYear(i+1, 2000+int(t.num), zone)
	}
	most, months := uint64(4), 3
	if q.hash == hashH {
		most, months = 2, 6
	}
	if t.size != 1 || t.num < 1 || t.num > most {
		return day{}, false
	}
	y, next, ok := p.yearAfter(i + 2)
	if n := p.get(i + 2); !ok && n.isDigits() && n.joined() && n.size == 2 && p.ends(i+3) {
		y, next, ok = 2000+int(n.num), i+3, true
	}
	first := time.Date(y, time.Month(months*int(t.num-1)+1), 1, 0, 0, 0, 0, zone)
	return day{first: first, last: first.AddDate(0, months, -1), next: next}, ok
}
