package guard

import (
	"slices"
	"sort"
	"strings"
)

// bareClaims adds the bare values of the reply that the evidence contradicts to its claims.
func (m *matcher) bareClaims() {
	r := m.reply
	if r.tokens == nil || m.index.tooMuch {
		return
	}
	if len(r.sentences) == 0 {
		r.cutSentences()
	}
	p := parser{reply: r, tokens: r.tokens, lex: r.lexicon(), usual: usualIn(r.Language)}
	m.bares = m.bares[:0]
	for i := 0; i < len(r.tokens) && len(r.Claims)+len(m.bares) < maxClaims; i++ {
		if m.wasFound(i) || m.inMention(i) {
			continue
		}
		if p.bareHourAt(i) {
			m.bareHour(&p, &clock{first: i, next: i + 1, hour: int(p.tokens[i].num)})
			continue
		}
		if c, ok := p.bareDotted(i); ok {
			m.bareHour(&p, &c)
			i = c.next - 1
			continue
		}
		if m.countsState(&p, i) {
			continue
		}
		f, next := p.bareAt(i)
		if next <= i {
			continue
		}
		if !m.wasFound(next - 1) {
			m.bareClaim(&p, &f, i, next)
		}
		i = next - 1
	}
	if len(m.bares) > 0 {
		r.Claims = append(r.Claims, m.bares...)
		slices.SortStableFunc(r.Claims, func(a, b Claim) int { return int(a.first) - int(b.first) })
	}
}

// noteFound keeps which tokens the claims have that were found: no other claim is made of them, though they be left out.
func (m *matcher) noteFound() {
	m.found, m.passed = m.found[:0], 0
	for i := range m.reply.Claims {
		m.found = append(m.found, place{m.reply.Claims[i].first, m.reply.Claims[i].next})
	}
}

// wasFound reports whether token i belongs to such a claim.
func (m *matcher) wasFound(i int) bool {
	for m.passed < len(m.found) && int(m.found[m.passed].end) <= i {
		m.passed++
	}
	return m.passed < len(m.found) && int(m.found[m.passed].start) <= i
}

// bareClaim adds the bare value in the tokens [first, next) if the evidence contradicts it.
func (m *matcher) bareClaim(p *parser, f *figure, first, next int) {
	r := m.reply
	if m.keyed(int(r.tokens[first].start), int(r.tokens[next-1].end)) {
		return
	}
	var said wordIDs
	r.labelsOf(first, next, f.n == 0, &said)
	v := bare{m: m, f: f, text: r.Text[r.tokens[first].start:r.tokens[next-1].end], first: first, next: next}
	v.around = m.namesOf(first, next)
	o := v.contradiction(&said)
	if o == nil && !v.sourced {
		o = v.renumbered()
	}
	if o == nil && !v.sourced {
		o = v.miscounted(p)
	}
	if o == nil && !v.sourced {
		o = v.tooMany()
	}
	if o == nil {
		return
	}
	kind := Quantity
	if f.n == 0 || o.Kind == ID {
		kind, f.n = ID, max(f.n, 1)
	}
	c := p.emit(kind, f, first, next)
	if kind == ID {
		c.Readings[0].ID = normalID(v.text)
	}
	m.contradicted(len(r.Claims)-1, o)
}

// keyed reports whether a value is the key of a record, as people name it by: "size 42" of {"sizes": {"42": 5}}.
func (m *matcher) keyed(start, end int) bool {
	i := sort.Search(len(m.mentions), func(i int) bool { return m.mentions[i].span.Start >= start })
	if i == len(m.mentions) || m.mentions[i].span != (Span{start, end}) {
		return false
	}
	return slices.ContainsFunc(m.mentions[i].label.groups, func(g *group) bool { return g.key == "*" })
}

// contradicted sets the claim at place n, the last, aside as one that o contradicts.
func (m *matcher) contradicted(n int, o *Source) {
	r := m.reply
	c := &r.Claims[n]
	k := r.sentenceOf(int(c.first))
	r.note(r.sentences[k])
	r.place(c, k)
	c.Reason, c.Check, c.Nearest = Misattributed, checkLabelled, o
	c.note(aheadSentence)
	m.bares = append(m.bares, *c)
	r.Claims = r.Claims[:n]
}

// bare is a bare value at work.
type bare struct {
	m           *matcher
	f           *figure
	text        string // as it stands in the reply
	first, next int
	around      []mention
	sourced     bool // a field that is called so has it
}

