package guard

import "time"

// partsOf reads what follows "first" or "last" and counts parts of a period: "3 days of June", "two months of 2026".
func (p *parser) partsOf(i int, last bool, zone *time.Location) (day, bool) {
	n, at := p.count(i)
	if at == i || n < 2 || n > 99 {
		return day{}, false
	}
	unit, next := p.unitWord(at)
	if unit < unitDay || unit > unitWeekend || p.get(at).has(cueBusiness) || !p.get(next).near() || !p.get(next).has(cueOf|cueIn) {
		return day{}, false
	}
	in, ok := p.wholeAt(p.skipOf(next), zone)
	if !ok {
		return day{}, false
	}
	from, to := 1, n
	if last {
		from, to = -n, -1
	}
	first, ok1 := in.part(from, unit)
	end, ok2 := in.part(to, unit)
	first.last, first.next = end.last, in.next
	return first, ok1 && ok2
}

// daysFromTo reads "the 3rd to the 7th" after "from" or "between": of the current month, or of the next where it is
// over. n is the first day, and the upper end begins at token i.
func (p *parser) daysFromTo(n, i int, zone *time.Location) (day, bool) {
	m, next := p.dayNumber(i)
	if m <= n || next == i+1 && p.tokens[i].isDigits() || !p.closed(next) {
		return day{}, false
	}
	today := p.today(zone)
	month := int(today.Month())
	if m < today.Day() {
		month++
	}
	first, last := time.Date(today.Year(), time.Month(month), n, 0, 0, 0, 0, zone), time.Date(today.Year(), time.Month(month), m, 0, 0, 0, 0, zone)
	d := day{first: first, last: last, next: next, explicit: true, stop: last}
	d.also(first.AddDate(0, -1, 0), last.AddDate(0, -1, 0))
	return d, last.Day() == m
}
