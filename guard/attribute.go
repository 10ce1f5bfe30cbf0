package guard

// attribute connects every claim with the names around it, sentence by sentence: with those before it, after the claim
// before; where the sentence names nothing before its first claim, with those up to the next claim.
func (m *matcher) attribute() {
	claims := m.reply.Claims
	at := 0
	for first := 0; first < len(claims); {
		next := first + 1
		s := m.clauseOf(&claims[first])
		for next < len(claims) && claims[next].Sentence == claims[first].Sentence && claims[next].Span.Start < s.End {
			next++
		}
		for at < len(m.mentions) && m.mentions[at].span.Start < s.Start {
			at++
		}
		end := at
		for end < len(m.mentions) && m.mentions[end].span.End <= s.End {
			end++
		}
		if end > at {
			m.connect(first, next, m.mentions[at:end])
		} else if first > 0 && claims[first-1].Sentence == claims[first].Sentence {
			for i := first; i < next; i++ { // "the scarf is €35; it was €40"
				if names := m.named[first-1]; len(names) > 0 && names[len(names)-1].byKey() {
					break
				}
				m.named[i], claims[i].Entity = m.named[first-1], claims[first-1].Entity
			}
		}
		first, at = next, end
	}
}

// connect divides the names of one sentence among its claims [first, next).
func (m *matcher) connect(first, next int, names []mention) {
	claims := m.reply.Claims
	lead := first // the customer's own figures belong to no record
	for lead+1 < next && (claims[lead].Echo && !claims[lead].Asserted || m.isName(lead, names)) {
		lead++
	}
	if lead > first && !m.isName(first, names) {
		m.noteNames(first, next, aheadNext)
	}
	for i := first; i < next; i++ {
		near, end := m.namesNear(i, next, names)
		if len(near) == 0 {
			continue
		}
		m.connectOne(i, first, end, min(lead, end-1), near)
	}
}

// namesNear returns the names of the sentence as far as they are looked for behind claim i, and the claims so far.
func (m *matcher) namesNear(i, next int, names []mention) ([]mention, int) {
	claims := m.reply.Claims
	to := m.reply.reached(&claims[i])
	end := i + 1
	for end < next && claims[end].Span.End <= to {
		end++
	}
	near := part(names, 0, to)
	return near[max(0, len(near)-maxNear):], end
}

// maxNear bounds the names of a sentence that are weighed against each other.
const maxNear = 32

// connectOne finds the names that belong to claim i among those of its sentence. A name that competes with no other, as
// that of a product beside those of its sizes, belongs to all claims.
func (m *matcher) connectOne(i, first, next, lead int, names []mention) {
	claims := m.reply.Claims
	if m.isName(i, names) {
		if m.named[i] = part(names, claims[i].Span.Start, claims[i].Span.End); len(m.named[i]) == 0 {
			m.named[i] = nameOf(&claims[i], names)
		}
		return
	}
	shared, rivals := divide(names)
	if len(rivals) == 0 || len(shared) == 0 {
		shared, rivals = nil, names
	}
	for k := lead; k < next; k++ {
		if claims[k].Kind == claims[i].Kind {
			lead = k // a day before the first name says nothing of where the prices stand
			break
		}
	}
	left := rivals[0].span.Start < claims[lead].Span.Start
	if !left && len(shared) > 0 && shared[0].span.Start < claims[lead].Span.Start {
		left = m.nameless(first, next, rivals, true) <= m.nameless(first, next, rivals, false)
	}
	found := m.beside(i, first, next, rivals, left)
	found = m.close(&claims[i], found)
	if len(found) == 0 && i > first && (left || m.partOf(i)) {
		if inherited := m.named[i-1]; len(inherited) == 0 || !inherited[len(inherited)-1].byKey() {
			m.named[i], claims[i].Entity = inherited, claims[i-1].Entity
		}
		return
	}
	if len(shared) > 0 {
		found = append(shared[:len(shared):len(shared)], found...)
	}
	m.named[i] = found
	if len(found) > 0 {
		n := found[len(found)-1]
		claims[i].Entity = m.reply.Text[n.span.Start:n.span.End]
	}
}

