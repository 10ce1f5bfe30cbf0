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
		return p.edgeOf(i, zone)
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

// count reads a small number in digits or words.
func (p *parser) count(i int) (int, int) {
	t := p.get(i)
	if t == nil {
		return 0, i
	}
	if t.isDigits() {
		if t.size > 4 || !p.bordered(i) {
			return 0, i
		}
		return int(t.num), i + 1
	}
	if t.word == nil || t.word.class == classNone && !t.has(cueArticle) {
		return 0, i
	}
	f := p.wordsAt(i)
	v, _, ok := f.values[0].Int64(0)
	if f.n != 1 || !ok || v < 0 || v > 9999 {
		return 0, i
	}
	return int(v), f.next
}

// unitWord returns the unit of time that token i names, with "business" and the like skipped.
func (p *parser) unitWord(i int) (unitID, int) {
	if t := p.get(i); t != nil && t.near() && t.has(cueBusiness) && t.word.unit == 0 {
		i++
	}
	t := p.get(i)
	if t == nil || !t.near() || t.word == nil {
		return 0, i
	}
	return t.word.unit, i + 1
}

// shift moves a day by units; hours and less leave it to the clock.
func (p *parser) shift(n int, unit unitID, zone *time.Location) (time.Time, bool) {
	now := p.reply.Now.In(zone)
	switch unit {
	case unitDay:
		return dayOf(now).AddDate(0, 0, n), true
	case unitWeek:
		return dayOf(now).AddDate(0, 0, 7*n), true
	case unitMonth:
		return dayOf(now).AddDate(0, n, 0), true
	case unitQuarter:
		return dayOf(now).AddDate(0, 3*n, 0), true
	case unitYear:
		return dayOf(now).AddDate(n, 0, 0), true
	}
	return time.Time{}, false
}

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
	if end == at {
		return day{}, false
	}
	if w := p.get(end); w.near() && w.word != nil && w.word.weekday != 0 && !before {
		return p.weekdaysFrom(n, end, zone)
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
	d, ok := p.shift(sign*n, unit, zone)
	return single(d, next), ok
}

// nextUnit reads "next week", "this month", "last year", "the next 3 days".
func (p *parser) nextUnit(i int, zone *time.Location) (day, bool) {
	t := &p.tokens[i]
	step := 0
	switch {
	case t.has(cueNext):
		step = 1
	case t.has(cueLast):
		step = -1
	}
	at := i + 1
	if n, end := p.count(at); end > at && step != 0 {
		unit, next := p.unitWord(end)
		if unit != unitDay || p.get(end).has(cueBusiness) {
			return day{}, false
		}
		today := p.today(zone)
		if step > 0 {
			return day{first: today.AddDate(0, 0, 1), last: today.AddDate(0, 0, n), next: next}, true
		}
		return day{first: today.AddDate(0, 0, -n), last: today.AddDate(0, 0, -1), next: next}, true
	}
	if part := p.get(at); part.near() && part.has(cueDayPart) && part.hash != hashMorgen {
		return single(p.today(zone).AddDate(0, 0, step), at+1), true
	}
	unit, next := p.unitWord(at)
	return p.unitRange(unit, step, zone, next)
}

// edgeOf reads "beginning of next week", "end of the month", "end of April": a third of it, or of a week three days.
func (p *parser) edgeOf(i int, zone *time.Location) (day, bool) {
	at := i + 1
	if of := p.get(at); of.near() && of.has(cueOf) {
		at++
	}
	if the := p.get(at); the.near() && the.hash == hashThe {
		at++
	}
	t := p.get(at)
	if at == i+1 || !t.near() || t.word == nil {
		return day{}, false
	}
	var d day
	ok := false
	switch {
	case t.has(cueNext | cueLast | cueThis):
		d, ok = p.nextUnit(at, zone)
	case t.word.unit == unitWeek || t.word.unit == unitMonth || t.word.unit == unitYear:
		d, ok = p.unitRange(t.word.unit, 0, zone, at+1)
	case t.word.month != 0:
		month, next, found := p.monthAt(at, zone)
		d, ok = monthOf(month.Year(), int(month.Month()), zone, next), found
	}
	if !ok {
		return d, false
	}
	length := int(d.last.Sub(d.first).Hours()/24+0.5) + 1
	third := 10
	switch {
	case length < 7:
		return d, false
	case length == 7:
		third = 3
	case length > 31:
		third = 122
	}
	if p.tokens[i].has(cueBegin) {
		d.last = d.first.AddDate(0, 0, third-1)
		return d, true
	}
	if length > 7 && length <= 31 {
		third = length - 20
	}
	d.first = d.last.AddDate(0, 0, 1-third)
	return d, true
}

