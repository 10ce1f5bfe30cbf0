package guard

import "strings"

// maxPlurals bounds the names whose plurals are looked for.
const maxPlurals = 64

// plurals adds the usual plurals of names in English and German, by which people speak of several: "mugs" of a mug,
// "scarves" of a scarf.
func (m *labelRoom) plurals(list []*label) []*label {
	known := map[uint64]bool{}
	for _, l := range list {
		known[l.keys[0]] = true
	}
	for _, l := range list[:min(len(list), maxPlurals)] {
		if l.exact != "" || len(l.words) == 0 {
			continue
		}
		word := l.words[len(l.words)-1]
		if len(word) < 3 || strings.ContainsAny(word, "0123456789") {
			continue
		}
		for _, form := range pluralsOf(word) {
			h := hashWord(form) | 1
			if len(l.keys) == 1 && known[h] {
				continue
			}
			keys := piece(&m.keys, len(l.keys))
			copy(keys, l.keys)
			keys[len(keys)-1] = h
			list = append(list, m.label(keys, nil, l.groups))
		}
	}
	return list
}

// pluralsOf returns the likely plurals of a word in small letters.
func pluralsOf(w string) []string {
	stem := w[:len(w)-1]
	switch {
	case strings.HasSuffix(w, "s"), strings.HasSuffix(w, "x"), strings.HasSuffix(w, "ch"), strings.HasSuffix(w, "sh"):
		return []string{w + "es"}
	case strings.HasSuffix(w, "y"):
		return []string{stem + "ies", w + "s"}
	case strings.HasSuffix(w, "fe"):
		return []string{w[:len(w)-2] + "ves"}
	case strings.HasSuffix(w, "f"):
		return []string{stem + "ves", w + "s"}
	case strings.HasSuffix(w, "e"):
		return []string{w + "s", w + "n"}
	}
	return []string{w + "s", w + "en", w + "e"}
}
