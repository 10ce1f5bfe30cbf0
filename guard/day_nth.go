package guard

import "time"

// nthDay reads "first Tuesday of October", "last Monday of March 2026".
func (p *parser) nthDay(i int, zone *time.Location) (day, bool) {
	n, at := p.rank(i)
	w := p.get(at)
	if n == 0 || n > 5 || n < -5 || !w.near() || w.word == nil || w.word.weekday == 0 {
		return day{}, false
	}
	if after := p.get(at + 1); n > 0 && after.near() && (after.hash == hashAfter || after.hash == hashBefore) {
		d, ok := p.besideDay(at, int(w.word.weekday), zone)
		weeks := n - 1
		if after.hash == hashBefore {
			weeks = -weeks
		}
		d.move(weeks, unitWeek)
		return d, ok
	}
	at = p.skipClock(at + 1)
	if of := p.get(at); !of.near() || !of.has(cueOf|cueIn) {
		return p.nthOfThis(n, int(w.word.weekday), at, zone)
	}
	month, next, ok := p.monthAt(at+1, zone)
	if !ok {
		in, ok := p.wholeAt(p.skipThe(at+1), zone)
		return in.nthWeekday(int(w.word.weekday), n), ok
	}
	return nthWeekday(month, int(w.word.weekday), n, next)
}

// monthAt reads "October", "October 2026", "the month", "next month", and returns the first day of it.
func (p *parser) monthAt(i int, zone *time.Location) (time.Time, int, bool) {
	if p.get(i) != nil && p.tokens[i].hash == hashThe {
		i++
	}
	t := p.get(i)
	if !t.near() || t.word == nil {
		return time.Time{}, i, false
	}
	today := p.today(zone)
	if t.word.month != 0 {
		month := int(t.word.month)
		y, next, ok := p.yearAfter(i + 1)
		if !ok {
			y, next = today.Year(), i+1
			if month < int(today.Month()) {
				y++
			}
		}
		return time.Date(y, time.Month(month), 1, 0, 0, 0, 0, zone), next, true
	}
	step := 0
	switch {
	case t.has(cueNext):
		step, i = 1, i+1
	case t.has(cueLast):
		step, i = -1, i+1
	case t.has(cueThis):
		i++
	}
	if u := p.get(i); !u.near() || u.word == nil || u.word.unit != unitMonth {
		return time.Time{}, i, false
	}
	return time.Date(today.Year(), today.Month()+time.Month(step), 1, 0, 0, 0, 0, zone), i + 1, true
}

// nthWeekday returns the n-th weekday of a month, the last for -1.
func nthWeekday(month time.Time, weekday, n, next int) (day, bool) {
	d := month.AddDate(0, 0, (weekday-isoWeekday(month)+7)%7)
	if n > 0 {
		d = d.AddDate(0, 0, 7*(n-1))
	} else {
		for d.AddDate(0, 0, 7).Month() == month.Month() {
			d = d.AddDate(0, 0, 7)
		}
		d = d.AddDate(0, 0, 7*(n+1))
	}
	return single(d, next), d.Month() == month.Month()
}

// weekdaysFrom reads "3 Fridays from now".
func (p *parser) weekdaysFrom(n, i int, zone *time.Location) (day, bool) {
	t := p.get(i + 1)
	if !t.near() || n < 1 || n > 99 {
		return day{}, false
	}
	e, next := p.phrase(i + 1)
	today := p.today(zone)
	weekday := int(max(p.tokens[i].word.weekday, p.tokens[i].word.weekdays))
	switch {
	case t.hash == hashBack && p.closed(i+2):
		next = i + 2
		fallthrough
	case e != nil && e.cues&cueAgo != 0:
		behind := (isoWeekday(today)-weekday+6)%7 + 1
		return single(today.AddDate(0, 0, -behind-7*(n-1)), next), true
	case e == nil || e.cues&cueLater == 0:
		return day{}, false
	}
	ahead := (weekday - isoWeekday(today) + 7) % 7
	if ahead == 0 {
		ahead = 7
	}
	return single(today.AddDate(0, 0, ahead+7*(n-1)), next), true
}

