package guard

// notMoney reports whether an amount only looks like one: a weight in pounds, the name of a sign, a place holder.
func (p *parser) notMoney(m *amount) bool {
	return m.cur.sort == sortNoun && m.cur.set == p.lex.ids[pounds] && p.weighs(m) ||
		m.article && p.get(m.next).near() && p.get(m.next).sounds(toneMark) ||
		m.cur.sort == sortSign && m.before && m.fraction == 0 && p.tokens[m.cur.first].sym == '$' && m.values[0].Cmp(whole(10)) < 0 && p.placeHolder(m)
}

// weighs reports whether the words around an amount are of weight.
func (p *parser) weighs(m *amount) bool {
	for j := m.first - 1; j >= max(p.done, m.first-6) && !clause(&p.tokens[j]) && !p.tokens[j].is('.'); j-- {
		if p.tokens[j].sounds(toneWeight) {
			return true
		}
	}
	for j := m.next; j < min(len(p.tokens), m.next+3) && !clause(&p.tokens[j]) && !p.tokens[j].is('.'); j++ {
		if p.tokens[j].sounds(toneWeight) {
			return true
		}
	}
	return false
}

// placeHolder reports whether "$1" is one of a pattern: "group $1", "$1 in the regex".
func (p *parser) placeHolder(m *amount) bool {
	if p.get(m.first - 1).sounds(toneCode) {
		return true
	}
	if !p.get(m.next).has(cueIn) {
		return false
	}
	return p.get(m.next+1).sounds(toneCode) || p.get(m.next+2).sounds(toneCode)
}
