package guard

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// wordID says which word a key, a name or a reply has, in whatever language: the line of the table of keys, or else the hash of
// the word itself. The zero wordID is a word that tells nothing apart.
type wordID uint64

// minKeyWord is how many letters a word has at least that is compared as it is written.
const minKeyWord = 4

// idOfWord returns the id of a word in small letters without a plural s, as fieldWords cuts keys.
func idOfWord(w string) wordID {
	if id := lineOf(w); id != 0 {
		return id
	}
	if id := keyIDs()[hashWord(w+"s")]; id != 0 {
		return id // the table has the plural alone
	}
	if len(w) < minKeyWord || commonWord(w) {
		return 0
	}
	return wordID(hashWord(w))
}

// lineOf returns the line of the table that a word, or the stem of one of its forms, stands in, or 0.
func lineOf(w string) wordID {
	if len(w) > maxKeyWord {
		return 0
	}
	ids := keyIDs()
	if id := ids[hashWord(w)]; id != 0 {
		return id
	}
	for _, end := range [...]string{"s", "n", "en", "e"} {
		if stem := strings.TrimSuffix(w, end); stem != w && len(stem) >= minKeyWord {
			if id := ids[hashWord(stem)]; id != 0 {
				return id
			}
		}
	}
	return 0
}

// commonWord reports whether a word of a key tells no amount of a record from another, or is looked at elsewhere: as a role, a
// topic or a measure.
func commonWord(w string) bool {
	if emptyKeyWord(w) {
		return true
	}
	e := wordOf(w)
	return e != nil && (e.role != 0 || e.about != 0 || e.unit != 0 || e.terms&(measures|topics|termEach|termWhole|termSub) != 0 || e.gauge&^(gaugePiece-1) != 0)
}

// maxWordIDs bounds the words of a key, and those beside a claim.
const maxWordIDs = 16

// wordIDs is a small set of words.
type wordIDs struct {
	list [maxWordIDs]wordID
	n    int
}

func (w *wordIDs) add(id wordID) {
	if id != 0 && w.n < maxWordIDs && !w.has(id) {
		w.list[w.n] = id
		w.n++
	}
}

func (w *wordIDs) has(id wordID) bool { return slices.Contains(w.list[:w.n], id) }

// meets reports whether the sets have a word in common that the third has not.
func (w *wordIDs) meets(o, but *wordIDs) bool {
	return slices.ContainsFunc(w.list[:w.n], func(id wordID) bool { return o.has(id) && !but.has(id) })
}

// addText adds the words of a path or a name.
func (w *wordIDs) addText(text string) {
	start := -1
	for i := 0; i <= len(text); i++ {
		letter := i < len(text) && (text[i]|0x20 >= 'a' && text[i]|0x20 <= 'z' || text[i] >= utf8.RuneSelf)
		hump := letter && start >= 0 && text[i] >= 'A' && text[i] <= 'Z' && text[i-1] >= 'a'
		if start >= 0 && (!letter || hump) {
			w.add(idOfWord(singular(text[start:i])))
			start = -1
		}
		if letter && start < 0 {
			start = i
		}
	}
}

// idsAt adds the word at token i, and what a long one is put together of: "Umbuchungsgebühr", "Familienticket".
func (r *Reply) idsAt(i int, set *wordIDs) {
	t := &r.tokens[i]
	if t.kind != tokenWord || t.end-t.start < 3 || t.end-t.start > maxKeyWord {
		return
	}
	if t.hash == hashCheck {
		set.add(r.checkAt(i))
	}
	w := r.Text[t.start:t.end]
	id := lineOf(w)
	if w = singular(w); id == 0 {
		id = lineOf(w)
	}
	if id != 0 {
		set.add(id)
	} else if len(w) >= minKeyWord {
		set.add(wordID(hashWord(w)))
	}
	if len(w) < minCompound {
		return
	}
	ids := keyIDs()
	for n := len(w) - 3; n >= minKeyWord; n-- {
		if id := ids[hashWord(w[:n])]; id != 0 {
			set.add(id)
			return
		}
	}
}

// maxKeyWord bounds the words that are looked for among the keys, in bytes: no longer one is a name that people give.
const maxKeyWord = 96

// minCompound is how many letters a word has at least that may be put together of two.
const minCompound = 8

// idsOf returns the words of a key that tell something, or nil.
func idsOf(words []string) *wordIDs {
	set := wordIDs{}
	set.add(checkOf(words))
	if len(words) == 1 && words[0] == "open" {
		set.add(lineOf("outstanding"))
	}
	if len(words) > 1 && (words[0] == "min" || words[0] == "max") { // alone, or behind another word, it may be minutes
		set.add(lineOf(words[0] + "imum"))
	}
	for _, w := range words {
		set.add(idOfWord(w))
	}
	if set.n == 0 {
		return nil
	}
	return &set
}

// saysOf reports whether token i is one of the words, in whatever language.
func (r *Reply) saysOf(i int, words *wordIDs) bool {
	if words.n == 0 {
		return false
	}
	var said wordIDs
	r.idsAt(i, &said)
	return said.meets(words, &wordIDs{})
}

var hashCheck, hashOut = hashWord("check"), hashWord("out")

// checkAt returns the line of "check-in" or "check-out" at token i, or 0.
func (r *Reply) checkAt(i int) wordID {
	for j := i + 1; j < min(len(r.tokens), i+3); j++ {
		switch t := &r.tokens[j]; {
		case t.hash == hashOut:
			return lineOf("checkout")
		case t.kind == tokenWord && t.has(cueIn):
			return lineOf("checkin")
		}
	}
	return 0
}

// checkOf is checkAt for the words of a key.
func checkOf(words []string) wordID {
	for i := 1; i < len(words); i++ {
		switch {
		case words[i-1] != "check":
		case words[i] == "in":
			return lineOf("checkin")
		case words[i] == "out":
			return lineOf("checkout")
		}
	}
	return 0
}
