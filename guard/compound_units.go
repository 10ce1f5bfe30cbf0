package guard

import "github.com/govalues/decimal"

// compound takes in smaller units after major ones: "15 dollars and 15 cents", "5 euros 50", "五元六角三分".
func (p *parser) compound(m *amount) {
	for range 2 {
		if m.fraction > 0 && !m.joinedUnits || m.scaled || m.cur.hundredths != 0 || !p.smaller(m) {
			return
		}
	}
}

// smaller takes in one smaller unit; it returns whether another may follow.
func (p *parser) smaller(m *amount) bool {
	j := m.next
	t := p.get(j)
	if t == nil {
		return false
	}
	and := t.has(cueAnd|cueWith) || t.is(',')
	comma := t.is(',')
	if and {
		j++
		if p.prefixDash(j) {
			j++
		}
		t = p.get(j)
	}
	if t == nil || !t.near() {
		return false
	}
	f := p.figureAt(j)
	if f.n == 0 || f.scaled || f.fraction > 0 || f.values[0].Cmp(hundred) >= 0 || f.values[0].IsNeg() || f.next <= j {
		return false
	}
	end := f.next
	if p.lex.tongue != 0 && p.get(end).has(cueOf) { // "50 de bani"
		end++
	}
	c := p.currencyAt(end)
	if c.next == end {
		end = f.next
	}
	minor := c.next > end && (c.hundredths == 1 || c.hundredths == 10) && p.tokens[c.first].near() &&
		(c.set == 0 || p.lex.meet(c.set, m.cur.set) != 0)
	hundredths := int64(1)
	switch {
	case minor:
		end, hundredths = c.next, c.hundredths
	case m.tenths && c.next == end && !and && m.cjk(p) && f.values[0].Cmp(whole(10)) < 0 && p.tokens[f.first].joined() && !p.unitAt(end):
	case c.next > end || comma || m.joinedUnits || p.unitAt(end) || !p.tails(m, &f, and):
		return false
	case m.cjk(p) && f.values[0].Cmp(whole(10)) < 0:
		hundredths = 10
	}
	part, err := f.values[0].Mul(decimal.MustNew(hundredths, 2))
	if err != nil {
		return false
	}
	whole := m.values[0]
	for i := range m.values[:m.n] {
		m.values[i], _ = m.values[i].Add(part)
		m.values[i] = m.values[i].Trim(0)
	}
	if !minor && m.n < 3 {
		m.add(whole)
	}
	m.next, m.joinedUnits, m.tenths = end, minor, minor && hundredths == 10
	return minor
}

// cjk reports whether the amount's currency is written in a script without spaces.
func (m *amount) cjk(p *parser) bool { return p.tokens[m.cur.first].styled(styleWide) }

// tails reports whether a bare number after an amount is its hundredths: two digits or a word, with nothing after it
// that they could count.
func (p *parser) tails(m *amount, f *figure, and bool) bool {
	if m.cjk(p) {
		return p.tokens[f.first].joined() && (and || p.closed(f.next) || f.words)
	}
	if !f.words && p.tokens[f.first].size != 2 {
		return false
	}
	n := p.get(f.next)
	alone := n == nil || n.gap >= line || n.kind == tokenPunct && !n.is('-') && !n.is('–') && !n.is('/') && !n.is(':')
	if m.before || m.cur.sort == sortSign {
		return alone && f.first-m.next <= 1 && !p.tokens[f.first].joined()
	}
	if f.words { // "nineteen euros eighty of that is VAT"
		return alone || !and && f.values[0].Cmp(whole(10)) >= 0 && n.has(cueOf|cueCopula|cuePer|cueFor)
	}
	return alone || !and && n.kind == tokenWord && !n.styled(styleTitle) && !n.joined()
}

// unitAt reports whether token i makes the number before it a number of something.
func (p *parser) unitAt(i int) bool {
	t := p.get(i)
	return t != nil && t.near() && (t.kind == tokenSign || t.word != nil && (t.word.unit != 0 || t.word.cues&(cueTimes|cuePercent) != 0))
}

var hundred = decimal.MustNew(100, 0)
