package guard

// nameByKeys gives the amounts of a record whose keys are names ("Mug": "12.50 EUR") a record of their own each.
func (b *builder) nameByKeys() {
	w := &b.walker
	last, first := int32(-1), int32(-1)
	for i := range w.leaves {
		l := &w.leaves[i]
		if !l.key.mere || l.parent < 0 || w.records[l.parent].array || !b.namesAmount(l) {
			continue
		}
		if last != l.parent {
			last, first = l.parent, int32(i)
			continue // until there is a second one
		}
		if first >= 0 {
			b.nameByKey(first)
			first = -1
		}
		b.nameByKey(int32(i))
	}
}

// nameByKey gives a leaf a record of its own.
func (b *builder) nameByKey(i int32) {
	if b.named == nil {
		b.named = map[int32]*group{}
	}
	l := &b.walker.leaves[i]
	b.named[i] = &group{parent: &b.groups[l.parent], key: "*", best: l.key.name, rank: 1, names: []string{l.key.name}}
}

// namesAmount reports whether a leaf is an amount under a key that tells nothing but a name.
func (b *builder) namesAmount(l *leaf) bool {
	text := b.walker.textOf(l)
	if text == "" || len(text) > 24 {
		return false
	}
	if l.kind == leafNumber || plainNumber(text) {
		_, near := b.currencyOf(l)
		return near
	}
	return l.kind == leafString && amountText(text)
}

// amountText reports whether a short text holds digits and a mark of a currency.
func amountText(text string) bool {
	digits, other := false, false
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case '0' <= c && c <= '9':
			digits = true
		case c == '-' || c == ':' || c == 'T':
			return false
		case c >= 0x80 || c == '$' || 'A' <= c && c <= 'Z':
			other = true
		}
	}
	return digits && other
}

// groupOf returns the record that a leaf's value belongs to.
func (b *builder) groupOf(i int32) *group {
	if b.named != nil {
		if g := b.named[i]; g != nil {
			return g
		}
	}
	return &b.groups[b.owner(&b.walker.leaves[i])]
}

// freeText reports whether a key is one under which people write what they like.
func freeText(key string) bool {
	words, n := fieldWords(key)
	if n == 0 {
		return false
	}
	switch words[n-1] {
	case "note", "label", "title", "review", "description", "comment", "text", "message", "summary", "name", "body", "content", "remark",
		"caption", "subject", "memo", "feedback", "question", "answer", "headline", "subtitle", "bio", "about", "reason", "tag", "keyword":
		return true
	}
	return false
}

// describes reports whether the value under a key says how the amounts of its record are billed, or what they are for.
func describes(key string) bool {
	switch key {
	case "interval", "unit", "period", "per", "type", "kind", "status", "billing", "billing_period", "billing_interval", "category",
		"frequency", "uom", "basis", "cycle":
		return true
	}
	return false
}

// soleCurrency returns the currency that the result states, where it states only one.
func (w *walker) soleCurrency() string {
	sole := ""
	for i := range w.records {
		switch c := w.records[i].currency; {
		case c == "" || c == sole:
		case sole != "":
			return ""
		default:
			sole = c
		}
	}
	return sole
}
