package guard

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// label is a name that the evidence knows, and the records that it names.
type label struct {
	keys   []uint64 // of its words and figures
	words  []string // folded, for its head word
	exact  string   // the name itself where it is too short to be told from a word: case counts
	groups []*group

	next    *label // that begins with the same word
	bracket int    // how many words stand before the first bracket, where there are any; else -1
}

// labels is an immutable set of names, by their first word.
type labels map[uint64]*label

// maxLabels bounds how many names are looked for in a reply.
const maxLabels = 512

// key returns what a word or figure is compared by, or 0 for a token that does not count.
func (t *token) key() uint64 {
	switch t.kind {
	case tokenWord:
		return t.hash | 1
	case tokenDigits:
		return hashPhrase(t.num+uint64(t.size)<<58, hashPrime) | 1
	default:
	}
	return 0
}

// labelsOf collects the names in the evidence, the longest first.
func labelsOf(sources []*Source) labels {
	var room labelRoom
	byName, seen := make(map[string]*label, len(sources)/2), make(map[*group]bool, len(sources)/2)
	list := make([]*label, 0, len(sources))
	last := (*group)(nil)
	var composed []composite
	var tokens []token
	for _, s := range sources {
		if s.group == last {
			continue // most stand beside the one before
		}
		last = s.group
		for g := s.group; g != nil && !seen[g]; g = g.parent {
			seen[g] = true
			for _, name := range g.names {
				if l := byName[name]; l != nil {
					l.groups = append(l.groups, g)
					continue
				}
				if len(list) == maxLabels {
					break
				}
				tokens = scan(name, tokens[:0])
				l := room.name(name, g, tokens)
				if len(l.keys) > 0 {
					byName[name] = l
					list = append(list, l)
				}
				if n := strings.Count(name, " / "); n > 0 && n < 4 {
					composed = append(composed, composite{g, strings.Split(name, " / ")})
				}
			}
		}
	}
	return newLabels(partsOfNames(room.inOtherWords(room.plurals(room.headWords(room.shortNames(room.measuresIn(countryNames(list)))))), byName, composed))
}

// composite is a name of several parts, as "Black / Large", and the record that it names.
type composite struct {
	group *group
	parts []string
}

// partsOfNames adds the parts of such names: each names the records that have it, and so none of the others.
func partsOfNames(list []*label, byName map[string]*label, composed []composite) []*label {
	for _, c := range composed {
		for _, part := range c.parts {
			if l := byName[part]; l != nil {
				if !slices.Contains(l.groups, c.group) {
					l.groups = append(l.groups[:len(l.groups):len(l.groups)], c.group)
				}
				continue
			}
			l := &label{groups: []*group{c.group}, bracket: -1}
			if len(part) <= 3 && strings.ToUpper(part) == part {
				l.exact = part
			}
			for _, t := range scan(part, nil) {
				if k := t.key(); k != 0 {
					l.keys = append(l.keys, k)
				}
			}
			if len(l.keys) > 0 {
				byName[part] = l
				list = append(list, l)
			}
		}
	}
	return list
}

// foldWordOf folds one word or figure.
func foldWordOf(text string) string {
	for i := range len(text) {
		if c := text[i]; c >= utf8.RuneSelf || !('a' <= c|0x20 && c|0x20 <= 'z' || '0' <= c && c <= '9') {
			return foldStatement(text)
		}
	}
	return strings.ToLower(text)
}

// newLabels files the names under their first words, the longest first.
func newLabels(list []*label) labels {
	slices.SortStableFunc(list, func(a, b *label) int { return len(b.keys) - len(a.keys) })
	x := labels{}
	for i := len(list) - 1; i >= 0; i-- {
		l := list[i]
		l.next = x[l.keys[0]]
		x[l.keys[0]] = l
	}
	return x
}

// shortNames adds what stands in a name before its first figure or bracket, where no other record has a name that begins so:
// "Child (6-17)" is called a child too.
func (m *labelRoom) shortNames(list []*label) []*label {
	begins := make(map[string]*group, len(list))
	for _, l := range list {
		all, end := strings.Join(l.words, " "), -1
		for _, word := range l.words {
			end += 1 + len(word)
			w := all[:end]
			if g, ok := begins[w]; !ok {
				begins[w] = l.groups[0]
			} else if g != nil && (g != l.groups[0] || len(l.groups) > 1) {
				begins[w] = nil
			}
		}
	}
	for _, l := range list {
		n := 0
		for n < len(l.words) && n != l.bracket && !strings.ContainsAny(l.words[n][:1], "0123456789") {
			n++
		}
		if n == len(l.words) && n > 2 {
			n-- // "Sea View Double"
		}
		if n == 0 || n == len(l.words) || len(l.groups) > 1 || len(l.words[n-1]) < 3 && n == 1 {
			continue
		}
		if w := strings.Join(l.words[:n], " "); begins[w] == l.groups[0] {
			list = append(list, m.label(l.keys[:n], l.words[:n], l.groups))
		}
	}
	return list
}

