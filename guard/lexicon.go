package guard

import (
	"strconv"
	"strings"
	"sync"
	"unicode/utf8"
)

// entry is what the lexicon knows of a word, a sign or a short phrase. One spelling may be several things in several
// languages ("cent", "mil", "mai"): the grammars decide by the neighbours.
type entry struct {
	cues         cue
	set          setID // currencies that it names
	nation       setID // currencies of the country that it names
	sort         currencySort
	weak         bool  // also an everyday word or a bare letter: needs support
	hundredths   int64 // of what names a part of a unit: 1 for "cents"; 0 for the unit itself
	capital      bool  // a currency in capitals only
	accent       bool  // a currency only where it is written with its accent
	phrase       bool  // begins a phrase of several words
	number       int64 // of number words, and of scales
	class        numberClass
	month        uint8  // 1 to 12
	weekday      uint8  // 1 to 7, Monday first
	weekdays     uint8  // the same of a plural: "Fridays"
	ordinal      uint8  // of a day in its month
	period       unitID // a unit counted from the current one: "la semaine prochaine"
	step         int8   // how far a period is from the current one
	side         edge   // "middle"
	opens        bool   // a date may begin with it, by what follows
	decade       uint8  // of its century: 90 for "nineties"
	holiday      uint16 // place in holidays, from 1
	further      uint8  // days beyond tomorrow or yesterday
	plural       bool   // names several units of time or weekdays
	fraction     uint32 // of the fifths in "three fifths": 5
	mille        bool   // a percent sign that stands for a thousandth
	suffix       bool   // an ending of ordinals: "st", "nd"
	monthForeign bool   // a month in other languages, and an English word
	monthWeak    bool   // a month that is another word too: "may"
	action       uint8  // reported as done, by its place in actionNames
	did          bool   // the action is that of the speaker, in the past: "reembolsei"
	object       uint8  // what an action makes, likewise
	begins       begins
	own          begins // without the phrases that begin with it
	moneyOnly    bool   // names a currency and nothing else
	numeral      bool   // a number word and nothing else
	dated        bool   // a date may begin with it by itself
	datum        bool   // something of the kind that every date holds: a unit, a month, "tomorrow"
	figures      bool   // an amount, a percentage or a quantity may begin with it, or with a phrase that it begins
	unit         unitID
	gauge        gauge // what a number before it counts or measures
	keyGauge     gauge // and what one under it does, as a word of a key
	role         Role
	about        About
	tones        tone
	terms        term
	tongues      uint16 // that the word tells, a bit each; such a word means nothing else
	facts        facts  // of the word or phrase
}

// currencySort is the form in which a word names a currency.
type currencySort uint8

const (
	sortNone currencySort = iota
	sortSign              // "€", "US$"
	sortCode              // "EUR"
	sortNoun              // "euros"
)

// lexicon holds every word that the finder knows. It is immutable once built.
type lexicon struct {
	words map[uint64]*entry
	sets  [][]string // by setID; sets[0] is empty
	ids   map[string]setID

	phrases   []phraseEnds
	table     []slot // the words again, by open addressing
	filter    [filterWords]uint64
	openings  wordFilter  // of words that a claim may begin with
	sure      wordFilter  // of those that need no other word after them
	followers wordFilter  // of words that may come second in one
	ascii     []uint64    // the words that ASCII letters can spell, until the filters are filled
	seconds   []uint64    // words that come second in a phrase, likewise
	starting  [512]uint64 // of starts, for ASCII
	wide      [4096]uint8 // of words in scripts without spaces, by their first letter: how many letters the longest has

	are *entry // "är", which is folded like "år"

	holidays []holidayRule // by the place that an entry holds, from 1

	orLess, orMore *entry // "or less" and its like, which follow the amount

	parts  map[uint64]*entry // what compound numbers are made of
	starts map[[3]rune]bool  // the first three letters of such a part

	tongue tongue // whose words are in it beside those of all texts
}

// words builds the lexicon at its first use; it takes well under a millisecond.
var words = sync.OnceValue(func() *lexicon { return newLexicon(0) })

