package guard

import "time"

// relativeDay reads days that count from the turn's: "tomorrow", "in 3 days", "next week", "two weeks ago".
func (p *parser) relativeDay(i int, zone *time.Location) (day, bool) {
	t := &p.tokens[i]
	today := p.today(zone)
	e, next := p.phrase(i)
	switch {
	case e.cues&cueToday != 0:
		return single(today, next), true
	case e.cues&cueTomorrow != 0 && p.tomorrowWord(i):
		return single(today.AddDate(0, 0, 1+e.days()), next), true
	case e.cues&cueYesterday != 0:
		return single(today.AddDate(0, 0, -1-e.days()), next), true
	case t.has(cueNext | cueLast | cueThis):
		if d, ok := p.nextUnit(i, zone); ok {
			return d, true
		}
		return p.nthDay(i, zone)
	case t.has(cueBegin | cueEnd):
		if d, ok := p.halfOf(i, zone); ok {
			return d, true
		}
		return p.edgeOf(i, zone)
	case t.hash == hashWithin:
		return p.within(next, zone)
	case e.cues&cueIn != 0 && p.get(next).near():
		return p.inUnits(next, zone)
	}
	if d, ok := p.unitsAgo(i, zone); ok {
		return d, true
	}
	return p.nthDay(i, zone)
}

// days is how much further a phrase reaches than "tomorrow" or "yesterday".
func (e *entry) days() int { return int(e.further) }

// tomorrowWord tells the German "morgen" from "guten Morgen" and "am Morgen".
func (p *parser) tomorrowWord(i int) bool {
	t := &p.tokens[i]
	return t.hash != hashMorgen || !t.styled(styleTitle) || i == 0
}

var hashMorgen = hashWord("morgen")

// inUnits reads what follows "in": "3 days", "two weeks".
func (p *parser) inUnits(i int, zone *time.Location) (day, bool) {
	n, at := p.count(i)
	if at == i {
		return day{}, false
	}
	unit, next := p.unitWord(at)
	if p.get(at).has(cueBusiness) {
		return day{}, false // needs a calendar of working days
	}
	d, ok := p.shift(n, unit, zone)
	return single(d, next), ok
}

// unitsAgo reads "3 days ago", "two weeks from now", "vor 3 Tagen".
func (p *parser) unitsAgo(i int, zone *time.Location) (day, bool) {
	at := i
	e, next := p.phrase(i)
	before := e != nil && e.cues&cueAgo != 0
	if before {
		if at = next; !p.get(at).near() {
			return day{}, false
		}
	}
	n, end := p.count(at)
	vague := false
	if end == at {
		n, end, vague = p.fewAt(at)
	}
	if end == at {
		return day{}, false
	}
	if w := p.get(end); w.near() && w.word != nil && w.word.weekday+w.word.weekdays != 0 && !before {
		return p.weekdaysFrom(n, end, zone)
	}
	if d, ok := p.countedAround(n, end, zone); ok && !before {
		return d, true
	}
	unit, after := p.unitWord(end)
	if unit == 0 || p.get(end).has(cueBusiness) {
		return day{}, false
	}
	if d, ok := p.moreUnits(n, unit, after, zone); ok && !before {
		return d, true
	}
	sign := 0
	e, next = p.phrase(after)
	switch {
	case before:
		sign, next = -1, after
	case e == nil || !p.tokens[after].near():
		return day{}, false
	case e.cues&cueAgo != 0:
		sign = -1
	case e.cues&cueLater != 0:
		sign = 1
	default:
		return day{}, false
	}
	to, ok := p.shift(sign*n, unit, zone)
	d := single(to, next)
	if vague && ok {
		d.widen(unit, sign)
	}
	return d, ok
}

// moreUnits reads what may follow "3 weeks": "and 2 days ago", "after 12 January", "before Christmas".
func (p *parser) moreUnits(n int, unit unitID, i int, zone *time.Location) (day, bool) {
	t := p.get(i)
	if t == nil || !t.near() {
		return day{}, false
	}
	if e, next := p.phrase(i); e != nil && e.cues&cueAfter != 0 && e.cues&cueAgo == 0 || t.hash == hashAfter || t.hash == hashBefore || t.hash == hashFrom && (e == nil || e.cues&cueLater == 0) {
		if the := p.get(next); the.near() && the.hash == hashThe {
			next++
		}
		d, ok := p.dayAt(next, zone)
		if !ok || !p.get(next).near() || !d.first.Equal(d.last) {
			return day{}, false
		}
		if t.hash != hashAfter && t.hash != hashFrom && !t.has(cueIn) {
			n = -n
		}
		d.move(n, unit)
		return d, unit >= unitDay
	}
	at := i
	if t.has(cueAnd) || t.is(',') {
		at++
	}
	m, end := p.count(at)
	if end == at || !p.get(at).near() || unit <= unitDay {
		return day{}, false
	}
	smaller, next := p.unitWord(end)
	if smaller == 0 || smaller >= unit {
		return day{}, false
	}
	e, after := p.phrase(next)
	if e == nil || e.cues&(cueAgo|cueLater) == 0 || !p.get(next).near() {
		return day{}, false
	}
	sign := 1
	if e.cues&cueAgo != 0 {
		sign = -1
	}
	d := single(p.today(zone), after)
	d.move(sign*n, unit)
	d.move(sign*m, smaller)
	return d, true
}

var hashAfter, hashBefore = hashWord("after"), hashWord("before")

// move shifts every meaning of a day.
func (d *day) move(n int, unit unitID) {
	years, months, days := 0, 0, 0
	switch unit {
	case unitDay:
		days = n
	case unitWeek:
		days = 7 * n
	case unitMonth:
		months = n
	case unitQuarter:
		months = 3 * n
	case unitFortnight:
		days = 14 * n
	case unitDecade:
		years = 10 * n
	case unitYear:
		years = n
	default:
	}
	d.first, d.last = d.first.AddDate(years, months, days), d.last.AddDate(years, months, days)
	for i := range d.others[:d.n] {
		o := &d.others[i]
		o.first, o.last = o.first.AddDate(years, months, days), o.last.AddDate(years, months, days)
	}
}
