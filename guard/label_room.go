package guard

import (
	"strings"
	"unicode/utf8"
)

// labelRoom makes labels, and what they hold, in pieces: a result of some records has hundreds of them.
type labelRoom struct {
	labels []label
	groups []*group
	keys   []uint64
	words  []string
	folded strings.Builder
}

// piece takes n elements of the room that is left in free, or of new room.
func piece[T any](free *[]T, n int) []T {
	const usual = 32
	if n > len(*free) {
		*free = make([]T, max(n, usual))
	}
	p := (*free)[:n:n]
	*free = (*free)[n:]
	return p
}

// label returns a label for records.
func (m *labelRoom) label(keys []uint64, words []string, groups []*group) *label {
	l := &piece(&m.labels, 1)[0]
	l.keys, l.words, l.groups = keys, words, groups
	return l
}

// name reads a name of one record.
func (m *labelRoom) name(name string, g *group, tokens []token) *label {
	groups := piece(&m.groups, 1)
	groups[0] = g
	l := m.label(piece(&m.keys, len(tokens))[:0], piece(&m.words, len(tokens))[:0], groups)
	l.bracket = -1
	if len(name) <= 3 && strings.ToUpper(name) == name {
		l.exact = name
	}
	small := m.small(name)
	for i := range tokens {
		t := &tokens[i]
		if t.is('(') && l.bracket < 0 && len(l.keys) > 0 {
			l.bracket = len(l.keys)
		}
		if k := t.key(); k != 0 {
			l.keys = append(l.keys, k)
			l.words = append(l.words, foldWordOf(small[t.start:t.end]))
		}
	}
	return l
}

// small returns a name with small ASCII letters.
func (m *labelRoom) small(name string) string {
	for i := range len(name) {
		if c := name[i]; 'A' <= c && c <= 'Z' || c >= utf8.RuneSelf {
			return m.lower(name)
		}
	}
	return name
}

// lower is small for a name with a capital. Names with letters beyond ASCII stay as they are.
func (m *labelRoom) lower(name string) string {
	const usual = 512
	if m.folded.Len()+len(name) > m.folded.Cap() {
		m.folded.Reset() // what was made of it stays
		m.folded.Grow(max(usual, len(name)))
	}
	start := m.folded.Len()
	for i := range len(name) {
		c := name[i]
		if c >= utf8.RuneSelf {
			return name
		}
		if 'A' <= c && c <= 'Z' {
			c += 'a' - 'A'
		}
		m.folded.WriteByte(c)
	}
	return m.folded.String()[start:]
}
