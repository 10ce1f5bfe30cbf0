package guard

import "strings"

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

// nameRecords gives the records of a map by part number ({"JKT-114": {"price": 209}}) that have no name their key.
func (b *builder) nameRecords() {
	for i := range b.walker.records {
		r, g := &b.walker.records[i], &b.groups[i]
		if r.key.coded && !r.array && g.best == "" && r.parent >= 0 && !b.walker.records[r.parent].array {
			g.best, g.rank, g.names, g.key = r.key.name, 1, []string{r.key.name}, "*"
		}
	}
	b.nameOffers()
}

// nameOffers gives records that stand beside each other under keys that are names, and hold the same ({"standard": {"price": 4.9}, "express":
// {"price": 9.9}}), their key.
func (b *builder) nameOffers() {
	first := -1
	for i := range b.walker.records {
		if !b.offer(i) {
			continue
		}
		if first < 0 || b.walker.records[first].parent != b.walker.records[i].parent {
			first = i
			continue // until there is a second one
		}
		if b.groups[first].priced && b.groups[i].priced && b.walker.records[i].key.offers || b.alike(first, i) {
			b.nameOffer(first)
			b.nameOffer(i)
		}
	}
}

// offer reports whether a record is one of a map's, has no name, and stands under a key that tells nothing but one.
func (b *builder) offer(i int) bool {
	r, g := &b.walker.records[i], &b.groups[i]
	if r.array || g.best != "" || r.parent < 0 || b.walker.records[r.parent].array || r.key.weekday != 0 || r.key.weekdays != 0 || r.key.bound {
		return false
	}
	return sizeNumber(r.key.name) || (r.key.offers || len(r.key.name) >= 4 && r.key.field.role == 0 && r.key.field.sort != fieldMoney) && (r.currency == "" || b.keysIn(i) > 2) || countries[r.key.name] != nil && b.keysIn(i) > 1
}

// keysIn returns how many leaves and records stand directly in a record, as far as a few.
func (b *builder) keysIn(i int) (n int) {
	w := &b.walker
	for j := int(w.records[i].first); j < min(len(w.leaves), int(w.records[i].first)+maxSiblings) && n < 4; j++ {
		if w.leaves[j].parent == int32(i) {
			n++
		}
	}
	for j := i + 1; j < min(len(w.records), i+maxSiblings) && n < 4 && w.records[j].parent >= int32(i); j++ {
		if w.records[j].parent == int32(i) {
			n++
		}
	}
	return n
}

// alike reports whether two records begin with the same key, and hold more than one.
func (b *builder) alike(i, j int) bool {
	w := &b.walker
	first, second := int(w.records[i].first), int(w.records[j].first)
	if first >= len(w.leaves) || second >= len(w.leaves) || w.leaves[first].parent != int32(i) || w.leaves[second].parent != int32(j) {
		return false
	}
	return w.leaves[first].key == w.leaves[second].key && b.keysIn(i) > 1 && b.keysIn(j) > 1
}

func (b *builder) nameOffer(i int) {
	name, g := b.walker.records[i].key.name, &b.groups[i]
	g.names, g.key = []string{spokenKey(name)}, "*"
	if g.priced {
		g.best, g.rank = name, 1
	}
}

// spokenKey returns a key as people say it: "next day" of "next_day" and "nextDay".
func spokenKey(key string) string {
	if strings.IndexByte(key, '_') < 0 && strings.ToLower(key[1:]) == key[1:] {
		return key
	}
	var text strings.Builder
	for i := range len(key) {
		switch c := key[i]; {
		case c == '_':
			text.WriteByte(' ')
		case i > 0 && 'A' <= c && c <= 'Z' && 'a' <= key[i-1] && key[i-1] <= 'z':
			text.WriteByte(' ')
			text.WriteByte(c | 0x20)
		default:
			text.WriteByte(c)
		}
	}
	return text.String()
}

// nameParallel gives the values of lists that stand beside a list of names ({"names": [..], "prices": [..]}) the name in
// the same place.
func (b *builder) nameParallel() {
	w := &b.walker
	for i := range w.records {
		names := &w.records[i]
		if !names.array || names.key.listRank == 0 || names.parent < 0 {
			continue
		}
		n := b.scalars(int32(i))
		if n < 2 || w.leaves[names.first].kind != leafString {
			continue
		}
		records := make([]*group, n)
		for k := range records {
			name := w.textOf(&w.leaves[int(names.first)+k])
			records[k] = &group{parent: &b.groups[names.parent], key: "*", best: name, rank: names.key.listRank, names: []string{name}}
		}
		for j := i + 1 - min(i, maxSiblings); j < min(len(w.records), i+maxSiblings); j++ {
			if o := &w.records[j]; j != i && o.array && o.parent == names.parent && b.scalars(int32(j)) == n {
				b.nameList(o.first, records)
			}
		}
		return // one list of names
	}
}

// nameList gives the leaves from first on a record each.
func (b *builder) nameList(first int32, records []*group) {
	if b.named == nil {
		b.named = map[int32]*group{}
	}
	for k, g := range records {
		b.named[first+int32(k)] = g
	}
}

// scalars returns how many scalars, and nothing else, a list holds; 0 for any other.
func (b *builder) scalars(list int32) int {
	w := &b.walker
	first := int(w.records[list].first)
	n := first
	for n < len(w.leaves) && w.leaves[n].parent == list {
		n++
	}
	if next := int(list) + 1; next < len(w.records) && w.records[next].parent == list {
		return 0
	}
	return n - first
}

// sizeNumber reports whether a key is the number of a size.
func sizeNumber(key string) bool { return (len(key) == 2 || len(key) == 3) && allDigits(key) }

// namesAmount reports whether a leaf is an amount under a key that tells nothing but a name.
func (b *builder) namesAmount(l *leaf) bool {
	text := b.walker.textOf(l)
	if sizeNumber(l.key.name) && b.walker.records[l.parent].key.gauge == gaugeSize {
		return l.kind == leafNumber // {"sizes": {"41": 0, "42": 5}}
	}
	if text == "" || len(text) > 24 || l.key.gauge != 0 && allDigits(text) && (singular(l.key.name) != l.key.name || plurality(l.key.name)) {
		return false // {"adults": 2}
	}
	if l.kind == leafNumber || plainNumber(text) {
		_, near := b.currencyOf(l)
		return near || l.key.coded && b.meaning(l).sort == fieldMoney
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

// plurality reports whether a key without a plural s names several persons.
func plurality(key string) bool {
	switch strings.ToLower(key) {
	case "children", "kinder", "personen", "persone", "bambini", "adulti", "erwachsene", "volwassenen", "kinderen", "people":
		return true
	}
	return false
}
