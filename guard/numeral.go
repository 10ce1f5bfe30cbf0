package guard

import "github.com/govalues/decimal"

// numeral adds up number words: "two hundred and five", "quatre-vingt-dix", "zwei Millionen dreihunderttausend".
type numeral struct {
	total   int64 // of the scales that are closed
	section int64 // of the words since
	scale   int64 // the last scale; 0 before any
	pending bool  // a unit that may still be joined to a ten: "fünf(und)zwanzig"
	halves  int64 // 1 for "and a half" of the last scale, in halves
	words   int
}

// push takes in one word; it returns false where the word cannot continue the number.
func (n *numeral) push(class numberClass, v int64, joined bool) bool {
	ok := false
	switch class {
	case classUnit:
		ok = n.unit(v)
	case classTen:
		ok = n.ten(v, joined)
	case classHundred:
		ok = n.hundred()
	case classFixed:
		ok = n.section == 0
		if ok {
			n.section = v
		}
	case classScale:
		ok = n.scaled(v)
	}
	if ok {
		n.words++
		n.pending = class == classUnit && v < 10 && v > 0
	}
	return ok
}

// unit adds 0 to 29 where the places for it are free; in French "soixante" and "quatre-vingt" go on to 19.
func (n *numeral) unit(v int64) bool {
	low := n.section % 100
	switch {
	case n.words > 0 && v == 0:
		return false
	case low == 0, low == 60 && v >= 10, low == 80 && v >= 10, low >= 20 && low%10 == 0 && v < 10:
		n.section += v
		return true
	}
	return false
}

// ten adds 20 to 90. A unit before it is joined ("fünfundzwanzig"), or multiplies it ("quatre-vingt").
func (n *numeral) ten(v int64, joined bool) bool {
	low := n.section % 100
	switch {
	case low == 0:
		n.section += v
	case low == 4 && v == 20 && !joined:
		n.section += 76
	case n.pending && joined && low < 10:
		n.section += v
	default:
		return false
	}
	return true
}

func (n *numeral) hundred() bool {
	if n.section >= 100 {
		return false
	}
	n.section = max(n.section, 1) * 100
	return true
}

// scaled closes a section with a scale: "two thousand". A larger scale than the last multiplies the whole: "thousand
// million".
func (n *numeral) scaled(v int64) bool {
	switch {
	case n.scale == 0 || v < n.scale:
		if n.section == 0 && n.scale != 0 {
			return false
		}
		n.total += max(n.section, 1) * v
	case n.section == 0 && n.total < v:
		if n.total > 9e18/v {
			return false
		}
		n.total *= v
	default:
		return false
	}
	n.section, n.scale = 0, v
	return n.total >= 0 && n.total < 9e17
}

func (n *numeral) value() int64 { return n.total + n.section }

// wordsAt reads the number that begins with token i, in words: "twenty-five", "zweihundert", "half a million".
func (p *parser) wordsAt(i int) figure {
	f := figure{first: i, next: i, words: true}
	if t := p.tokens[i]; t.word != nil && t.word.class == classHan {
		return p.hanAt(i)
	}
	if p.tokens[i].word != nil && p.tokens[i].word.class == classAndHalf {
		return p.andHalfAt(i)
	}
	if p.inNumber(i) {
		return f
	}
	var n numeral
	at, half := p.opening(i)
	joined := false
	for at < len(p.tokens) && at-i < 24 {
		t := &p.tokens[at]
		if at > i && !t.close() {
			break
		}
		if t.is('-') && t.joined() && n.words > 0 {
			at++
			continue
		}
		if t.has(cueAnd) && n.words > 0 && p.numberWord(p.dash(at+1)) && t.word.class == classNone {
			at, joined = p.dash(at+1), true
			continue
		}
		if t.word != nil && t.word.class == classHundred && t.word.hundredths != 0 && !p.hundredAt(at, n.words) {
			break
		}
		if !p.push(&n, t, joined) {
			break
		}
		at, joined = at+1, false
		f.next = at
	}
	if n.words == 0 {
		return p.articleAt(i)
	}
	value := whole(n.value())
	if half > 0 {
		if n.total == 0 {
			return f
		}
		value, _ = value.Quo(whole(half))
	}
	value = p.wordFraction(&f, value)
	f.add(value.Trim(0))
	f.scaled = n.scale >= 1_000_000
	p.halfAfter(&f, n.scale)
	return f
}

// push takes in the token t as one or, where it is a compound, several number words.
func (p *parser) push(n *numeral, t *token, joined bool) bool {
	if t.kind != tokenWord {
		return false
	}
	if e := t.word; e != nil && e.class != classNone && e.class != classHan {
		if e.weak {
			return false
		}
		return n.push(e.class, e.number, joined)
	}
	v, ok := p.compoundNumber(t)
	if !ok {
		return false
	}
	return n.compound(v)
}

// compound takes in a whole compound word.
func (n *numeral) compound(v int64) bool {
	switch {
	case v >= 1000 && (n.section != 0 || n.scale != 0 && n.scale <= 1000):
		return false
	case v >= 1000:
		n.total += v / 1000 * 1000
		n.scale = 1000
		v %= 1000
	case v >= 100 && n.section != 0, v < 100 && n.section%100 != 0:
		return false
	}
	n.section += v
	n.words++
	n.pending = false
	return true
}

// dash skips the hyphen at token i, if there is one.
func (p *parser) dash(i int) int {
	if t := p.get(i); t != nil && t.is('-') && t.joined() {
		return i + 1
	}
	return i
}

