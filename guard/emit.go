package guard

import (
	"unicode/utf8"

	"github.com/govalues/decimal"
)

// moneyAt reads the amount, range or bound that begins at token i, and yields it.
func (p *parser) moneyAt(i int) int {
	var m amount
	ok := p.amountAt(i, &m)
	if !ok {
		if next := p.coinAt(i); next > i {
			return next
		}
		if next := p.oneAfter(i); next > i {
			return next
		}
		if next := p.oddFigure(i); next > i {
			return next
		}
		if m.figure.n == 0 || m.cur.set != 0 || m.words && m.figure.next == m.figure.first {
			return i
		}
		m.cur = currency{}
		if p.priced(&m) {
			m.next = m.figure.next
			p.emitMoney(&m)
			return m.next
		}
		if next := p.slashPair(&m); next > i {
			return next
		}
		if at := p.connector(&m); at > 0 {
			if r, ok := p.rangeFrom(&m, at); ok {
				p.emitRange(&r)
				return r.high.next
			}
		}
		return i
	}
	if at := p.connector(&m); at > 0 {
		if r, ok := p.rangeFrom(&m, at); ok {
			p.emitRange(&r)
			return r.high.next
		}
	}
	if p.notMoney(&m) {
		return m.next
	}
	p.emitMoney(&m)
	return p.secondFigure(&m, m.next)
}

// worth returns what a figure comes to in units of its currency.
func (m *amount) worth(d Decimal) Decimal {
	if m.cur.hundredths != 0 {
		if v, err := d.Mul(decimal.MustNew(m.cur.hundredths, 2)); err == nil {
			d = v.Trim(0)
		}
	}
	if m.negative {
		d = d.Neg()
	}
	return d
}

// emitMoney yields a single amount or a bound.
func (p *parser) emitMoney(m *amount) {
	f := m.figure
	for i := range f.values[:f.n] {
		f.values[i] = m.worth(f.values[i])
	}
	b := p.boundAt(m)
	c := p.emit(Money, &f, m.first, m.next)
	c.Currencies = p.lex.sets[m.cur.set]
	for i := range c.Readings {
		v := &c.Readings[i]
		v.OpenLow = b == atMost
		v.OpenHigh = b == atLeast || b == from
	}
	c.from, c.Approx = b == from, m.approx
}

// emitRange yields both ends as one claim.
func (p *parser) emitRange(r *moneyRange) {
	f := figure{first: r.low.first}
	low, high := &r.low, &r.high
	n := min(low.n, high.n)
	f.n = n
	for i := range n {
		f.values[i] = low.worth(low.values[i])
	}
	c := p.emit(Money, &f, low.first, high.next)
	c.Currencies = p.lex.sets[high.cur.set]
	for i := range c.Readings {
		c.Readings[i].High = high.worth(high.values[i])
	}
}

// coinAt reads "a quarter" and "dime": the name of a coin alone is an amount only where nothing else is said.
func (p *parser) coinAt(i int) int {
	t := &p.tokens[i]
	at := i
	if t.has(cueArticle) {
		at++
	}
	c := p.get(at)
	if c == nil || c.word == nil || i > 0 && t.gap < line || !p.lastIn(at) {
		return i
	}
	hundredths := c.word.hundredths
	if c.hash == hashQuarter {
		hundredths = 25
	}
	if hundredths <= 1 {
		return i
	}
	m := amount{first: i, next: at + 1, cur: currency{set: p.lex.ids[coins], hundredths: hundredths}}
	m.add(whole(1))
	p.emitMoney(&m)
	return m.next
}

var hashQuarter = hashWord("quarter")

// lastIn reports whether token i is the last of its line, punctuation aside.
func (p *parser) lastIn(i int) bool {
	n := p.get(i + 1)
	return n == nil || n.gap >= line || n.kind == tokenPunct && (p.get(i+2) == nil || p.tokens[i+2].gap >= line)
}

// oneAfter reads "שקל אחד": in Hebrew and Arabic, one stands after what it counts.
func (p *parser) oneAfter(i int) int {
	if r := p.first(&p.tokens[i]); r < 0x5D0 || r > 0x64A || p.tokens[i].kind != tokenWord {
		return i
	}
	c := p.currencyNoun(i)
	n := p.get(c.next)
	if c.next == i || c.sort != sortNoun || !n.near() || n.word == nil || n.word.class != classUnit || n.word.number != 1 ||
		p.currencyAt(c.next+1).next > c.next+1 {
		return i
	}
	m := amount{first: i, next: c.next + 1, cur: c}
	m.add(whole(1))
	p.emitMoney(&m)
	return m.next
}

// first returns the first character of a token.
func (p *parser) first(t *token) rune {
	r, _ := utf8.DecodeRuneInString(p.reply.Text[t.start:])
	return r
}
