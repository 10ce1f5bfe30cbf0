package guard

import "strings"

// currency is a sign, code or word that names currencies, at [first, next).
type currency struct {
	set         setID
	sort        currencySort
	weak        bool
	hundredths  int64 // of a part of the unit; 0 for the unit itself
	first, next int
}

// currencyAt reads the currency that begins at token i; next is i where there is none.
func (p *parser) currencyAt(i int) currency {
	none := currency{first: i, next: i}
	t := p.get(i)
	if t == nil || t.word == nil && !p.signAfter(i) || p.loneBefore(i) {
		return none
	}
	if w := t.word; w != nil && w.sort == sortNone && w.nation == 0 && !w.phrase && t.kind == tokenWord && t.hash != hashS && !p.signAfter(i) {
		return none // most words
	}
	if w := t.word; t.kind == tokenSign && t.sym != '$' && !w.phrase && w.nation == 0 && w.sort == sortSign {
		if n := p.get(i + 1); n == nil || n.kind != tokenWord || !n.styled(styleUpper) {
			return currency{set: w.set, sort: sortSign, hundredths: w.hundredths, weak: w.weak, first: i, next: i + 1}
		}
	}
	if c, ok := p.dollarAt(i); ok {
		return c
	}
	if s := p.get(i + 1); t.hash == hashS && t.styled(styleUpper) && s.is('/') && s.joined() {
		return currency{set: p.lex.ids["PEN"], sort: sortSign, first: i, next: i + 2}
	}
	e, next := p.phrase(i)
	if e == nil {
		return none
	}
	if e.nation != 0 {
		if n := p.get(next); n.is('-') && n.joined() && p.get(next+1).joined() {
			next++ // "US-Dollar"
		}
		if c := p.currencyNoun(next); c.next > next && p.tokens[next].close() {
			if narrow := p.lex.meet(c.set, e.nation); narrow != 0 {
				c.set, c.first, c.weak = narrow, i, false
				return c
			}
			if i > 0 && p.tokens[i-1].counts() {
				c.first = i // "6 US pounds": no country's money, and still pounds
				return c
			}
		}
	}
	c := p.currencyNoun(i)
	if c.next > i && (c.sort == sortNoun || c.sort == sortSign && p.get(c.next).styled(styleUpper)) {
		if n, end := p.phrase(c.next); n != nil && n.nation != 0 && p.tokens[c.next].close() {
			if narrow := p.lex.meet(c.set, n.nation); narrow != 0 {
				c.set, c.next, c.weak = narrow, end, false
			}
		}
	}
	return c
}

// currencyNoun reads a currency without regard to a nation around it.
func (p *parser) currencyNoun(i int) currency {
	c := currency{first: i, next: i}
	if p.get(i) == nil || p.loneBefore(i) {
		return c
	}
	if d, ok := p.dollarAt(i); ok {
		return d
	}
	e, next := p.phrase(i)
	if e == nil || e.sort == sortNone {
		return c
	}
	t := &p.tokens[i]
	if e.sort == sortCode && !t.styled(styleUpper) && !lowerCode(p.lex.sets[e.set][0]) {
		return c
	}
	c.set, c.sort, c.hundredths, c.weak, c.next = e.set, e.sort, e.hundredths, e.weak, next
	return c
}

// signAfter reports whether a "$" follows token i.
func (p *parser) signAfter(i int) bool {
	s := p.get(i + 1)
	return s != nil && s.sym == '$' && s.kind == tokenSign
}

// loneBefore reports whether token i is a lone letter before a "$" that is not the sign's: "a $35 fee" and "a$35 fee" are in any dollars, "A$35" in
// Australian ones.
func (p *parser) loneBefore(i int) bool {
	t := &p.tokens[i]
	if t.kind != tokenWord || t.end-t.start != 1 || t.hash == hashC || !p.signAfter(i) {
		return false
	}
	return !p.tokens[i+1].joined() || t.hash == hashA && !t.styled(styleUpper)
}

// dollarAt reads "US$", "usd$", "C $", and "$US".
func (p *parser) dollarAt(i int) (currency, bool) {
	t := &p.tokens[i]
	if t.kind == tokenSign && t.sym == '$' {
		c := currency{set: t.word.set, sort: sortSign, first: i, next: i + 1}
		if w := p.get(i + 1); w != nil && w.kind == tokenWord && w.joined() && w.styled(styleUpper) {
			if e := p.lex.find(hashPhrase(w.hash, t.hash)); e != nil && e.set != 0 {
				c.set, c.next = e.set, i+2
			}
		}
		return c, true
	}
	if t.kind != tokenWord || !p.signAfter(i) {
		return currency{}, false
	}
	s := &p.tokens[i+1]
	e := p.lex.find(hashPhrase(t.hash, s.hash))
	if e == nil || e.set == 0 {
		return currency{}, false
	}
	if !s.near() {
		return currency{}, false
	}
	return currency{set: e.set, sort: sortSign, first: i, next: i + 2}, true
}