// unitRange returns the unit that is step units from the current one.
func (p *parser) unitRange(unit unitID, step int, zone *time.Location, next int) (day, bool) {
	today := p.today(zone)
	y, m, _ := today.Date()
	monday := today.AddDate(0, 0, -(int(today.Weekday())+6)%7)
	switch unit {
	case unitWeek:
		first := monday.AddDate(0, 0, 7*step)
		return day{first: first, last: first.AddDate(0, 0, 6), next: next}, true
	case unitWeekend:
		first := monday.AddDate(0, 0, 5+7*step)
		return day{first: first, last: first.AddDate(0, 0, 1), next: next}, true
	case unitMonth:
		return monthOf(y, int(m)+step, zone, next), true
	case unitQuarter:
		first := time.Date(y, time.Month((int(m)-1)/3*3+1+3*step), 1, 0, 0, 0, 0, zone)
		return day{first: first, last: first.AddDate(0, 3, -1), next: next}, true
	case unitYear:
		first := time.Date(y+step, 1, 1, 0, 0, 0, 0, zone)
		return day{first: first, last: first.AddDate(1, 0, -1), next: next}, true
	}
	return day{}, false
}

// weekdayAt reads "Friday", "next Friday", "Friday, 6 March" and checks that both are the same day.
func (p *parser) weekdayAt(i int, zone *time.Location) (day, bool) {
	at, step := i, 0
	t := &p.tokens[i]
	if t.has(cueNext|cueLast|cueThis) && p.get(i+1) != nil && p.tokens[i+1].near() {
		at++
		switch {
		case t.has(cueNext):
			step = 1
		case t.has(cueLast):
			step = -1
		}
	}
	w := &p.tokens[at]
	if w.word == nil || w.word.weekday == 0 || !p.weekdayWord(at) {
		return day{}, false
	}
	weekday := int(w.word.weekday)
	next := at + 1
	if s := p.get(next); s != nil && s.is('.') && s.joined() && w.end-w.start <= 4 && !p.closed(next+1) {
		next++
	}
	if d, ok := p.afterWeekday(next, weekday, zone); ok {
		return d, true
	}
	if d, ok := p.ofWeek(at+1, weekday, zone); ok && step == 0 {
		return d, true
	}
	today := p.today(zone)
	ahead := (weekday - (int(today.Weekday())+6)%7 - 1 + 7) % 7
	switch {
	case step > 0:
		monday := today.AddDate(0, 0, 7-(int(today.Weekday())+6)%7)
		d := single(monday.AddDate(0, 0, weekday-1), at+1)
		if soon := today.AddDate(0, 0, ahead); ahead > 0 {
			d.also(soon, soon)
		}
		return d, true
	case step < 0:
		back := today.AddDate(0, 0, ahead-7)
		return single(back, at+1), true
	}
	d := single(today.AddDate(0, 0, ahead), at+1)
	back := today.AddDate(0, 0, ahead-7)
	d.also(back, back)
	if ahead == 0 {
		week := today.AddDate(0, 0, 7)
		d.also(week, week)
	}
	return d, true
}

// ofWeek reads "of last week", "evening next week", "two weeks from now" after a weekday.
func (p *parser) ofWeek(i, weekday int, zone *time.Location) (day, bool) {
	at := i
	for range 2 {
		if t := p.get(at); t.near() && (t.has(cueOf|cueDayPart) || t.is(',')) {
			at++
		}
	}
	t := p.get(at)
	if !t.near() {
		return day{}, false
	}
	step := 0
	switch {
	case t.has(cueNext):
		step = 1
	case t.has(cueLast):
		step = -1
	case !t.has(cueThis):
		d, ok := p.unitsAgo(at, zone)
		if !ok || p.get(d.next-1).has(cueAgo) {
			return day{}, false
		}
		monday := d.first.AddDate(0, 0, 1-isoWeekday(d.first))
		return single(monday.AddDate(0, 0, weekday-1), d.next), true
	}
	unit, next := p.unitWord(at + 1)
	if unit != unitWeek {
		return day{}, false
	}
	today := p.today(zone)
	monday := today.AddDate(0, 0, 1-isoWeekday(today)+7*step)
	return single(monday.AddDate(0, 0, weekday-1), next), true
}

