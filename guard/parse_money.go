package guard

import "github.com/govalues/decimal"

// amount is a figure with its currency, at [first, next).
type amount struct {
	figure
	cur         currency
	first, next int
	negative    bool
	before      bool // the currency stands before the figure
	approx      bool // "200-ish"
	joinedUnits bool // smaller units were taken in
	tenths      bool // the last of them was a tenth, after which a bare digit is a hundredth
}

// amountAt reads one amount into m: sign and figure, or figure and sign.
func (p *parser) amountAt(i int, m *amount) bool {
	*m = amount{first: i}
	t := p.get(i)
	if t == nil {
		return false
	}
	j := i
	if t.is('-') || t.is('–') {
		if !p.minusAt(i) {
			return false
		}
		m.negative = true
		j++
	} else if t.has(cueMinus) && p.get(i+1) != nil {
		if p.takesAway(i) {
			return false
		}
		m.negative = true
		j++
	}
	if c := p.currencyAt(j); c.next > j && p.leads(&c) {
		if j > 0 && p.tokens[j].joined() && p.tokens[j-1].isDigits() {
			return false
		}
		return p.amountAfter(m, &c)
	}
	glued := !p.bordered(j)
	if glued && !p.glued(j) {
		return false
	}
	if m.figure = p.figureBefore(j); m.n == 0 {
		return false
	}
	return p.amountBefore(m) && !(glued && p.figureFollows(m.next)) // "a 200x200 € 109"
}

// leads reports whether a currency may stand before its figure.
func (p *parser) leads(c *currency) bool {
	return c.sort == sortSign || c.sort == sortCode || p.tokens[c.first].hash == hashEuro
}

// pieces reports whether token i is the word that counts whole units in Chinese: "三個一毫".
func (p *parser) pieces(i int) bool {
	u := p.get(i)
	return u.joined() && (u.hash == hashPiece || u.hash == hashPieceOld)
}

var hashEuro, hashPiece, hashPieceOld = hashWord("euro"), hashWord("个"), hashWord("個")

// amountAfter reads the figure after a currency: "€ 5", "USD -5", "Rs. 500", "$1,190.00 AUD".
func (p *parser) amountAfter(m *amount, c *currency) bool {
	j, bracket := p.labelled(c.next)
	if t := p.get(j); t != nil && t.is('.') && t.joined() && p.tokens[c.first].kind == tokenWord {
		if n := p.get(j + 1); n != nil && (n.isDigits() && (!n.joined() || p.tokens[c.first].word != nil && p.tokens[c.first].word.weak)) {
			j++
		}
	}
	t := p.get(j)
	if t.is('-') && t.joined() && p.lettered(c) {
		return false // "return R-778", "the model RM-30"
	}
	if t != nil && t.is('-') && t.near() {
		if n := p.get(j + 1); n != nil && n.joined() {
			m.negative = true
			j++
			t = n
		}
	}
	if t == nil || !t.close() {
		return false
	}
	m.figure = p.figureIn(j, c.set)
	if m.n == 0 || m.words && (p.tokens[m.figure.first].styled(styleWide) && !p.pieces(m.figure.next) || c.sort == sortNoun || m.article || m.values[0].Cmp(whole(2)) < 0) {
		return false
	}
	p.looseDecimals(m)
	m.cur, m.before, m.next = *c, true, m.figure.next
	if m.cjk(p) && p.pieces(m.next) {
		m.next++ // "三個一毫"
	}
	if bracket {
		m.next++
		return true
	}
	if !p.fits(c, &m.figure, true) || !p.ends(m.next) && !(p.slash(m.next) && (m.fraction > 0 || m.values[0].Cmp(whole(10)) >= 0)) { // "€1/2"
		return false
	}
	p.trailing(m)
	p.compound(m)
	return true
}

// lettered reports whether a currency is written as one capital that is more often something else, or as two: before a hyphen and
// digits they begin a part number.
func (p *parser) lettered(c *currency) bool {
	t := &p.tokens[c.first]
	text := p.reply.Text[t.start:t.end]
	switch len(text) {
	case 1:
		return c.weak
	case 2:
		return c.sort == sortSign && 'A' <= text[0] && text[0] <= 'Z' && 'A' <= text[1] && text[1] <= 'Z'
	}
	return false
}

// looseDecimals takes in the cents of "$ 8. 94", where nothing follows that they could count.
func (p *parser) looseDecimals(m *amount) {
	point, cents := p.get(m.figure.next), p.get(m.figure.next+1)
	if m.n != 1 || m.fraction > 0 || m.scaled || m.tail || !point.is('.') || !point.joined() || !cents.isDigits() || cents.gap != blank ||
		cents.size != 2 || !p.closed(m.figure.next+2) || p.get(m.figure.next+2).is('.') && p.get(m.figure.next+3) != nil {
		return
	}
	part, err := decimal.New(int64(cents.num), 2)
	if err != nil {
		return
	}
	value, err := m.values[0].Add(part)
	if err != nil {
		return
	}
	m.values[0], m.values[1], m.n = value, m.values[0], 2
	m.fraction, m.figure.next = 2, m.figure.next+2
}

