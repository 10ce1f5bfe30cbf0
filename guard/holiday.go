package guard

import "time"

// holiday reads "Christmas", "Easter 2026", "Diwali in 2026", "Halloween weekend 2026".
func (p *parser) holiday(e *entry, first, next int, zone *time.Location) (day, bool) {
	rule := &p.lex.holidays[e.holiday-1]
	if w := p.get(next); w.near() && w.word != nil && (w.word.unit == unitWeekend || w.word.unit == unitWeek) {
		d, ok := p.holidayYear(rule, next+1, zone)
		return d, ok && w.word.unit == unitWeekend && !p.get(first-1).has(cueArticle) && d.weekend()
	}
	return p.holidayYear(rule, next, zone)
}

// holidayYear reads what follows the name of a holiday: a year, "in two years", or nothing.
func (p *parser) holidayYear(rule *holidayRule, next int, zone *time.Location) (day, bool) {
	if from, end, ok := p.shiftedAt(next, zone); ok && !rule.weak() {
		d, ok := rule.year(from.Year(), zone, end)
		if ok && d.first.Before(from) {
			d, ok = rule.year(from.Year()+1, zone, end)
		}
		return d, ok
	}
	if y, end, ok := p.yearAfter(next); ok {
		return rule.year(y, zone, end)
	}
	if rule.weak() {
		return day{}, false // "the summer sale"
	}
	today := p.today(zone)
	coming, ok1 := rule.year(today.Year(), zone, next)
	past, ok2 := coming, ok1
	if !ok1 || coming.last.Before(today) {
		coming, ok1 = rule.year(today.Year()+1, zone, next)
	} else {
		past, ok2 = rule.year(today.Year()-1, zone, next)
	}
	if ok1 && ok2 {
		coming.also(past.first, past.last)
	}
	return coming, ok1
}

// year returns a holiday in a year. What begins in the evening can mean the day after, and so can what waits for the
// sight of the moon.
func (h *holidayRule) year(y int, zone *time.Location, next int) (day, bool) {
	v, ok := h.in(y, zone)
	d := day{first: v.first, last: v.last, next: next}
	switch single := v.first.Equal(v.last); {
	case !ok:
	case h.kind == holidayKislev:
		d.also(v.first, v.last.AddDate(0, 0, 1))
		d.also(v.first.AddDate(0, 0, 1), v.last.AddDate(0, 0, 1))
	case single && (h.evening() || h.kind == holidayIslamic):
		d.also(v.first.AddDate(0, 0, 1), v.last.AddDate(0, 0, 1))
	case h.evening():
		d.also(v.first.AddDate(0, 0, 1), v.last)
	}
	return d, ok
}

// weekend makes of a day the weekend that it lies in or beside: from a Thursday on, or up to a Monday or Tuesday.
func (d *day) weekend() bool {
	w := isoWeekday(d.first)
	if !d.first.Equal(d.last) || w == 3 {
		return false
	}
	move := func(t time.Time) days {
		switch w := isoWeekday(t); {
		case w >= 6:
			return days{t.AddDate(0, 0, 6-w), t.AddDate(0, 0, 7-w)}
		case w >= 4:
			return days{t, t.AddDate(0, 0, 7-w)}
		default:
			return days{t.AddDate(0, 0, -1-w), t}
		}
	}
	whole := move(d.first)
	d.first, d.last = whole.first, whole.last
	for k := range d.others[:d.n] {
		d.others[k] = move(d.others[k].first)
	}
	return true
}

// givenHoliday reads "next Easter", "last Christmas", "this summer".
func (p *parser) givenHoliday(i int, zone *time.Location) (day, bool) {
	t := &p.tokens[i]
	if !t.has(cueNext|cueLast|cueThis) || !p.get(i+1).near() {
		return day{}, false
	}
	e, next := p.phrase(i + 1)
	if e == nil || e.holiday == 0 {
		return day{}, false
	}
	rule := &p.lex.holidays[e.holiday-1]
	w := p.get(next)
	if w.near() && w.word != nil && w.word.unit == unitWeek {
		return day{}, false
	}
	d, ok := rule.given(t, p.today(zone), zone, next)
	if w.near() && w.word != nil && w.word.unit == unitWeekend {
		d.next++
		return d, ok && d.weekend()
	}
	return d, ok
}

// given returns the holiday that "next", "last" or "this" before it means on a day.
func (h *holidayRule) given(t *token, today time.Time, zone *time.Location, next int) (day, bool) {
	past, found := day{}, false
	for y := today.Year() - 2; y <= today.Year()+2; y++ {
		d, ok := h.year(y, zone, next)
		switch {
		case !ok:
		case t.has(cueNext) && d.first.After(today), t.has(cueThis) && !d.last.Before(today):
			return d, true
		case t.has(cueLast) && !t.has(cueNext) && d.last.Before(today):
			past, found = d, true
		}
	}
	return past, found
}

// easter returns Easter Sunday by the Gregorian calendar (Meeus, Jones, Butcher).
func easter(year int, zone *time.Location) time.Time {
	a, b, c := year%19, year/100, year%100
	d, e := b/4, b%4
	f := (b + 8) / 25
	g := (b - f + 1) / 3
	h := (19*a + b - d - g + 15) % 30
	i, k := c/4, c%4
	l := (32 + 2*e + 2*i - h - k) % 7
	m := (a + 11*h + 22*l) / 451
	n := h + l - 7*m + 114
	return time.Date(year, time.Month(n/31), n%31+1, 0, 0, 0, 0, zone)
}

// orthodoxEaster returns Easter Sunday by the Julian calendar, as a day of the Gregorian (Meeus).
func orthodoxEaster(year int, zone *time.Location) time.Time {
	a, b, c := year%4, year%7, year%19
	d := (19*c + 15) % 30
	e := (2*a + 4*b - d + 34) % 7
	n := d + e + 114
	behind := year/100 - year/400 - 2
	return time.Date(year, time.Month(n/31), n%31+1+behind, 0, 0, 0, 0, zone)
}

// roshHashanah returns the first day of the Jewish year that begins in a year.
func roshHashanah(year int, zone *time.Location) time.Time {
	y := year + 3761
	before, own, after := hebrewDays(y-1), hebrewDays(y), hebrewDays(y+1)
	switch {
	case after-own == 356:
		own += 2
	case own-before == 382:
		own++
	}
	const epoch = -1373427 // the day before the first, counted from 1 January of year 1
	return time.Date(1, 1, epoch+own, 0, 0, 0, 0, zone)
}

// hebrewDays returns the days before the mean new moon that a Jewish year begins with, postponed where its weekday
// demands that.
func hebrewDays(year int) int {
	months := (235*year - 234) / 19
	day := 29*months + (12084+13753*months)/25920
	if (3*(day+1))%7 < 3 {
		day++
	}
	return day
}
