package guard

import "slices"

// plain looks for what two amounts come to that the reply or the customer states, or one of these and one that a tool returned, or one of them
// so many times as is counted. Two stated amounts need no more than a word that reckons in the sentence or the question.
func (s *search) plain(w ways) *Source {
	d := s.d
	s.n, s.found, s.weak, s.faint = 0, nil, false, false
	clear(s.seen[:])
	s.most = maxPlain * s.rare
	s.pool = d.heardOperands(d.statedOperands(d.m.pool[:0], scopeAround))
	s.setCounts()
	for i := range s.pool {
		a := &s.pool[i]
		for j := i + 1; j < len(s.pool); j++ {
			if b := &s.pool[j]; a.source != nil || b.source != nil {
				s.pair(w, a, b)
			}
		}
		if a.source == nil || a.merged {
			continue
		}
		s.eachCount(func(n int64) {
			if w&wayTimes != 0 && !d.barred(a.source, n) {
				s.reach(share(a.value, n, 1000), "product", n, a)
			}
			if w&wayShare != 0 && !(d.cues&cueInstalment != 0 && d.m.otherPlans(whole(n/1000))) {
				s.rounded(share(a.value, 1000, n), "share", n, a)
			}
		})
	}
	if s.full() {
		return nil
	}
	return s.found
}

// maxPlain bounds the values that stated amounts may reach.
const maxPlain = 24

// pair reaches the sum and the difference of two operands.
func (s *search) pair(w ways, a, b *operand) {
	x, y := share(a.value, max(a.times, 1000), 1000), share(b.value, max(b.times, 1000), 1000)
	if w&waySum != 0 && a.source != nil && b.source != nil && !a.merged && !b.merged {
		if a.minus != b.minus {
			s.between(x, y, 1000, a, b)
		} else {
			s.reach(x+y, "sum", 1000, a, b)
			if x != a.value || y != b.value {
				s.reach(a.value+b.value, "sum", 1000, a, b)
			}
		}
	}
	if w&wayDifference != 0 {
		s.between(a.value, b.value, 1000, a, b)
		if x != a.value || y != b.value {
			s.between(x, y, 1000, a, b)
		}
	}
}

// reckons reports whether a word before the claim says that an amount is worked out: "so", "would", "makes".
func (d *deriver) reckons() bool {
	r := d.m.reply
	s := r.sentences[r.sentenceOf(int(d.c.first))]
	for j := int(d.c.first) - 1; j >= window(s, int(d.c.first), 8) && !r.inMoney(j); j-- {
		t := &r.tokens[j]
		if t.is('=') || t.has(cueWould) || t.hash == hashBe && j >= int(d.c.first)-2 || slices.Contains(resultWords, t.hash) || slices.Contains(makesWords, t.hash) {
			return true
		}
	}
	return false
}

var hashBe = hashWord("be")