// contradiction returns the field that the value's words call by a name, and which has another value, where no field of that name has it.
func (v *bare) contradiction(said *wordIDs) *Source {
	var found *Source
	for _, id := range said.list[:said.n] {
		for _, s := range v.m.index.calledBy(id) {
			if !v.shaped(s) || s.contradicts(v.around) {
				continue
			}
			if v.equals(s) {
				v.sourced = true
				return nil
			}
			if found == nil && s.Kind != Money {
				found = s
			}
		}
	}
	if found == nil || v.requested() {
		return nil
	}
	if v.sourced = v.follows(found) || v.elsewhere(found); v.sourced {
		return nil
	}
	return found
}

// requested reports whether the value is a number of things that the customer named, beside what they come to.
func (v *bare) requested() bool {
	r := v.m.reply
	if v.f.n == 0 || r.heard == nil || len(r.Said) == 0 || !r.amountIn(v.first) {
		return false
	}
	return slices.ContainsFunc(r.heard.counts, func(d Decimal) bool { return v.is(d, nil) })
}

// shaped reports whether a field holds a value of the same shape.
func (v *bare) shaped(s *Source) bool {
	number := plainNumber(s.Raw)
	if v.f.n == 0 {
		return s.Kind == ID
	}
	return number
}

// equals reports whether a field holds the value.
func (v *bare) equals(s *Source) bool {
	if v.f.n == 0 || s.Kind == ID {
		return strings.EqualFold(s.Raw, v.text)
	}
	d, err := parseNumber(s.Raw)
	if err != nil {
		return false
	}
	return slices.ContainsFunc(v.f.values[:v.f.n], d.Equal)
}

// follows reports whether the value follows from the numbers of a record: their sum, their difference, or how many there are.
func (v *bare) follows(o *Source) bool {
	if v.f.n == 0 || !v.m.reply.reckons(v.first) {
		return false
	}
	var list []Decimal
	for _, s := range v.m.index.sources {
		if s.Origin != Field || s.Kind == ID || !plainNumber(s.Raw) || len(list) == maxPool || !near(s.group.record(), o.group.record()) && !(s.goal() && s.Tool == o.Tool && s.Server == o.Server) {
			continue
		}
		if d, err := parseNumber(s.Raw); err == nil {
			list = append(list, d)
		}
	}
	for i, a := range list {
		for _, b := range list[i+1:] {
			if v.is(a.Add(b)) || v.is(a.Sub(b)) || v.is(b.Sub(a)) || v.is(a.Mul(b)) {
				return true
			}
		}
	}
	return false
}

// elsewhere reports whether another field of the record has the value, by whose name nothing in the sentence is called, or the key of one
// holds it.
func (v *bare) elsewhere(o *Source) bool {
	for _, s := range v.m.index.sources {
		if s.Origin != Field || !near(s.group.record(), o.group.record()) || !v.shaped(s) || !v.equals(s) {
			continue
		}
		var own wordIDs
		if s.labels(&own); !v.m.reply.saysAny(v.first, &own) {
			return true
		}
	}
	return false
}

// saysAny reports whether the sentence of token i has one of the words.
func (r *Reply) saysAny(i int, words *wordIDs) bool {
	s := r.sentences[r.sentenceOf(i)]
	for j := s.first; j < s.next; j++ {
		if t := &r.tokens[j]; t.kind == tokenWord && (words.has(labelID(r.Text[t.start:t.end])) || words.has(gaugeID(t.word))) {
			return true
		}
	}
	return false
}

// reckons reports whether a word of the sentence of token i says that something is added up, left or missing.
func (r *Reply) reckons(i int) bool {
	s := r.sentences[r.sentenceOf(i)]
	for j := s.first; j < s.next; j++ {
		if t := &r.tokens[j]; t.is('+') || r.cuesAt(j)&(cueMore|cueTotal|cueOff|cueBoth|cueOver) != 0 || r.soundsAt(j, toneRest) {
			return true
		}
	}
	return false
}

// is reports whether the value is the result of a sum.
func (v *bare) is(d Decimal, err error) bool {
	return err == nil && slices.ContainsFunc(v.f.values[:v.f.n], d.Equal)
}

// namesOf returns the name nearest before a value in its sentence, or else the first one behind it, as a list; or nil.
func (m *matcher) namesOf(first, next int) []mention {
	r := m.reply
	s := r.span(r.sentences[r.sentenceOf(first)])
	at, end := int(r.tokens[first].start), int(r.tokens[next-1].end)
	if next+1 < len(r.tokens) && r.tokens[next].has(cueIn|cueOf) {
		for i := range m.mentions {
			if m.mentions[i].span.Start == int(r.tokens[next+1].start) {
				return m.mentions[i : i+1] // "5 in navy"
			}
		}
	}
	for i := len(m.mentions) - 1; i >= 0; i-- {
		if n := &m.mentions[i]; n.span.End <= at && n.span.Start >= s.Start {
			return m.mentions[i : i+1]
		}
	}
	for i := range m.mentions {
		if n := &m.mentions[i]; n.span.Start >= end && n.span.End <= s.End {
			return m.mentions[i : i+1]
		}
	}
	return nil
}

