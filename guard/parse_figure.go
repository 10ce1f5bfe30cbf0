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
	return w != nil && (w.sort != sortNone || w.nation != 0 || w.class != classNone || w.unit != 0 || w.cues&(cuePercent|cueAnd|cuePoint) != 0 || w.phrase)
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
