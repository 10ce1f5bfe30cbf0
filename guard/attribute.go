package guard

// attribute connects every claim with the names around it, sentence by sentence: with those before it, after the claim
// before; where the sentence names nothing before its first claim, with those up to the next claim.
func (m *matcher) attribute() {
	claims := m.reply.Claims
	at := 0
	for first := 0; first < len(claims); {
		next := first + 1
		for next < len(claims) && claims[next].Sentence == claims[first].Sentence {
			next++
		}
		s := claims[first].Sentence
		for at < len(m.mentions) && m.mentions[at].span.Start < s.Start {
			at++
		}
		end := at
		for end < len(m.mentions) && m.mentions[end].span.End <= s.End {
			end++
		}
		if end > at {
			m.connect(first, next, m.mentions[at:end])
		} else {
			m.noteNames(first, next, aheadSentence)
		}
		first, at = next, end
	}
}

// connect divides the names of one sentence among its claims [first, next).
func (m *matcher) connect(first, next int, names []mention) {
	claims := m.reply.Claims
	lead := first // the customer's own figures belong to no record
	for lead+1 < next && claims[lead].Echo && !claims[lead].Asserted {
		lead++
	}
	left := names[0].span.Start < claims[lead].Span.Start
	switch {
	case lead > first:
		m.noteNames(first, next, aheadNext)
	case !left:
		m.noteNames(first, next, aheadSentence)
	}
	for i := first; i < next; i++ {
		from, to := claims[i].Span.End, claims[i].Sentence.End
		if left {
			from, to = claims[i].Sentence.Start, claims[i].Span.Start
			if i > first {
				from = claims[i-1].Span.End
			}
		} else if i+1 < next {
			to = claims[i+1].Span.Start
		}
		found := part(names, from, to)
		if len(found) == 0 && left && i > first {
			m.named[i] = m.named[i-1]
			claims[i].Entity = claims[i-1].Entity
			continue
		}
		m.named[i] = found
		if len(found) > 0 {
			n := found[len(found)-1]
			claims[i].Entity = m.reply.Text[n.span.Start:n.span.End]
		}
	}
}

// noteNames keeps that the names around claims [first, next) are known only once the text is, as far as a.
func (m *matcher) noteNames(first, next int, a ahead) {
	for i := first; i < next; i++ {
		m.reply.Claims[i].note(a)
	}
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
