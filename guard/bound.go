package guard

import "slices"

// bound says which end of a bound is open.
type bound uint8

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
		case e.cues&cueUpTo != 0 && j > p.done && slices.Contains(addsWords, p.tokens[j-1].hash): // "two cases add up to €132"
			return exact
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
			switch w, _ := p.widest(j); { // "mai mult de", "manje od"
			case w&cueUpTo != 0:
				return atMost
			case w&cueOver != 0:
				return atLeast
			}
			if w, _ := p.widestIn(j, cueFrom); e.cues&cueOf != 0 && w&cueFrom != 0 {
				return from // "à partir de 5 €"
			}
			if e.cues&cueOf != 0 && p.tokens[j].hash != hashDa || p.tokens[j].hash == hashDa && p.countedNoun(j-1) {
				return exact // "ein Preis von 5 €", "une différence de 5 €"
			}
			return from
		}
	}
	return exact
}

// countedNoun reports whether token i is a word that a number stands before: "3 rate da 240 €".
func (p *parser) countedNoun(i int) bool {
	if i < 1 || p.tokens[i].kind != tokenWord {
		return false
	}
	n := &p.tokens[i-1]
	return n.isDigits() || n.word != nil && n.word.class == classUnit && n.word.number > 1
}

// addsWords say before "up to" what amounts come to, and no bound.
var addsWords = hashWords("add", "adds", "added", "adding", "sum", "sums")

var hashDa = hashWord("da")

// widest returns the bound cue of a longer phrase that takes in token i from the left, such as "no more than".
func (p *parser) widest(i int) (cue, bool) { return p.widestIn(i, cueUpTo|cueOver) }

// widestIn is widest for any of some cues.
func (p *parser) widestIn(i int, any cue) (cue, bool) {
	found := cue(0)
	for j := i - 1; j >= max(p.done, i-3); j-- {
		if e, next := p.phrase(j); e != nil && next > i && e.cues&any != 0 {
			found = e.cues
		}
	}
	return found, found != 0
}

// filler reports whether token i is a small word that may stand between a bound and its amount.
func (p *parser) filler(i int) bool {
	t := &p.tokens[i]
	return t.kind == tokenWord && t.end-t.start <= 4 && (t.word == nil || t.word.cues&(cueNot|cueAnd|cueTo) == 0)
}
