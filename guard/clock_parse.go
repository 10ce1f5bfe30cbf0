package guard

import "time"

// clockAt reads the time of day that begins at token i.
func (p *parser) clockAt(i int) (clock, bool) {
	t := p.get(i)
	c := clock{first: i, next: i + 1}
	if t == nil || !t.isDigits() || t.size > 2 || t.num > 24 || !p.clockBorder(i) {
		return c, false
	}
	c.hour = int(t.num)
	sep := p.get(i + 1)
	m := p.get(i + 2)
	marked, dotted := false, false
	if sep != nil && m != nil && m.isDigits() && m.size == 2 && m.num < 60 && m.joined() {
		switch {
		case sep.is(':') && sep.joined(), sep.kind == tokenWord && sep.hash == hashH && sep.joined():
			c.minute, c.next, marked = int(m.num), i+3, true
		case sep.is('.') && sep.joined():
			c.minute, c.next, dotted = int(m.num), i+3, true
		}
	}
	if marked {
		p.seconds(&c)
	}
	return p.clockTail(c, marked, dotted)
}

var hashH = hashWord("h")

// clockBorder reports whether a clock time may begin at token i.
func (p *parser) clockBorder(i int) bool {
	if i == 0 || !p.tokens[i].joined() {
		return true
	}
	b := &p.tokens[i-1]
	if b.kind == tokenWord {
		return b.hash == hashT || b.styled(styleWide)
	}
	return b.kind == tokenPunct && !b.is('.') && !b.is(':') && !b.is('-') && !b.is('/')
}

// seconds skips ":05" after a time.
func (p *parser) seconds(c *clock) {
	sep, s := p.get(c.next), p.get(c.next+1)
	if sep != nil && s != nil && sep.is(':') && sep.joined() && s.isDigits() && s.size == 2 && s.joined() {
		c.next += 2
	}
}

// clockTail reads what follows the figures: am, pm, Uhr, a zone. Without any of them only a colon makes a time.
func (p *parser) clockTail(c clock, marked, dotted bool) (clock, bool) {
	e, next := p.phrase(c.next)
	near := p.get(c.next) != nil && p.tokens[c.next].near()
	half := false
	switch {
	case !near || e == nil:
	case e.cues&(cueAM|cuePM) != 0 && c.hour >= 1 && c.hour <= 12:
		half = true
		c.hour %= 12
		if e.cues&cuePM != 0 {
			c.hour += 12
		}
		c.next, c.halved = next, true
	case e.cues&cueClock != 0:
		c.hours = !marked && !dotted && e.unit != 0 || p.tokens[c.next].hash == hashH && !marked && !dotted
		c.next, marked = next, true
		if m := p.get(next); !dotted && c.minute == 0 && m != nil && m.isDigits() && m.size == 2 && m.num < 60 && m.near() {
			c.minute, c.next, c.hours = int(m.num), next+1, false
		}
	}
	if !half && c.hour == 24 || !half && !marked {
		return c, false
	}
	p.zoneAfter(&c)
	return c, true
}

// zoneAfter reads "UTC", "GMT", "Z", "CET", "+02:00".
func (p *parser) zoneAfter(c *clock) {
	t := p.get(c.next)
	if t == nil || !t.near() {
		return
	}
	if t.kind == tokenWord && (t.has(cueUTC) && t.styled(styleUpper)) {
		c.zone, c.next = time.UTC, c.next+1
		t = p.get(c.next)
		if t == nil || !t.joined() {
			return
		}
	} else if t.kind == tokenWord && t.styled(styleUpper) {
		if hours, ok := zoneHours(p.reply.Text[t.start:t.end]); ok {
			c.zone, c.next = time.FixedZone("", hours*3600), c.next+1
			return
		}
	}
	h := p.get(c.next + 1)
	if t.is('-') && c.zone == nil && c.next-c.first <= 3 && !p.afterT(c.first) {
		return // "9:00-12:00" is how long something is open
	}
	if (t.is('+') || t.is('-')) && t.joined() && h != nil && h.isDigits() && h.joined() && (h.size == 2 || h.size == 1 || h.size == 4) {
		offset := int(h.num) * 3600
		next := c.next + 2
		if h.size == 4 {
			offset = int(h.num)/100*3600 + int(h.num)%100*60
		} else if m := p.get(next + 1); m != nil && p.tokens[next].is(':') && m.isDigits() && m.joined() {
			offset += int(m.num) * 60
			next += 2
		}
		if t.is('-') {
			offset = -offset
		}
		c.zone, c.next = time.FixedZone("", offset), next
	}
}

// afterT reports whether the "T" of a timestamp stands directly before token i.
func (p *parser) afterT(i int) bool {
	b := p.get(i - 1)
	return b != nil && b.kind == tokenWord && b.hash == hashT && p.tokens[i].joined()
}

// zoneHours returns the offset of a common abbreviation that names one offset only.
func zoneHours(name string) (int, bool) {
	switch name {
	case "CET", "MEZ", "BST", "WEST":
		return 1, true
	case "CEST", "MESZ", "EET":
		return 2, true
	case "EEST":
		return 3, true
	case "EST":
		return -5, true
	case "EDT":
		return -4, true
	case "PST":
		return -8, true
	case "PDT":
		return -7, true
	case "JST", "KST":
		return 9, true
	}
	return 0, false
}
