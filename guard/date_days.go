package guard

import "time"

// dayRange reads "13 to 15 July", "13.-15. März", "July 13-15", "May to August".
func (p *parser) dayRange(i int, zone *time.Location) int {
	t := &p.tokens[i]
	if t.word != nil && t.word.month != 0 {
		return p.monthsAt(i, zone)
	}
	if !t.isDigits() && p.ordinalAt(i) == 0 || !p.bordered(i) {
		return i
	}
	n, at := p.dayNumber(i)
	if n == 0 {
		return i
	}
	c := p.connector(&amount{figure: figure{next: at}, first: i})
	if c == 0 {
		return i
	}
	c = p.skipThe(c)
	if e := p.get(c); e == nil || !e.isDigits() && (t.isDigits() || p.ordinalAt(c) == 0) {
		return i
	}
	d, ok := p.dayMonth(c, zone)
	if !ok {
		d, ok = p.dayInMonth(i, c, zone)
	}
	if !ok && c > 0 && p.cued(i, cueFrom|cueBetween) && p.get(i-1).hash == hashThe && p.tokens[c-1].hash == hashThe {
		if d, ok := p.daysFromTo(n, c, zone); ok {
			p.emitDate(&d, i)
			return d.next
		}
	}
	if !ok || !d.first.Equal(d.last) || d.first.Day() <= n {
		return i
	}
	d.stop = d.last // "from 4 to 22 May" may leave out the 22nd
	d.startOn(n)
	d.explicit = true
	p.emitDate(&d, i)
	return d.next
}

// dayInMonth reads "22 this month", "23 of next month" after "from 4 to" or "between 4 and".
func (p *parser) dayInMonth(first, i int, zone *time.Location) (day, bool) {
	n, at := p.dayNumber(i)
	if of := p.get(at); of.near() && of.has(cueOf|cueIn) {
		at++
	}
	t := p.get(at)
	if n == 0 || !t.near() || !t.has(cueNext|cueLast|cueThis) || !p.cued(first, cueFrom|cueBetween) {
		return day{}, false
	}
	month, next, ok := p.monthAt(at, zone)
	if !ok {
		return day{}, false
	}
	return date(month.Year(), int(month.Month()), n, zone, next)
}

// startOn makes a day the end of a run that starts on day n of its month.
func (d *day) startOn(n int) {
	back := n - d.last.Day()
	d.first = d.last.AddDate(0, 0, back)
	for i := range d.others[:d.n] {
		d.others[i].first = d.others[i].last.AddDate(0, 0, back)
	}
}

// monthsAt reads a run that begins with the name of a month.
func (p *parser) monthsAt(i int, zone *time.Location) int {
	if next := p.monthSpan(i, zone); next > i {
		return next
	}
	if p.monthWord(i) {
		return p.monthRange(i, zone)
	}
	return i
}

// monthRange reads "July 13-15", "July 27 to the 3rd".
func (p *parser) monthRange(i int, zone *time.Location) int {
	n, at := p.dayNumber(i + 1)
	if n == 0 {
		return i
	}
	c := p.connector(&amount{figure: figure{next: at}, first: i})
	if c == 0 {
		return i
	}
	number := p.skipThe(c)
	last, end := p.dayNumber(number)
	if last == 0 || !p.ends(end) || p.counts(end) || !p.tokens[number].isDigits() && p.ordinalAt(number) == 0 {
		return i
	}
	if m := p.get(end); m.near() && (m.word != nil && m.word.month != 0 || m.has(cueOf)) {
		return i // "May 3 to 5 June"
	}
	wrap := last <= n
	if wrap && (number == c || end == number+1 && p.tokens[number].isDigits()) {
		return i
	}
	if wrap {
		n, last = last, n
	}
	d, ok := p.withYear(int(p.tokens[i].word.month), last, end, zone)
	if !ok {
		return i
	}
	d.stop = d.last
	d.startOn(n)
	if wrap {
		d.turn()
	}
	d.explicit = true
	p.emitDate(&d, i)
	return d.next
}

// turn makes of the days from 3 to 27 July those from 27 July to 3 August.
func (d *day) turn() {
	d.first, d.last = d.last, d.first.AddDate(0, 1, 0)
	d.stop = d.last
	for i := range d.others[:d.n] {
		o := &d.others[i]
		o.first, o.last = o.last, o.first.AddDate(0, 1, 0)
	}
}

// monthSpan reads "May to August", "Nov-Feb 2026", "March through 5 June".
func (p *parser) monthSpan(i int, zone *time.Location) int {
	c := p.connector(&amount{next: i + 1, first: i, cur: currency{next: 1}})
	if c == 0 || !p.tokens[i].styled(styleTitle) && !p.monthWord(i) && !p.cued(i, cueFrom|cueBetween) {
		return i
	}
	t := p.get(c)
	if t == nil || t.word == nil || t.word.month == 0 || !t.near() || p.foreignMonth(i) || p.foreignMonth(c) {
		return i
	}
	start := int(p.tokens[i].word.month)
	d := p.bareMonth(start, i+1, zone)
	e, ok := p.plainDay(c, zone)
	if !ok {
		e = p.bareMonth(int(t.word.month), c+1, zone)
	}
	if e.openYear {
		p.aroundToday(&d, &e)
	}
	if !d.until(&e) {
		return i
	}
	p.emitDate(&d, i)
	return d.next
}

// aroundToday moves a run between two months into the year in which it holds today, or comes next.
func (p *parser) aroundToday(d, e *day) {
	today := dayOf(p.reply.Now.In(d.first.Location()))
	if d.first.AddDate(-1, 0, 0).After(today) {
		return
	}
	back := monthOf(d.first.Year()-1, int(d.first.Month()), d.first.Location(), d.next)
	end := e.last
	for !end.AddDate(-1, 0, 0).Before(back.first) {
		end = end.AddDate(-1, 0, 0)
	}
	if !end.Before(today) {
		d.others[0], d.n = days{d.first, d.last}, 1
		d.first, d.last = back.first, back.last
	}
}
