package guard

import (
	"strings"
	"sync"
	"unicode/utf8"
)

// labelled finds the fields of the evidence by the words of their keys.
type labelled struct {
	once   sync.Once
	fields map[wordID][]*Source
}

// calledBy returns the fields whose keys have a word, in their order. The slice is shared.
func (x *index) calledBy(id wordID) []*Source {
	x.called.once.Do(func() {
		x.called.fields = map[wordID][]*Source{}
		for _, s := range x.sources {
			if s.Origin != Field || !s.short() {
				continue
			}
			var set wordIDs
			s.labels(&set)
			for _, id := range set.list[:set.n] {
				x.called.fields[id] = append(x.called.fields[id], s)
			}
		}
	})
	return x.called.fields[id]
}

// maxShortValue is how long a value is, in bytes, that is a short code or a plain number.
const maxShortValue = 9

// short reports whether a source is a plain number or a short code.
func (s *Source) short() bool {
	switch s.Kind {
	case Quantity, Duration, ID, Money:
		return len(s.Raw) <= maxShortValue && strings.ContainsAny(s.Raw, "0123456789")
	default:
	}
	return false
}

// labels adds the words of a source's key, or of the key of its record where its own tells nothing and the record is one of no list.
func (s *Source) labels(set *wordIDs) {
	path := s.Path
	for range 2 {
		at := strings.LastIndexByte(path, '.')
		key, _, listed := strings.Cut(path[at+1:], "[")
		if listed && path != s.Path {
			return
		}
		if addLabels(key, set); set.n > 0 || at < 0 {
			return
		}
		path = path[:at]
	}
}

// addLabels adds the words of a key that say what its value is.
func addLabels(key string, set *wordIDs) {
	if numberedKey(key) {
		return
	}
	start := -1
	for i := 0; i <= len(key); i++ {
		letter := i < len(key) && (key[i]|0x20 >= 'a' && key[i]|0x20 <= 'z' || key[i] >= utf8.RuneSelf)
		hump := letter && start >= 0 && key[i] >= 'A' && key[i] <= 'Z' && key[i-1] >= 'a'
		if start >= 0 && (!letter || hump) {
			if w := strings.ToLower(key[start:i]); !emptyKeyWord(singular(w)) {
				set.add(labelID(w))
				set.add(gaugeID(wordOf(w)))
			}
			start = -1
		}
		if letter && start < 0 {
			start = i
		}
	}
}

// numberedKey reports whether a number of its own stands in a key, which is a name then: "bono_10", "Nova 6".
func numberedKey(key string) bool {
	for i := 1; i < len(key); i++ {
		if digit := '0' <= key[i] && key[i] <= '9'; digit && (key[i-1] == '_' || key[i-1] == ' ' || key[i-1] == '-') {
			return true
		}
	}
	return false
}

// labelID returns the id of a word as a label: its line in the table of keys, or else its stem, so that singular and plural are one.
func labelID(w string) wordID {
	if id := lineOf(w); id != 0 {
		return id
	}
	if id := lineOf(singular(w)); id != 0 {
		return id
	}
	if len(w) < 3 || len(w) > maxKeyWord {
		return 0
	}
	return wordID(hashWord(stem(w)))
}

// gaugeID returns an id for all words by which people of a record are counted, or 0.
func gaugeID(e *entry) wordID {
	if e == nil || e.keyGauge&gaugePerson == 0 {
		return 0
	}
	return wordID(gaugePerson) << 8
}

// stem drops the usual endings of plurals.
func stem(w string) string {
	if len(w) > 4 {
		w = strings.TrimSuffix(w, "s")
	}
	for _, end := range [...]string{"en", "e", "n", "i", "o", "a"} {
		if s := strings.TrimSuffix(w, end); s != w && len(s) >= 4 {
			return s
		}
	}
	return w
}

// labelsOf adds the words beside a bare value that may be its label: those behind it up to a verb or a preposition, a code's aside, and the
// word nearest before it, or the one before that.
func (r *Reply) labelsOf(first, next int, code bool, set *wordIDs) {
	s := r.sentences[r.sentenceOf(first)]
	of := false // "15 of the 20 nights"
	for j := next; j < min(s.next, next+maxLabelReach) && !code; j++ {
		t := &r.tokens[j]
		if of = of || t.has(cueOf); of && (t.isDigits() || r.claimOver(j) != nil) {
			r.addCounted(j, set)
			continue
		}
		if t.kind != tokenWord || t.gap > apart || r.claimOver(j) != nil || t.has(cueAnd|cueCopula|cueIs|cueHave|cueModal|cueIn|cueFor|cueWith|cueTo|cueFrom|cueDate) {
			break
		}
		r.addLabel(j, set)
	}
	words := 0
	for j := first - 1; j >= max(s.first, first-maxLabelReach) && words < 2; j-- {
		t := &r.tokens[j]
		if t.is(':') || t.is('#') || t.is('(') {
			continue
		}
		if t.kind != tokenWord || r.claimOver(j) != nil || t.has(cueAnd) || t.joined() && j > 0 && r.tokens[j-1].is('-') {
			break
		}
		n := set.n
		if r.addLabel(j, set); set.n > n {
			words++
		}
	}
}

// maxLabelReach is how many words from its label a value stands at most.
const maxLabelReach = 4

// addCounted adds the word at token j, a unit too.
func (r *Reply) addCounted(j int, set *wordIDs) {
	if t := &r.tokens[j]; t.kind == tokenWord && t.end-t.start >= 3 {
		set.add(labelID(r.Text[t.start:t.end]))
	}
}

// addLabel adds the word at token j.
func (r *Reply) addLabel(j int, set *wordIDs) {
	t := &r.tokens[j]
	w := r.Text[t.start:t.end]
	if len(w) < 3 || t.word != nil && (t.word.unit != 0 && t.word.unit != unitOther || t.word.cues&^(cueNumber|cueUpTo|cueOver) != 0) {
		return
	}
	set.add(labelID(w))
	set.add(gaugeID(t.word))
}

// emptyKeyWord reports whether a word of a key says nothing of what its value is.
func emptyKeyWord(w string) bool {
	switch w {
	case "price", "amount", "total", "value", "cost", "rate", "fee", "charge", "sum", "currency", "unit", "item", "name", "type", "kind", "status",
		"number", "count", "check", "date", "time", "from", "until", "each", "list", "data", "info", "detail", "option", "result", "pricing", "quote",
		"order", "cart", "account", "percent", "percentage", "description", "duration", "period", "level", "code", "next", "with", "this", "that", "over", "under", "after", "before", "open", "opening", "close", "closing", "hour":
		return true
	}
	return false
}