// dayOfMonth reads "20 of next month", "the 24th", "on the 5th".
func (p *parser) dayOfMonth(i int, zone *time.Location) (day, bool) {
	n, next := p.dayNumber(i)
	if n == 0 {
		return day{}, false
	}
	at := next
	if d := p.get(at); d.near() && d.word != nil && d.word.unit == unitDay {
		at++
	}
	if of := p.get(at); of.near() && of.has(cueOf) {
		if month, end, ok := p.monthAt(at+1, zone); ok && p.get(at+1).near() {
			return date(month.Year(), int(month.Month()), n, zone, end)
		}
	}
	if d := p.get(next); d.is('-') && d.joined() {
		return day{}, false // "the 7-in-1 tool"
	}
	the := p.get(i - 1)
	if the == nil || the.hash != hashThe || !p.tokens[i].near() || !p.closed(next) && !p.get(next).has(cueDate|cueFrom|cueTo|cueIn|cueAnd) || p.counts(next) {
		return day{}, false
	}
	if before := p.get(i - 2); next == i+1 && before != nil && !before.has(cueDate|cueFrom|cueTo|cueFor) {
		return day{}, false
	}
	today := p.today(zone)
	for step := range 3 {
		d, ok := date(today.Year(), int(today.Month())+step, n, zone, next)
		first := time.Date(today.Year(), today.Month()+time.Month(step), n, 0, 0, 0, 0, zone)
		if d.first, d.last = first, first; first.Day() == n && !first.Before(today) {
			before := time.Date(today.Year(), today.Month()+time.Month(step-1), n, 0, 0, 0, 0, zone)
			d.also(before, before)
			return d, ok || true
		}
	}
	return day{}, false
}

// weekOf reads "week of April 10th", "week starting on 4 May".
func (p *parser) weekOf(i int, zone *time.Location) (day, bool) {
	of := p.get(i + 1)
	if !of.near() || !of.has(cueOf) && of.hash != hashStarting && of.hash != hashCommencing && of.hash != hashBeginning {
		return day{}, false
	}
	at := i + 2
	if on := p.get(at); on.near() && on.hash == hashOn {
		at++
	}
	if !p.get(at).near() {
		return day{}, false
	}
	return p.weekAround(at, zone)
}

// weekBeside reads "before Christmas", "after 4 May" after "week": the whole week before or after that of the day.
func (p *parser) weekBeside(i int, zone *time.Location) (day, bool) {
	t := p.get(i)
	if !t.near() || t.hash != hashBefore && t.hash != hashAfter || !p.get(i+1).near() || p.get(i-2).has(cueArticle) {
		return day{}, false
	}
	d, ok := p.weekAround(p.skipThe(i+1), zone)
	if t.hash == hashBefore {
		d.move(-1, unitWeek)
	} else {
		d.move(1, unitWeek)
	}
	return d, ok
}

// nthOfThis reads "second Sunday" with no month beside it: of the current month.
func (p *parser) nthOfThis(n, weekday, next int, zone *time.Location) (day, bool) {
	if n < 2 || !p.closed(next) {
		return day{}, false // "the first Monday that I have seen", "last Monday"
	}
	today := p.today(zone)
	return nthWeekday(time.Date(today.Year(), today.Month(), 1, 0, 0, 0, 0, zone), weekday, n, next)
}

// skipClock skips a time of day, or two of them with "to" between.
func (p *parser) skipClock(i int) int {
	for range 2 {
		at := i
		if t := p.get(at); t.near() && (t.has(cueTo) || t.is('-') || t.is('–')) {
			at++
		}
		c, ok := p.clockAt(at)
		if !ok || !p.get(at).near() {
			return i
		}
		i = c.next
	}
	return i
}

// nthWeekday returns the n-th weekday of the days of d, the last for -1.
func (d *day) nthWeekday(weekday, n int) day {
	first := d.first.AddDate(0, 0, (weekday-isoWeekday(d.first)+7)%7+7*(n-1))
	if n < 0 {
		first = d.last.AddDate(0, 0, -((isoWeekday(d.last)-weekday+7)%7)+7*(n+1))
	}
	return single(first, d.next)
}
