package guard

// lone reports whether the date over the tokens [first, next) is all that the text says, as in a field, a cell or a
// heading. There a run of days counts its upper end in ("13 to 15 July"), and "the last 2 months" are those of the
// calendar; in a sentence either is as likely.
func (p *parser) lone(first, next int) bool {
	if first > 3 || next+1 < len(p.tokens) || next < len(p.tokens) && p.tokens[next].kind != tokenPunct {
		return false
	}
	for j := range first {
		t := &p.tokens[j]
		if t.hash != hashThe && t.hash != hashAt && !t.has(cueFrom|cueIn|cueDate|cueBetween|cueFor) {
			return false
		}
	}
	return true
}

// prefer puts the other meaning of a date first where swap holds.
func (d *day) prefer(swap bool) {
	if swap && d.n > 0 {
		o := d.others[0]
		d.others[0] = days{d.first, d.last}
		d.first, d.last = o.first, o.last
	}
}

// lasting takes in "for 10 days" after a day: so many days, or up to the day on which they are over.
func (p *parser) lasting(d *day, first int) {
	t := p.get(d.next)
	if !t.near() || t.hash != hashFor || !d.first.Equal(d.last) {
		return
	}
	n, at := p.count(d.next + 1)
	unit, next := p.unitWord(at)
	if at == d.next+1 || n < 1 || unit < unitDay || unit > unitYear || p.get(at).has(cueBusiness) {
		return
	}
	d.next = next
	d.run(n, unit)
	p.closeRun(d, first)
}

// closeRun adds the day after a run of days in another meaning of it, and the first one where the text says no more.
func (p *parser) closeRun(d *day, first int) {
	if d.n == len(d.others) {
		d.n--
	}
	copy(d.others[1:], d.others[:d.n])
	d.n++
	d.others[0] = days{d.first, d.last.AddDate(0, 0, 1)}
	d.prefer(p.lone(first, d.next))
}
