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
	v, part, ok := f.values[0].Int64(0)
	if f.n != 1 || !ok || part != 0 || v < 0 || v > 9999 {
		return 0, i
	}
	return int(v), f.next
}

// halfYears reads "half a year", "two and a half years", "1.5 years", and returns months; 0 where none begins at token i.
func (p *parser) halfYears(i int) (months, next int) {
	t := p.get(i)
	if a, h := p.get(i+2), p.get(i+4); t.has(cueArticle) && p.get(i+1).near() && p.tokens[i+1].word != nil && p.tokens[i+1].word.unit == unitYear &&
		a.near() && a.has(cueAnd) && p.get(i+3).has(cueArticle) && h.near() && h.hash == hashHalf {
		return 18, i + 5
	}
	if t == nil || t.hash != hashHalf && !t.isDigits() && (t.word == nil || t.word.class == classNone) {
		return 0, i
	}
	at, halves := i+2, int64(1)
	if t.hash != hashHalf || !p.get(i+1).near() || !p.tokens[i+1].has(cueArticle) {
		f := p.figureBefore(i)
		v, part, ok := f.values[0].Int64(1)
		if f.n != 1 || f.next <= i || !ok || part != 5 || v < 0 || v > 99 {
			return 0, i
		}
		at, halves = f.next, 2*v+1
	}
	unit, next := p.unitWord(at)
	if unit != unitYear {
		return 0, i
	}
	return int(6 * halves), next
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
	if unit, _ := p.unitWord(at); step < 0 && unit == unitDay && !p.get(at).has(cueDayPart) {
		return day{}, false // "the last day for a return"
	}
	if n, end := p.count(at); t.hash == hashUpcoming && end > at && !p.get(end).has(cueBusiness) {
		unit, next := p.unitWord(end)
		return p.upcoming(n, unit, next, zone)
	}
	if step < 0 {
		if d, ok := p.partsOf(at, true, zone); ok {
			return d, true
		}
	}
	if step != 0 {
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
	if step > 0 && p.withinBefore(i) {
		up, ok := p.shift(1, unit, zone)
		d := day{first: p.today(zone), last: up.AddDate(0, 0, -1), next: next}
		d.also(d.first, up)
		return d, ok && !p.get(next).has(cueAnd)
	}
	if n := p.get(next); unit == unitDay && n.near() && n.word != nil && (n.word.about == AboutDelivery || n.word.role == RoleShipping) {
		return day{}, false // "next day delivery"
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

// edgeOf reads "beginning of next week", "end of the month", "mid-March", "middle of 2026": a third of it, or of a week
// three days.
func (p *parser) edgeOf(i int, zone *time.Location) (day, bool) {
	part, at := p.tokens[i].edge(), i+1
	if of := p.get(at); of.near() && (of.has(cueOf) || part == edgeMiddle && of.is('-') && of.joined()) {
		at++
	}
	if at == i+1 && part != edgeMiddle && !p.get(at).has(cueArticle) && p.get(at) != nil && p.get(at).hash != hashThe && (p.tokens[at].word == nil || p.tokens[at].word.month == 0) {
		return day{}, false
	}
	at = p.skipThe(at)
	t := p.get(at)
	if !t.near() {
		return day{}, false
	}
	if t.isDigits() {
		if d, ok := p.decade(at, zone); ok {
			return d, part == edgeMiddle && d.middleYears()
		}
	}
	if y, next, ok := p.yearAfter(at); ok && t.isDigits() {
		d := yearOf(y, zone, next)
		return d, d.edge(part, p.lone(i, d.next))
	}
	if t.word == nil {
		return day{}, false
	}
	if t.word.unit == unitDay {
		return single(p.today(zone), at+1), part == edgeEnd
	}
	d, ok := p.unitNamed(at, zone)
	return d, ok && d.edge(part, p.lone(i, d.next))
}

// middleYears keeps the four middle years of a decade.
func (d *day) middleYears() bool {
	d.first, d.last, d.n = d.first.AddDate(3, 0, 0), d.first.AddDate(7, 0, -1), 0
	return true
}

// edge is a part of a week, month or year.
type edge uint8

const (
	edgeNone edge = iota
	edgeBegin
	edgeMiddle
	edgeEnd
)

// edge returns the part that a word names: "beginning", "middle", "end".
func (t *token) edge() edge {
	switch {
	case t == nil:
	case t.has(cueBegin):
		return edgeBegin
	case t.word != nil && t.word.side != edgeNone:
		return edgeMiddle
	case t.has(cueEnd):
		return edgeEnd
	}
	return edgeNone
}

// edge keeps the beginning, the middle or the end of a week, month or year: three days, a third, or the first three or
// last four months. The first or the second half is another meaning, and the first one in a sentence.
func (d *day) edge(part edge, lone bool) bool {
	whole := *d
	halved := part != edgeMiddle && whole.half(part == edgeBegin)
	d.side, d.n = part, 0
	if !d.third(part) {
		return false
	}
	if halved {
		d.also(whole.first, whole.last)
		d.prefer(!lone)
	}
	return true
}

// third keeps a third of a month, and what is like it of a week and a year.
func (d *day) third(part edge) bool {
	length := d.length()
	week, month := length == 7, length >= 28 && length <= 31
	switch {
	case !week && !month && length < 365:
		return false
	case part == edgeBegin && week:
		d.last = d.first.AddDate(0, 0, 2)
	case part == edgeBegin && month:
		d.last = d.first.AddDate(0, 0, 9)
	case part == edgeBegin:
		d.last = d.first.AddDate(0, 3, -1)
	case part == edgeMiddle && week:
		d.first, d.last = d.first.AddDate(0, 0, 1), d.first.AddDate(0, 0, 3)
	case part == edgeMiddle && month:
		d.first, d.last = d.first.AddDate(0, 0, 10), d.first.AddDate(0, 0, 19)
	case part == edgeMiddle:
		d.first, d.last = d.first.AddDate(0, 4, 0), d.first.AddDate(0, 8, -1)
	case week:
		d.first = d.last.AddDate(0, 0, -2)
	case month:
		d.first = d.first.AddDate(0, 0, 20)
	default:
		d.first = d.last.AddDate(0, 0, 1).AddDate(0, -4, 0)
	}
	return true
}

// length counts the days of d.
func (d *day) length() int { return int(d.last.Sub(d.first).Hours()/24+0.5) + 1 }

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
	case unitDecade:
		first := time.Date(y/10*10+10*step, 1, 1, 0, 0, 0, 0, zone)
		return day{first: first, last: first.AddDate(10, 0, -1), next: next}, true
	case unitCentury:
		first := time.Date(y/100*100+100*step, 1, 1, 0, 0, 0, 0, zone)
		return day{first: first, last: first.AddDate(100, 0, -1), next: next}, true
	case unitDay:
		return single(today.AddDate(0, 0, step), next), true
	default:
	}
	return day{}, false
}
