package guard

import (
	"slices"
	"sort"
)

// saidAmount is an amount of a tool that the sentence of a claim speaks of, by the name of its record or by the word of its key.
type saidAmount struct {
	source *Source
	at     int     // the token that speaks of it
	times  Decimal // the number before that token, or 1
	named  bool    // by the name of its record
	around bool    // what speaks of it stands around the sentence
}

const (
	maxSpoken  = 8   // amounts that a sentence speaks of
	maxSaidIDs = 64  // words of a sentence
	maxAmounts = 256 // amounts that are looked at
)

// saidWord is a word of a sentence: which one it is in whatever language, the role that it names, and where it stands.
type saidWord struct {
	id    wordID
	roles wordSet
	at    int
}

// wantedOf returns the amounts that the customer's latest message speaks of: "how much for 5 shirts and a suit?"
func (d *deriver) wantedOf() []saidAmount {
	m := d.m
	if m.hearNames(); m.asked == nil {
		return nil
	}
	return d.spokenIn(m.asked, m.wanted, 0, len(m.asked.tokens))
}

// hearNames reads the customer's latest message, and finds the names in it, once.
func (m *matcher) hearNames() {
	said := m.reply.Said
	if m.asked != nil || len(said) == 0 {
		return
	}
	m.asked = &Reply{Text: said[len(said)-1], Now: m.reply.Now, Zone: m.reply.Zone, Language: m.reply.Language}
	m.asked.examine(true)
	m.wanted = m.index.mentions(m.asked, nil)
}

// onTop returns the token behind the claim from which on the sentence speaks of what comes on top of it: "£110 plus fees".
func (d *deriver) onTop() int {
	r := d.m.reply
	s := r.sentences[r.sentenceOf(int(d.c.first))]
	for j := int(d.c.next); j < min(s.next, int(d.c.next)+2); j++ {
		if r.plusAt(j) || r.tokens[j].is('+') || slices.Contains(plusWords, r.tokens[j].hash) && !r.tokens[j].has(cueMore) {
			return j
		}
	}
	return len(r.tokens)
}

// spokenIn returns the amounts that tokens of a text speak of.
func (d *deriver) spokenIn(r *Reply, names []mention, first, next int) []saidAmount {
	said := r.saidWords(first, next)
	var list []saidAmount
	amounts := 0
	for _, s := range d.m.index.sources {
		if s.Kind != Money || s.Origin != Field || s.Role == RoleCost || s.Amount.IsZero() || s.threshold() || !currenciesMeet(d.c, s) {
			continue
		}
		if amounts++; amounts > maxAmounts || len(list) == maxSpoken {
			break
		}
		if at, named := spokenAt(r, s, said, names, first, next); at >= 0 && !(s.unsure && s.Role == 0 && (named && s.group.key != "*" || s.Amount.Cmp(whole(10)) < 0)) {
			list = append(list, saidAmount{source: s, at: at, times: r.countAt(at), named: named})
		}
	}
	return meant(list, r, names, first, next)
}

// meant leaves out the amounts of a named record where the names of the text mean another of its kind better: of a navy S and a white S
// "the S in navy" is the first.
func meant(list []saidAmount, r *Reply, names []mention, first, next int) []saidAmount {
	hits := func(g *group) (set uint64) {
		g = g.called()
		for i := range names {
			if j := r.tokenAt(names[i].span.Start); i < 64 && j >= first && j < next && slices.Contains(names[i].label.groups, g) {
				set |= 1 << i
			}
		}
		return set
	}
	return slices.DeleteFunc(list, func(a saidAmount) bool {
		if !a.named { // what only the list is called by stands behind what is called by its name
			return slices.ContainsFunc(list, func(b saidAmount) bool { return b.named && a.source.group.called().sibling(b.source.group.called()) })
		}
		own := hits(a.source.group)
		return slices.ContainsFunc(list, func(b saidAmount) bool {
			other := hits(b.source.group)
			return b.named && own&other == own && own != other && a.source.group.called().sibling(b.source.group.called())
		})
	})
}

