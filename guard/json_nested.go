package guard

// maxNested bounds how deep results may hold results as text.
const maxNested = 2

// nested reads a string that holds JSON, as some protocols hand on a result, and adds its sources. It returns false
// where the string is none. What people write is text whatever it looks like.
func (b *builder) nested(i int32, text string) bool {
	if len(text) < 7 || text[0] != '{' && text[0] != '[' || b.depth >= maxNested {
		return false
	}
	l := &b.walker.leaves[i]
	if l.parent < 0 || l.key.free && !carries(l.key.name) {
		return false
	}
	inner := returned{result: *b.result, json: text}
	inner.result.Text = ""
	n := newBuilder(&inner, b.now, b.zone)
	defer n.release()
	n.depth, n.argued = b.depth+1, b.argued
	if n.build() != nil {
		b.excess = true
		return true
	}
	if n.malformed {
		return false
	}
	outer := b.groupOf(i)
	for i := range n.groups {
		if n.groups[i].parent == nil {
			n.groups[i].parent = outer
		}
	}
	path := string(b.walker.pathOf(l)) + "."
	for _, s := range n.sources {
		s.Path, s.tells = path+s.Path, nil
		b.addAt(s, -1)
	}
	for _, t := range n.texts {
		b.texts = append(b.texts, argumentText{path + t.path, t.text})
	}
	return true
}

// carries reports whether a free text's key is also one under which protocols hand on results.
func carries(key string) bool {
	return key == "text" || key == "content" || key == "body" || key == "message"
}

// figureText reports whether a text has the characters of a number as people write it and no others.
func figureText(text string) bool {
	for i := 0; i < len(text); i++ {
		if c := text[i]; c-'0' > 9 && c != '.' && c != ',' && c != '\'' && c != ' ' {
			return false
		}
	}
	return true
}

// localNumber adds the amount of a string that is a number as people write it and nothing else: "1.209,00".
func (b *builder) localNumber(i int32, raw, text string, f field) bool {
	if len(text) < 3 || len(text) > 20 || text[0] < '0' || text[0] > '9' || !figureText(text) {
		return false
	}
	l := &b.walker.leaves[i]
	code, near := b.currencyOf(l)
	if f.sort != fieldMoney && (f.sort != fieldUnknown || !near) {
		return false
	}
	tokens := scan(text, nil)
	n := parseDigits(tokens, 0, readGroup)
	if n.n == 0 || n.next != len(tokens) {
		return false
	}
	for k, v := range n.values[:n.n] {
		s := b.source(i, raw, f)
		s.Kind, s.Currency, s.meaning = Money, code, int8(k)
		s.Amount = b.units(l, v, f, code)
		b.add(s)
	}
	return true
}
