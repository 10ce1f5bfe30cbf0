package guard

import "github.com/govalues/decimal"

// percentAt reads the percentage that begins at token i, and yields it: "20 %", "20-30%", "%20", "百分之二十".
func (p *parser) percentAt(i int) int {
	t := &p.tokens[i]
	if t.has(cuePercentOf) {
		return p.percentParts(i)
	}
	if t.word != nil && (t.has(cuePercent) || t.word.phrase && t.has(cuePer)) {
		return p.percentBefore(i)
	}
	at, negative := p.signed(i)
	if at < 0 {
		return i
	}
	f := p.percentFigure(at)
	if f.n == 0 || f.next <= at {
		return i
	}
	p.fractionAfter(&f)
	low, rest := f, f.next
	ranged := false
	if _, ok := p.percentSign(rest); !ok {
		m := amount{figure: f, first: i}
		if c := p.connector(&m); c > 0 && p.get(c) != nil {
			if g := p.percentFigure(c); g.n > 0 && g.values[0].Cmp(f.values[0]) > 0 {
				f, rest, ranged = g, g.next, true
			}
		}
	}
	next, ok := p.percentSign(rest)
	if !ok {
		return i
	}
	if !ranged {
		if c := p.connector(&amount{figure: figure{next: next, first: i}, first: i}); c > 0 {
			if g := p.percentFigure(c); g.n > 0 {
				if end, ok := p.percentSign(g.next); ok && g.values[0].Cmp(low.values[0]) > 0 {
					f, next, ranged = g, end, true
				}
			}
		}
	}
	p.emitPercent(&low, &f, i, next, negative)
	return next
}

// signed skips a minus; it returns -1 where token i is a dash but no sign, or no figure may begin there.
func (p *parser) signed(i int) (int, bool) {
	t := &p.tokens[i]
	switch {
	case t.is('-') || t.is('–'):
		if !p.minusAt(i) {
			return -1, false
		}
		return i + 1, true
	case t.has(cueMinus):
		return i + 1, true
	case !p.bordered(i):
		return -1, false
	}
	return i, false
}

// percentFigure reads a figure before a percent sign; there a single mark is a decimal mark, unless the language
// writes it between groups.
func (p *parser) percentFigure(i int) figure {
	usual := p.usual
	switch p.reply.Language {
	case "", "en", "ja", "zh", "ko":
	default:
		p.usual = readDecimal
	}
	f := p.figureBefore(i)
	p.usual = usual
	return f
}

// percentSign reads "%" or its words at token i.
func (p *parser) percentSign(i int) (int, bool) {
	t := p.get(i)
	if t != nil && t.is('-') && t.joined() {
		i++
		t = p.get(i)
	}
	if t == nil || !t.close() || t.word == nil {
		return i, false
	}
	e, next := p.phrase(i)
	if e.cues&cuePercent == 0 {
		return i, false
	}
	if e.cues&cueTenfold != 0 && !t.near() {
		return i, false
	}
	return next, p.ends(next)
}

// emitPercent yields a percentage or a range of them.
func (p *parser) emitPercent(low, high *figure, first, next int, negative bool) {
	f := *low
	f.n = min(low.n, high.n)
	tenfold := p.tokens[next-1].has(cueTenfold)
	ten := decimal.MustNew(10, 0)
	adjust := func(d Decimal) Decimal {
		if tenfold && d.Cmp(ten) <= 0 {
			d, _ = d.Mul(ten)
		}
		if negative {
			d = d.Neg()
		}
		return d
	}
	for i := range f.values[:f.n] {
		f.values[i] = adjust(f.values[i])
	}
	c := p.emit(Percent, &f, first, next)
	for i := range c.Readings {
		c.Readings[i].High = adjust(high.values[i])
	}
}

// percentParts reads "百分之二十", "千分之五".
func (p *parser) percentParts(i int) int {
	t := &p.tokens[i]
	if t.hash == hashHalfPrice || t.hash == hashHalfPriceOld {
		return p.halfPrice(i)
	}
	f := p.percentFigure(i + 1)
	if f.n == 0 || f.next <= i+1 {
		return i
	}
	divisor := int64(1)
	switch p.reply.Text[t.start:t.end] {
	case "千分之":
		divisor = 10
	case "万分之":
		divisor = 100
	case "百万分之":
		divisor = 10_000
	}
	for k := range f.values[:f.n] {
		f.values[k], _ = f.values[k].Quo(whole(divisor))
	}
	p.emitPercent(&f, &f, i, f.next, false)
	return f.next
}

// percentBefore reads "%20", as Turkish writes it, and "percentage of 20".
func (p *parser) percentBefore(i int) int {
	t, n := &p.tokens[i], p.get(i+1)
	if n == nil || i > 0 && t.joined() && p.tokens[i-1].isDigits() || !n.near() {
		return i
	}
	at := i + 1
	if t.kind == tokenWord {
		e, next := p.phrase(i)
		n = p.get(next)
		if e.cues&cuePercent == 0 || !n.has(cueOf) {
			return i
		}
		at = next + 1
	} else if !n.isDigits() {
		return i
	}
	f := p.percentFigure(at)
	if f.n == 0 || f.next <= at || t.kind == tokenWord && !p.closed(f.next) {
		return i
	}
	p.emitPercent(&f, &f, i, f.next, false)
	return f.next
}
