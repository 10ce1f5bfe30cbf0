package guard

import "unicode/utf8"

// maxCompound bounds the letters of a number written as one word.
const maxCompound = 60

// compoundNumber reads a number written as one word, as German, Dutch, Italian and Swedish do: "fünfundzwanzig",
// "tweehonderd", "duecentottanta", "tjugofem".
func (p *parser) compoundNumber(t *token) (int64, bool) {
	if t.word != nil && t.word.cues != 0 || t.end-t.start < 6 || t.styled(styleWide) {
		return 0, false
	}
	return p.lex.compoundNumber(p.reply.Text[t.start:t.end])
}

// compoundNumber reads a number written as one word.
func (x *lexicon) compoundNumber(text string) (int64, bool) {
	var letters [maxCompound]rune
	count := 0
	for len(text) > 0 {
		r, size := utf8.DecodeRuneInString(text)
		text = text[size:]
		if f := fold(r); f != 0 && !ignorable(r) {
			if count == maxCompound {
				return 0, false
			}
			letters[count] = f
			count++
		}
	}
	if count < 6 || !x.starts[[3]rune(letters[:3])] {
		return 0, false
	}
	var n numeral
	return x.split(letters[:count], n, false, 0)
}

// split divides letters into number words, the longest first.
func (x *lexicon) split(letters []rune, n numeral, joined bool, depth int) (int64, bool) {
	if len(letters) == 0 {
		return n.value(), n.words > 1
	}
	if depth > 8 {
		return 0, false
	}
	var h wordHash
	var ends [16]*entry
	limit := min(len(letters), len(ends)-1)
	for k := range limit {
		h.rune(letters[k])
		ends[k] = x.parts[h.value()]
	}
	for k := limit - 1; k >= 0; k-- {
		e := ends[k]
		if e == nil {
			continue
		}
		next, link := n, joined
		if e.cues&cueAnd != 0 {
			link = true
		}
		if e.class != classNone {
			switch {
			case next.push(e.class, e.number, joined):
				link = false
			case e.cues&cueAnd != 0 && n.words > 0: // "en", which is one in other languages
				next = n
			default:
				continue
			}
		} else if n.words == 0 {
			continue
		}
		if v, ok := x.split(letters[k+1:], next, link, depth+1); ok {
			return v, true
		}
	}
	return 0, false
}

// compoundParts lists the parts of compound numbers that are no words of their own, or have another form inside.
const compoundParts = `
1 = ein een uno un en ett
20 = vent zwan
30 = trent
40 = quarant
50 = cinquant
60 = sessant
70 = settant
80 = ottant
90 = novant
`

// addParts fills in what compound numbers are made of.
func (x *lexicon) addParts() {
	add := func(class numberClass) func(key, word string) {
		return func(key, word string) {
			h := hashWord(word)
			if x.parts[h] == nil {
				x.parts[h] = &entry{class: class, number: number(key)}
				if letters := foldWord(word); len(letters) >= 3 {
					x.starts[[3]rune(letters)] = true
				}
			}
		}
	}
	each(numberWords, add(classUnit))
	each(tenWords, add(classTen))
	each(hundredWords, add(classHundred))
	each(fixedWords, add(classFixed))
	each("1000 = tausend mila mille duizend tusen mil", add(classScale))
	each(compoundParts, func(key, word string) {
		class := classTen
		if key == "1" {
			class = classUnit
		}
		add(class)(key, word)
	})
	for _, w := range []string{"und", "en", "och", "e", "y"} {
		h := hashWord(w)
		if x.parts[h] == nil {
			x.parts[h] = &entry{}
		}
		x.parts[h].cues |= cueAnd
	}
}

// foldWord returns the folded letters of a word.
func foldWord(w string) []rune {
	var out []rune
	for _, r := range w {
		if f := fold(r); f != 0 {
			out = append(out, f)
		}
	}
	return out
}
