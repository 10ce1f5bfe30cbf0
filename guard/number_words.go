package guard

// cachedWords is a number in words that was read: each sort of claim asks for it again.
type cachedWords struct {
	figure
	at, done int // where it begins, counted from 1, and what was claimed by then
}

// wordsAt reads the number that begins with token i, in words: "twenty-five", "zweihundert", "half a million".
func (p *parser) wordsAt(i int) figure {
	c := &p.numerals[i%len(p.numerals)]
	if c.at != i+1 || c.done != p.done {
		c.figure, c.at, c.done = p.readWords(i), i+1, p.done
	}
	return c.figure
}

// readWords is wordsAt without the memory.
func (p *parser) readWords(i int) figure {
	f := figure{first: i, next: i, words: true}
	if t := p.tokens[i]; t.word != nil && t.word.class == classHan {
		return p.hanAt(i)
	}
	if p.tokens[i].word != nil && p.tokens[i].word.class == classAndHalf {
		return p.andHalfAt(i)
	}
	if p.inNumber(i) || p.tokens[i].hash == hashTva && p.tokens[i].styled(styleUpper) {
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

var hashTva = hashWord("tva") // two in Swedish, and a French tax

// push takes in the token t as one or, where it is a compound, several number words.
func (p *parser) push(n *numeral, t *token, joined bool) bool {
	if t.kind != tokenWord {
		return false
	}
	if e := t.word; e != nil && e.class != classNone && e.class != classHan {
		if e.weak {
			return false
		}
		return n.push(e.class, e.number, joined || n.words > 0 && e.cues&cueAnd != 0)
	}
	v, ok := p.compoundNumber(t)
	if !ok {
		return false
	}
	return n.compound(v)
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