var hashC, hashS = hashWord("c"), hashWord("s")

// lowerCode reports whether an ISO code is also read in small letters: those that are no words and no units.
func lowerCode(code string) bool {
	switch code {
	case "EUR", "USD", "GBP", "CHF", "JPY", "CNY", "RMB", "AUD", "NZD", "HKD", "SGD", "BRL", "PLN", "CZK", "HUF", "DKK",
		"INR", "BTC", "KRW", "RUB", "MXN", "ZAR", "UAH":
		return true
	}
	return false
}

// fits reports whether a currency word that is also something else stands as a currency beside a figure.
func (p *parser) fits(c *currency, f *figure, before bool) bool {
	t := &p.tokens[c.first]
	if p.doubtful(c, f, before) {
		return false
	}
	if t.word != nil && t.word.accent {
		return !p.ascii(t)
	}
	if c.hundredths == 1 && t.styled(styleWide) && strings.HasPrefix(p.reply.Text[t.end:], "の") {
		return false // "25分の20", a fraction
	}
	if !c.weak {
		return true
	}
	close := t.joined()
	if before {
		close = p.tokens[c.next].joined()
	}
	upper, title := t.styled(styleUpper), t.styled(styleTitle)
	if c.hundredths > 1 && p.otherThanEnglish(c.first) {
		return false // "En grand"
	}
	switch length := int(t.end - t.start); {
	case c.sort == sortCode:
		return close || f.fraction > 0 || f.scaled || p.closed(max(c.next, f.next)) || upper && p.goesOn(max(c.next, f.next), before)
	case c.hundredths == 1 && length == 1:
		return (close || p.alone(f.first, c.next)) && !before && !upper
	case length == 1 && p.ascii(t):
		return close && upper
	case t.word.capital:
		return upper
	case length <= 3 && c.sort == sortSign:
		return title && !(upper && before && close) || close && !before
	case before, f.article:
		return c.hundredths > 1 && p.closed(c.next)
	}
	n := p.get(c.next)
	return n == nil || !n.near() || !n.has(cueOf|cuePer) || f.fraction == 2 && p.forPart(c.next+1) || n.has(cuePer) && p.paidBy(f, c.next)
}

// paidBy reports whether "per" at token i is what one pays by, and not what one weighs by: "16.95 pounds per month", "20 pond per maand" behind
// "kost", and not "2.50 pounds per bag".
func (p *parser) paidBy(f *figure, i int) bool {
	by := p.tokens[i].word.terms & termEach
	if e, _ := p.phrase(i + 1); e != nil {
		by |= e.terms & (termEach | periods)
	}
	if by == 0 || f.fraction == 2 {
		return by != 0
	}
	for j := f.first - 1; j >= max(p.done, f.first-3) && p.tokens[j].kind != tokenPunct; j-- {
		if p.tokens[j].has(cueCosts) {
			return true
		}
	}
	return false
}

// forPart reports whether the word at token i is something that one pays for beside the goods: "31,76 livres de taxes", and not
// "2,50 livres de pommes".
func (p *parser) forPart(i int) bool {
	e, _ := p.phrase(i)
	return e != nil && (e.role != 0 || e.terms&topics != 0)
}

// ascii reports whether a token is written in ASCII.
func (p *parser) ascii(t *token) bool {
	for i := t.start; i < t.end; i++ {
		if p.reply.Text[i] >= 0x80 {
			return false
		}
	}
	return true
}

var hashOf = hashWord("of")

// closed reports whether the sentence, or at least the phrase, ends at token i.
func (p *parser) closed(i int) bool {
	t := p.get(i)
	return t == nil || t.gap >= line || t.kind == tokenPunct
}

// goesOn reports whether the word at token i goes on with the sentence behind an amount, as a noun that is counted does not:
// "45 CAD each", "45 CAD for two". Behind a figure whose code stands before it only "each" and its like do: "ALL 5 for you".
func (p *parser) goesOn(i int, before bool) bool {
	t := p.get(i)
	if t.word == nil || t.styled(styleUpper) {
		return false
	}
	return t.word.terms&termEach != 0 || t.has(cuePer) || !before && t.word.cues != 0
}

// alone reports whether the tokens [first, next) are a whole line.
func (p *parser) alone(first, next int) bool {
	n := p.get(next)
	return p.tokens[first].gap >= line && (n == nil || n.gap >= line)
}
