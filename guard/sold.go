package guard

import "slices"

// That a thing is sold out is a count of nothing: as wrong as another count where a tool has said that there are some. Where
// none has, it is no claim.

// soldAt yields a count of zero at "sold out" or its like behind "is".
func (p *parser) soldAt(i int) int {
	e, next := p.phrase(i)
	if e == nil || e.tones&toneSold == 0 || p.reply.Place != "" || !p.saidOf(i, 8) {
		return i
	}
	f := figure{n: 1}
	c := p.emit(Quantity, &f, i, next)
	c.free, c.gauge = true, gaugeStock
	return next
}

// stocked reports whether the evidence has a count above zero, and none of zero, of the record whose name stands shortly before
// what the claim calls sold out, with nothing behind it that narrows it down: "the chair is sold out", not "sold out in red".
func (m *matcher) stocked(c *Claim) bool {
	r := m.reply
	if c.Kind != Quantity || r.granted(c, r.sentences[r.sentenceOf(int(c.first))]) || !r.closes(int(c.next)) {
		return false
	}
	var named []*group
	for i := range m.mentions {
		if n := &m.mentions[i]; n.span.End <= c.Span.Start && r.onlySays(n.span.End, c) {
			named = n.label.groups
		}
	}
	found := false
	for _, o := range m.index.sources {
		if o.Kind != Quantity || o.Origin != Field || o.Role != RoleStock || !slices.Contains(named, o.group) {
			continue
		}
		if o.Amount.Sign() <= 0 {
			return false
		}
		found = true
	}
	return found
}

// onlySays reports whether only a few words that narrow nothing down stand between a name that ends at from and the claim.
func (r *Reply) onlySays(from int, c *Claim) bool {
	words := 0
	for j := int(c.first) - 1; j >= 0 && int(r.tokens[j].start) >= from; j-- {
		t := &r.tokens[j]
		if words++; words > 4 || t.kind != tokenWord || !t.has(cueCopula) && t.has(cueIn|cueAnd|cueFor|cueWith|cueOf) {
			return false
		}
	}
	return words > 0
}

// closes reports whether the clause ends at token i, or goes on with "now" or its like.
func (r *Reply) closes(i int) bool {
	if i >= len(r.tokens) {
		return true
	}
	t := &r.tokens[i]
	return t.kind == tokenPunct || t.gap >= line || t.sounds(toneFill|toneNow)
}