// saidWords returns the words of tokens, but for those of amounts. Each token is read once in a match.
func (r *Reply) saidWords(first, next int) []saidWord {
	for ; r.saidTo < next; r.saidTo++ {
		r.sayWord(r.saidTo)
	}
	from := sort.Search(len(r.said), func(i int) bool { return r.said[i].at >= first })
	to := sort.Search(len(r.said), func(i int) bool { return r.said[i].at >= next })
	return r.said[from:min(to, from+maxSaidIDs)]
}

// sayWord appends what the word at token j is, unless it belongs to an amount.
func (r *Reply) sayWord(j int) {
	if r.tokens[j].kind != tokenWord || r.inMoney(j) {
		return
	}
	var ids wordIDs
	r.idsAt(j, &ids)
	roles := r.fieldWord(j) & (wordShipping | wordTax | wordDiscount | wordList | wordTopics)
	for _, id := range ids.list[:ids.n] {
		r.said = append(r.said, saidWord{id, roles, j})
	}
	if ids.n == 0 && roles != 0 {
		r.said = append(r.said, saidWord{roles: roles, at: j})
	}
}

// spokenAt returns the token that speaks of a source, or -1, and whether it does by the name of its record.
func spokenAt(r *Reply, s *Source, said []saidWord, names []mention, first, next int) (at int, named bool) {
	for i := range names {
		n := &names[i]
		j := r.tokenAt(n.span.Start)
		if j >= first && j < next && slices.Contains(n.label.groups, s.group.called()) {
			return j, true
		}
	}
	if at := r.countedIn(s, first, next); at >= 0 {
		return at, true
	}
	own := s.words & (wordShipping | wordTax | wordDiscount | wordList | wordTopics)
	if s.Role == RoleShipping || s.Role == RoleTax || s.Role == RoleDiscount || s.Role == RoleListPrice {
		own |= wordRole(s.Role)
	}
	for i := range said {
		w := &said[i]
		if w.id != 0 && (s.ids != nil && s.ids.has(w.id) || s.over != nil && s.over.has(w.id)) || own&w.roles != 0 {
			return w.at, false
		}
	}
	return -1, false
}

// countedIn returns the token of a quantity of the text that is one of the record of s, by which an element of a list without a name is
// called; or -1: "the 5 sqm unit".
func (r *Reply) countedIn(s *Source, first, next int) int {
	if !s.group.listed() || len(s.group.names) > 0 {
		return -1
	}
	for i := range r.Claims {
		c := &r.Claims[i]
		if c.Kind != Quantity && c.Kind != Duration || int(c.first) < first || int(c.first) >= next || len(c.Sources) == 0 || c.Derived {
			continue
		}
		if slices.ContainsFunc(c.Sources, func(o *Source) bool { return o.group == s.group }) {
			return int(c.first)
		}
	}
	return -1
}

// called returns the nearest record around a value that has a name, as far as the element of a list that it stands in, or g itself.
func (g *group) called() *group {
	for o := g; o != nil && !o.array; o = o.parent {
		if len(o.names) > 0 {
			return o
		}
		if o.listed() {
			break
		}
	}
	return g
}

// tokenAt returns the first token that starts at a byte or behind it.
func (r *Reply) tokenAt(pos int) int {
	lo, hi := 0, len(r.tokens)
	for lo < hi {
		if mid := (lo + hi) / 2; int(r.tokens[mid].start) < pos {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	return lo
}

// countAt returns the number directly before token i, or 1: "2 adults", "deux adultes".
func (r *Reply) countAt(i int) Decimal {
	p := parser{reply: r, tokens: r.tokens, lex: r.lexicon()}
	for j := i - 1; j >= max(0, i-2); j-- {
		if n, ok := p.smallNumber(j); ok && r.countsAt(j) {
			return n
		}
		if r.tokens[j].kind == tokenPunct {
			break
		}
	}
	return whole(1)
}
