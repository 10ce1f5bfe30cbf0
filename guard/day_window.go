package guard

import "time"

// window reads what follows "next" or "last" and counts: "next 3 days", "last two quarters", "past few weeks". at is
// where the count begins, back says that the days lie behind.
func (p *parser) window(at int, back bool, zone *time.Location) (day, bool) {
	n, end := p.count(at)
	vague := false
	if end == at {
		n, end, vague = p.fewAt(at)
	}
	if end == at || n < 1 || n > 999 {
		return day{}, false
	}
	unit, next := p.unitWord(end)
	if p.get(end).has(cueBusiness) {
		return day{}, false // needs a calendar of working days
	}
	d, ok := p.windowOf(n, unit, back, zone)
	d.next = next
	if ok && !vague {
		p.wholeUnits(&d, n, unit, back)
		d.prefer(p.lone(at-1, next))
	}
	if vague && ok {
		sign := 1
		if back {
			sign = -1
		}
		d.widen(unit, sign)
	}
	return d, ok
}

// wholeUnits adds the n whole weeks, months or years before or after the current one as another meaning.
func (p *parser) wholeUnits(d *day, n int, unit unitID, back bool) {
	if unit != unitWeek && unit != unitMonth && unit != unitYear {
		return
	}
	from, to := 1, n
	if back {
		from, to = -n, -1
	}
	zone := d.first.Location()
	first, _ := p.unitRange(unit, from, zone, 0)
	last, _ := p.unitRange(unit, to, zone, 0)
	d.also(first.first, last.last)
}

// upcoming reads what follows "upcoming", or the count before it: the last of n units to come, or all of them.
func (p *parser) upcoming(n int, unit unitID, next int, zone *time.Location) (day, bool) {
	if n < 1 || n > 99 {
		return day{}, false
	}
	d, ok := p.unitRange(unit, n, zone, next)
	if !ok {
		return day{}, false
	}
	if all, ok := p.unitRange(unit, 1, zone, next); ok {
		d.also(all.first, d.last)
	}
	if w, ok := p.windowOf(n, unit, false, zone); ok {
		d.also(w.first, w.last)
	}
	return d, true
}

// fewAt reads "few", "couple of": a number of which nobody can be sure.
func (p *parser) fewAt(i int) (n, next int, vague bool) {
	if t := p.get(i); t.near() && t.has(cueArticle) {
		i++
	}
	t := p.get(i)
	switch {
	case !t.near():
	case t.hash == hashFew:
		return 3, i + 1, true
	case t.hash == hashCouple && p.get(i+1).has(cueOf):
		return 2, i + 2, true
	case t.hash == hashCouple && p.get(i+1).near() && p.tokens[i+1].word != nil && p.tokens[i+1].word.plural:
		return 2, i + 1, true
	}
	return 0, i, false
}

// widen adds what "a few" can mean beside three: from two to seven days, to four of another unit.
func (d *day) widen(unit unitID, sign int) {
	near, far := *d, *d
	single := d.first.Equal(d.last)
	most := 4
	if unit != unitDay {
		most = 1
	}
	if single {
		near.move(-sign, unit)
	}
	far.move(sign*most, unit)
	d.vague = true
	if sign < 0 {
		near, far = far, near
	}
	d.also(near.first, far.last)
}

// windowOf returns the n units before or after today; of quarters and decades, whole ones.
func (p *parser) windowOf(n int, unit unitID, back bool, zone *time.Location) (day, bool) {
	today := p.today(zone)
	switch unit {
	case unitDay, unitWeek, unitFortnight, unitMonth, unitYear:
		d := single(today, 0)
		if back {
			d.move(-n, unit)
			d.last = today.AddDate(0, 0, -1)
			return d, true
		}
		d.move(n, unit)
		d.first = today.AddDate(0, 0, 1)
		return d, true
	case unitQuarter:
		d, _ := p.unitRange(unit, 1, zone, 0)
		if back {
			d, _ = p.unitRange(unit, -1, zone, 0)
			d.first = d.first.AddDate(0, -3*(n-1), 0)
			return d, true
		}
		d.last = d.first.AddDate(0, 3*n, -1)
		return d, true
	case unitDecade:
		first := time.Date(today.Year()/10*10, 1, 1, 0, 0, 0, 0, zone)
		if back {
			return day{first: first.AddDate(-10*n, 0, 0), last: first.AddDate(0, 0, -1)}, true
		}
		return day{first: first.AddDate(10, 0, 0), last: first.AddDate(10*(n+1), 0, -1)}, true
	default:
	}
	return day{}, false
}

// within reads what follows "within": "5 days", "the next 3 years". The day on which the time is up counts in one of
// its meanings.
func (p *parser) within(i int, zone *time.Location) (day, bool) {
	at := p.skipThe(i)
	if t := p.get(at); t.near() && t.has(cueNext) {
		at++
	}
	n, end := p.count(at)
	if end == at || n < 1 || n > 999 || p.get(end).has(cueBusiness) {
		return day{}, false
	}
	unit, next := p.unitWord(end)
	if unit < unitDay || unit == unitQuarter || unit >= unitWeekend && unit != unitFortnight {
		return day{}, false
	}
	if t := p.get(next); t.near() && (t.has(cueOf|cueFrom) || t.hash == hashAfter) {
		return day{}, false // "within 14 days of receipt"
	}
	d := single(p.today(zone), next)
	d.move(n, unit)
	up := d.first
	d.first, d.last = p.today(zone), up.AddDate(0, 0, -1)
	d.also(d.first, up)
	return d, true
}

