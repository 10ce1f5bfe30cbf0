package guard

import "time"

// extend takes in the upper end after a date: "to Friday", "until 3 May 2026", "and the end of April".
func (p *parser) extend(d *day, first int) {
	c := p.connector(&amount{next: d.next, first: first, cur: currency{next: 1}})
	if c == 0 {
		return
	}
	p.upper = c
	if at := p.skipClock(c); at > c && p.get(at).near() {
		if p.tokens[at].has(cueDate) {
			at++
		}
		c = at // "till 5pm tomorrow"
	}
	if p.sameMonth(d, c) {
		return
	}
	e, ok := p.endAt(c, p.reply.zone())
	if ok && p.get(c).close() {
		p.dateClock(&e)
		d.until(&e)
	}
}

// endAt reads the upper end of a run of days at token i: a day, a month, a year, "now".
func (p *parser) endAt(i int, zone *time.Location) (day, bool) {
	at := p.skipThe(i)
	t := p.get(at)
	if t == nil {
		return day{}, false
	}
	if t.hash == hashNow || t.has(cueThis) && p.get(at+1).near() && p.tokens[at+1].hash == hashDate {
		d := single(p.today(zone), at+1)
		if t.hash != hashNow {
			d.next++
		}
		return d, true
	}
	if d, ok := p.dayAt(at, zone); ok {
		return d, true
	}
	if t.word != nil && t.word.month != 0 && p.monthWord(at) && t.styled(styleTitle) {
		return p.bareMonth(int(t.word.month), at+1, zone), true
	}
	return p.yearAt(at, zone)
}

var hashDate = hashWord("date")

// bareMonth returns the coming month of that name, or the current one.
func (p *parser) bareMonth(month, next int, zone *time.Location) day {
	today := p.today(zone)
	y := today.Year()
	if month < int(today.Month()) {
		y++
	}
	d := monthOf(y, month, zone, next)
	d.openYear = true
	before := monthOf(y-1, month, zone, next)
	d.also(before.first, before.last)
	return d
}

// until makes d the run of days up to e, in the meaning that lies after d: of an open year or a bare weekday, the next.
func (d *day) until(e *day) bool {
	if d.openYear && !e.openYear && !e.weekday {
		d.yearOf(e)
	}
	d.point(true)
	e.point(false)
	best, open := days{}, e.openYear || e.weekday
	e.each(func(o days) {
		if o.first.After(d.first) && (best.first.IsZero() || open && o.first.Before(best.first)) {
			best = o
		}
	})
	if best.first.IsZero() {
		return d.swapped() && d.until(e)
	}
	d.share(e, best)
	d.last, d.stop, d.explicit, d.weekday, d.next = best.last, best.first, true, false, e.next
	if e.side == edgeEnd {
		d.stop = best.last.AddDate(0, 0, 1)
	}
	return true
}

// swapped puts the other meaning of a full date first, of "10/3/2026" the third month; once.
func (d *day) swapped() bool {
	if d.openYear || d.weekday || d.n != 1 || d.side != edgeNone || !d.first.Equal(d.last) {
		return false
	}
	d.first, d.n = d.others[0].first, 0
	d.last = d.first
	return true
}

// point makes one end of a run of a part of a period: after "between" the end of a year is the day after it, and the
// middle of a month its 16th.
func (d *day) point(lower bool) {
	if d.side == edgeNone {
		return
	}
	d.n = 0
	switch {
	case d.side == edgeMiddle:
		d.first = d.first.AddDate(0, 0, d.length()/2)
		d.last = d.first
	case d.side == edgeEnd && lower:
		d.first = d.last.AddDate(0, 0, 1)
		d.last = d.first
	case d.side == edgeEnd:
		d.first = d.last
	default:
		d.last = d.first
	}
}

// share gives the meanings of d that lie in other years the same length; they go where the upper end has none.
func (d *day) share(e *day, best days) {
	if !d.openYear || !e.openYear {
		d.n = 0
		return
	}
	for i := range d.others[:d.n] {
		o := &d.others[i]
		o.last = best.last.AddDate(o.first.Year()-d.first.Year(), 0, 0)
	}
}

// yearOf gives d the year of the upper end e, or the one before.
func (d *day) yearOf(e *day) {
	years := e.first.Year() - d.first.Year()
	if d.first.AddDate(years, 0, 0).After(e.first) {
		years--
	}
	whole := !d.first.Equal(d.last) && d.first.Day() == 1
	d.first, d.last = d.first.AddDate(years, 0, 0), d.last.AddDate(years, 0, 0)
	if whole {
		d.last = d.first.AddDate(0, 1, -1)
	}
	d.openYear, d.n = false, 0
}

// each calls f with every meaning of a day, and with what follows from an open year or a bare weekday.
func (d *day) each(f func(days)) {
	own := days{d.first, d.last}
	f(own)
	for _, o := range d.others[:d.n] {
		f(o)
	}
	switch {
	case d.openYear:
		f(days{own.first.AddDate(1, 0, 0), own.last.AddDate(1, 0, 0)})
	case d.weekday:
		f(days{own.first.AddDate(0, 0, 7), own.last.AddDate(0, 0, 7)})
		f(days{own.first.AddDate(0, 0, 14), own.last.AddDate(0, 0, 14)})
	}
}
