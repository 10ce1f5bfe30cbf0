package guard

// span of a money range: both ends, with the currency that they share.
type moneyRange struct {
	low, high amount
}

// rangeFrom reads the upper end after the amount m, as in "€10 to €20" and "$10-20"; m may still lack its currency.
func (p *parser) rangeFrom(m *amount) (moneyRange, bool) {
	at := p.connector(m)
	if at == 0 {
		return moneyRange{}, false
	}
	p.upper = at
	high, ok := p.amountAt(at)
	if !ok && m.cur.set != 0 && m.before {
		high, ok = p.bareAmount(at)
		high.cur = m.cur
	}
	if !ok || high.negative != m.negative || high.next <= at {
		return moneyRange{}, false
	}
	if m.cur.first == m.cur.next { // no currency of its own
		m.cur = high.cur
		if high.scaled && !m.scaled && m.values[0].Cmp(high.values[0]) < 0 {
			p.shareScale(m, &high)
		}
	} else {
		narrow := p.lex.meet(m.cur.set, high.cur.set)
		if narrow == 0 && m.cur.set != high.cur.set || m.cur.hundredths != high.cur.hundredths {
			return moneyRange{}, false
		}
		m.cur.set, high.cur.set = narrow, narrow
	}
	if m.values[0].Cmp(high.values[0]) >= 0 {
		return moneyRange{}, false
	}
	return moneyRange{low: *m, high: high}, true
}

// shareScale applies the scale word of the upper end to the lower: "$5-10 million".
func (p *parser) shareScale(low, high *amount) {
	for i := high.figure.next - 1; i > high.figure.first; i-- {
		if w := p.tokens[i].word; w != nil && w.class == classScale {
			low.multiply(w.number)
			low.scaled = true
			return
		}
	}
}

// bareAmount reads a figure without a currency.
func (p *parser) bareAmount(i int) (amount, bool) {
	m := amount{first: i}
	t := p.get(i)
	if t == nil || !t.near() && i > 0 || !t.isDigits() {
		return m, false
	}
	m.figure = p.figureAt(i)
	m.next = m.figure.next
	return m, m.n > 0 && p.ends(m.next)
}

// connector returns the token after the word or dash that joins m to an upper end, or 0.
func (p *parser) connector(m *amount) int {
	end := m.next
	if m.cur.first == m.cur.next {
		end = m.figure.next
	}
	t := p.get(end)
	if t == nil || !t.near() || p.get(end+1) == nil || p.get(end+2) == nil && p.tokens[end+1].kind == tokenPunct {
		return 0
	}
	bare := m.cur.first == m.cur.next
	switch {
	case t.is('-') || t.is('–') || t.is('—') || t.is('~') || t.is('〜') || t.is('～'):
		spaced := !t.joined() || !p.tokens[end+1].joined()
		if spaced && bare && !t.is('–') && !p.cued(m.first, cueFrom|cueBetween|cueApprox|cueIs) {
			return 0
		}
		if t.joined() != p.tokens[end+1].joined() && bare {
			return 0
		}
		return end + 1
	case p.cued(m.first, cueBetween) && t.has(cueAnd|cueTo):
		return p.afterCue(end, cueAnd|cueTo)
	case t.has(cueTo):
		return p.afterCue(end, cueTo)
	}
	if e, next := p.phrase(end); e != nil && e.cues&cueTo != 0 && next > end+1 {
		return next
	}
	return 0
}

// afterCue returns the token after the phrase of that cue at token i, or 0.
func (p *parser) afterCue(i int, c cue) int {
	e, next := p.phrase(i)
	if e == nil || e.cues&c == 0 {
		next = i + 1
	}
	if d := p.get(next); d != nil && d.is('\'') {
		next++
	}
	return next
}

// cued reports whether one of the cues stands shortly before token i.
func (p *parser) cued(i int, c cue) bool {
	for j := i - 1; j >= max(p.done, i-3); j-- {
		if p.tokens[j].has(c) {
			return true
		}
		if p.tokens[j].kind != tokenWord {
			return false
		}
	}
	return false
}

// bound says which end of a bound is open.
type bound uint8

const (
	exact   bound = iota
	atMost        // "up to €50"
	atLeast       // "over €50"
	from          // "from €50"
)

// boundAt returns what the words around an amount make of it.
func (p *parser) boundAt(m *amount) bound {
	if b := p.boundBefore(m.first); b != exact {
		if b == atLeast && m.scaled {
			return exact // "more than 247 million": a round figure
		}
		return b
	}
	t := p.get(m.next)
	if t == nil || !t.near() || t.kind != tokenWord && !t.is('+') {
		return exact
	}
	switch {
	case t.styled(styleWide) && t.has(cueUpTo):
		return atMost
	case t.styled(styleWide) && t.has(cueOver):
		return atLeast
	}
	if e, _ := p.phrase(m.next); e != nil && e.cues&(cueUpTo|cueOver) != 0 && (e == p.lex.orLess || e == p.lex.orMore) {
		if e == p.lex.orLess {
			return atMost
		}
		return atLeast
	}
	return exact
}

// boundBefore reads "up to", "over", "from" before token i, with at most one small word between.
func (p *parser) boundBefore(i int) bound {
	for j := i - 1; j >= max(p.done, i-4); j-- {
		t := &p.tokens[j]
		if t.kind == tokenPunct || t.kind == tokenDigits {
			return exact
		}
		e, next := p.phrase(j)
		if e == nil || next < i-1 || next > i || next == i-1 && !p.filler(i-1) {
			continue
		}
		switch {
		case e.cues&cueNot != 0 && e.cues&(cueUpTo|cueOver) == 0:
		case e.cues&cueUpTo != 0:
			if w, _ := p.widest(j); w&cueOver != 0 {
				return atLeast
			}
			return atMost
		case e.cues&cueOver != 0:
			if w, _ := p.widest(j); w&cueUpTo != 0 {
				return atMost
			}
			return atLeast
		case e.cues&cueFrom != 0:
			return from
		}
	}
	return exact
}

// widest returns the bound cue of a longer phrase that takes in token i from the left, such as "no more than".
func (p *parser) widest(i int) (cue, bool) {
	for j := i - 1; j >= max(p.done, i-2); j-- {
		if e, next := p.phrase(j); e != nil && next > i && e.cues&(cueUpTo|cueOver) != 0 {
			return e.cues, true
		}
	}
	return 0, false
}

// filler reports whether token i is a small word that may stand between a bound and its amount.
func (p *parser) filler(i int) bool {
	t := &p.tokens[i]
	return t.kind == tokenWord && t.end-t.start <= 4 && (t.word == nil || t.word.cues&(cueNot|cueAnd|cueTo) == 0)
}