// measuresIn adds the weights, volumes and sizes that stand in names, where they stand in one alone: of "House blend 250 g" and "House blend 1
// kg", people speak of the 250 g. So it does the codes that names begin with.
func (m *labelRoom) measuresIn(list []*label) []*label {
	type found struct {
		label *label
		at    int
	}
	owner := map[string]*found{}
	var order []string
	for _, l := range list {
		for i := 0; i+1 < len(l.words) && len(l.words) > 2; i++ {
			coded := (i == 0 && len(l.words[0]) <= 2 || i+2 == len(l.words) && !allDigits(l.words[i-1])) && !allDigits(l.words[i]) && allDigits(l.words[i+1]) // "B1 evening course", "Drill D10"
			if !coded && (!allDigits(l.words[i]) || !unitWord(l.words[i+1])) {
				continue
			}
			name := l.words[i] + " " + l.words[i+1]
			if o, ok := owner[name]; !ok {
				owner[name] = &found{l, i}
				order = append(order, name)
			} else if o != nil && o.label != l {
				owner[name] = nil
			}
		}
	}
	for _, name := range order {
		if o := owner[name]; o != nil {
			l := m.label(o.label.keys[o.at:o.at+2], o.label.words[o.at:o.at+2], o.label.groups)
			l.bracket = -1
			list = append(list, l)
		}
	}
	return list
}

// headWords adds, for names of several words, the word that people call the thing by: the last one, or the first where
// a preposition follows it ("Chaqueta de invierno"). A word that several records share names none of them.
func (m *labelRoom) headWords(list []*label) []*label {
	owner := map[string]*group{}
	for _, l := range list {
		for _, w := range l.words {
			if g, ok := owner[w]; !ok {
				owner[w] = l.groups[0]
			} else if g != nil && (g != l.groups[0] || len(l.groups) > 1) {
				owner[w] = nil
			}
		}
	}
	for _, l := range list {
		if len(l.words) < 2 || len(l.groups) > 1 {
			continue
		}
		if w := l.words[0]; len(w) >= 4 && owner[w] == l.groups[0] && wordOf(w) == nil && lineOf(w) == 0 && !strings.ContainsAny(w, "0123456789") {
			list = append(list, m.label(l.keys[:1], l.words[:1], l.groups)) // "Flex monthly" is called Flex
		}
		at := len(l.words) - 1
		switch l.words[1] {
		case "de", "di", "du", "da", "en", "a", "per", "para", "pour", "con", "avec", "voor", "van":
			at = 0
		}
		if head := l.words[at]; len(head) >= 2 && owner[head] == l.groups[0] && !strings.ContainsAny(head, "0123456789") {
			short := m.label(l.keys[at:at+1], l.words[at:at+1], l.groups)
			if len(head) == 2 { // "Toner XL"
				if short.exact = strings.ToUpper(head); !slices.ContainsFunc(l.groups[0].names, func(name string) bool { return strings.HasSuffix(name, " "+short.exact) }) {
					continue
				}
			}
			list = append(list, short)
		}
	}
	return list
}

// mention is a name found in a text.
type mention struct {
	span     Span
	label    *label
	compared bool // the name is only compared with, and says nothing of the claims after it
}

// mentions appends the names of the evidence that a reply holds to list, in the order of its text. Of two names in one
// place the longer counts.
func (x *index) mentions(r *Reply, list []mention) []mention {
	labels := x.labels()
	if len(labels) == 0 {
		return list
	}
	for i := 0; i < len(r.tokens) && len(list) < maxLabels; i++ {
		k := r.tokens[i].key()
		if k == 0 {
			continue
		}
		l, last := labels.at(r, i, k)
		if l == nil {
			continue
		}
		start := int(r.tokens[i].start)
		list = append(list, mention{Span{start, int(r.tokens[last].end)}, l, compared(r.Text[:start])})
		i = last
	}
	return list
}

// at returns the longest name that stands at token i, whose key is k, and the last token of it; or nil. A name of one word is found
// in another language and at the head of a compound as well.
func (x labels) at(r *Reply, i int, k uint64) (*label, int) {
	for l := x[k]; l != nil; l = l.next {
		if last, ok := l.at(r, i); ok {
			return l, last
		}
	}
	if x[anyLine] == nil || r.tokens[i].kind != tokenWord {
		return nil, i
	}
	var ids wordIDs
	r.idsAt(i, &ids)
	for _, id := range ids.list[:ids.n] {
		if l := x[lineKey(id)]; l != nil {
			return l, i
		}
	}
	return nil, i
}

// at reports whether the name stands at token i, and the last token of it.
func (l *label) at(r *Reply, i int) (int, bool) {
	at := i
	for n := range l.keys {
		for n > 0 && at < len(r.tokens) && r.tokens[at].kind == tokenPunct && r.tokens[at].near() && at-i < 4*len(l.keys) {
			at++
		}
		if at >= len(r.tokens) || r.tokens[at].key() != l.keys[n] || n > 0 && !r.tokens[at].close() {
			return 0, false
		}
		at++
	}
	text := r.Text[r.tokens[i].start:r.tokens[at-1].end]
	return at - 1, l.exact == "" || text == l.exact && !r.elidedAt(at)
}

// elidedAt reports whether an apostrophe at token i ties the letter before it to the word behind: "L'imperméable" is no size.
func (r *Reply) elidedAt(i int) bool {
	if i+1 >= len(r.tokens) || !r.tokens[i].joined() || !r.tokens[i+1].joined() || r.tokens[i+1].kind != tokenWord {
		return false
	}
	return r.tokens[i].is('\'') || r.tokens[i].is('’')
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
			this, other := false, false
			for _, o := range n.label.groups {
				this = this || o == g
				other = other || g.sibling(o)
			}
			own, sibling = own || this && !other, sibling || other && !this // a name of both tells nothing apart
		}
		if sibling && !own {
			return true
		}
	}
	return false
}
