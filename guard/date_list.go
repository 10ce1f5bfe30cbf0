package guard

import "time"

// openingDays passes over "Monday to Friday" and "Mon-Sat": they name every week, not days; between the two weekdays
// no other word stands.
func (p *parser) openingDays(i int) int {
	if p.tokens[i].word.weekday != 1 || p.cued(i, cueBetween|cueNext|cueThis|cueLast) {
		return i
	}
	c := p.connector(&amount{next: i + 1, first: i, cur: currency{next: 1}})
	t := p.get(c)
	if c == 0 || !t.near() || t.word == nil || t.word.weekday < 5 {
		return i
	}
	if n := p.get(c + 1); n.near() && (n.isDigits() && n.size == 2 && p.get(c+2).near() && p.tokens[c+2].word != nil && p.tokens[c+2].word.month != 0 || n.has(cueOf|cueNext)) {
		return i // "Monday to Friday of next week"
	}
	return c + 1
}

// sharedMonth reads a day that shares its month with those after it: the 12th of "12 and 13 March", "12th, 13th or 14th
// of March 2026". The others are read in their turn.
func (p *parser) sharedMonth(i int, zone *time.Location) int {
	t := &p.tokens[i]
	if !t.isDigits() && (t.word == nil || t.word.ordinal == 0) || !p.bordered(i) {
		return i
	}
	n, end := p.dayNumber(i)
	if n == 0 {
		return i
	}
	at, joined := end, false
	for range 4 {
		and := p.get(at)
		if !and.near() || !and.is(',') && !and.is('&') && !and.has(cueAnd) && and.hash != hashOr {
			return i
		}
		joined = joined || !and.is(',')
		at = p.skipThe(at + 1)
		m, next := p.dayNumber(at)
		if m <= n || !p.get(at).near() {
			return i
		}
		if d, ok := p.dayMonth(at, zone); ok && d.first.Equal(d.last) {
			if !joined {
				return i
			}
			d.remake(func(o days) days {
				first := o.first.AddDate(0, 0, n-m)
				return days{first, first}
			})
			d.next = end
			p.emitDate(&d, i)
			return end
		}
		at = next
	}
	return i
}

var hashOr = hashWord("or")

// listedDay reads a day that takes its month from the date before it: the 13 of "March 12 and 13".
func (p *parser) listedDay(i int, zone *time.Location) (day, bool) {
	t, and, claims := &p.tokens[i], p.get(i-1), len(p.reply.Claims)
	if claims == 0 || p.done != i-1 || !t.isDigits() || !t.near() || !and.has(cueAnd) && !and.is('&') && !and.is(',') && and.hash != hashOr {
		return day{}, false
	}
	c := &p.reply.Claims[claims-1]
	m := p.get(int(c.first))
	if c.Kind != Date || int(c.next) != i-1 || m.word == nil || m.word.month == 0 || !c.Readings[0].Day.Equal(c.Readings[0].LastDay) {
		return day{}, false
	}
	n, next := p.dayNumber(i)
	before := c.Readings[0].Day
	if n <= before.Day() || !p.closed(next) && !p.get(next).has(cueAnd) || p.counts(next) {
		return day{}, false
	}
	if y, end, ok := p.yearAfter(next); ok {
		return date(y, int(before.Month()), n, zone, end)
	}
	return date(before.Year(), int(before.Month()), n, zone, next)
}
