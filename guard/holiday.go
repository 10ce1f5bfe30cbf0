package guard

import "time"

// holiday reads "Christmas", "Easter 2026", "Diwali in 2026".
func (p *parser) holiday(e *entry, first, next int, zone *time.Location) (day, bool) {
	if w := p.get(next); w.near() && w.word != nil && (w.word.unit == unitWeekend || w.word.unit == unitWeek) {
		return day{}, false // "Halloween weekend"
	}
	if w := p.get(first - 2); p.get(first-1).has(cueOf) && w != nil && w.word != nil && w.word.unit == unitWeekend {
		return day{}, false // "the weekend of Halloween"
	}
	rule := &p.lex.holidays[e.holiday-1]
	if from, end, ok := p.shiftedAt(next, zone); ok {
		d, ok := rule.in(from.Year(), zone)
		if ok && d.first.Before(from) {
			d, ok = rule.in(from.Year()+1, zone)
		}
		return day{first: d.first, last: d.last, next: end}, ok
	}
	if y, end, ok := p.yearAfter(next); ok {
		d, ok := rule.in(y, zone)
		return day{first: d.first, last: d.last, next: end}, ok
	}
	today := p.today(zone)
	coming, ok1 := rule.in(today.Year(), zone)
	past, ok2 := coming, ok1
	if coming.last.Before(today) {
		coming, ok1 = rule.in(today.Year()+1, zone)
	} else {
		past, ok2 = rule.in(today.Year()-1, zone)
	}
	d := day{first: coming.first, last: coming.last, next: next}
	if ok1 && ok2 {
		d.also(past.first, past.last)
	}
	return d, ok1
}

// givenHoliday reads "next Easter" and "last Christmas".
func (p *parser) givenHoliday(i int, zone *time.Location) (day, bool) {
	t := &p.tokens[i]
	if !t.has(cueNext|cueLast|cueThis) || !p.get(i+1).near() {
		return day{}, false
	}
	e, next := p.phrase(i + 1)
	if e == nil || e.holiday == 0 {
		return day{}, false
	}
	d, ok := p.holiday(e, i+1, next, zone)
	if t.has(cueLast) {
		if d.n == 0 {
			return day{}, false
		}
		d.first, d.last = d.others[0].first, d.others[0].last
	}
	if !t.has(cueThis) {
		d.n = 0
	}
	return d, ok
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
