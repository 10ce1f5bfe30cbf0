package guard

import "time"

// startingAt reads "week starting 4 February", "3 days from today" after "for", "2 weeks starting tomorrow", "w/c 4 May".
func (p *parser) startingAt(i int, zone *time.Location) (day, bool) {
	t := &p.tokens[i]
	if t.hash == hashW {
		if s, c := p.get(i+1), p.get(i+2); s.is('/') && c != nil && c.hash == hashC && p.get(i+3).near() {
			return p.weekAround(i+3, zone)
		}
		return day{}, false
	}
	n, at := p.count(i)
	if at == i {
		return day{}, false
	}
	unit, next := p.unitWord(at)
	s := p.get(next)
	if unit < unitDay || unit > unitYear || !s.near() || p.get(at).has(cueBusiness) || n < 1 {
		return day{}, false
	}
	switch b := p.get(i - 1); {
	case s.hash == hashStarting || s.hash == hashCommencing || s.hash == hashBeginning:
		next++
		if on := p.get(next); on.near() && on.hash == hashOn {
			next++
		}
	case s.hash == hashFrom && b != nil && b.hash == hashFor:
		next++
	default:
		return day{}, false
	}
	d, ok := p.dayAt(next, zone)
	if !ok || !p.get(next).near() || !d.first.Equal(d.last) {
		return day{}, false
	}
	d.run(n, unit)
	if c, ok := p.clockAt(p.clockFrom(d.next)); ok && c.next > d.next {
		p.closeRun(&d, i)
		d.prefer(!p.lone(i, d.next)) // a day from Friday at five ends on Saturday
		return d, true
	}
	if s.hash == hashFrom {
		p.closeRun(&d, i-1)
	}
	return d, true
}

var (
	hashW, hashFor, hashFrom                    = hashWord("w"), hashWord("for"), hashWord("from")
	hashStarting, hashCommencing, hashBeginning = hashWord("starting"), hashWord("commencing"), hashWord("beginning")
)

// run makes a day, in all its meanings, the first of n units.
func (d *day) run(n int, unit unitID) {
	end := *d
	end.move(n, unit)
	d.last = end.first.AddDate(0, 0, -1)
	for i := range d.others[:d.n] {
		d.others[i].last = end.others[i].first.AddDate(0, 0, -1)
	}
	d.weekday = false
}

// weekAround returns the week of the day at token i.
func (p *parser) weekAround(i int, zone *time.Location) (day, bool) {
	d, ok := p.plainDay(i, zone)
	if !ok || !d.first.Equal(d.last) {
		return day{}, false
	}
	d.first = weekOfDay(d.first)
	d.last = d.first.AddDate(0, 0, 6)
	for k := range d.others[:d.n] {
		o := &d.others[k]
		o.first = weekOfDay(o.first)
		o.last = o.first.AddDate(0, 0, 6)
	}
	return d, true
}

// sinceNow lets a date begin today where "between now and" or "from now until" stands before it, and returns its first
// token.
func (p *parser) sinceNow(d *day, i int) int {
	at := i - 1
	if t := p.get(at); t != nil && t.hash == hashThe {
		at--
	}
	if at < 2 || !p.tokens[at].has(cueAnd|cueTo) {
		return i
	}
	from, clock := p.nowBefore(at)
	if from < 1 || !p.tokens[from-1].has(cueBetween|cueFrom) {
		return i
	}
	start := single(p.today(p.reply.zone()), i)
	if !start.until(d) {
		return i
	}
	if clock {
		start.stop = time.Time{} // the last day is one of them up to some hour
	}
	*d = start
	return from
}

// nowBefore returns where "now", or a time of day, begins that ends before token i; -1 where neither does.
func (p *parser) nowBefore(i int) (first int, clock bool) {
	if p.tokens[i-1].hash == hashNow {
		return i - 1, false
	}
	for j := i - 1; j >= max(1, i-5); j-- {
		if c, ok := p.clockAt(j); ok && c.next == i {
			return j, true
		}
	}
	return -1, false
}
