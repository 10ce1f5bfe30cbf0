package guard

import "time"

// day is a day, or a run of days, that a text names, at the tokens up to next.
type day struct {
	first, last time.Time
	next        int
}

// dayAt reads the day that begins at token i.
func (p *parser) dayAt(i int, zone *time.Location) (day, bool) {
	t := p.get(i)
	if t == nil {
		return day{}, false
	}
	now := p.reply.Now.In(zone)
	switch {
	case t.isDigits() && t.size == 4:
		return p.isoDay(i, zone)
	case t.isDigits() && t.size <= 2:
		if d, ok := p.dottedDay(i, zone); ok {
			return d, true
		}
		return p.dayMonth(i, zone)
	case t.word != nil && t.word.month != 0:
		return p.monthDay(i, zone)
	case t.has(cueToday):
		return single(dayOf(now), i+1), true
	case t.has(cueYesterday):
		return single(dayOf(now).AddDate(0, 0, -1), i+1), true
	case t.has(cueTomorrow):
		return single(dayOf(now).AddDate(0, 0, 1), i+1), true
	}
	return day{}, false
}

func single(d time.Time, next int) day { return day{first: d, last: d, next: next} }

// date returns the day, and false where the calendar has no such day.
func date(year, month, dayOfMonth int, zone *time.Location, next int) (day, bool) {
	d := time.Date(year, time.Month(month), dayOfMonth, 0, 0, 0, 0, zone)
	return single(d, next), month >= 1 && month <= 12 && d.Day() == dayOfMonth && int(d.Month()) == month
}

// isoDay reads "2026-03-01" and "2026/03/01".
func (p *parser) isoDay(i int, zone *time.Location) (day, bool) {
	n, next := p.numbers(i, '-')
	if next == i {
		n, next = p.numbers(i, '/')
	}
	if next == i || n[1] == 0 || n[2] == 0 {
		return day{}, false
	}
	return date(n[0], n[1], n[2], zone, next)
}

// numbers reads three numbers with a mark between them.
func (p *parser) numbers(i int, mark rune) ([3]int, int) {
	var n [3]int
	at := i
	for k := range n {
		t := p.get(at)
		if t == nil || !t.isDigits() || t.size > 4 || k > 0 && !t.joined() {
			return n, i
		}
		n[k] = int(t.num)
		at++
		if k == 2 {
			break
		}
		if m := p.get(at); m == nil || !m.is(mark) || !m.joined() {
			return n, i
		}
		at++
	}
	return n, at
}

// dottedDay reads "01.03.2026", "1/3/2026".
func (p *parser) dottedDay(i int, zone *time.Location) (day, bool) {
	for _, mark := range [...]rune{'.', '/', '-'} {
		if n, next := p.numbers(i, mark); next > i && n[2] > 31 {
			if d, ok := date(year(n[2]), n[1], n[0], zone, next); ok {
				return d, true
			}
			return date(year(n[2]), n[0], n[1], zone, next)
		}
	}
	return day{}, false
}

func year(n int) int {
	switch {
	case n >= 100:
		return n
	case n < 70:
		return 2000 + n
	}
	return 1900 + n
}

// dayMonth reads "1 March", "1. März 2026", "1st of March".
func (p *parser) dayMonth(i int, zone *time.Location) (day, bool) {
	d := int(p.tokens[i].num)
	at := i + 1
	for range 3 {
		t := p.get(at)
		if t == nil || !t.near() {
			return day{}, false
		}
		if t.word != nil && t.word.month != 0 {
			y, next := p.yearAfter(at+1, zone)
			return date(y, int(t.word.month), d, zone, next)
		}
		if !t.is('.') && !(t.kind == tokenWord && t.end-t.start <= 3) {
			return day{}, false
		}
		at++
	}
	return day{}, false
}

// monthDay reads "March 1", "March 1st, 2026".
func (p *parser) monthDay(i int, zone *time.Location) (day, bool) {
	at := i + 1
	if t := p.get(at); t != nil && t.is('.') && t.joined() {
		at++
	}
	t := p.get(at)
	if t == nil || !t.isDigits() || t.size > 2 || !t.near() {
		return day{}, false
	}
	next := at + 1
	if s := p.get(next); s != nil && s.joined() && s.kind == tokenWord && s.end-s.start == 2 {
		next++
	}
	y, next := p.yearAfter(next, zone)
	return date(y, int(p.tokens[i].word.month), int(t.num), zone, next)
}

// yearAfter reads a year, or takes this one.
func (p *parser) yearAfter(i int, zone *time.Location) (int, int) {
	at := i
	if t := p.get(at); t != nil && (t.is(',') || t.is('.') || t.has(cueOf)) && t.kind != tokenDigits {
		at++
	}
	if t := p.get(at); t != nil && t.isDigits() && t.size == 4 && t.num >= 1900 && t.num < 2200 && t.near() {
		return int(t.num), at + 1
	}
	return p.reply.Now.In(zone).Year(), i
}
