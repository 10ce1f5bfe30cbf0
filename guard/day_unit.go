package guard

import "time"

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
	years, months, days := amountOf(n, unit)
	return p.today(zone).AddDate(years, months, days), unit >= unitDay && unit != unitWeekend && unit < unitCentury
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
	if step != 0 && t.hash != hashUpcoming {
		if d, ok := p.window(at, step < 0, zone); ok {
			p.inWindow(&d, i)
			return d, true
		}
	}
	if part := p.get(at); part.near() && part.has(cueDayPart) && part.hash != hashMorgen {
		return single(p.today(zone).AddDate(0, 0, step), at+1), true
	}
	unit, next := p.unitWord(at)
	w := p.get(next - 1)
	if unit == 0 || w.word.plural || t.hash == hashUpcoming && p.get(i-1).isDigits() {
		return day{}, false // "the past weeks"
	}
	d, ok := p.unitRange(unit, step, zone, next)
	if ok && unit == unitWeek && (w.hash == hashWorkweek || p.get(at).has(cueBusiness)) {
		d.last = d.last.AddDate(0, 0, -2)
	}
	if ok && unit == unitWeek {
		p.onWeekday(&d)
	}
	return d, ok
}

var hashRest, hashWorkweek = hashWord("rest"), hashWord("workweek")

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
	if y, next, ok := p.yearAfter(at); ok && at > i+1 && t.isDigits() {
		d := yearOf(y, zone, next)
		return d, d.edge(p.tokens[i].has(cueBegin))
	}
	if at == i+1 || !t.near() || t.word == nil {
		return day{}, false
	}
	var d day
	ok := false
	switch {
	case t.has(cueNext | cueLast | cueThis):
		d, ok = p.nextUnit(at, zone)
	case t.word.unit == unitDay:
		return single(p.today(zone), at+1), p.tokens[i].has(cueEnd)
	case t.word.unit == unitWeek || t.word.unit == unitMonth || t.word.unit == unitYear:
		d, ok = p.unitRange(t.word.unit, 0, zone, at+1)
	case t.word.month != 0:
		d, ok = p.wholeAt(at, zone)
	}
	if !ok {
		return d, false
	}
	return d, d.edge(p.tokens[i].has(cueBegin))
}

// edge keeps the beginning or the end of a week, month or year: three days, a third, or the first three or last four
// months. Where the end is meant, its second half is another meaning.
func (d *day) edge(begin bool) bool {
	whole := *d
	whole.half(false)
	d.n = 0
	switch length := int(d.last.Sub(d.first).Hours()/24+0.5) + 1; {
	case length < 7:
		return false
	case begin && length == 7:
		d.last = d.first.AddDate(0, 0, 2)
	case begin && length <= 31:
		d.last = d.first.AddDate(0, 0, 9)
	case begin:
		d.last = d.first.AddDate(0, 3, -1)
	case length == 7:
		d.first = d.last.AddDate(0, 0, -2)
	case length <= 31:
		d.first = d.first.AddDate(0, 0, 20)
	default:
		d.first = d.last.AddDate(0, 0, 1).AddDate(0, -4, 0)
	}
	if !begin {
		d.also(whole.first, whole.last)
	}
	return true
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
	default:
	}
	return day{}, false
}