// miscounted returns the count of the record that is named directly before or behind a number without a label of its own, where the record
// has no such number: "Galway has 5", "the 6 chairs".
func (v *bare) miscounted(p *parser) *Source {
	if v.f.n == 0 {
		return nil
	}
	if len(v.around) == 0 {
		return v.onlyStock(p)
	}
	n := &v.around[0]
	if !(p.countEnds(v.next) || p.soundsAt(v.next, toneRest)) || !v.m.hasIt(n, v.first) {
		if v.m.reply.amountIn(v.first) || !v.m.countsIt(n, v.next) {
			return nil
		}
	}
	var found *Source
	for _, s := range v.m.index.sources {
		if s.Origin != Field || s.group == nil || !n.names(s.group) || !plainNumber(s.Raw) {
			continue
		}
		if v.equals(s) {
			return nil
		}
		if s.Kind == Quantity && (s.quantity || s.Role == RoleStock || s.gauge&gaugeStock != 0 || stockKey(s.Path)) && found == nil {
			found = s
		}
	}
	if found == nil || v.follows(found) {
		return nil
	}
	return found
}

// onlyStock returns the only count of what is in stock, where the sentence names no record and says that it is of how many there are: "we still have
// 13." It returns nil where the evidence has the number, or it follows.
func (v *bare) onlyStock(p *parser) *Source {
	r := v.m.reply
	if !p.countEnds(v.next) || r.amountIn(v.first) {
		return nil
	}
	has := false
	for j := v.first - 1; j >= max(0, v.first-3) && r.tokens[j].kind == tokenWord; j-- {
		has = has || r.tokens[j].has(cueHave) || r.soundsAt(j, toneRest)
	}
	var found *Source
	for _, s := range v.m.index.sources {
		if s.Origin != Field || s.Kind != Quantity || s.Role != RoleStock && s.gauge&gaugeStock == 0 && !stockKey(s.Path) {
			continue
		}
		if found != nil && !found.same(s) {
			return nil
		}
		found = s
	}
	if !has || found == nil || v.anywhere() || v.follows(found) {
		return nil
	}
	return found
}

// stockKey reports whether a key names how many there are.
func stockKey(path string) bool {
	words, n := fieldWords(lastKey(path))
	return slices.ContainsFunc(words[:n], func(w string) bool {
		switch w {
		case "hand", "onhand", "stock", "available", "bestand", "lager", "verfügbar", "voorraad", "magazijn", "disponible", "disponibili", "disponível", "giacenza", "existencia", "stück":
			return true
		}
		return false
	})
}

// names reports whether the name is that of a record.
func (n *mention) names(g *group) bool {
	return slices.ContainsFunc(n.label.groups, func(o *group) bool { return near(g.record(), o.record()) })
}

// hasIt reports whether only "has", "are" or a bracket stands between a name and token i.
func (m *matcher) hasIt(n *mention, i int) bool {
	for j := i - 1; j >= 0 && int(m.reply.tokens[j].start) >= n.span.End; j-- {
		if t := &m.reply.tokens[j]; !t.has(cueHave|cueCopula) && !t.is('(') && !t.is(':') && !m.reply.soundsAt(j, toneFill|toneRest) || i-j > maxLabelReach {
			return false
		}
	}
	return n.span.End <= int(m.reply.tokens[i].start)
}

// countsIt reports whether a name follows at token i, one word before it aside.
func (m *matcher) countsIt(n *mention, i int) bool {
	most := 2
	if i+1 < len(m.reply.tokens) && m.reply.tokens[i+1].has(cueOf|cueIn) {
		most++ // "8 napkins of linen"
	}
	for j := i; j < min(len(m.reply.tokens), i+most) && m.reply.tokens[j].near() && m.reply.tokens[j].kind == tokenWord; j++ {
		if int(m.reply.tokens[j].start) == n.span.Start {
			return true
		}
	}
	return false
}

// amountIn reports whether the sentence of token i states an amount: a number there may be how often it is taken.
func (r *Reply) amountIn(i int) bool {
	s := r.sentences[r.sentenceOf(i)]
	return slices.ContainsFunc(r.Claims, func(c Claim) bool { return c.Kind == Money && int(c.first) >= s.first && int(c.first) < s.next })
}