// weekdayWord reports whether token i is a weekday and not a short word such as "sat", "sun" or "mar".
func (p *parser) weekdayWord(i int) bool {
	t := &p.tokens[i]
	if t.end-t.start > 3 {
		return true
	}
	if n := p.get(i + 1); n.near() && (n.hash == hashThe || n.isDigits()) && !t.word.monthWeak {
		return true
	}
	return t.styled(styleTitle) && (!t.word.weak || i+1 < len(p.tokens)) || p.lastIn(i) && (i == 0 || t.gap >= line)
}

// afterWeekday reads the day after a weekday, and compares both.
func (p *parser) afterWeekday(i, weekday int, zone *time.Location) (day, bool) {
	at := i
	for range 2 {
		if t := p.get(at); t != nil && t.near() && (t.is(',') || t.hash == hashThe || t.hash == hashDen || t.has(cueDate)) {
			at++
		}
	}
	t := p.get(at)
	if t == nil || !t.near() {
		return day{}, false
	}
	d, ok := p.plainDay(at, zone)
	if !ok {
		return p.weekdayNumber(at, i, weekday, zone)
	}
	if !d.first.Equal(d.last) {
		return day{}, false
	}
	d.agree(weekday)
	return d, true
}

var hashDen = hashWord("den")

// weekdayNumber reads "Tuesday the 19th".
func (p *parser) weekdayNumber(at, i, weekday int, zone *time.Location) (day, bool) {
	n, next := p.dayNumber(at)
	if n == 0 || at > i && p.tokens[at-1].hash != hashThe || !p.ends(next) || p.counts(next) || p.get(next).near() && p.get(next).is(':') {
		return day{}, false
	}
	if u := p.get(next); at == i && u.near() && u.word != nil && (u.word.unit != 0 || u.has(cueAM|cuePM|cueClock)) {
		return day{}, false
	}
	today := p.today(zone)
	for _, step := range [...]int{0, 1, -1} {
		d, ok := date(today.Year(), int(today.Month())+step, n, zone, next)
		first := time.Date(today.Year(), today.Month()+time.Month(step), n, 0, 0, 0, 0, zone)
		d.first, d.last = first, first
		if (ok || first.Day() == n) && isoWeekday(first) == weekday {
			return d, true
		}
	}
	return day{}, false
}

func isoWeekday(t time.Time) int { return (int(t.Weekday())+6)%7 + 1 }

// agree keeps the meanings that fall on the weekday; where none does, the text contradicts itself.
func (d *day) agree(weekday int) {
	if isoWeekday(d.first) == weekday {
		d.n = 0
		return
	}
	for _, o := range d.others[:d.n] {
		if isoWeekday(o.first) == weekday {
			d.first, d.last, d.n = o.first, o.last, 0
			return
		}
	}
	if d.openYear {
		for _, years := range [...]int{1, -2, 2} {
			if other := d.first.AddDate(years, 0, 0); isoWeekday(other) == weekday && other.Day() == d.first.Day() && years == 1 {
				d.first, d.last, d.n = other, other, 0
				return
			}
		}
	}
	d.mismatch = true
}

// moreUnits reads what may follow "3 weeks": "and 2 days ago", "after 12 January", "before Christmas".
func (p *parser) moreUnits(n int, unit unitID, i int, zone *time.Location) (day, bool) {
	t := p.get(i)
	if t == nil || !t.near() {
		return day{}, false
	}
	if e, next := p.phrase(i); e != nil && e.cues&cueAfter != 0 && e.cues&cueAgo == 0 || t.hash == hashAfter || t.hash == hashBefore {
		if the := p.get(next); the.near() && the.hash == hashThe {
			next++
		}
		d, ok := p.plainDay(next, zone)
		if !ok || !p.get(next).near() || !d.first.Equal(d.last) {
			return day{}, false
		}
		if t.hash != hashAfter && !t.has(cueIn) {
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
	case unitYear:
		years = n
	}
	d.first, d.last = d.first.AddDate(years, months, days), d.last.AddDate(years, months, days)
	for i := range d.others[:d.n] {
		o := &d.others[i]
		o.first, o.last = o.first.AddDate(years, months, days), o.last.AddDate(years, months, days)
	}
}
