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
	next = p.percentTail(&f, &low, next)
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
	case t.isDigits() && t.joined() && p.get(i-1).is('+') && (i < 2 || !p.tokens[i-1].joined() || p.tokens[i-2].kind == tokenPunct):
		return i, false // "+17.1 %"
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
	if p.outOfHundred(i) {
		return i + 2, p.ends(i + 2)
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

// percentTail takes in what makes a tenth finer: the hundredths and thousandths of "2割5分3厘", the bare digit of "三成五".
func (p *parser) percentTail(f, low *figure, next int) int {
	t := &p.tokens[next-1]
	tenth := t.hash == hashTenthJa
	if f.n != 1 || f.fraction > 0 || !tenth && t.hash != hashTenthZh {
		return next
	}
	value, err := f.values[0].Mul(whole(10))
	end := next
	for _, unit := range [...]struct {
		word  string
		parts int64
	}{{"分", 1}, {"厘", 10}} {
		if d := p.get(end); !d.joined() || err != nil {
			break
		}
		g := p.figureAt(end)
		u := p.get(g.next)
		bare := !tenth && end == next
		if g.n != 1 || g.fraction > 0 || g.values[0].Cmp(whole(10)) >= 0 || !bare && (!u.joined() || p.reply.Text[u.start:u.end] != unit.word) {
			continue
		}
		part, err2 := g.values[0].Quo(whole(unit.parts))
		sum, err3 := value.Add(part)
		if err2 != nil || err3 != nil {
			break
		}
		value, end = sum, g.next
		if !bare {
			end++
		}
	}
	if end == next || err != nil {
		return next
	}
	f.values[0], low.values[0] = value.Trim(0), value.Trim(0)
	return end
}

var hashTenthJa, hashTenthZh = hashWord("割"), hashWord("成")

// perMille reports whether the percent sign that ends before token i stands for thousandths.
func (p *parser) perMille(i int) bool {
	for first := i - 1; first >= max(0, i-2); first-- {
		if e, next := p.phrase(first); e != nil && next == i && e.cues&cuePercent != 0 {
			return e.mille
		}
	}
	return false
}

// outOfHundred reports whether "/100" stands at token i, which Japanese texts use for a percentage.
func (p *parser) outOfHundred(i int) bool {
	t, n := p.get(i), p.get(i+1)
	return p.reply.Language == "ja" && t.is('/') && t.joined() && n.isDigits() && n.joined() && n.num == 100 && n.size == 3
}

// emitPercent yields a percentage or a range of them.
func (p *parser) emitPercent(low, high *figure, first, next int, negative bool) {
	f := *low
	f.n = min(low.n, high.n)
	tenfold, mille := p.tokens[next-1].has(cueTenfold), p.perMille(next)
	ten := decimal.MustNew(10, 0)
	adjust := func(d Decimal) Decimal {
		if tenfold && d.Cmp(ten) <= 0 {
			d, _ = d.Mul(ten)
		}
		if mille {
			d, _ = d.Quo(ten)
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
	high := f
	if c := p.connector(&amount{figure: f, first: i}); c > 0 && f.n == 1 {
		if g := p.percentFigure(c); g.n == 1 && g.next > c && g.values[0].Cmp(f.values[0]) > 0 && p.ends(g.next) && !p.tokens[c].has(cuePercentOf) && !p.unitAt(g.next) && p.currencyAt(g.next).next == g.next {
			high = g
		}
	}
	for k := range f.values[:f.n] {
		f.values[k], _ = f.values[k].Quo(whole(divisor))
		high.values[k], _ = high.values[k].Quo(whole(divisor))
	}
	p.emitPercent(&f, &high, i, high.next, false)
	return high.next
}

// percentBefore reads "%20", as Turkish writes it, and "percentage of 20".
func (p *parser) percentBefore(i int) int {
	t, n := &p.tokens[i], p.get(i+1)
	if n == nil || i > 0 && t.joined() && p.tokens[i-1].isDigits() || !n.near() {
		return i
	}
	at := i + 1
	if t.hash == hashYuzde { // "yüzde yirmi beş"
		return p.percentAfter(i)
	}
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

// percentAfter reads the figure after a word that stands before it.
func (p *parser) percentAfter(i int) int {
	if n := p.get(i + 1); !n.near() {
		return i
	}
	f := p.percentFigure(i + 1)
	if f.n == 0 || f.next <= i+1 || f.article || !p.ends(f.next) {
		return i
	}
	p.emitPercent(&f, &f, i, f.next, false)
	return f.next
}

var hashYuzde = hashWord("yüzde")
