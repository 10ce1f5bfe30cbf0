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
	d, ok := p.dayAt(i, zone)
	if !ok {
		return i
	}
	p.dateClock(&d)
	first := p.sinceNow(&d, i)
	if first == i {
		p.extend(&d, i)
	}
	p.emitDate(&d, first)
	return d.next
}

// dateClock takes in the time of day after a date.
func (p *parser) dateClock(d *day) {
	at := d.next
	if t := p.get(at); t != nil && t.near() && (t.hash == hashAt || t.has(cueDate) || t.hash == hashT && t.joined()) {
		at++
	}
	if c, ok := p.clockAt(at); ok && p.get(at).near() {
		d.next = c.next
	}
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
	c.stop = d.stop
	for _, o := range d.others[:d.n] {
		p.reply.readings = append(p.reply.readings, Reading{Day: o.first, LastDay: o.last})
	}
	c.Readings = p.reply.readings[start:len(p.reply.readings):len(p.reply.readings)]
	if d.mismatch {
		c.Reason = WeekdayMismatch
	}
}