// trailing takes in a second name of the currency: "$ 5 AUD", "SGD4.90 $".
func (p *parser) trailing(m *amount) {
	c := p.currencyAt(m.next)
	if c.next == m.next || c.hundredths != 0 || !p.tokens[c.first].near() {
		return
	}
	if n := p.get(c.next); n != nil && n.isDigits() && n.near() {
		return // it is that of the next amount
	}
	narrow := p.lex.meet(m.cur.set, c.set)
	if narrow == 0 || c.weak {
		return
	}
	m.cur.set, m.next = narrow, c.next
}

// amountBefore reads the currency after a figure: "5 €", "5 million US dollars", "35€99".
func (p *parser) amountBefore(m *amount) bool {
	j := m.figure.next
	t := p.get(j)
	if t.is(':') && t.joined() && p.get(j+1).is('-') && p.tokens[j+1].joined() {
		m.cur = currency{set: p.lex.ids[kroner], sort: sortSign, first: j, next: j + 2}
		m.next = j + 2
		return p.ends(m.next)
	}
	if p.apart(m, j) {
		return true
	}
	if end := p.ish(j); end > 0 {
		m.approx = true
		j = end
		t = p.get(j)
	} else if t != nil && t.is('-') && t.joined() && !m.tail {
		j++ // "a 5-dollar note"
		t = p.get(j)
	}
	if t == nil || !t.close() {
		return false
	}
	if (m.scaled || m.words || p.lex.tongue != 0) && t.has(cueOf) {
		j++
		if a := p.get(j); a != nil && a.is('\'') {
			j++
		}
		if p.get(j) == nil {
			return false
		}
	}
	c := p.currencyAt(j)
	if m.article && c.sort != sortNoun {
		return false
	}
	if c.hundredths > 0 && c.next-c.first == 1 && p.tokens[j].end-p.tokens[j].start == 1 && p.tokens[j-1].is('-') {
		return false // "5-c", a number with an ending
	}
	if c.next == j || !p.tokens[j].close() || p.tokens[j].gap == line && c.sort != sortNoun && p.figureFollows(c.next) || !p.fits(&c, &m.figure, false) {
		return false
	}
	if p.belongsRight(&c) {
		if n := p.get(c.next); c.sort == sortSign && n.joined() && p.tokens[j].joined() && p.tokens[j].hash != hashR && n.size == 2 && m.fraction == 0 {
			return p.decimalSign(m, &c)
		}
		return false
	}
	if !p.ends(c.next) && !p.slash(c.next) {
		return false
	}
	m.cur, m.next = c, c.next
	if c.set != 0 {
		p.restate(m)
	}
	p.compound(m)
	return true
}

// restate reads the figure again with what its currency says about marks: "1.234 KWD" has three decimals.
func (p *parser) restate(m *amount) {
	if m.n == 2 && !m.grouped && m.fraction == 0 && p.threeDecimals(m.cur.set) {
		m.values[0], m.values[1] = m.values[1], m.values[0]
	}
}

func (p *parser) threeDecimals(set setID) bool {
	list := p.lex.sets[set]
	return len(list) == 1 && CurrencyExponent(list[0]) == 3
}

// belongsRight reports whether a currency after a figure is the one before the next: "3 USD50", "5 $ 20".
func (p *parser) belongsRight(c *currency) bool {
	n := p.get(c.next)
	if n == nil || !n.isDigits() || c.sort == sortNoun || p.tokens[c.first].styled(styleWide) {
		return false
	}
	return n.joined() && c.sort != sortNone || c.sort == sortCode && n.gap == blank && p.pricedBehind(c)
}

// pricedBehind reports whether the figure behind a code looks like a price and the one before it does not: "Aurora 2 CHF 349.–".
func (p *parser) pricedBehind(c *currency) bool {
	before, point := p.get(c.first-1), p.get(c.next+1)
	if !before.isDigits() || before.size > 2 || c.first >= 2 && before.joined() || !(point.is('.') || point.is(',')) || !point.joined() {
		return false
	}
	cents := p.get(c.next + 2)
	return cents.joined() && (cents.isDigits() && cents.size == 2 || cents.is('-') || cents.is('–') || cents.is('—'))
}

// figureFollows reports whether digits stand beside token i, so that a currency before it is theirs.
func (p *parser) figureFollows(i int) bool {
	n := p.get(i)
	return n != nil && n.isDigits() && n.near()
}

// decimalSign reads "35€99".
func (p *parser) decimalSign(m *amount, c *currency) bool {
	cents, err := decimal.New(int64(p.tokens[c.next].num), 2)
	if err != nil || m.n == 0 {
		return false
	}
	m.values[0], _ = m.values[0].Add(cents)
	m.n, m.fraction = 1, 2
	m.cur, m.next = *c, c.next+1
	return p.ends(m.next)
}

// takesAway reports whether an amount stands shortly before the "minus" at token i, which is then no sign but takes one from the other.
func (p *parser) takesAway(i int) bool {
	for k := len(p.reply.Claims) - 1; k >= 0; k-- {
		if c := &p.reply.Claims[k]; c.Kind == Money {
			return i-int(c.next) <= 6 && p.tokens[i].gap < line
		}
	}
	return false
}