// hundredAt reports whether the "cent" at token i is a hundred and not the hundredth of a unit: something that is
// counted follows.
func (p *parser) hundredAt(i, words int) bool {
	if p.numberWord(i+1) || p.scaleAt(i+1) {
		return true
	}
	c := p.currencyAt(i + 1)
	if c.next > i+1 && c.hundredths == 0 && p.tokens[i+1].near() && c.sort == sortNoun {
		return true
	}
	_, percent := p.percentSign(i + 1)
	return percent && words > 0
}

// numberWord reports whether token i is a number word.
func (p *parser) numberWord(i int) bool {
	t := p.get(i)
	if t == nil || t.kind != tokenWord || !t.close() {
		return false
	}
	if t.word == nil || t.word.class == classNone {
		_, ok := p.compoundNumber(t)
		return ok
	}
	return t.word.class <= classFixed
}

// opening skips "a", "half a", "a quarter of a" before a scale, and returns what it divides the scale by.
func (p *parser) opening(i int) (int, int64) {
	at, half := i, int64(0)
	for range 4 {
		t := p.get(at)
		if t == nil {
			break
		}
		switch {
		case t.word != nil && t.word.class == classHalf && half == 0:
			half = t.word.number
		case t.has(cueArticle) && p.scaleAt(at+1), half > 0 && t.hash == hashOf:
		default:
			return at, half
		}
		at++
	}
	return at, half
}

// scaleAt reports whether token i is a scale, a hundred, or a fraction of one.
func (p *parser) scaleAt(i int) bool {
	t := p.get(i)
	return t != nil && t.close() && t.word != nil && !t.word.weak &&
		(t.word.class == classScale || t.word.class == classHundred || t.word.class == classHalf)
}

// articleAt reads "a" and "one" before a noun as 1.
func (p *parser) articleAt(i int) figure {
	f := figure{first: i, next: i, words: true}
	if t := &p.tokens[i]; t.has(cueArticle) {
		f.add(whole(1))
		f.next, f.article = i+1, true
	}
	return f
}

// halfAfter takes in "and a half", "y medio" after a number: half of its last scale, or of one.
func (p *parser) halfAfter(f *figure, scale int64) {
	and := p.get(f.next)
	if and == nil || !and.has(cueAnd) || !and.near() || f.n == 0 {
		return
	}
	at := f.next + 1
	if a := p.get(at); a != nil && a.has(cueArticle) && a.word.class != classHalf {
		at++
	}
	h := p.get(at)
	if h == nil || h.word == nil || h.word.class != classHalf || !h.near() || h.word.number != 2 {
		return
	}
	next := at + 1
	base := scale
	if s := p.get(next); s != nil && s.near() && s.word != nil && s.word.class == classScale && !s.word.weak && scale == 0 {
		f.multiply(s.word.number)
		base, next = s.word.number, next+1
		f.scaled = true
	}
	half, err := whole(max(base, 1)).Quo(whole(2))
	if err != nil {
		return
	}
	for i := range f.values[:f.n] {
		f.values[i], _ = f.values[i].Add(half)
	}
	f.next = next
}

// wordFraction takes in decimals in words: "seven point five", "siete con cincuenta".
func (p *parser) wordFraction(f *figure, value Decimal) Decimal {
	t := p.get(f.next)
	if t == nil || !t.has(cuePoint) || !t.near() || t.styled(styleWide) || !p.numberWord(f.next+1) {
		return value
	}
	at, coef := f.next+1, int64(0)
	for w := p.get(at); w != nil && w.near() && w.word != nil && (w.word.class == classUnit || w.word.class == classTen) && coef < 1e6; w = p.get(at) {
		if w.word.number < 10 && at > f.next+1 {
			coef *= 10
		}
		coef += w.word.number
		at++
	}
	if end := p.get(at); coef == 0 || end == nil || !end.near() || !end.countable() {
		return value
	}
	scale := 1
	for v := coef; v >= 10; v /= 10 {
		scale++
	}
	d, err := decimal.New(coef, scale)
	if err != nil {
		return value
	}
	sum, err := value.Add(d)
	if err != nil {
		return value
	}
	f.next, f.fraction = at, scale
	if s := p.get(at); s.word != nil && s.word.class == classScale && !s.word.weak {
		if scaled, err := sum.Mul(whole(s.word.number)); err == nil {
			f.next, f.fraction, sum = at+1, 0, scaled
		}
	}
	return sum
}

// inNumber reports whether the number word at token i stands inside a number that could not be read: a figure begins at
// its real border or nowhere.
func (p *parser) inNumber(i int) bool {
	b := p.get(i - 1)
	if b.is('-') && p.tokens[i].joined() {
		b = p.get(i - 2)
		return b != nil && b.word != nil && b.word.class != classNone && b.word.class <= classScale
	}
	if b.has(cuePoint) && !b.has(cueWith) && p.tokens[i].near() {
		b = p.get(i - 2)
		return p.numberWord(i-2) || b.isDigits()
	}
	return b != nil && i-1 >= p.done && p.tokens[i].near() && b.word != nil && !b.word.weak &&
		(b.word.class == classTen || b.word.class == classFixed) && p.tokens[i].word != nil && p.tokens[i].word.class != classNone
}

// andHalfAt reads "anderthalb Millionen".
func (p *parser) andHalfAt(i int) figure {
	f := figure{first: i, next: i + 1, words: true}
	value, err := whole(p.tokens[i].word.number).Quo(whole(2))
	if err != nil {
		return f
	}
	f.add(value)
	if s := p.get(i + 1); s.near() && s.word != nil && s.word.class == classScale && !s.word.weak {
		f.multiply(s.word.number)
		f.next, f.scaled = i+2, true
	}
	return f
}
