package guard

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// rankOfWords is labelRank for a key of several words: "roomType", "plan_name".
func rankOfWords(words []string) int {
	if len(words) < 2 {
		return 0
	}
	switch words[0] {
	case "payment", "currency", "discount", "price", "status", "error", "customer", "user", "contact", "first", "last", "company", "street", "file", "event", "content", "unit", "account", "balance":
		return 0
	}
	switch words[len(words)-1] {
	case "name", "title":
		return 7
	case "type", "class", "category", "tier", "model", "option", "size", "color", "colour", "zone", "plan", "room", "branch", "variant", "grade", "label":
		return 5
	}
	return 0
}

// nameListed gives the priced records of a list that have no names the text that tells them apart: one under a key that all of them have,
// and which no two have alike.
func (b *builder) nameListed() {
	w := &b.walker
	for i := range w.records {
		if !w.records[i].array {
			continue
		}
		children, priced := b.nameless(int32(i))
		if len(children) < 2 {
			continue
		}
		if names := b.numbered(children); names != nil {
			b.nameAll(children, names)
			continue
		}
		if !priced {
			continue
		}
		first := &w.records[children[0]]
		for j := int(first.first); j < min(len(w.leaves), int(first.first)+maxSiblings) && w.leaves[j].parent == children[0]; j++ {
			if names := b.apart(children, w.leaves[j].key); names != nil {
				b.nameAll(children, names)
				break
			}
		}
	}
}

// nameAll gives records their names.
func (b *builder) nameAll(records []int32, names []string) {
	for k, r := range records {
		g := &b.groups[r]
		g.names, g.best, g.rank = names[k:k+1:k+1], names[k], 1
	}
}

// numbered returns what records are called that a number tells apart, which each begins with under the key of a period or of a few letters: "vecka
// 27" of {"vecka": 27, "pris": 8900}, "eu 42" of {"eu": 42, "qty": 2}; else nil.
func (b *builder) numbered(records []int32) []string {
	w := &b.walker
	names := make([]string, 0, len(records))
	for _, r := range records {
		l := &w.leaves[w.records[r].first]
		if l.parent != r || l.kind != leafNumber || !allDigits(w.textOf(l)) || l.end-l.start > 3 || !l.key.period && !(l.key.mere && len(l.key.name) <= 3) {
			return nil
		}
		name := l.key.name + " " + w.textOf(l)
		if slices.Contains(names, name) || len(names) > 0 && !strings.HasPrefix(names[0], l.key.name+" ") {
			return nil
		}
		names = append(names, name)
	}
	return names
}

// nameless returns the records of a list where none has a name, at most as many as are looked at, and whether each has a price.
func (b *builder) nameless(list int32) (children []int32, priced bool) {
	w := &b.walker
	priced = true
	for i := int(list) + 1; i < len(w.records) && len(children) < maxSiblings; i++ {
		r := &w.records[i]
		if r.parent < list {
			break
		}
		if r.parent != list {
			continue
		}
		if r.array || b.groups[i].best != "" || int(r.first) >= len(w.leaves) {
			return nil, false
		}
		priced = priced && b.groups[i].priced
		children = append(children, int32(i))
	}
	return children, priced
}

// apart returns the texts that records have under a key, where each has one, and no two the same; else nil.
func (b *builder) apart(records []int32, k *key) []string {
	if k.field.sort != fieldUnknown || k.status || k.action != 0 || k.free || k.seconds != 0 {
		return nil
	}
	w := &b.walker
	names := make([]string, 0, len(records))
	for _, r := range records {
		at := -1
		for j := int(w.records[r].first); j < min(len(w.leaves), int(w.records[r].first)+maxSiblings) && w.leaves[j].parent == r; j++ {
			if w.leaves[j].key == k {
				at = j
				break
			}
		}
		if at < 0 || w.leaves[at].kind != leafString {
			return nil
		}
		name := w.textOf(&w.leaves[at])
		if !nameable(name) || slices.Contains(names, name) {
			return nil
		}
		names = append(names, name)
	}
	return names
}

// nameable reports whether a text can be a name: it begins with a letter, is short, and no weekday or month.
func nameable(text string) bool {
	r, _ := utf8.DecodeRuneInString(text)
	if len(text) < 3 || len(text) > maxTitle || !unicode.IsLetter(r) {
		return false
	}
	e := wordOf(foldWordOf(text))
	return e == nil || e.weekday == 0 && e.month == 0 && e.unit == 0
}
