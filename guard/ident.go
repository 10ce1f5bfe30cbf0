package guard

// emitID yields a claim whose value is its text.
func (p *parser) emitID(kind Kind, first, next int) *Claim {
	f := figure{n: 1}
	c := p.emit(kind, &f, first, next)
	c.Readings[0].ID = normalID(c.Text)
	return c
}

// idAt reads an id that begins at token i, and yields it: a part number ("JKT-114"), what follows "#" or "order".
func (p *parser) idAt(i int) int {
	t := &p.tokens[i]
	if t.is('#') {
		if n := p.get(i + 1); n.joined() && (n.isDigits() || n.kind == tokenWord && n.styled(styleUpper)) {
			next := p.runEnd(i + 1)
			if id := p.idText(i+1, next); id != "" {
				p.emitID(ID, i+1, next).Readings[0].ID = id
				return next
			}
		}
		return i
	}
	if i > 0 && t.joined() && !p.tokens[i-1].is('(') && !p.tokens[i-1].is('"') && !p.tokens[i-1].is(':') {
		return i
	}
	next := p.runEnd(i)
	switch {
	case t.kind == tokenWord && t.styled(styleUpper) && p.mixed(i, next):
		next = p.account(i, next)
	case t.isDigits() && (p.numbered(i) || t.size >= 8) && p.mixedDigits(i, next):
	case t.isDigits() && (p.coded(i, next) || p.aloneID(i, next)):
	default:
		if next = p.fours(i); next == i {
			return i
		}
	}
	id := p.idText(i, next)
	if len(id) < 4 {
		return i
	}
	p.emitID(ID, i, next).Readings[0].ID = id
	return next
}

// idText returns the normal form of the text of the tokens.
func (p *parser) idText(first, next int) string {
	return normalID(p.reply.Text[p.tokens[first].start:p.tokens[next-1].end])
}

// mixed reports whether the tokens are a part number: capitals and at least two digits, with nothing but hyphens and
// the like between them.
func (p *parser) mixed(first, next int) bool {
	letters, digits := 0, 0
	for i := first; i < next; i++ {
		t := &p.tokens[i]
		switch {
		case t.isDigits():
			digits += int(t.size)
		case t.kind == tokenWord && t.styled(styleUpper):
			letters += int(t.end - t.start)
		case t.is('-') || t.is('/') || t.is('_') || t.is('.'):
		default:
			return false
		}
	}
	return digits >= 1 && letters >= 1 && letters+digits >= 4 && next-first >= 2
}

// mixedDigits reports whether the tokens hold digits, capitals and hyphens only.
func (p *parser) mixedDigits(first, next int) bool {
	digits := 0
	for i := first; i < next; i++ {
		t := &p.tokens[i]
		switch {
		case t.isDigits():
			digits += int(t.size)
		case t.kind == tokenWord && t.styled(styleUpper), t.is('-'), t.is('/') && i+1 < next && p.tokens[i+1].isDigits():
		default:
			return false
		}
	}
	return digits >= 4
}

// numbered reports whether "order", "No." or their like stand before token i.
func (p *parser) numbered(i int) bool {
	for j := i - 1; j >= max(0, i-4); j-- {
		t := &p.tokens[j]
		switch {
		case t.has(cueNumber):
			return true
		case t.is(':') || t.is('.') || t.is('#') || t.is('-') || t.has(cueIs):
		default:
			return false
		}
	}
	return false
}
