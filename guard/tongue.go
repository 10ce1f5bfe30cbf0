package guard

import (
	"strings"
	"sync"
)

// tongue names a language, or several close ones, whose words are in a lexicon of their own: its place in tongueTables,
// from 1. The zero tongue is the lexicon of all texts.
type tongue uint8

// tongueNordic is Norwegian and Danish.
const tongueNordic tongue = 1

// tongueLexicons holds the lexicon of every tongue, each built at its first use.
var tongueLexicons = func() (list [len(tongueTables)]func() *lexicon) {
	for i := range list {
		list[i] = sync.OnceValue(func() *lexicon { return newLexicon(tongue(i + 1)) })
	}
	return list
}()

// wordsOf returns the lexicon of a tongue.
func wordsOf(t tongue) *lexicon {
	if t == 0 {
		return words()
	}
	return tongueLexicons[t-1]()
}

// tongueOf returns the tongue of a BCP 47 tag, or 0.
func tongueOf(language string) tongue {
	if len(language) < 2 {
		return 0
	}
	code, _, _ := strings.Cut(language, "-")
	for i := range tongueTables {
		for at := tongueTables[i].codes; at != ""; {
			var c string
			if c, at, _ = strings.Cut(at, " "); strings.EqualFold(c, code) {
				return tongue(i + 1)
			}
		}
	}
	return 0
}

// lexicon returns the words that the text is read with.
func (r *Reply) lexicon() *lexicon {
	if r.lex == nil {
		return words()
	}
	return r.lex
}

// shortText is how many tokens a text has at most in which one word tells the language.
const shortText = 16

// spoken returns the tongue that the words of the text tell, or 0.
func (p *parser) spoken() tongue {
	best, count := tongue(0), uint16(0)
	for i, n := range p.tongues {
		if n > count {
			best, count = tongue(i+1), n
		}
	}
	if count >= 2 || count == 1 && (len(p.tokens) <= shortText || p.reply.streamed) {
		return best
	}
	return 0
}

// tells counts a word that belongs to some tongues and to no language of the lexicon of all texts.
func (p *parser) tells(e *entry) {
	for i := range p.tongues {
		if e.tongues&(1<<i) != 0 && p.tongues[i] < 1<<15 {
			p.tongues[i]++
		}
	}
}

// addTongue fills in the words of a tongue, and addScripts those of the languages with a script of their own.
func (x *lexicon) addTongue(t tongue) {
	x.tongue = t
	x.addTable(tongueTables[t-1].table)
}

func (x *lexicon) addScripts() {
	for _, table := range scriptTables {
		x.addTable(table)
	}
}

// minMark is how many letters a number word or the name of a currency has at least that tells the language.
const minMark = 5

// addMarks fills in the words by which the tongues are known.
func (x *lexicon) addMarks() {
	for i := range tongueTables {
		each(tongueTables[i].table, func(key, word string) {
			sort, _, _ := strings.Cut(key, " ")
			h := hashWord(word)
			switch {
			case strings.Contains(word, " "):
				return
			case sort == "mark":
			case (sort[0] <= '9' || sort == "nation") && len(foldWord(word)) >= minMark && !doubtful(word):
			default:
				return
			}
			if e := x.words[h]; e == nil || e.tongues != 0 {
				x.entry(h).tongues |= 1 << i
			}
		})
	}
}

// doubtful reports whether a word of a tongue is one of other languages as well.
func doubtful(word string) bool {
	switch word {
	case "jeden", "milion", "miliard", "million", "singapore", "canada", "malaysia", "australia", "angol", "australian", "canadian", "american",
		"tunisian", "moldovan", "quatre", "sextan", "cinci", "norske", "trista":
		return true
	}
	return false
}

// addTable fills in a table of words; its keys are told at tongueTables.
func (x *lexicon) addTable(table string) {
	lead := ""
	each(table, func(key, word string) {
		sort, rest, _ := strings.Cut(key, " ")
		switch {
		case sort == "lead":
			lead += word + " "
		case sort[0] <= '9' || sort == "open" || sort == "tenfold" || sort == "teen":
			x.addNumber(sort, rest, word, "")
			for prefix := range strings.FieldsSeq(lead) {
				x.addNumber(sort, rest, word, prefix)
			}
		default:
			x.addMeaning(sort, rest, word)
		}
	})
}

// addNumber fills in a number word, with a prefix or without.
func (x *lexicon) addNumber(sort, rest, word, prefix string) {
	e := x.at(prefix + word)
	if prefix != "" && e.class != classNone {
		return
	}
	e.class, e.number = numberClassOf(sort, rest)
	e.weak, e.ordinal = false, 0
	if prefix != "" {
		e.cues |= x.at(prefix).cues & (cueAnd | cueTo)
		return
	}
	x.addPart(e.class, e.number, word)
}

// numberClassOf returns how a number word combines, by the key of its line.
func numberClassOf(sort, rest string) (numberClass, int64) {
	switch sort {
	case "tenfold":
		return classTenfold, 10
	case "teen":
		return classTeen, 10
	case "open":
		return classTen, number(rest)
	}
	switch v := number(sort); {
	case v < 20 || v < 100 && v%10 != 0:
		return classUnit, v
	case v < 100:
		return classTen, v
	case v == 100:
		return classHundred, v
	case v < 1000 || v == 2000:
		return classFixed, v
	default:
		return classScale, v
	}
}

// addPart fills in a part of numbers that are written as one word.
func (x *lexicon) addPart(class numberClass, value int64, word string) {
	h := hashWord(word)
	x.parts[h] = &entry{class: class, number: value}
	if letters := foldWord(word); len(letters) >= 3 {
		x.starts[[3]rune(letters)] = true
	}
}

// addMeaning fills in what is no number.
func (x *lexicon) addMeaning(sort, rest, word string) {
	e := x.at(word)
	switch sort {
	case "drop":
		phrase := e.phrase
		*e = entry{phrase: phrase}
	case "mark":
	case "article":
		e.cues |= cueArticle
	case "and":
		e.cues |= cueAnd
	case "joint":
		x.entryOfPart(word).cues |= cueAnd
	case "piece":
		x.addPart(classTen, number(rest), word)
	case "money":
		if e.sort == sortNone || x.tongue != 0 {
			e.set, e.sort, e.hundredths, e.weak = x.set(rest), sortNoun, 0, false
		}
	case "sign":
		e.set, e.sort, e.weak, e.hundredths = x.set(rest), sortSign, false, 0
	case "part":
		parts, codes, _ := strings.Cut(rest, "/")
		if e.sort == sortNone || x.tongue != 0 {
			e.set, e.sort, e.hundredths, e.weak = x.set(codes), sortNoun, number(parts), false
		}
	case "nation":
		if e.nation == 0 || x.tongue != 0 {
			e.nation = x.set(rest)
		}
	default:
		e.cues |= cueNames[sort]
		if cueNames[sort] == 0 {
			panic("guard: " + sort + " is no key of a word table")
		}
	}
}

// entryOfPart returns the entry of a part of numbers in one word.
func (x *lexicon) entryOfPart(word string) *entry {
	h := hashWord(word)
	if x.parts[h] == nil {
		x.parts[h] = &entry{}
	}
	return x.parts[h]
}
