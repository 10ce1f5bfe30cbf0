package guard

import (
	"slices"
	"strings"
)

// label is a name that the evidence knows, and the records that it names.
type label struct {
	folded string
	plain  string // with its blanks, for its head word
	exact  string // the name itself where it is too short to be told from a word: case counts
	groups []*group
}

// maxLabels bounds how many names are looked for in a reply.
const maxLabels = 512

// labelsOf collects the names in the evidence, the longest first.
func labelsOf(sources []*Source) []label {
	byName := map[string]int{}
	seen := map[*group]bool{}
	var list []label
	for _, s := range sources {
		for g := s.group; g != nil && !seen[g]; g = g.parent {
			seen[g] = true
			for _, name := range g.names {
				l := label{folded: foldStatement(name), plain: plainWords(name), groups: []*group{g}}
				if len(name) <= 3 && strings.ToUpper(name) == name {
					l.exact, l.folded = name, name
				}
				if l.folded == "" {
					continue
				}
				if i, ok := byName[l.folded]; ok {
					list[i].groups = append(list[i].groups, g)
					continue
				}
				if len(list) == maxLabels {
					return list
				}
				byName[l.folded] = len(list)
				list = append(list, l)
			}
		}
	}
	list = headWords(list)
	slices.SortStableFunc(list, func(a, b label) int {
		if c := len(b.folded) - len(a.folded); c != 0 {
			return c
		}
		return strings.Compare(a.folded, b.folded)
	})
	return list
}

// headWords adds, for names of several words, the word that people call the thing by: the last one, or the first where
// a preposition follows it ("Chaqueta de invierno"). A word that several records share names none of them.
func headWords(list []label) []label {
	owner := map[string]*group{}
	for _, l := range list {
		for _, w := range strings.Fields(l.plain) {
			if g, ok := owner[w]; !ok {
				owner[w] = l.groups[0]
			} else if g != l.groups[0] || len(l.groups) > 1 {
				owner[w] = nil
			}
		}
	}
	for i, n := 0, len(list); i < n; i++ {
		words := strings.Fields(list[i].plain)
		if len(words) < 2 {
			continue
		}
		head := words[len(words)-1]
		switch words[1] {
		case "de", "di", "du", "da", "en", "a", "per", "para", "pour", "con", "avec", "voor", "van":
			head = words[0]
		}
		if len(head) >= 3 && len(list[i].groups) == 1 && owner[head] == list[i].groups[0] && !strings.ContainsAny(head, "0123456789") {
			list = append(list, label{folded: head, groups: list[i].groups})
		}
	}
	return list
}

// plainWords folds a name and keeps its blanks.
func plainWords(name string) string {
	var out []string
	for _, w := range strings.FieldsFunc(name, func(r rune) bool { return r == ' ' || r == ',' || r == '/' || r == '(' || r == ')' || r == '-' }) {
		if f := foldStatement(w); f != "" {
			out = append(out, f)
		}
	}
	return strings.Join(out, " ")
}

// mention is a name found in a text.
type mention struct {
	span     Span
	label    *label
	compared bool // the name is only compared with, and says nothing of the claims after it
}

// mentions returns the names of the evidence that a text holds, in the order of the text. Of two names in one place
// the longer counts.
func (x *index) mentions(text string) []mention {
	if len(x.labels) == 0 {
		return nil
	}
	f := newFolded(text)
	var list []mention
	for i := range x.labels {
		l := &x.labels[i]
		spans := f.find(l.folded)
		if l.exact != "" {
			spans = findWord(text, l.exact)
		}
		for _, s := range spans {
			if !slices.ContainsFunc(list, func(m mention) bool { return m.span.Start < s.End && s.Start < m.span.End }) {
				list = append(list, mention{s, l, compared(text[:s.Start])})
			}
		}
		if len(list) > maxLabels {
			break
		}
	}
	slices.SortFunc(list, func(a, b mention) int { return a.span.Start - b.span.Start })
	return list
}

// compared reports whether the text before a name says that the name is only compared with: "more than the scarf".
func compared(before string) bool {
	before = strings.TrimRight(before[max(0, len(before)-24):], " ")
	for _, article := range [...]string{" the", " der", " die", " das", " dem", " la", " le", " el", " il", " de", " het", " o", " a"} {
		before = strings.TrimSuffix(before, article)
	}
	for _, word := range [...]string{" than", " als", " que", " dan", " än", " statt", " instead of", " compared to", " compared with", " vs", " vs."} {
		if strings.HasSuffix(before, word) {
			return true
		}
	}
	return false
}

// findWord returns where word stands in text as a word of its own.
func findWord(text, word string) []Span {
	var list []Span
	for at := 0; ; {
		i := strings.Index(text[at:], word)
		if i < 0 {
			return list
		}
		s := Span{at + i, at + i + len(word)}
		if wordBorder(text, s.Start) && wordBorder(text, s.End) {
			list = append(list, s)
		}
		at = s.End
	}
}

// wordBorder reports whether no letter or digit of ASCII stands on both sides of pos.
func wordBorder(text string, pos int) bool {
	return pos == 0 || pos == len(text) || !wordByte(text[pos-1]) || !wordByte(text[pos])
}

func wordByte(c byte) bool {
	return c >= 0x80 || '0' <= c && c <= '9' || 'a' <= c|0x20 && c|0x20 <= 'z' || c == '\''
}

// contradicts reports whether the names around a claim say that it is about another record than s: they name a
// sibling of one of its records, and not that record.
func (s *Source) contradicts(named []mention) bool {
	for _, n := range named {
		if n.compared {
			return false
		}
	}
	for g := s.group; g != nil; g = g.parent {
		if len(g.names) == 0 {
			continue
		}
		own, sibling := false, false
		for _, n := range named {
			for _, o := range n.label.groups {
				own = own || o == g
				sibling = sibling || o != g && o.kind == g.kind && o.parent == g.parent
			}
		}
		if sibling && !own {
			return true
		}
	}
	return false
}
