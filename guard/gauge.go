package guard

import "strings"

// gaugeAt reads the unit or the noun at token i, behind a figure in digits, and the tokens that belong to it: "GB", "Mbit/s",
// "m²", "seats".
func (p *parser) gaugeAt(i int) (gauge, int) {
	t := p.get(i)
	if t == nil || !t.near() || t.kind != tokenWord || t.word == nil || t.word.gauge == 0 || p.lower(t) {
		return 0, i
	}
	g, next := t.word.gauge, i+1
	switch n := p.get(next); {
	case !n.joined():
	case n.is('²'), n.isDigits() && n.num == 2 && g&(gaugeMetre|gaugeFoot) != 0:
		return gaugeArea, next + 1
	case n.is('³'), n.isDigits() && n.num == 3 && g&gaugeMetre != 0:
		return gaugeVolume, next + 1
	case n.isDigits(): // "km2go"
		return 0, i
	case n.is('/') && p.get(next+1).joined() && p.get(next+1).kind == tokenWord:
		return rateOf(g), next + 2
	}
	return g, next
}

// rateOf returns what is measured where something is measured in a time: "MB/s", "km/h".
func rateOf(g gauge) gauge {
	if g&(gaugeKilometre|gaugeMile) != 0 {
		return gaugeSpeed
	}
	return g
}

// lower reports whether a word that is a unit in capitals alone is written small, as "go" and "mo".
func (p *parser) lower(t *token) bool {
	return (t.hash == hashGo || t.hash == hashMo) && !t.styled(styleUpper|styleTitle)
}

var hashGo, hashMo = hashWord("go"), hashWord("mo")

// gaugeOfKey returns what a figure under a key counts or measures, as far as the key says; the last word that tells counts.
func gaugeOfKey(key string) gauge {
	words, n := fieldWords(key)
	lex := wordsOf(0)
	for i := n - 1; i >= 0; i-- {
		if i > 0 && perWord(words[i-1]) {
			continue // "price_per_page"
		}
		e := lex.find(hashWord(words[i]))
		if e == nil || e.keyGauge == 0 {
			e = lex.find(hashWord(words[i] + "s"))
		}
		if e != nil && e.keyGauge != 0 {
			return e.keyGauge
		}
	}
	return 0
}

// miscounts reports whether s counts or measures something else than the claim does: reviews for a stock, pages for points.
// Where one of them does not say, it may be what the other says.
func (m *matcher) miscounts(c *Claim, s *Source) bool {
	if s.Kind != Quantity || s.Origin != Field || s.gauge == 0 {
		return false
	}
	switch c.Kind {
	case Duration, Percent:
		return true
	case Quantity:
	default:
		return false
	}
	switch {
	case c.gauge == 0, c.gauge&s.gauge != 0, kin(c.gauge, s.gauge), c.converted(s):
		return false
	case (c.gauge|s.gauge)&(gaugeStock|gaugePiece) != 0:
		return (c.gauge|s.gauge)&^gaugeThings != 0
	}
	return true
}

// kin reports whether people say one for the other: metres for square metres, customers for their reviews.
func kin(a, b gauge) bool {
	for _, both := range [...]gauge{gaugePoint | gaugeMile, gaugeMetre | gaugeArea | gaugeVolume, gaugeClient | gaugeReview, gaugeClient | gaugeLicence} {
		if a&both != 0 && b&both != 0 {
			return true
		}
	}
	return false
}

// perKey reads how much the amount under a key is for: 100 litres for "price_100l", "preis_pro_100_l".
func perKey(key string) (Decimal, gauge) {
	start := strings.IndexAny(key, "0123456789")
	if start <= 0 || !strings.ContainsRune("_-. ", rune(key[start-1])) {
		return Decimal{}, 0
	}
	end := start
	for end < len(key) && '0' <= key[end] && key[end] <= '9' {
		end++
	}
	unit := strings.ToLower(strings.Trim(key[end:], "_-. "))
	e := wordsOf(0).find(hashWord(unit))
	n, err := parseNumber(key[start:end])
	if e == nil || e.gauge&^(gaugeKilo-1) == 0 || unit == "" || err != nil {
		return Decimal{}, 0
	}
	return n, e.gauge
}

// countCell reports whether a figure alone fills a cell of a table whose column or row counts something, and what.
func (p *parser) countCell(f *figure, i int) gauge {
	before, after := p.get(i-1), p.get(f.next)
	if !before.is('|') && !after.is('|') || before != nil && !before.is('|') && p.tokens[i].gap < line || after != nil && !after.is('|') && after.gap < line {
		return 0
	}
	text, pos := p.reply.Text, int(p.tokens[i].start)
	if g := p.gaugeIn(headCell(text, pos)); g != 0 {
		return g
	}
	start, ok := rowStart(text, pos)
	if !ok {
		return 0
	}
	return p.gaugeIn(cell(text[start:], 1))
}

// gaugeIn returns what the head of a column or a row counts.
func (p *parser) gaugeIn(head string) gauge {
	if head == "" || len(head) > maxTitle || strings.ContainsAny(head, "0123456789") {
		return 0 // "Phone 128 GB" is a name
	}
	found := gauge(0)
	for _, t := range scan(head, nil) {
		if t.word != nil && t.kind == tokenWord {
			found |= t.word.gauge | t.word.keyGauge&gaugeStock
		}
	}
	return found
}
