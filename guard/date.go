package guard

import "time"

// dateAt reads the date, or the run of days, that begins at token i, and yields it.
func (p *parser) dateAt(i int) int {
	zone := p.reply.zone()
	if next := p.dayRange(i, zone); next > i {
		return next
	}
	d, ok := p.dayAt(i, zone)
	if !ok {
		return i
	}
	p.dateClock(&d)
	if c := p.connector(&amount{next: d.next, first: i, cur: currency{next: 1}}); c > 0 && d.first.Equal(d.last) {
		p.upper = c
		if e, ok := p.dayAt(c, zone); ok && e.first.Equal(e.last) && p.get(c).close() {
			p.dateClock(&e)
			d.until(&e)
		}
	}
	p.emitDate(&d, i)
	return d.next
}

// until makes d the run of days up to e, where that is later in one of its meanings.
func (d *day) until(e *day) {
	last := e.last
	for _, o := range e.others[:e.n] {
		if !last.After(d.first) || o.last.After(d.first) && o.last.Before(last) {
			last = o.last
		}
	}
	if last.After(d.first) {
		d.last, d.n, d.explicit, d.next = last, 0, true, e.next
	}
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

// dayRange reads "13 to 15 July", "13.-15. März", "July 13-15".
func (p *parser) dayRange(i int, zone *time.Location) int {
	t := &p.tokens[i]
	if t.word != nil && t.word.month != 0 && p.monthWord(i) {
		return p.monthRange(i, zone)
	}
	n, at := p.dayNumber(i)
	if n == 0 || !t.isDigits() || !p.bordered(i) {
		return i
	}
	c := p.connector(&amount{figure: figure{next: at}, first: i})
	if c == 0 {
		return i
	}
	if a := p.get(c); a != nil && a.hash == hashThe {
		c++
	}
	if d := p.get(c); d == nil || !d.isDigits() {
		return i
	}
	d, ok := p.dayMonth(c, zone)
	if !ok || !d.first.Equal(d.last) || d.first.Day() <= n {
		return i
	}
	d.startOn(n)
	d.explicit = true
	p.emitDate(&d, i)
	return d.next
}

// startOn makes a day the end of a run that starts on day n of its month.
func (d *day) startOn(n int) {
	back := n - d.last.Day()
	d.first = d.last.AddDate(0, 0, back)
	for i := range d.others[:d.n] {
		d.others[i].first = d.others[i].last.AddDate(0, 0, back)
	}
}

// monthRange reads "July 13-15".
func (p *parser) monthRange(i int, zone *time.Location) int {
	n, at := p.dayNumber(i + 1)
	if n == 0 {
		return i
	}
	c := p.connector(&amount{figure: figure{next: at}, first: i})
	if c == 0 {
		return i
	}
	last, end := p.dayNumber(c)
	if last <= n || !p.ends(end) || p.counts(end) || !p.tokens[c].isDigits() {
		return i
	}
	d, ok := p.withYear(int(p.tokens[i].word.month), last, end, zone)
	if !ok {
		return i
	}
	d.startOn(n)
	d.explicit = true
	p.emitDate(&d, i)
	return d.next
}

// emitDate yields a date with its meanings.
func (p *parser) emitDate(d *day, first int) {
	var f figure
	f.n = 1
	c := p.emit(Date, &f, first, d.next)
	start := len(p.reply.readings) - 1
	c.Readings[0].Day, c.Readings[0].LastDay = d.first, d.last
	c.period = !d.explicit && !d.first.Equal(d.last)
	for _, o := range d.others[:d.n] {
		p.reply.readings = append(p.reply.readings, Reading{Day: o.first, LastDay: o.last})
	}
	c.Readings = p.reply.readings[start:len(p.reply.readings):len(p.reply.readings)]
	if d.mismatch {
		c.Reason = WeekdayMismatch
	}
}
