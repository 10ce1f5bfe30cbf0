package guard

import "strings"

// maxNested bounds how deep results may hold results as text.
const maxNested = 2

// nested reads a string that holds JSON, as some protocols hand on a result, and adds its sources. It returns false
// where the string is none. What people write is text whatever it looks like.
func (b *builder) nested(l *leaf, text string) bool {
	if len(text) < 7 || text[0] != '{' && text[0] != '[' || l.parent < 0 || b.depth >= maxNested || l.key.free && !carries(l.key.name) {
		return false
	}
	result := *b.result
	result.JSON, result.Text, result.Args = []byte(text), "", nil
	n := newBuilder(&result, b.now, b.zone)
	n.depth = b.depth + 1
	err := n.build()
	found := !n.malformed
	if err != nil {
		b.excess, found = true, true
	}
	if found && err == nil {
		path := strings.Clone(l.path)
		for i := range n.groups {
			if n.groups[i].parent == nil {
				n.groups[i].parent = b.groupOf(l)
			}
		}
		for _, s := range n.sources {
			s.Path = path + "." + s.Path
			b.sources = append(b.sources, s)
		}
	}
	n.depth, n.excess = 0, false
	n.release()
	return found
}

// carries reports whether a free text's key is also one under which protocols hand on results.
func carries(key string) bool {
	return key == "text" || key == "content" || key == "body" || key == "message"
}

// localNumber adds the amount of a string that is a number as people write it and nothing else: "1.209,00".
func (b *builder) localNumber(l *leaf, f field, text string) bool {
	if len(text) < 3 || len(text) > 20 || text[0] < '0' || text[0] > '9' || strings.Trim(text, "0123456789.,' ") != "" {
		return false
	}
	code, near := b.currencyOf(l)
	if f.sort != fieldMoney && (f.sort != fieldUnknown || !near) {
		return false
	}
	tokens := scan(text, nil)
	n := parseDigits(tokens, 0, readGroup)
	if n.n == 0 || n.next != len(tokens) {
		return false
	}
	for i, v := range n.values[:n.n] {
		s := b.source(l, f)
		s.Kind, s.Currency, s.meaning = Money, code, i
		s.Amount = b.units(l, v, f, code)
		b.sources = append(b.sources, s)
	}
	return true
}

// listOf returns the list in which the record of a leaf stands, or nil.
func (b *builder) listOf(l *leaf) *record {
	if l.parent < 0 {
		return nil
	}
	if up := b.walker.records[l.parent].parent; up >= 0 && b.walker.records[up].array {
		return &b.walker.records[up]
	}
	return nil
}
