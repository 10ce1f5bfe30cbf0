package guard

// dateAt reads the date, or the run of days, that begins at token i, and yields it.
func (p *parser) dateAt(i int) int {
	zone := p.reply.zone()
	if next := p.dayRange(i, zone); next > i {
		return next
	}
	if next := p.yearRange(i, zone); next > i {
		return next
	}
	if next := p.sharedMonth(i, zone); next > i {
		return next
	}
	d, ok := p.dayAt(i, zone)
	if !ok {
		if d, ok = p.listedDay(i, zone); !ok {
			return i
		}
	}
	if d.weekday && d.next == i+1 {
		if next := p.openingDays(i); next > i {
			return next
		}
	}
	p.dateClock(&d)
	first := p.sinceNow(&d, i)
	if first == i {
		p.extend(&d, i)
	}
	p.lasting(&d, i)
	p.emitDate(&d, first)
	return d.next
}

// dateClock takes in the time of day after a date.
func (p *parser) dateClock(d *day) {
	at := p.clockFrom(d.next)
	c, ok := p.clockAt(at)
	if !ok || !p.get(at).near() {
		return
	}
	d.next, d.clock = c.next, c
	if y := p.get(c.next); d.openYear && at < c.next && y.near() && y.isDigits() && y.size == 4 && y.num >= 1900 && y.num <= 2199 && p.closed(c.next+1) {
		given, ok := date(int(y.num), int(d.first.Month()), d.first.Day(), d.first.Location(), c.next+1)
		if ok && d.first.Equal(d.last) { // "Thu Mar 12 10:15:00 2026"
			*d = given
		}
	}
}

// clockFrom skips "at" and its like, and the "T" of ISO 8601, before a time of day.
func (p *parser) clockFrom(i int) int {
	if t := p.get(i); t.near() && (t.hash == hashAt || t.has(cueDate) && !t.has(cueTo) || t.hash == hashT && t.joined()) {
		return i + 1
	}
	return i
}

var hashAt = hashWord("at")

// emitDate yields a date with its meanings.
func (p *parser) emitDate(d *day, first int) {
	var f figure
	f.n = 1
	c := p.emit(Date, &f, first, d.next)
	start := len(p.reply.readings) - 1
	c.Readings[0].Day, c.Readings[0].LastDay = d.first, d.last
	c.period = d.vague || !d.explicit && !d.first.Equal(d.last)
	if d.cut || !p.lone(first, d.next) {
		c.stop = d.stop
	}
	for _, o := range d.others[:d.n] {
		p.reply.readings = append(p.reply.readings, Reading{Day: o.first, LastDay: o.last})
	}
	c.Readings = p.reply.readings[start:len(p.reply.readings):len(p.reply.readings)]
	if d.clock.next > 0 {
		c.timed, c.hour = true, d.clock
	}
	if d.mismatch {
		c.Reason = WeekdayMismatch
	}
}
