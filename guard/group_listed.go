package guard

import (
	"slices"
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
		children := b.nameless(int32(i))
		if len(children) < 2 {
			continue
		}
		first := &w.records[children[0]]
		for j := int(first.first); j < min(len(w.leaves), int(first.first)+maxSiblings) && w.leaves[j].parent == children[0]; j++ {
			if names := b.apart(children, w.leaves[j].key); names != nil {
				for k, r := range children {
					g := &b.groups[r]
					g.names, g.best, g.rank = names[k:k+1:k+1], names[k], 1
				}
				break
			}
		}
	}
}

// nameless returns the records of a list where each has a price and none a name, at most as many as are looked at.
func (b *builder) nameless(list int32) (children []int32) {
	w := &b.walker
	for i := int(list) + 1; i < len(w.records) && len(children) < maxSiblings; i++ {
		r := &w.records[i]
		if r.parent < list {
			break
		}
		if r.parent != list {
			continue
		}
		if r.array || b.groups[i].best != "" || !b.groups[i].priced {
			return nil
		}
		children = append(children, int32(i))
	}
	return children
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
