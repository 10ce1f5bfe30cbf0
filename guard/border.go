package guard

import "unicode/utf8"

// minusAt reports whether the dash at token i is a sign and not a hyphen or a range.
func (p *parser) minusAt(i int) bool {
	n := p.get(i + 1)
	if n == nil || !n.joined() {
		return false
	}
	before := p.get(i - 1)
	return before == nil || !p.tokens[i].joined() || before.kind == tokenPunct && !before.is('-') || before.styled(styleWide)
}

// bordered reports whether a figure may begin at token i: it is not the middle of a part number, date or address.
func (p *parser) bordered(i int) bool {
	t := p.get(i)
	if t == nil {
		return false
	}
	if i > 1 && !t.joined() && p.tokens[i-1].is('.') && p.tokens[i-1].gap == blank && t.gap == blank && p.tokens[i-2].isDigits() {
		return false // "14 . 8"
	}
	if !t.joined() || i == 0 || i == p.upper {
		return true
	}
	b := &p.tokens[i-1]
	switch {
	case b.styled(styleWide), t.styled(styleWide), b.kind == tokenSign, b.is(',') && b.end-b.start > 1:
		return true
	case b.kind == tokenWord && p.prefixed(b):
		return true
	case b.kind == tokenWord, b.kind == tokenDigits:
		return false
	}
	switch b.sym {
	case '.', ',', '_', '@', '#', '+', '=', '&', '\\':
		return false
	case '-', '/', ':', '\'':
		if p.prefixDash(i - 1) {
			return true
		}
		return i == 1 || !b.joined() || p.tokens[i-2].kind == tokenPunct || p.tokens[i-2].styled(styleWide)
	}
	return true
}

// ends reports whether a figure may end before token i.
func (p *parser) ends(i int) bool {
	t := p.get(i)
	if t == nil || !t.joined() {
		return true
	}
	switch {
	case t.kind == tokenDigits:
		return i > 0 && p.tokens[i-1].styled(styleWide)
	case t.kind == tokenWord, t.is(',') && t.end-t.start > 1:
		return true
	case t.is(':') || t.is('.') || t.is(',') || t.is('/'):
		n := p.get(i + 1)
		return n == nil || !n.joined() || !n.isDigits()
	}
	return true
}

// slash reports whether a slash stands directly at token i, behind which a figure of its own may follow an amount: "35 €/100 g", "35 €/40 €".
func (p *parser) slash(i int) bool {
	t := p.get(i)
	return t.is('/') && t.joined()
}

// glued reports whether the figure at token i may begin an amount though something stands directly before it: a sign of arithmetic, a mark behind a
// word, or a word that people glue to what follows: "29 €+6 €=35 €", "total:35 €", "ca.35 €", "2x35 €". A figure alone is none there.
func (p *parser) glued(i int) bool {
	if i == 0 || !p.tokens[i].isDigits() {
		return false
	}
	b, before := &p.tokens[i-1], p.get(i-2)
	switch {
	case b.kind == tokenWord:
		return b.word != nil && b.word.gauge == 0 && !b.styled(styleUpper) || before.isDigits() && b.joined() && p.reply.Text[b.start:b.end] == "x"
	case b.kind == tokenDigits:
		return false
	}
	switch b.sym {
	case '=', '+', '#', '@', '\\':
		return true
	case '/', ':':
		return before != nil && !before.isDigits()
	case '.':
		return before != nil && b.joined() && (before.kind == tokenWord || before.is('.'))
	}
	return false
}

// prefixed reports whether a word before a figure is a preposition of one letter, as Hebrew and Arabic glue it to what
// follows.
func (p *parser) prefixed(t *token) bool {
	r := p.first(t)
	return r >= 0x5D0 && r <= 0x64A && int(t.end-t.start) == utf8.RuneLen(r)
}

// prefixDash reports whether token i is the hyphen between such a preposition and a figure.
func (p *parser) prefixDash(i int) bool {
	t := p.get(i)
	return t.is('-') && t.joined() && i > 0 && p.tokens[i-1].kind == tokenWord && p.prefixed(&p.tokens[i-1])
}
