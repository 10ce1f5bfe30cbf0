package guard

import "github.com/govalues/decimal"

// halfAfter takes in "and a half", "y medio" after a number: half of its last scale, or of one.
func (p *parser) halfAfter(f *figure, scale int64) {
	and := p.get(f.next)
	if and == nil || !and.has(cueAnd) || !and.near() || f.n == 0 {
		return
	}
	at := f.next + 1
	if a := p.get(at); a != nil && a.has(cueArticle) && a.word.class != classHalf {
		at++
	}
	h := p.get(at)
	if h == nil || h.word == nil || h.word.class != classHalf || !h.near() || h.word.number != 2 {
		return
	}
	next := at + 1
	base := scale
	if s := p.get(next); s != nil && s.near() && s.word != nil && s.word.class == classScale && !s.word.weak && scale == 0 {
		f.multiply(s.word.number)
		base, next = s.word.number, next+1
		f.scaled = true
	}
	half, err := whole(max(base, 1)).Quo(whole(2))
	if err != nil {
		return
	}
	for i := range f.values[:f.n] {
		f.values[i], _ = f.values[i].Add(half)
	}
	f.next = next
}

// wordFraction takes in decimals in words: "seven point five", "siete con cincuenta".
func (p *parser) wordFraction(f *figure, value Decimal) Decimal {
	t := p.get(f.next)
	if t == nil || !t.has(cuePoint) || !t.close() || t.styled(styleWide) {
		return value
	}
	if d := p.get(f.next + 1); d.isDigits() && d.near() && d.size <= 4 && !t.has(cueWith) && p.get(f.next+2).near() && p.tokens[f.next+2].countable() {
		part, err := decimal.New(int64(d.num), int(d.size))
		if err != nil {
			return value
		}
		sum, err := value.Add(part)
		if err != nil {
			return value
		}
		f.next, f.fraction = f.next+2, int(d.size)
		return sum
	}
	if !p.numberWord(f.next + 1) {
		return value
	}
	at, coef := f.next+1, int64(0)
	for w := p.get(at); w != nil && w.near() && w.word != nil && (w.word.class == classUnit || w.word.class == classTen) && coef < 1e6; w = p.get(at) {
		if w.word.number < 10 && at > f.next+1 {
			coef *= 10
		}
		coef += w.word.number
		at++
	}
	if end := p.get(at); coef == 0 || end == nil || end.word == nil || !end.near() || !end.countable() {
		return value
	}
	scale := 1
	for v := coef; v >= 10; v /= 10 {
		scale++
	}
	d, err := decimal.New(coef, scale)
	if err != nil {
		return value
	}
	sum, err := value.Add(d)
	if err != nil {
		return value
	}
	f.next, f.fraction = at, scale
	if s := p.get(at); s.word != nil && s.word.class == classScale && !s.word.weak {
		if scaled, err := sum.Mul(whole(s.word.number)); err == nil {
			f.next, f.fraction, sum = at+1, 0, scaled
		}
	}
	return sum
}

// inNumber reports whether the number word at token i stands inside a number that could not be read: a figure begins at
// its real border or nowhere.
func (p *parser) inNumber(i int) bool {
	b := p.get(i - 1)
	if b.is('-') && p.tokens[i].joined() {
		b = p.get(i - 2)
		return b != nil && b.word != nil && b.word.class != classNone && b.word.class <= classScale
	}
	if b.has(cuePoint) && !b.has(cueWith) && p.tokens[i].near() {
		b = p.get(i - 2)
		return p.numberWord(i-2) || b.isDigits()
	}
	return b != nil && i-1 >= p.done && p.tokens[i].near() && b.word != nil && !b.word.weak &&
		(b.word.class == classTen || b.word.class == classFixed) && p.tokens[i].word != nil && p.tokens[i].word.class != classNone
}

// andHalfAt reads "anderthalb Millionen".
func (p *parser) andHalfAt(i int) figure {
	f := figure{first: i, next: i + 1, words: true}
	value, err := whole(p.tokens[i].word.number).Quo(whole(2))
	if err != nil {
		return f
	}
	f.add(value)
	if s := p.get(i + 1); s.near() && s.word != nil && s.word.class == classScale && !s.word.weak {
		f.multiply(s.word.number)
		f.next, f.scaled = i+2, true
	}
	return f
}
