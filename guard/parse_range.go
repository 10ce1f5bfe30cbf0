package guard

// rangeAfter reads "– 20 €" and its like after the amount m and yields the range, or returns 0.
func (p *parser) rangeAfter(m *amount) int { return 0 }

// emitMoney yields a single amount.
func (p *parser) emitMoney(m *amount) *Claim {
	f := m.figure
	for i := range f.values[:f.n] {
		if m.cur.minor {
			f.values[i], _ = f.values[i].Quo(hundred)
		}
		if m.negative {
			f.values[i] = f.values[i].Neg()
		}
	}
	c := p.emit(Money, &f, m.first, m.next)
	c.Currencies = p.lex.sets[m.cur.set]
	return c
}

// percentAt reads a percentage.
func (p *parser) percentAt(i int) int {
	if !p.tokens[i].isDigits() || !p.bordered(i) {
		return i
	}
	f := p.figureAt(i)
	t := p.get(f.next)
	if f.n == 0 || t == nil || !t.near() || t.word == nil {
		return i
	}
	e, next := p.phrase(f.next)
	if e.cues&cuePercent == 0 {
		return i
	}
	p.emit(Percent, &f, i, next)
	return next
}
