package guard

import "slices"

// Match fills in, for every claim that [Finder.Find] left in r, the sources that it may rest on, and settles which of
// its readings is meant: the first one that has a source. A claim without a source gets the reason, and the evidence
// nearest to it in value.
//
// Values are compared exactly: 209 equals 209.00 and nothing else. The currencies of claim and source must meet; an
// amount whose currency nobody stated in the result contradicts none, and so matches by value. A source whose role or
// entity contradicts the claim's does not match; unknown contradicts nothing. Sources of origin [Known] count inside
// their statement only, those of origin [User] only for the arguments of a write.
//
// Match may run while results are added; it sees those of before.
func (e *Evidence) Match(r *Reply) {
	x := e.look()
	m := matcher{index: x, reply: r}
	if len(r.Claims) == 0 {
		return
	}
	m.prepare()
	for i := range r.Claims {
		m.claim(&r.Claims[i])
	}
	for i := range r.Claims {
		m.derive(&r.Claims[i])
	}
	for i := range r.Claims {
		m.explain(&r.Claims[i])
	}
}

// matcher matches one reply.
type matcher struct {
	index    *index
	reply    *Reply
	mentions []mention
	known    []knownSpan
	named    []*label // of the claim at hand
	at       int      // in mentions
}

// knownSpan is where the reply makes a statement.
type knownSpan struct {
	name string
	span Span
}

// prepare looks for names and statements in the reply, once.
func (m *matcher) prepare() {
	m.mentions = m.index.mentions(m.reply.Text)
	if len(m.index.known) == 0 {
		return
	}
	f := newFolded(m.reply.Text)
	for _, k := range m.index.known {
		if k.folded == "" {
			continue
		}
		for _, s := range f.find(k.folded) {
			m.known = append(m.known, knownSpan{k.name, s})
		}
	}
}

// claim fills in the sources of one claim.
func (m *matcher) claim(c *Claim) {
	c.Sources, c.Nearest = nil, nil
	if c.Reason != TooMany && c.Reason != WeekdayMismatch {
		c.Reason = 0
	}
	if m.index.tooMuch {
		c.Reason = TooMany
	}
	m.name(c)
	if c.Reason != 0 {
		return
	}
	for i := range c.Readings {
		list := m.reading(c, &c.Readings[i])
		if len(list) == 0 {
			continue
		}
		c.Sources = list
		c.Readings[0], c.Readings[i] = c.Readings[i], c.Readings[0]
		break
	}
}

// reading returns the sources of one reading: of its value, or of both ends of its range.
func (m *matcher) reading(c *Claim, v *Reading) []*Source {
	if c.period && !v.single() {
		return m.within(c, v)
	}
	if v.single() {
		return m.value(c, v.Amount, v.Day.Unix(), v.ID)
	}
	var low, high []*Source
	if !v.OpenLow {
		if low = m.value(c, v.Low, v.Day.Unix(), v.ID); len(low) == 0 {
			return nil
		}
	}
	if !v.OpenHigh {
		if high = m.value(c, v.High, v.LastDay.Unix(), v.ID); len(high) == 0 {
			return nil
		}
	}
	for _, s := range high {
		if !slices.Contains(low, s) {
			low = append(low, s)
		}
	}
	return low
}

// within returns the dates inside a week, a month or a year that the claim names as one.
func (m *matcher) within(c *Claim, v *Reading) []*Source {
	var list []*Source
	for _, s := range m.index.sources {
		if s.Kind == Date && !s.Day.Before(v.Day) && !s.Day.After(v.LastDay) && m.matches(c, s) == 0 {
			list = append(list, s)
		}
	}
	return list
}

// value returns the sources of one value.
func (m *matcher) value(c *Claim, amount Decimal, day int64, id string) []*Source {
	var list []*Source
	for _, s := range m.candidates(c, amount, day, id) {
		if m.matches(c, s) == 0 {
			list = append(list, s)
		}
	}
	return list
}

// candidates returns the sources of equal value.
func (m *matcher) candidates(c *Claim, amount Decimal, day int64, id string) []*Source {
	switch c.Kind {
	case Duration:
		list := m.index.amounts[amount.Trim(0)]
		if !c.count.IsZero() && amount.Equal(c.Readings[0].Amount) {
			list = append(slices.Clone(list), m.index.amounts[c.count.Trim(0)]...)
		}
		return list
	case Date:
		return m.index.days[day]
	case ID, URL, Phone, Email:
		return m.index.ids[id]
	case Done:
		return m.index.done[id]
	}
	return m.index.amounts[amount.Trim(0)]
}

// matches returns 0 where s supports c, given that the values are equal, or the reason why it does not.
func (m *matcher) matches(c *Claim, s *Source) Reason {
	switch {
	case !sameKind(c.Kind, s.Kind):
		return Unsourced
	case s.Origin == Known && !m.inside(c, s.Path):
		return Unsourced
	case s.Origin == User && c.Place == "reply":
		return Unsourced
	case c.Kind == Money && !currenciesMeet(c, s):
		return CurrencyMismatch
	case s.Origin != Known && (c.Role.contradicts(s.Role) || s.contradicts(m.named)):
		return Misattributed
	}
	return 0
}

