package guard

// span of a money range: both ends, with the currency that they share.
type moneyRange struct {
	low, high amount
}

// rangeFrom reads the upper end, from token at on, after the amount m, as in "€10 to €20" and "$10-20"; m may still lack its
// currency.
func (p *parser) rangeFrom(m *amount, at int) (moneyRange, bool) {
	p.upper = at
	var high amount
	ok := p.amountAt(at, &high)
	if !ok && m.cur.set != 0 && m.before {
		high, ok = p.bareAmount(at)
		high.cur = m.cur
	}
	if !ok || high.negative != m.negative || high.next <= at {
		return moneyRange{}, false
	}
	if m.cur.first == m.cur.next && m.words && !high.words {
		return moneyRange{}, false // "the small one to €17.80"
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
	if m.first >= 2 && p.tokens[m.first-1].has(cueClock) && p.tokens[m.first-2].isDigits() && m.cur.first == m.cur.next {
		return 0 // "09 h 10 – 35 €"
	}
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
	case p.cued(m.first, cueBetween) && t.has(cueAnd|cueTo) && t.word.class != classNone:
		return end // "and twenty" in one word
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
	if d := p.get(next); d != nil && (d.is('\'') || p.prefixDash(next)) {
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

const (
	exact   bound = iota
	atMost        // "up to €50"
	atLeast       // "over €50"
	from          // "from €50"
)