// withinBefore reports whether "within" or "within the" stands before token i.
func (p *parser) withinBefore(i int) bool {
	b := p.get(i - 1)
	if b != nil && b.hash == hashThe {
		b = p.get(i - 2)
	}
	return b != nil && b.hash == hashWithin
}

// inWindow lets a window that begins at token i with "within" before it begin today.
func (p *parser) inWindow(d *day, i int) {
	today := p.today(p.reply.zone())
	if !p.withinBefore(i) || !d.first.After(today) {
		return
	}
	up := d.last
	d.first, d.last, d.n = today, up.AddDate(0, 0, -1), 0
	d.also(today, up)
}

// countedAround reads "5 past years", "3 coming weeks" after the count that ends before token i.
func (p *parser) countedAround(n, i int, zone *time.Location) (day, bool) {
	t := p.get(i)
	if !t.near() || !t.has(cueNext|cueLast) || n < 1 || n > 999 {
		return day{}, false
	}
	unit, next := p.unitWord(i + 1)
	if t.hash == hashUpcoming && unit != 0 && !p.get(i+1).has(cueBusiness) {
		return p.upcoming(n, unit, next, zone)
	}
	if unit == 0 || !p.tokens[next-1].word.plural || p.get(i+1).has(cueBusiness) {
		return day{}, false
	}
	d, ok := p.windowOf(n, unit, t.has(cueLast), zone)
	d.next = next
	return d, ok
}

var hashUpcoming = hashWord("upcoming")

// halfOf reads "early next week", "late last year", "earlier this month", "later in the year".
func (p *parser) halfOf(i int, zone *time.Location) (day, bool) {
	t := &p.tokens[i]
	early, more := false, false
	switch t.hash {
	case hashEarly:
		early = true
	case hashEarlier:
		early, more = true, true
	case hashLater:
		more = true
	case hashLate:
	default:
		return day{}, false
	}
	d, ok := p.unitNamed(p.skipOf(i+1), zone)
	if !ok || !p.get(i+1).near() {
		return day{}, false
	}
	third := d
	if !d.half(early) {
		return day{}, false
	}
	if length := third.length(); !more && length >= 28 && length <= 31 {
		part := edgeEnd
		if early {
			part = edgeBegin
		}
		third.third(part)
		d.also(third.first, third.last)
		d.prefer(p.lone(i, d.next))
	}
	today := p.today(zone)
	switch {
	case more && early && !d.last.Before(today):
		d.last = today.AddDate(0, 0, -1)
	case more && !early && d.first.Before(today):
		d.first = today
	}
	return d, !d.last.Before(d.first)
}

var hashEarly, hashEarlier, hashLate, hashLater = hashWord("early"), hashWord("earlier"), hashWord("late"), hashWord("later")

// unitNamed reads "next week", "this month", "the year", "May".
func (p *parser) unitNamed(i int, zone *time.Location) (day, bool) {
	t := p.get(i)
	if t.near() && t.isDigits() {
		if d, ok := p.decade(i, zone); ok {
			return d, true
		}
		return p.wholeAt(i, zone)
	}
	if !t.near() || t.word == nil {
		return day{}, false
	}
	switch {
	case t.has(cueNext | cueLast | cueThis):
		return p.nextUnit(i, zone)
	case t.word.unit == unitWeek || t.word.unit == unitMonth || t.word.unit == unitYear:
		return p.unitRange(t.word.unit, 0, zone, i+1)
	case t.word.month != 0 && (p.monthWord(i) || t.styled(styleTitle)):
		return p.wholeAt(i, zone)
	case t.word.decade != 0:
		return p.decadeWord(i, 0, zone)
	}
	return p.centuryDecade(i, zone)
}

// half keeps the first or the second half of a week, month or year.
func (d *day) half(first bool) bool {
	middle := d.first
	switch length := d.length(); {
	case length == 7:
		middle = middle.AddDate(0, 0, 3)
	case length >= 28 && length <= 31:
		middle = middle.AddDate(0, 0, 15)
	case length > 3000:
		middle = middle.AddDate(5, 0, 0)
	case length >= 365:
		middle = middle.AddDate(0, 6, 0)
	default:
		return false
	}
	if d.n = 0; first {
		d.last = middle.AddDate(0, 0, -1)
		return true
	}
	d.first = middle
	return true
}

// restOf reads "rest of the week", "rest of this month".
func (p *parser) restOf(i int, zone *time.Location) (day, bool) {
	if of := p.get(i + 1); !of.near() || !of.has(cueOf) {
		return day{}, false
	}
	d, ok := p.unitNamed(p.skipThe(i+2), zone)
	today := p.today(zone)
	if !ok || d.first.After(today) || !d.last.After(today) {
		return day{}, false
	}
	d.first, d.stop, d.cut, d.n = today, d.last, true, 0
	return d, true
}
