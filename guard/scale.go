package guard

import "github.com/govalues/decimal"

// scaleAfter takes in "million", "k" and their like.
func (p *parser) scaleAfter(f *figure) {
	j := f.next
	if t := p.get(j); t != nil && t.is('-') && t.joined() {
		j++
	}
	t := p.get(j)
	if t.joined() && t.hash == hashT && t.styled(styleUpper) {
		f.multiply(1_000_000_000_000)
		f.scaled, f.next = true, j+1
		return
	}
	if t == nil || t.word == nil || !t.close() || t.word.class == classNone {
		return
	}
	e := t.word
	switch {
	case e.class == classHan && e.number < 10:
		return
	case e.class == classHan:
		p.hanAfter(f)
		return
	case e.class != classScale && e.class != classHundred:
		return
	case e.class == classHundred && e.hundredths != 0:
		return // "50 cents"
	case e.weak && !t.joined() && !p.gluedSign(j+1):
		return
	}
	f.multiply(e.number)
	f.scaled, f.next = true, j+1
	if d := p.get(f.next); d != nil && d.is('.') && d.joined() && t.has(cueAbbr) && !p.closed(f.next+1) {
		f.next++
	}
	p.halfAfter(f, e.number)
	p.chain(f, e.number)
}

// chain takes in what follows a scale: another scale ("thousand million"), or a smaller part ("3 million 200 thousand").
func (p *parser) chain(f *figure, scale int64) {
	t := p.get(f.next)
	if t == nil || !t.near() || t.joined() {
		return
	}
	if t.word != nil && t.word.class == classScale && !t.word.weak && t.word.number > scale {
		f.multiply(t.word.number)
		f.next++
		return
	}
	if !t.isDigits() || t.size > 3 {
		return
	}
	s := p.get(f.next + 1)
	if s == nil || !s.near() || s.word == nil || s.word.class != classScale || s.word.weak || s.word.number >= scale {
		return
	}
	part, err := whole(int64(t.num)).Mul(whole(s.word.number))
	for i := range f.values[:f.n] {
		if err == nil {
			f.values[i], err = f.values[i].Add(part)
		}
	}
	f.next += 2
}

// gluedSign reports whether token i is a currency sign that is glued to the word before it, as in "10 k€".
func (p *parser) gluedSign(i int) bool {
	t := p.get(i)
	return t != nil && t.joined() && t.kind == tokenSign
}

// multiply scales every meaning; one that becomes too large makes the figure none.
func (f *figure) multiply(by int64) {
	factor, err := decimal.New(by, 0)
	if by == 1000 && f.n == 2 { // nobody writes 2190 as "2.190 thousand": the sign groups
		if less, e := f.values[1].Mul(factor); e == nil && less.Equal(f.values[0]) {
			f.n = 1
		} else if less, e := f.values[0].Mul(factor); e == nil && less.Equal(f.values[1]) {
			f.values[0], f.n = f.values[1], 1
		}
	}
	for i := range f.values[:f.n] {
		var d Decimal
		if err == nil {
			d, err = f.values[i].Mul(factor)
		}
		if err != nil {
			f.n = 0
			return
		}
		f.values[i] = d.Trim(0)
	}
	f.fraction = 0
}