// newLexicon builds the lexicon of a tongue; that of all texts is in it.
func newLexicon(of tongue) *lexicon {
	x := &lexicon{
		words: make(map[uint64]*entry, 4096), sets: [][]string{nil}, ids: map[string]setID{"": 0},
		parts: map[uint64]*entry{}, starts: map[[3]rune]bool{},
	}
	x.addCurrencies()
	x.addNumbers()
	x.addParts()
	x.addCues()
	x.addTones()
	x.addTerms()
	x.addCalendar()
	x.addUnits()
	x.addGauges()
	x.addIDs()
	x.addFractions()
	x.addActions()
	x.addCommon()
	x.addWorld()
	x.addScripts()
	if of != 0 {
		x.addTongue(of)
	} else {
		x.addMarks()
	}
	if e := x.words[hashAr]; e != nil {
		are := entry{cues: e.cues, tones: e.tones, tongues: e.tongues}
		are.freezeFacts()
		x.are = &are
	}
	x.orLess, x.orMore = x.at("or less"), x.at("or more")
	x.freeze()
	x.freezeOpenings()
	return x
}

// phraseEnds holds the hash of a phrase's first word and of the whole.
type phraseEnds struct{ first, last uint64 }

// at returns the entry of a word or phrase, made when it is new.
func (x *lexicon) at(spelling string) *entry {
	parts := strings.FieldsFunc(spelling, func(r rune) bool { return r == ' ' || joins(r) })
	if len(parts) == 0 {
		parts = []string{spelling}
	}
	h := hashWord(parts[0])
	first := h
	if asciiOnly(parts[0]) {
		x.ascii = append(x.ascii, h)
	}
	for _, p := range parts[1:] {
		x.entry(h).phrase = true
		x.seconds = append(x.seconds, hashWord(p))
		h = hashPhrase(h, hashWord(p))
	}
	if h != first {
		x.phrases = append(x.phrases, phraseEnds{first, h})
	}
	if r, _ := utf8.DecodeRuneInString(parts[0]); wide(r) {
		at := wideSlot(r)
		x.wide[at] = max(x.wide[at], uint8(min(utf8.RuneCountInString(parts[0]), 8)))
	}
	return x.entry(h)
}

// asciiOnly reports whether the letters that a word is looked up with are all ASCII.
func asciiOnly(word string) bool {
	return !strings.ContainsFunc(word, func(r rune) bool { return fold(r) >= utf8.RuneSelf })
}

// wideSlot returns the place of a letter in the table of first letters. Letters may share one: it only bounds a search.
func wideSlot(r rune) uint32 { return uint32(r) * 0x9E3779B1 >> 20 }

// joins reports whether r ties the words of a phrase together, as in "o'clock", "a.m." and "us-american".
func joins(r rune) bool { return r == '\'' || r == '’' || r == '-' || r == '.' || r == '״' }

func (x *lexicon) entry(h uint64) *entry {
	e := x.words[h]
	if e == nil {
		e = &entry{}
		x.words[h] = e
	}
	return e
}

// set returns the id of a comma-separated list of codes.
func (x *lexicon) set(codes string) setID {
	if id, ok := x.ids[codes]; ok {
		return id
	}
	list := strings.Split(codes, ",")
	sortStrings(list)
	id := setID(len(x.sets))
	x.sets = append(x.sets, list)
	x.ids[codes] = id
	return id
}

// each calls add for every word of every "key = words" line of a table; commas join the words of a phrase.
func each(table string, add func(key, word string)) {
	for line := range strings.Lines(table) {
		key, list, ok := strings.Cut(line, "=")
		if !ok {
			continue
		}
		for w := range strings.FieldsSeq(list) {
			add(strings.TrimSpace(key), strings.ReplaceAll(w, "_", " "))
		}
	}
}

func number(s string) int64 {
	n, err := strconv.ParseInt(s, 10, 64)
	if err != nil {
		panic("guard: " + s + " is no number in a word table")
	}
	return n
}
