package guard

import "strings"

// maxAddress bounds the tokens of an address, a URL or an id.
const maxAddress = 64

// addressAt reads a URL that begins at token i ("https://", "www.", "shop.example.com/x") or an e-mail address whose
// "@" is token i, and yields it.
func (p *parser) addressAt(i int) int {
	t := &p.tokens[i]
	switch {
	case t.is('@') && t.joined():
		return p.emailAt(i)
	case t.kind != tokenWord || i > 0 && t.joined() && !p.tokens[i-1].is('('):
		return i
	case t.hash == hashWWW || t.hash == hashHTTP || t.hash == hashHTTPS:
		if m := p.get(i + 1); m.joined() && (m.is(':') || m.is('.')) && p.get(i+2).joined() {
			return p.emitURL(i)
		}
	case p.get(i+1).is('.') && p.tokens[i+1].joined() && p.domainAt(i):
		return p.emitURL(i)
	}
	return i
}

var hashWWW, hashHTTP, hashHTTPS = hashWord("www"), hashWord("http"), hashWord("https")

// domainAt reports whether a host name begins at token i: words with full stops, the last of them a known ending.
func (p *parser) domainAt(i int) bool {
	for at := i; at-i < 12; at += 2 {
		w, stop := p.get(at), p.get(at+1)
		if w == nil || w.kind != tokenWord && w.kind != tokenDigits {
			return false
		}
		if at > i && w.kind == tokenWord && topLevel(p.reply.Text[w.start:w.end]) && (stop == nil || !stop.joined() || !stop.is('.') || !p.get(at+2).joined()) {
			n := p.get(at + 1)
			return n == nil || !n.joined() || !n.is('@') && n.kind == tokenPunct
		}
		if !stop.joined() || !stop.is('.') && !stop.is('-') || !p.get(at+2).joined() {
			return false
		}
	}
	return false
}

// topLevel reports whether name is an ending of host names that is common in shops.
func topLevel(name string) bool {
	switch name {
	case "com", "org", "net", "io", "de", "fr", "es", "it", "nl", "pt", "se", "uk", "co", "eu", "shop", "store", "info", "biz",
		"app", "dev", "at", "ch", "be", "us", "ca", "au", "jp", "cn", "kr", "br", "edu", "gov", "ai":
		return true
	}
	return false
}

// run returns the token after the unbroken run that begins at token i, without the punctuation at its end.
func (p *parser) runEnd(i int) int {
	next := i + 1
	for next < len(p.tokens) && next-i < maxAddress && p.tokens[next].joined() && !p.tokens[next].styled(styleWide) {
		next++
	}
	for next > i+1 && p.tokens[next-1].kind == tokenPunct && !p.tokens[next-1].is('/') {
		next--
	}
	return next
}

func (p *parser) emitURL(i int) int {
	next := p.runEnd(i)
	c := p.emitID(URL, i, next)
	c.Readings[0].ID = normalURL(c.Text)
	return next
}

// emailAt reads the address around the "@" at token i.
func (p *parser) emailAt(i int) int {
	first := i
	for first > p.done && first > i-maxAddress && (p.tokens[first].joined()) {
		b := &p.tokens[first-1]
		if b.kind == tokenPunct && !strings.ContainsRune("._-+%", b.sym) {
			break
		}
		first--
	}
	if first == i || !p.get(i+1).joined() || !p.domainAt(i+1) {
		return i
	}
	next := p.runEnd(i + 1)
	c := p.emitID(Email, first, next)
	c.Readings[0].ID = strings.ToLower(c.Text)
	return next
}

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
	case t.isDigits() && (p.numbered(i) || t.size >= 8) && p.mixedDigits(i, next):
	default:
		return i
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
		case t.kind == tokenWord && t.styled(styleUpper), t.is('-'):
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

// phoneAt reads a telephone number that begins at token i, and yields it: "+49 30 1234567", "(541) 754-3010".
func (p *parser) phoneAt(i int) int {
	t := &p.tokens[i]
	plus := t.is('+')
	if !plus && !t.is('(') && !(t.isDigits() && t.size <= 5) || i > 0 && t.joined() && (p.tokens[i-1].kind == tokenWord || p.tokens[i-1].isDigits()) {
		return i
	}
	digits, groups, next := 0, 0, i
	for at := i; at < len(p.tokens) && at-i < 20; at++ {
		n := &p.tokens[at]
		if at > i && n.gap > blank {
			break
		}
		switch {
		case n.isDigits():
			digits, groups, next = digits+int(n.size), groups+1, at+1
			continue
		case n.is('(') || n.is(')') || n.is('-') || n.is('/') || n.is('.') && n.joined() || n.is('+') && at == i:
			continue
		}
		break
	}
	if digits > 15 || digits < 7 || groups < 2 && !plus || p.counts(next) || !p.phoneShape(i, next, plus, digits) {
		return i
	}
	c := p.emitID(Phone, i, next)
	c.Readings[0].ID = phoneDigits(c.Text)
	return next
}

// phoneShape reports whether groups of digits look like a telephone number and not like an amount or a date.
func (p *parser) phoneShape(first, next int, plus bool, digits int) bool {
	if plus {
		return true
	}
	t := &p.tokens[first]
	if t.is('(') {
		return p.get(first+1).isDigits() && p.tokens[first+1].size <= 5 && digits >= 9
	}
	leadingZero := p.reply.Text[t.start] == '0'
	last := &p.tokens[next-1]
	dashes := p.get(first+1).is('-') || p.get(first+1).is(' ')
	return leadingZero && digits >= 9 && last.size >= 2 && !p.get(first+1).is('.') ||
		digits == 10 && t.size == 3 && last.size == 4 && (dashes || p.get(first+1).is('.'))
}

// phoneDigits returns the digits of a number, with a plus where it had one.
func phoneDigits(text string) string {
	return strings.Map(func(r rune) rune {
		if d := digitValue(r); d >= 0 {
			return rune('0' + d)
		}
		if r == '+' {
			return r
		}
		return -1
	}, text)
}
