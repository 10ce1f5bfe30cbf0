package guard

import "time"

// day is a day, or a run of days, that a text names, with up to two further meanings; next is the token after it.
type day struct {
	first, last time.Time
	others      [2]days
	n           int // of others
	next        int
	mismatch    bool      // the weekday beside it is another
	openYear    bool      // the year is not stated
	explicit    bool      // both ends are stated
	vague       bool      // counted in "a few"
	weekday     bool      // only a weekday is stated
	side        edge      // the part of a period that is named
	clock       clock     // the time of day behind it; next is 0 where there is none
	cut         bool      // the day named by stop is rather left out
	stop        time.Time // of a run between two stated ends: the day on which the upper one begins
}

// days is a run of days.
type days struct{ first, last time.Time }

func single(d time.Time, next int) day { return day{first: d, last: d, next: next} }

// also adds another meaning.
func (d *day) also(first, last time.Time) {
	if d.n < len(d.others) && !(first.Equal(d.first) && last.Equal(d.last)) {
		d.others[d.n] = days{first, last}
		d.n++
	}
}

// remake makes another meaning of every one.
func (d *day) remake(f func(days) days) {
	own := f(days{d.first, d.last})
	d.first, d.last = own.first, own.last
	for k := range d.others[:d.n] {
		d.others[k] = f(d.others[k])
	}
}

// date returns the day, and false where the calendar has no such day.
func date(year, month, dayOfMonth int, zone *time.Location, next int) (day, bool) {
	d := time.Date(year, time.Month(month), dayOfMonth, 0, 0, 0, 0, zone)
	return single(d, next), month >= 1 && month <= 12 && dayOfMonth >= 1 && d.Day() == dayOfMonth && year > 0
}

// today is the turn's day.
func (p *parser) today(zone *time.Location) time.Time {
	if p.day.zone != zone || p.day.at.IsZero() {
		p.day = zonedDay{dayOf(p.reply.Now.In(zone)), zone}
	}
	return p.day.at
}

// zonedDay is the turn's day in a zone: most words ask for it again.
type zonedDay struct {
	at   time.Time
	zone *time.Location
}

// yearless returns a day whose year is not stated: the coming one, or the one before.
func (p *parser) yearless(month, dayOfMonth int, zone *time.Location, next int) (day, bool) {
	today := p.today(zone)
	for y := today.Year(); y < today.Year()+8; y++ {
		d, ok := date(y, month, dayOfMonth, zone, next)
		if !ok && dayOfMonth <= 28 {
			return d, false
		}
		if !ok || d.first.Before(today) {
			continue
		}
		d.openYear = true
		if before, ok := date(y-1, month, dayOfMonth, zone, next); ok {
			d.also(before.first, before.last)
		}
		return d, true
	}
	return day{}, false
}

// monthOf returns a whole month.
func monthOf(year, month int, zone *time.Location, next int) day {
	first := time.Date(year, time.Month(month), 1, 0, 0, 0, 0, zone)
	return day{first: first, last: first.AddDate(0, 1, -1), next: next}
}

// dayAt reads the day that begins at token i.
func (p *parser) dayAt(i int, zone *time.Location) (day, bool) {
	t := p.get(i)
	if t == nil {
		return day{}, false
	}
	if s := p.get(i + 1); t.has(cueLast) || t.word != nil && t.word.ordinal != 0 || t.isDigits() && s.joined() && s.kind == tokenWord {
		if d, ok := p.nthDay(i, zone); ok {
			return d, true
		}
	}
	if d, ok := p.weekdayAt(i, zone); ok {
		return d, true
	}
	if d, ok := p.startingAt(i, zone); ok {
		return d, true
	}
	return p.plainDay(i, zone)
}

// maxDaysInDays is how many days are read at most that each are told by the next: "the day after the day after tomorrow".
const maxDaysInDays = 6

// plainDay reads a day without a weekday before it.
func (p *parser) plainDay(i int, zone *time.Location) (day, bool) {
	if p.nested == maxDaysInDays {
		return day{}, false
	}
	p.nested++
	d, ok := p.innerDay(i, zone)
	p.nested--
	return d, ok
}

// innerDay is plainDay within as many others as p.nested tells.
func (p *parser) innerDay(i int, zone *time.Location) (day, bool) {
	t := p.get(i)
	if t == nil {
		return day{}, false
	}
	if d, ok := p.nthPeriod(i, zone); ok {
		return d, true
	}
	if t.isDigits() {
		if !p.bordered(i) {
			return day{}, false
		}
		if d, ok := p.decade(i, zone); ok {
			return d, true
		}
		if d, ok := p.numericDay(i, zone); ok {
			return d, true
		}
		if d, ok := p.shortYear(i, zone); ok {
			return d, true
		}
		if d, ok := p.basicDay(i, zone); ok {
			return d, true
		}
		if d, ok := p.era(i, zone); ok {
			return d, true
		}
		if d, ok := p.unitsAgo(i, zone); ok {
			return d, true
		}
		if t.size <= 2 {
			if d, ok := p.dayMonth(i, zone); ok {
				return d, true
			}
			return p.dayOfMonth(i, zone)
		}
		return p.yearMonth(i, zone)
	}
	if t.hash == hashQ || t.hash == hashH {
		return p.shortPeriod(i, zone)
	}
	if t.word == nil {
		return day{}, false
	}
	if d, ok := p.givenHoliday(i, zone); ok {
		return d, true
	}
	if d, ok := p.relativeDay(i, zone); ok {
		return d, true
	}
	if d, ok := p.namedYear(i, zone); ok {
		return d, true
	}
	if d, ok := p.centuryDecade(i, zone); ok {
		return d, true
	}
	if n := p.get(i + 1); t.word.unit == unitDay && !t.word.plural && n.near() && (n.hash == hashAfter || n.hash == hashBefore) {
		return p.moreUnits(1, unitDay, i+1, zone)
	}
	switch e, next := p.phrase(i); {
	case e.unit != 0 && e.cues&cueNext != 0 && next > i+1:
		return p.unitRange(e.unit, e.days(), zone, next)
	case e.unit != 0 && e.cues&cueLast != 0 && next > i+1:
		return p.unitRange(e.unit, -e.days(), zone, next)
	case e.holiday != 0:
		return p.holiday(e, i, next, zone)
	case e.unit == unitWeek:
		if d, ok := p.numberedWeek(i, zone); ok {
			return d, true
		}
		if d, ok := p.weekBeside(i+1, zone); ok {
			return d, true
		}
		return p.weekOf(i, zone)
	case e.unit == unitWeekend && p.get(next).near() && (p.tokens[next].hash == hashBefore || p.tokens[next].hash == hashAfter):
		weekday, back := 6, 0
		if p.tokens[next].hash == hashBefore {
			weekday, back = 7, -1
		}
		d, ok := p.besideDay(next-1, weekday, zone)
		d.remake(func(o days) days { return days{o.first.AddDate(0, 0, back), o.first.AddDate(0, 0, back+1)} })
		return d, ok
	case e.unit == unitWeekend && p.get(next).has(cueOf):
		d, ok := p.plainDay(p.skipThe(next+1), zone)
		return d, ok && p.get(next+1).near() && d.weekend()
	case t.word.month != 0:
		return p.monthDay(i, zone)
	case (t.word.class == classUnit || t.word.class == classTen) && !t.has(cueDate|cueArticle):
		return p.dayMonth(i, zone)
	case p.ordinalAt(i) > 0:
		if d, ok := p.dayMonth(i, zone); ok {
			return d, true
		}
		return p.dayOfMonth(i, zone)
	}
	return day{}, false
}
