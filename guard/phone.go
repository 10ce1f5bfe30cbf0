package guard

import "strings"

// phoneAt reads a telephone number that begins at token i, and yields it: "+49 30 1234567", "(541) 754-3010".
func (p *parser) phoneAt(i int) int {
	t := &p.tokens[i]
	plus := t.is('+') || t.is('(') && p.get(i+1).is('+') && p.tokens[i+1].joined()
	called := t.isDigits() && p.called(i)
	if !plus && !t.is('(') && !(t.isDigits() && (t.size <= 5 || called)) || i > 0 && t.joined() && (p.tokens[i-1].kind == tokenWord || p.tokens[i-1].isDigits()) {
		return i
	}
	if t.isDigits() && !called && t.size != 3 && p.reply.Text[t.start] != '0' {
		return i // no shape of a number begins like this
	}
	digits, groups, next := 0, 0, i
	for at := i; at < len(p.tokens) && at-i < 20; at++ {
		n := &p.tokens[at]
		if at > i && n.gap > blank {
			break
		}
		switch {
		case n.isDigits():
			if digits, groups, next = digits+int(n.size), groups+1, at+1; digits > 15 {
				return i
			}
			continue
		case n.is('(') || n.is(')') || n.is('-') || n.is('/') || n.is('.') && n.joined() || n.is('+') && at <= i+1 && plus:
			continue
		}
		break
	}
	if digits > 15 || digits < 7 || groups < 2 && !plus && !called || p.counts(next) || !called && !p.phoneShape(i, next, plus, digits) {
		return i
	}
	c := p.emitID(Phone, i, next)
	c.Readings[0].ID = phoneDigits(c.Text)
	return next
}

// called reports whether "phone", "call us at" or their like stand shortly before token i.
func (p *parser) called(i int) bool {
	for j := i - 1; j >= max(0, i-5); j-- {
		t := &p.tokens[j]
		switch {
		case t.has(cuePhone):
			return true
		case t.is(':') || t.is('.') || t.kind == tokenWord && (t.word != nil || t.end-t.start <= 3):
		default:
			return false
		}
	}
	return false
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

// phoneDigits returns the digits of a number, with a plus where it had one, or the zeros that stand for it.
func phoneDigits(text string) string {
	digits := strings.Map(func(r rune) rune {
		if d := digitValue(r); d >= 0 {
			return rune('0' + d)
		}
		if r == '+' {
			return r
		}
		return -1
	}, text)
	if rest, ok := strings.CutPrefix(digits, "00"); ok {
		return "+" + rest
	}
	return digits
}