// partOf reports whether "of which" or its like ties claim i to the one before it: "€500 in your savings account, of which €450 are".
func (m *matcher) partOf(i int) bool {
	claims := m.reply.Claims
	for j := int(claims[i-1].next); j < int(claims[i].first); j++ {
		if m.reply.soundsAt(j, tonePart) {
			return true
		}
	}
	return false
}

// beside returns the names between claim i and its neighbour on one side, or the end of the sentence.
func (m *matcher) beside(i, first, next int, names []mention, left bool) []mention {
	claims := m.reply.Claims
	from, to := claims[i].Span.End, m.reply.reached(&claims[i])
	if left {
		from, to = claims[i].Sentence.Start, claims[i].Span.Start
		if own := m.tiedBehind(&claims[i], names); own != nil {
			return own
		}
		if k := m.figureBefore(i, first, names); k >= first {
			from = claims[k].Span.End
			if own := m.tiedBehind(&claims[k], names); own != nil {
				from = own[0].span.End // it is the other's
			}
		}
		return part(names, from, to)
	}
	if i > first {
		if own := part(names, claims[i-1].Span.End, claims[i].Span.Start); len(own) > 0 && !(claims[i].Kind == Date && m.reply.orBetween(own[len(own)-1].span.End, int(claims[i].first))) && (m.tied(&own[len(own)-1], &claims[i]) || m.parted(&claims[i-1], &own[len(own)-1], &claims[i])) {
			return own[len(own)-1:]
		}
	}
	if i+1 == next {
		return part(names, from, to)
	}
	found := part(names, from, min(to, claims[i+1].Span.Start))
	if n := len(found); n > 0 && (m.tied(&found[n-1], &claims[i+1]) || m.parted(&claims[i], &found[n-1], &claims[i+1])) {
		found = found[:n-1]
	}
	return found
}

// parted reports whether "and" or a comma stands between claim c and the name behind it, and neither between that name
// and the next claim, which it belongs to then: "€6.49 for the wine, and the cheese for €8.75".
func (m *matcher) parted(c *Claim, n *mention, next *Claim) bool {
	before, behind := false, false
	for j := int(c.next); j < int(next.first); j++ {
		t := &m.reply.tokens[j]
		divides := clause(t) || t.has(cueAnd) || t.is(')')
		before = before || divides && int(t.end) <= n.span.Start
		behind = behind || divides && int(t.start) >= n.span.End
	}
	return c.Kind == next.Kind && before && !behind
}

// figureBefore returns the claim before claim i that is not itself a name, as the id of an order is; it is less than first where
// there is none.
func (m *matcher) figureBefore(i, first int, names []mention) int {
	k := i - 1
	for k >= first && m.isName(k, names) {
		k--
	}
	return k
}

// isName reports whether claim k is itself a name, as the id of an order is, or stands in one.
func (m *matcher) isName(k int, names []mention) bool {
	c := &m.reply.Claims[k]
	if c.Kind == ID {
		return len(part(names, c.Span.Start, c.Span.End)) > 0
	}
	return (c.Kind == Duration || c.Kind == Quantity) && len(nameOf(c, names)) > 0 // "the 24 hours pass"
}

// nameOf returns the name that a claim stands in, if it does.
func nameOf(c *Claim, names []mention) []mention {
	for i := range names {
		if n := names[i].span; n.Start <= c.Span.Start && c.Span.End <= n.End {
			return names[i : i+1]
		}
	}
	return nil
}

// tied reports whether only "at", "is" or their like stand between a name and the claim after it: "the scarf at €35", "as
// a set it is €249".
func (m *matcher) tied(n *mention, c *Claim) bool {
	words := 0
	for j := int(c.first) - 1; j >= 0 && int(m.reply.tokens[j].start) >= n.span.End; j-- {
		t := &m.reply.tokens[j]
		it := t.sounds(toneIt)
		if words++; words > 2 && !it || words > 3 || t.has(cueAnd) || !t.is('(') && !t.is(':') && !t.has(cueCopula|cueIs|cueCosts) && !it {
			return false
		}
	}
	return true
}

