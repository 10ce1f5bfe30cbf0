package guard

// A price is one without a currency beside it, too: "the price is 219", "Total: 219", "€209 or 199", "EUR: 219".

// priced reports whether a figure without a currency is a price all the same: "it costs 219."
func (p *parser) priced(m *amount) bool {
	if m.tail && !m.words && p.ends(m.figure.next) { // "2500,-"
		if p.lex.tongue == tongueNordic {
			m.cur.set = p.lex.ids[kroner]
		}
		return true
	}
	if m.words || m.scaled || !p.tokens[m.first].close() || !p.ends(m.figure.next) {
		return false
	}
	if p.priceEnds(m.figure.next) && p.priceLead(m) {
		return true
	}
	return p.priceCell(m) || p.dealt(m)
}

// priceEnds reports whether no unit or noun follows a bare price at token i.
func (p *parser) priceEnds(i int) bool {
	t := p.get(i)
	if t == nil || t.gap >= line {
		return true
	}
	switch t.kind {
	case tokenPunct:
		if n := p.get(i + 1); !t.joined() && n.isDigits() {
			return false
		}
		return !t.is('-') && !t.is('–') && !t.is('/') && !t.is('×') && !t.is('#') && !t.is('°')
	case tokenWord:
		return t.sounds(toneTail)
	default:
	}
	return false
}

// priceLead reports whether the words before a figure say that a price follows: "the price is", "you pay only", "total:".
func (p *parser) priceLead(m *amount) bool {
	i := m.first
	marked := false
	for j := i - 1; j >= max(p.done, i-8); j-- {
		t := &p.tokens[j]
		switch {
		case t.kind == tokenPunct:
			if !quoting(t.sym) {
				return false
			}
			marked = marked || t.is(':') || t.is('=')
		case t.word == nil:
			return false
		case t.word.sort == sortSign || t.word.sort == sortCode:
			if m.cur = p.currencyAt(j); m.cur.next == j || !p.get(j-1).is('(') && !p.get(j-1).is('[') {
				m.cur = currency{}
				return false
			}
		case t.kind != tokenWord:
			return false
		case t.hash == hashYours && p.tokens[j+1].has(cueFor):
			return true
		case t.has(cueCosts), t.sounds(tonePrice):
			return !p.get(j - 1).sounds(toneDoubt)
		case t.sounds(toneSum) && marked:
			return true
		case t.has(cueCopula):
			marked = true
		case !t.sounds(toneFill) && !t.has(cueApprox|cueOf|cueWould|cueHave|cueIs|cueTo):
			return false
		}
	}
	return false
}

// quoting reports whether a mark may stand between a price and what announces it.
func quoting(mark rune) bool {
	switch mark {
	case ':', '"', '\'', '(', ')', '[', ']', '“', '”', '„', '=', '*', '`':
		return true
	}
	return false
}

// priceCell reports whether a figure alone fills a cell of a column of prices, and takes the column's currency.
func (p *parser) priceCell(m *amount) bool {
	before, after := p.get(m.first-1), p.get(m.figure.next)
	if !before.is('|') && !after.is('|') || before != nil && !before.is('|') && p.tokens[m.first].gap < line ||
		after != nil && !after.is('|') && after.gap < line {
		return false
	}
	head := headCell(p.reply.Text, int(p.tokens[m.first].start))
	if head == "" {
		return false
	}
	h := parser{reply: p.reply, tokens: scan(head, nil), lex: p.lex}
	found := false
	for i := range h.tokens {
		if c := h.currencyAt(i); c.next > i && !c.weak {
			m.cur = c
			return true
		}
		w := h.tokens[i].word
		found = found || w != nil && (w.tones&(tonePrice|toneSum) != 0 && w.cues&cueCosts == 0 || w.about == AboutPrice)
	}
	return found
}

// maxTable bounds how many rows of a table stand between a figure and the head of its column.
const maxTable = 64

// headCell returns the cell at the head of the table column that the byte at pos stands in, or "".
func headCell(text string, pos int) string {
	start, ok := rowStart(text, pos)
	if !ok {
		return ""
	}
	column := 0
	for _, c := range []byte(text[start:pos]) {
		if c == '|' {
			column++
		}
	}
	if text[start:pos] == "" || text[start] != '|' {
		column++ // a row without a bar before it
	}
	head := start
	for n := 0; n < maxTable && head > 0; n++ {
		above, ok := rowStart(text, head-1)
		if !ok || !barred(text[above:head]) {
			break
		}
		head = above
	}
	if head == start {
		return ""
	}
	return cell(text[head:], column)
}

func barred(row string) bool {
	for i := 0; i < len(row); i++ {
		if row[i] == '|' {
			return true
		}
	}
	return false
}

// lineStart returns where the line of the byte at pos begins.
func lineStart(text string, pos int) int {
	for pos > 0 && text[pos-1] != '\n' {
		pos--
	}
	return pos
}

// maxRow bounds how far a figure stands from the beginning of its row of a table, in bytes: it is looked for at every figure.
const maxRow = 512

// rowStart is lineStart for a row of a table; false where the line is longer than one.
func rowStart(text string, pos int) (int, bool) {
	near := max(0, pos-maxRow)
	start := near + lineStart(text[near:], pos-near)
	return start, start > near || near == 0
}

// cell returns the n-th cell of the first line of rows, from 1.
func cell(rows string, n int) string {
	at, from := 0, 0
	if rows[0] != '|' {
		at = 1
	}
	for i := 0; i < len(rows); i++ {
		switch rows[i] {
		case '\n':
			if at == n {
				return rows[from:i]
			}
			return ""
		case '|':
			if at == n {
				return rows[from:i]
			}
			at++
			from = i + 1
		}
	}
	return ""
}

// apart reads the currency of "219 (EUR)", "219 [€]" and "219 in euros", whose figure ends before token j.
func (p *parser) apart(m *amount, j int) bool {
	t := p.get(j)
	if t == nil || !t.close() {
		return false
	}
	bracket := t.is('(') || t.is('[')
	if !bracket && !(t.hash == hashIn && t.near()) || p.get(j+1) == nil {
		return false
	}
	c := p.currencyAt(j + 1)
	if c.next == j+1 || c.weak || c.set == 0 {
		return false
	}
	end := p.get(c.next)
	switch {
	case bracket && (end.is(')') || end.is(']')):
		c.next++
	case bracket || !p.closed(c.next) || m.words:
		return false
	}
	m.cur, m.next = c, c.next
	return true
}

var hashIn, hashYours = hashWord("in"), hashWord("yours")

// labelled reads the figure of "EUR: 219" and "€ (219)"; j is the token after the currency.
func (p *parser) labelled(j int) (at int, bracket bool) {
	t := p.get(j)
	if !t.is(':') && !t.is('(') && !t.is('[') || !t.near() {
		return j, false
	}
	n := p.get(j + 1)
	if !n.isDigits() || !n.near() {
		return j, false
	}
	f := p.figureAt(j + 1)
	if f.n == 0 || t.is(':') && !p.closed(f.next) {
		return j, false
	}
	if !t.is(':') && !p.get(f.next).is(')') && !p.get(f.next).is(']') {
		return j, false
	}
	return j + 1, !t.is(':')
}

// ish takes in the ending of "200-ish euros"; it returns the token after it.
func (p *parser) ish(j int) int {
	t := p.get(j)
	if t.is('-') && t.joined() {
		t = p.get(j + 1)
		j++
	}
	if t != nil && t.joined() && t.hash == hashIsh {
		return j + 1
	}
	return 0
}

var hashIsh = hashWord("ish")