// sameKind reports whether a claim of one kind can rest on a source of another: a number that a record calls neither
// an amount nor a percentage can be a quantity or a duration.
func sameKind(claim, source Kind) bool {
	switch {
	case claim == source:
		return true
	case claim == Quantity || claim == Duration || claim == Percent:
		return source == Quantity
	case claim == Done:
		return false
	case claim == ID || claim == Phone || claim == URL || claim == Email:
		return true
	}
	return false
}

// currenciesMeet reports whether both can be of one currency.
func currenciesMeet(c *Claim, s *Source) bool {
	if len(c.Currencies) == 0 || s.Currency == "" && len(s.currencies) == 0 {
		return true
	}
	if s.Currency != "" {
		return slices.Contains(c.Currencies, s.Currency)
	}
	return slices.ContainsFunc(s.currencies, func(code string) bool { return slices.Contains(c.Currencies, code) })
}

// contradicts reports whether a figure of role r in the text is not one of role s in a record.
func (r Role) contradicts(s Role) bool {
	if r == 0 || s == 0 || r == s {
		return false
	}
	switch r {
	case RolePrice:
		return s != RoleTotal && s != RoleOther
	case RoleTotal:
		return s != RolePrice && s != RoleOther && s != RoleBalance
	case RoleListPrice:
		return s != RolePrice && s != RoleOther
	}
	return s != RoleOther
}

// inside reports whether a claim stands inside the statement of that name.
func (m *matcher) inside(c *Claim, name string) bool {
	for _, k := range m.known {
		if k.name == name && k.span.Start <= c.Span.Start && c.Span.End <= k.span.End {
			return true
		}
	}
	return false
}

// name finds the names that the claim's sentence connects with it: those between the claim before and this one; where
// the sentence names nothing before its first claim, those up to the next claim.
func (m *matcher) name(c *Claim) {
	m.named = m.named[:0]
	if len(m.mentions) == 0 {
		return
	}
	start, end := c.Sentence.Start, c.Span.Start
	for i := range m.reply.Claims {
		o := &m.reply.Claims[i]
		if o.Sentence != c.Sentence {
			continue
		}
		if o.Span.Start < c.Span.Start && m.between(o.Span.End, c.Span.Start) && m.between(c.Sentence.Start, m.first(c)) {
			start = o.Span.End
		}
	}
	if !m.between(start, end) {
		start, end = c.Span.End, m.nextClaim(c)
	}
	for _, n := range m.mentions {
		if n.span.Start >= start && n.span.End <= end {
			m.named = append(m.named, n.label)
			c.Entity = m.reply.Text[n.span.Start:n.span.End]
		}
	}
}

// between reports whether a name stands in the range.
func (m *matcher) between(start, end int) bool {
	for _, n := range m.mentions {
		if n.span.Start >= start && n.span.End <= end {
			return true
		}
	}
	return false
}

// first returns where the first claim of the sentence begins.
func (m *matcher) first(c *Claim) int {
	for i := range m.reply.Claims {
		if m.reply.Claims[i].Sentence == c.Sentence {
			return m.reply.Claims[i].Span.Start
		}
	}
	return c.Span.Start
}

// nextClaim returns where the next claim of the sentence begins, or the sentence's end.
func (m *matcher) nextClaim(c *Claim) int {
	for i := range m.reply.Claims {
		if o := &m.reply.Claims[i]; o.Sentence == c.Sentence && o.Span.Start >= c.Span.End {
			return o.Span.Start
		}
	}
	return c.Sentence.End
}

// explain gives an unsourced claim its reason and the nearest evidence.
func (m *matcher) explain(c *Claim) {
	if len(c.Sources) > 0 {
		c.Reason = 0
		return
	}
	if c.Reason == 0 {
		c.Reason = m.reason(c)
	}
	c.Nearest = m.nearest(c)
}

// reason says why no source matches.
func (m *matcher) reason(c *Claim) Reason {
	best := Unsourced
	m.name(c)
	for i := range c.Readings {
		v := &c.Readings[i]
		for _, s := range m.candidates(c, v.Amount, v.Day.Unix(), v.ID) {
			switch why := m.matches(c, s); {
			case why == Misattributed, why == CurrencyMismatch && best == Unsourced:
				best = why
			}
		}
	}
	return best
}

// nearest returns the source of the claim's kind that is closest in value, or nil.
func (m *matcher) nearest(c *Claim) *Source {
	if len(c.Readings) == 0 {
		return nil
	}
	var best *Source
	var least Decimal
	for _, s := range m.index.sources {
		if s.Kind != c.Kind || s.Origin == User && c.Place == "reply" || s.Origin == Known && !m.inside(c, s.Path) {
			continue
		}
		if c.Kind == Money && !currenciesMeet(c, s) {
			continue
		}
		var gap Decimal
		switch c.Kind {
		case Money, Percent, Quantity, Duration:
			d, err := s.Amount.Sub(c.Readings[0].Amount)
			if err != nil {
				continue
			}
			gap = d.Abs()
		case Date:
			days := int64(s.Day.Sub(c.Readings[0].Day).Hours()) / 24
			gap = whole(max(days, -days))
		default:
			return nil
		}
		if best == nil || gap.Cmp(least) < 0 {
			best, least = s, gap
		}
	}
	return best
}
