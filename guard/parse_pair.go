package guard

// secondFigure yields the amounts that share the currency of m, which ends before token i: "€209 or 199", "€209, 199 with
// the code", "€209 minus 10", "<del>€209</del> 199". It returns the token after the last.
func (p *parser) secondFigure(m *amount, i int) int {
	for m.cur.set != 0 {
		at, strict := p.secondAt(m, i)
		t := p.get(at)
		if at == 0 || !t.isDigits() || !t.near() {
			return i
		}
		p.upper = at
		if !p.bordered(at) {
			return i
		}
		n := amount{figure: p.figureAt(at), first: at, cur: m.cur}
		n.next = n.figure.next
		if n.n == 0 || !p.ends(n.next) || !p.priceEnds(n.next) || strict && !p.pairEnds(&n) {
			return i
		}
		p.emitMoney(&n)
		*m, i = n, n.next
	}
	return i
}

// secondAt returns where the second figure may begin after token i, or 0; strict where it needs more to be one.
func (p *parser) secondAt(m *amount, i int) (at int, strict bool) {
	t := p.get(i)
	switch {
	case t == nil || t.gap >= line:
		return 0, false
	case t.isDigits() && p.tokens[m.first].styled(styleStruck) && !t.styled(styleStruck):
		return i, false
	case t.sounds(toneOr), t.has(cueMinus):
		if n := p.get(i + 1); n.is('.') && n.joined() {
			return i + 2, false
		}
		return i + 1, false
	case t.is('→') || t.is('/') && t.joined() || t.is('+') && !t.joined():
		return i + 1, false
	case t.is(','):
		return i + 1, true
	}
	return 0, false
}

// pairEnds reports whether a figure after a comma is an amount: nothing, or a condition, follows it.
func (p *parser) pairEnds(n *amount) bool {
	t := p.get(n.next)
	return n.values[0].Cmp(whole(10)) >= 0 && (p.closed(n.next) || t.has(cueWith))
}

// slashPair yields both amounts of "209/199 €", whose first figure m is; it returns m's first token where there are none.
func (p *parser) slashPair(m *amount) int {
	t, n := p.get(m.figure.next), p.get(m.figure.next+1)
	if m.words || m.scaled || !t.is('/') || !t.joined() || !n.isDigits() || !n.joined() || m.values[0].Cmp(whole(10)) < 0 || !p.bordered(m.first) {
		return m.first
	}
	p.upper = m.figure.next + 1
	var high amount
	if !p.amountAt(p.upper, &high) || high.cur.set == 0 || high.values[0].Cmp(whole(10)) < 0 {
		return m.first
	}
	m.cur, m.next = high.cur, m.figure.next
	p.emitMoney(m)
	p.emitMoney(&high)
	return high.next
}
