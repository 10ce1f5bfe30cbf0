package guard

import "github.com/govalues/decimal"

// figureAt reads the figure that begins at token i, in digits or words, with its scale.
func (p *parser) figureAt(i int) figure { return p.figureIn(i, 0) }

// figureIn is figureAt where the currency is known.
func (p *parser) figureIn(i int, set setID) figure {
	t := p.get(i)
	if t == nil {
		return figure{first: i, next: i}
	}
	switch {
	case t.is('.') || t.is(','):
		return p.leadingPoint(i)
	case t.isDigits():
		usual := p.usual
		if p.threeDecimals(set) {
			usual = readDecimal
		}
		f := parseDigits(p.tokens, i, usual)
		if f.n == 0 {
			return f
		}
		p.brokenGroup(&f)
		p.tailAfter(&f)
		p.scaleAfter(&f)
		return f
	case t.kind == tokenWord && t.word == nil:
		if _, ok := p.compoundNumber(t); ok {
			return p.wordsAt(i)
		}
	case t.word != nil && (t.word.class != classNone || t.word.cues&cueArticle != 0):
		return p.wordsAt(i)
	}
	return figure{first: i, next: i}
}

// leadingPoint reads ".75".
func (p *parser) leadingPoint(i int) figure {
	f := figure{first: i, next: i}
	n := p.get(i + 1)
	if n == nil || !n.isDigits() || !n.joined() || n.size > 4 {
		return f
	}
	if b := p.get(i - 1); b != nil && p.tokens[i].joined() && (b.kind == tokenDigits || b.kind == tokenWord || b.is('.')) {
		return f
	}
	d, err := decimal.New(int64(n.num), int(n.size))
	if err != nil {
		return f
	}
	f.add(d)
	f.fraction, f.next = int(n.size), i+2
	return f
}

// tailAfter takes in the dash that stands for no cents: "5,-", "5.–".
func (p *parser) tailAfter(f *figure) {
	mark, dash := p.get(f.next), p.get(f.next+1)
	if mark == nil || dash == nil || !mark.joined() || !dash.joined() || !mark.is('.') && !mark.is(',') {
		return
	}
	if !dash.is('-') && !dash.is('–') && !dash.is('—') {
		return
	}
	f.next += 2
	f.tail = true
	for n := p.get(f.next); n != nil && n.joined() && n.is('-'); n = p.get(f.next) {
		f.next++
	}
}

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

// figureBefore reads the figure that begins at token i and has its currency after it. Words count only where they begin
// a number: not in the middle of one that is none.
func (p *parser) figureBefore(i int) figure {
	if p.cached.ok && p.cached.first == i && p.cached.usual == p.usual {
		return p.cached.figure
	}
	f := p.readFigure(i)
	p.cached = cachedFigure{figure: f, usual: p.usual, ok: true}
	p.cached.first = i
	return f
}

// cachedFigure is the last figure that was read: each sort of claim asks for it again.
type cachedFigure struct {
	figure
	usual reading
	ok    bool
}

// readFigure is figureBefore without the memory.
func (p *parser) readFigure(i int) figure {
	t := p.get(i)
	if t == nil {
		return figure{first: i, next: i}
	}
	if t.kind == tokenWord && t.word == nil {
		if n := p.get(i + 1); n == nil || !n.close() || n.word == nil || !p.tokens[i+1].countable() {
			return figure{first: i, next: i}
		}
		if _, ok := p.compoundNumber(t); ok {
			return p.wordsAt(i)
		}
		return figure{first: i, next: i}
	}
	return p.figureAt(i)
}

// countable reports whether a number in words may stand before t.
func (t *token) countable() bool {
	w := t.word
	return w.sort != sortNone || w.nation != 0 || w.class != classNone || w.unit != 0 || w.cues&(cuePercent|cueAnd|cuePoint) != 0 || w.phrase
}

// brokenGroup adds the reading of "2\n399" as 2399: a line may break between the groups of a number. After a break
// "000" is a group and nothing else.
func (p *parser) brokenGroup(f *figure) {
	t, b := &p.tokens[f.first], p.get(f.first-1)
	if t.gap != line || t.size != 3 || b == nil || !b.isDigits() || b.size > 3 || b.num == 0 || f.first-1 < p.done || !p.bordered(f.first-1) {
		return
	}
	head, err := whole(int64(b.num)).Mul(whole(1000))
	if err != nil {
		return
	}
	for _, v := range f.values[:f.n] {
		if sum, err := head.Add(v); err == nil {
			f.add(sum)
		}
	}
	if t.num == 0 {
		f.values[0], f.n = f.values[f.n-1], 1
	}
}
