package guard

// What a reply works out before the reader's eyes has to come out right: "€27.80, including €1.99 for delivery" beside a total of €29.79 is
// the amount without the delivery, whichever field holds it. Each of these checks needs the amount that would have been right in the same
// record; where none is, the words may mean another thing.

// accord takes the sources of a claim away that contradicts, as the last one of its sentence to do so, what the sentence works out.
func (m *matcher) accord(c *Claim) {
	if c.Place != "reply" || m.reply.tokens == nil || len(c.Sources) == 0 {
		return
	}
	wrong := false
	switch {
	case c.Kind == Date || c.Kind == Duration:
		wrong = m.misdated(c)
	case c.Kind == Money && (m.goodsForAll(c) || m.misreckoned(c)):
		wrong = true
	case !m.plainField(c):
	case c.Kind == Money:
		wrong = m.includesLess(c) || m.plusOther(c) || m.timesOther(c) || m.shareOfOther(c)
	case c.Kind == Percent:
		wrong = m.otherShare(c)
	}
	if wrong {
		m.refuse(c, checkAccord)
	}
}

// plainField reports whether a claim is a single figure of fields.
func (m *matcher) plainField(c *Claim) bool {
	return len(c.Sources) > 0 && !c.Derived && !c.Approx && !c.Negated && !c.Hypothetical && len(c.Readings) > 0 && c.Readings[0].single() && c.Sources[0].Origin == Field && c.Sources[0].group != nil
}

// before returns the index of the nearest claim of a kind before claim i in its sentence that is a single figure of fields, or -1.
func (m *matcher) before(i int, k Kind) int {
	claims := m.reply.Claims
	for j := i - 1; j >= 0 && claims[j].Sentence == claims[i].Sentence; j-- {
		if claims[j].Kind == k {
			if m.plainField(&claims[j]) {
				return j
			}
			return -1
		}
	}
	return -1
}

// indexOf returns the place of a claim among those of the reply.
func (m *matcher) indexOf(c *Claim) int {
	for i := range m.reply.Claims {
		if &m.reply.Claims[i] == c {
			return i
		}
	}
	return -1
}

// between reports whether one of the tokens between two claims meets a condition.
func (r *Reply) between(a, b *Claim, is func(j int) bool) bool {
	for j := int(a.next); j < int(b.first); j++ {
		if is(j) {
			return true
		}
	}
	return false
}

// holdsNear reports whether the record of a source, or one around or inside it, holds an amount.
func (m *matcher) holdsNear(s *Source, v Decimal) bool {
	for _, o := range m.index.amount(v) {
		if o.Kind == Money && o.Origin == Field && o.Tool == s.Tool && o.Server == s.Server && near(o.group.record(), s.group.record()) {
			return true
		}
	}
	return false
}

// includesLess reports whether a claim is the last of the parts that an amount before it is said to include, and their record holds that amount
// and the parts added up: it was the amount without them.
func (m *matcher) includesLess(c *Claim) bool {
	r, sum := m.reply, c.Readings[0].Amount
	for i := m.indexOf(c); ; {
		j := i - 1
		for j >= 0 && r.Claims[j].Kind != Money && r.Claims[j].Sentence == c.Sentence {
			j--
		}
		if j < 0 || i-j > 3 || r.Claims[j].Sentence != c.Sentence || !r.Claims[j].Readings[0].single() {
			return false
		}
		whole, part := &r.Claims[j], &r.Claims[i]
		var err error
		if sum, err = sum.Add(whole.Readings[0].Amount); err != nil {
			return false
		}
		if r.between(whole, part, func(k int) bool { return r.soundsAt(k, toneIncl) || r.soundsAt(k, tonePart) }) {
			return m.holdsNear(c.Sources[0], sum) || c.Sources[0].Role == RoleShipping && len(whole.Sources) > 0 && (whole.terms&termWhole != 0 || whole.entire()) && goodsAlone(whole.Sources[0])
		}
		if !r.between(whole, part, func(k int) bool {
			return r.tokens[k].has(cueAnd) || r.plusAt(k) || r.tokens[k].is(',') || r.tokens[k].is('+')
		}) {
			return false
		}
		i = j
	}
}

// plusOther reports whether a claim ends "X: A plus B", or "A plus B makes X", which does not add up, and the record holds an amount that
// makes it do.
func (m *matcher) plusOther(c *Claim) bool {
	r, i := m.reply, m.indexOf(c)
	j := m.before(i, Money)
	if j < 0 {
		return false
	}
	k := m.before(j, Money)
	if k < 0 {
		return false
	}
	x, a, b := &r.Claims[k], &r.Claims[j], c
	plus := func(n int) bool { return r.plusAt(n) || r.tokens[n].is('+') }
	colon := func(n int) bool { return r.tokens[n].is(':') || r.tokens[n].is('=') }
	switch {
	case r.between(a, b, plus) && !r.between(x, a, plus) && r.between(x, a, colon):
	case r.between(x, a, plus) && !r.between(a, b, plus) && (r.sumsUp(b, r.sentences[r.sentenceOf(int(b.first))]) || b.entire()):
		x, a, b = b, x, a
	default:
		return false
	}
	return m.unequal(x, a, b)
}

// unequal reports whether x is not the sum of a and b, and the record of x, a or b holds the amount that one of them had to be.
func (m *matcher) unequal(x, a, b *Claim) bool {
	vx, va, vb := x.Readings[0].Amount, a.Readings[0].Amount, b.Readings[0].Amount
	sum, err := va.Add(vb)
	if err != nil || sum.Equal(vx) {
		return false
	}
	for _, part := range [...]Decimal{va, vb} {
		if rest, err := vx.Sub(part); err == nil && rest.IsPos() && m.holdsNear(x.Sources[0], rest) {
			return true
		}
	}
	return m.holdsNear(a.Sources[0], sum)
}