// tiedBehind returns the name behind a claim that only "for", "with", "in" or a bracket stands before: "€45 for labour and €20 for parts", "€569
// (256 GB)"; or nil.
func (m *matcher) tiedBehind(c *Claim, names []mention) []mention {
	tokens := m.reply.tokens
	if c.Kind != Money || int(c.next) >= len(tokens) {
		return nil
	}
	bracket := tokens[c.next].is('(')
	within := tokens[c.next].has(cueIn) && !tokens[c.next].has(cueFor|cueWith) // "€55 in size M"
	if !bracket && !tokens[c.next].has(cueFor|cueWith|cueIn) {
		return nil
	}
	for i := range names {
		n := &names[i]
		if n.span.Start < c.Span.End {
			continue
		}
		for j := int(c.next) + 1; j < min(len(tokens), int(c.next)+3); j++ {
			if int(tokens[j].start) == n.span.Start && (!bracket || m.bracketed(n)) && (!within || n.span.End-n.span.Start <= maxSize && (j > int(c.next)+1 || !tokens[c.next].has(cueAnd))) {
				return names[i : i+1]
			}
		}
		return nil
	}
	return nil
}

// maxSize is the length of a size, as "XXL" or "10.5".
const maxSize = 4

// bracketed reports whether a bracket closes behind a name.
func (m *matcher) bracketed(n *mention) bool {
	for j := range m.reply.tokens {
		if t := &m.reply.tokens[j]; int(t.start) >= n.span.End {
			return t.is(')')
		}
	}
	return false
}

// clauseOf returns the part of the claim's sentence between semicolons.
func (m *matcher) clauseOf(c *Claim) Span {
	s := c.Sentence
	tokens := m.reply.tokens
	for j := int(c.first) - 1; j >= 0 && int(tokens[j].start) >= s.Start; j-- {
		if tokens[j].is(';') {
			s.Start = int(tokens[j].end)
			break
		}
	}
	for j := int(c.next); j < len(tokens) && int(tokens[j].end) <= s.End; j++ {
		if tokens[j].is(';') {
			s.End = int(tokens[j].start)
			break
		}
	}
	return s
}

// nameless counts the claims that have no name on one side.
func (m *matcher) nameless(first, next int, names []mention, left bool) int {
	n := 0
	for i := first; i < next; i++ {
		if len(m.beside(i, first, next, names, left)) == 0 {
			n++
		}
	}
	return n
}

// noteNames keeps that the names around claims [first, next) are known only once the text is, as far as a.
func (m *matcher) noteNames(first, next int, a ahead) {
	for i := first; i < next; i++ {
		m.reply.Claims[i].note(a)
	}
}

// divide tells the names that no other name of the sentence competes with from the rest.
func divide(names []mention) (shared, rivals []mention) {
	for i := range names {
		rival := false
		for j := range names {
			rival = rival || i != j && names[i].rivals(&names[j])
		}
		if rival {
			rivals = append(rivals, names[i])
		} else {
			shared = append(shared, names[i])
		}
	}
	return shared, rivals
}

// rivals reports whether two names are those of siblings, or of one record.
func (n *mention) rivals(o *mention) bool {
	for _, g := range n.label.groups {
		for _, h := range o.label.groups {
			if g == h || g.sibling(h) {
				return true
			}
		}
	}
	return false
}

// part returns the names inside a range.
func part(names []mention, from, to int) []mention {
	for len(names) > 0 && names[0].span.Start < from {
		names = names[1:]
	}
	n := 0
	for n < len(names) && names[n].span.End <= to {
		n++
	}
	return names[:n]
}

// byKey reports whether a name is only the key of an amount: "deposit" in {"deposit": "50 EUR"}.
func (n *mention) byKey() bool {
	for _, g := range n.label.groups {
		if g.key != "*" {
			return false
		}
	}
	return true
}

// maxApart is how many bytes lie at most between an amount and the key's name behind it.
const maxApart = 16

// close leaves out the names by keys that stand too far behind a claim to be said of it: they are common words.
func (m *matcher) close(c *Claim, names []mention) []mention {
	for i := range names {
		if n := &names[i]; n.byKey() && n.span.Start > c.Span.End+maxApart {
			return names[:i:i]
		}
	}
	return names
}
