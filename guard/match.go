package guard

import "slices"

// Match fills in, for every claim that [Finder.Find] left in r, the sources that it may rest on, and settles which of
// its readings is meant: the first one that has a source. A claim without a source gets the reason, and the evidence
// nearest to it in value.
//
// Values are compared exactly: 209 equals 209.00 and nothing else. The currencies of claim and source must meet: an
// amount whose currency neither the result nor its settings state meets only a claim that states none either. A source whose role or
// entity contradicts the claim's does not match; unknown contradicts nothing. Sources of origin [Known] count inside
// their statement only, those of origin [User] only for the arguments of a write.
//
// Match leaves out of r.Claims what the text calls free where no tool has named a charge for it, and that something was delivered
// where no tool says that anything is still on its way, and "this year" and "last year", and the minutes that a customer is asked to wait. Nor is a time of day a claim that says as of when something
// is true, nor that it is so today.
//
// Match may run while results are added; it sees those of before. It reuses the reply's own buffers, so that a reply that
// is used again is matched without allocation; the Sources of an earlier Match on the same reply must not be read
// afterwards.
//
// Of the arguments of a write it takes in the claims of the texts among them.
func (e *Evidence) Match(r *Reply) {
	e.match(r)
	for _, t := range r.texts {
		e.match(t)
		r.Claims = append(r.Claims, t.Claims...)
	}
	r.texts = nil
}

func (e *Evidence) match(r *Reply) {
	bare := r.tokens != nil && r.Place == "" && r.anyBare()
	if len(r.Claims) == 0 && !bare {
		return
	}
	x := e.look()
	r.matchWith(x)
	e.inCoins(r, x)
}

// matchWith matches the claims of a reply against an index.
func (r *Reply) matchWith(x *index) {
	bare := r.tokens != nil && r.Place == "" && r.anyBare()
	m := &r.match
	m.begin(x, r)
	if bare {
		m.noteFound()
	}
	r.setHoursAside()
	m.prepare()
	for pass := range 4 {
		for i := range r.Claims {
			m.around = nil
			if m.named != nil {
				m.around = m.named[i]
			}
			m.step(pass, &r.Claims[i])
		}
	}
	m.addUp()
	m.settleAbout()
	if m.matchHours() {
		m.keepWithHours()
	}
	if bare {
		m.bareClaims()
	}
}

// step makes one of the passes over a claim; each builds on those before it.
func (m *matcher) step(pass int, c *Claim) {
	before := c.standing()
	switch pass {
	case 0:
		m.claim(c)
	case 1:
		m.keepTogether(c)
		m.keepToStep(c)
		m.keepToNamed(c)
		m.oncePerPart(c)
		m.derive(c)
	case 2:
		if len(c.Sources) == 0 && c.tried != m.news {
			m.derive(c) // from what stands behind it as well
		}
		m.multiplies(c)
		m.accord(c)
	case 3:
		m.explain(c)
	}
	if c.standing() != before {
		m.news++
	}
	c.tried = m.news
}

// standing is what the other claims of a reply see of one.
type standing struct {
	first   *Source
	n       int
	derived bool
	reason  Reason
}

func (c *Claim) standing() standing {
	s := standing{n: len(c.Sources), derived: c.Derived, reason: c.Reason}
	if s.n > 0 {
		s.first = c.Sources[0]
	}
	return s
}

// since returns the sources that were added after the first n, or nil.
func (m *matcher) since(n int) []*Source {
	if n == len(m.sources) {
		return nil
	}
	return m.sources[n:len(m.sources):len(m.sources)]
}

// matcher matches one reply, which keeps it: a reply that is used again is matched in the same room.
type matcher struct {
	index    *index
	reply    *Reply
	mentions []mention
	known    []knownSpan
	named    [][]mention        // by claim; nil where nothing is named
	around   []mention          // of the claim at hand
	sources  []*Source          // of all claims, each of which holds a part
	byClaim  [][]mention        // room for named
	counts   [maxCounts]Decimal // room for the numbers of a sentence
	asked    *Reply             // what the customer wrote last, read when it is needed
	wanted   []mention          // the names in it
	addends  []addend           // room for the amounts of a reply
	kept     []addend           // and for some of them
	found    []place            // the tokens of the claims that were found
	passed   int                // and how many of them were passed
	bares    []Claim            // the bare values that the evidence contradicts
	parts    []*Source          // room for the amounts of lists
	deriver  deriver            // room for the one at work
	search   search             // and its search
	pool     [maxPool]operand   // and the amounts in its scope
	money    int                // amounts among the sources, once they are counted
	news     int32              // how often a claim has come to stand otherwise
}

// begin empties the matcher for another match.
func (m *matcher) begin(x *index, r *Reply) {
	m.index, m.reply = x, r
	r.said, r.saidTo = r.said[:0], 0
	m.mentions, m.known, m.sources, m.parts = m.mentions[:0], m.known[:0], m.sources[:0], m.parts[:0]
	m.named, m.around, m.asked, m.wanted, m.money, m.news = nil, nil, nil, nil, 0, 0
}

// knownSpan is where the reply makes a statement.
type knownSpan struct {
	name string
	span Span
}

// prepare looks for names and statements in the reply, once.
func (m *matcher) prepare() {
	if m.reply.tokens == nil {
		m.nameArguments()
		return
	}
	m.mentions = m.index.mentions(m.reply, m.mentions)
	m.dropFree()
	m.dropDelivered()
	m.reply.appositions()
	m.dropToday()
	m.reply.Claims = slices.DeleteFunc(m.reply.Claims, func(c Claim) bool { return m.reply.roughYear(&c) || m.reply.patience(&c) || m.reply.paidByCustomer(&c) })
	if len(m.mentions) > 0 {
		m.byClaim = slices.Grow(m.byClaim[:0], len(m.reply.Claims))[:len(m.reply.Claims)]
		m.named = m.byClaim
		clear(m.named)
		m.attribute()
	}
	if len(m.index.labels()) > 0 {
		m.noteNames(0, len(m.reply.Claims), aheadSentence)
	}
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
	c.Sources, c.Nearest, c.Derived, c.Check = nil, nil, false, ""
	if c.Reason != TooMany && c.Reason != WeekdayMismatch {
		c.Reason = 0
	}
	if c.unread || m.flatRange(c) {
		c.Reason = Unsourced
	}
	if c.free {
		c.Reason, c.Check = Misattributed, checkFree // what it calls free has an amount
		c.note(aheadSentence)
	}
	if m.index.tooMuch {
		c.Reason = TooMany
	}
	if c.Reason != 0 {
		return
	}
	for i := range c.Readings {
		list := m.reading(c, &c.Readings[i])
		if len(list) == 0 && c.Approx {
			list = m.near(c, &c.Readings[i])
		}
		if v := &c.Readings[i]; len(list) == 0 && c.Kind == Money && v.single() {
			if v.Amount.IsNeg() {
				list = m.taken(c, v)
			} else {
				list = m.spent(c, v)
			}
		}
		if v := &c.Readings[i]; len(list) > 0 && c.timed && !m.atHour(c, v.Day) {
			list = nil
		}
		if v := &c.Readings[i]; len(list) == 0 && c.Kind == Percent && v.single() {
			list = m.changed(c, v)
		}
		if i == 0 && m.reply.tokens != nil && !slices.ContainsFunc(list, func(s *Source) bool { return s.Origin != Text }) {
			if name := m.partOfName(c); name != nil {
				list, c.Derived = name, true
			} else if name := m.textOfName(c, list); name != nil {
				list, c.Derived = name, true
			}
		}
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
	n := len(m.sources)
	first := v.Day
	if c.first > 0 && m.reply.tokens != nil && m.reply.untilAt(int(c.first)) && m.reply.namesEnd(c) {
		first = v.LastDay.AddDate(0, 0, -6) // "until the end of March"
	}
	for _, s := range m.index.sources {
		if s.Kind == Date && !s.Day.Before(first) && !s.Day.After(v.LastDay) && !s.lastDay().After(v.LastDay) && !m.overdue(c, v, s) && m.matches(c, s) == 0 {
			m.sources = append(m.sources, s)
		}
	}
	return m.since(n)
}

// value returns the sources of one value.
func (m *matcher) value(c *Claim, amount Decimal, day int64, id string) []*Source {
	n := len(m.sources)
	for _, s := range m.candidates(c, amount, day, id) {
		if m.matches(c, s) == 0 {
			m.sources = append(m.sources, s)
		}
	}
	return m.since(n)
}

// candidates returns the sources of equal value.
func (m *matcher) candidates(c *Claim, amount Decimal, day int64, id string) []*Source {
	switch c.Kind {
	case Duration:
		list := m.index.amount(amount)
		if other, ok := monthsOrYears(amount); ok {
			list = append(slices.Clone(list), m.index.amount(other)...)
		}
		if !c.count.IsZero() && amount.Equal(c.Readings[0].Amount) {
			list = append(slices.Clone(list), m.index.amount(c.count)...)
		} else if n, ok := c.upperCount(amount); ok {
			list = slices.Clone(list)
			for _, s := range m.index.amount(n) {
				if endOf(s.Path) > 0 {
					list = append(list, s)
				}
			}
		}
		return list
	case Date:
		return m.index.day(day)
	case ID, URL, Phone, Email:
		return m.index.id(id)
	case Done:
		list := m.index.done(id)
		if id == "return" && len(list) == 0 && m.reply.amountSoon(int(c.next), int(c.next)+3) {
			return m.index.done("refund") // "se te han devuelto 58,40 €"
		}
		return list
	case Quantity:
		if c.gauge&^gaugeThings != 0 {
			if other := m.inOtherUnits(c, amount); other != nil {
				return append(other, m.index.amount(amount)...)
			}
		}
	default:
	}
	return m.index.amount(amount)
}

// monthsOrYears returns the seconds of whole years for those of as many months as they have, and the other way round: 24 months are two years.
func monthsOrYears(seconds Decimal) (other Decimal, ok bool) {
	n, _, ok := seconds.Int64(0)
	year, month := unitSeconds(unitYear), unitSeconds(unitMonth)
	switch {
	case !ok || n <= 0 || !seconds.IsInt():
		return other, false
	case n%year == 0:
		return whole(n / year * 12 * month), true
	case n%(12*month) == 0:
		return whole(n / (12 * month) * year), true
	}
	return other, false
}

// upperCount returns how many units the upper end of a range of time counts, in the unit of its lower end.
func (c *Claim) upperCount(amount Decimal) (n Decimal, ok bool) {
	v := &c.Readings[0]
	if c.count.IsZero() || v.single() || !amount.Equal(v.High) || v.Low.IsZero() {
		return n, false
	}
	n, err := v.High.Mul(c.count)
	if err != nil {
		return n, false
	}
	n, err = n.Quo(v.Low)
	return n.Trim(0), err == nil && n.IsInt()
}

// matches returns 0 where s supports c, given that the values are equal, or the reason why it does not.
func (m *matcher) matches(c *Claim, s *Source) Reason {
	switch {
	case !sameKind(c.Kind, s.Kind) && !(s.Origin == User && c.Kind == Money && s.Kind == Quantity) && !(s.Kind == Money && c.inHundredths()):
		return Unsourced
	case s.span != 0 && !c.period:
		return Unsourced
	case s.Origin == Known && !m.inside(c, s.Path):
		return Unsourced
	case s.Origin == User && c.Place == "reply":
		return Unsourced
	case c.Kind == Done && (c.own && s.Path != "" || s.rare != nil && s.rare.object != "" && !m.reply.speaksOf(c, s.rare.object)):
		return Unsourced
	case c.Kind == Money && !currenciesMeet(c, s):
		return CurrencyMismatch
	case m.misfit(c, s) != "":
		return Misattributed
	}
	return 0
}

// inHundredths reports whether a bare figure is written as an amount: "you're still 16.20 short".
func (c *Claim) inHundredths() bool {
	return c.Kind == Quantity && c.gauge&^gaugeThings == 0 && c.Readings[0].Amount.Scale() == 2
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

// hasCode reports whether a code is one of a list; it looks at the first letters first, for a sign can mean twenty currencies.
func hasCode(list []string, code string) bool {
	for _, c := range list {
		if c != "" && code != "" && c[0] == code[0] && c == code {
			return true
		}
	}
	return false
}

// currenciesMeet reports whether both can be of one currency.
func currenciesMeet(c *Claim, s *Source) bool {
	if len(c.Currencies) == 0 || s.Origin == User && s.Currency == "" && len(s.more().currencies) == 0 {
		return true
	}
	if s.Currency != "" {
		return hasCode(c.Currencies, s.Currency)
	}
	return slices.ContainsFunc(s.more().currencies, func(code string) bool { return hasCode(c.Currencies, code) })
}

// plays reports whether the claim's words give its figure another role than the source has. A day has none; a price may
// be called what its record, its tool or its server says that it is the price of.
func (c *Claim) plays(s *Source) bool {
	return c.Kind != Date && c.Role.contradicts(s.Role) && !(s.Role == RolePrice && s.priceOf(c.Role))
}

// priceOf reports whether the source's path, tool or server name the role: the price of a "shipping/options" is that of
// shipping.
func (s *Source) priceOf(r Role) bool {
	return s.told().roles&(1<<r) != 0 || rolesOf(s.Tool)&(1<<r) != 0 || rolesOf(s.Server)&(1<<r) != 0
}

// rolesOf returns the roles that words of a path or a name stand for, a bit each.
func rolesOf(text string) (found uint16) {
	words, n := fieldWords(text)
	for _, w := range words[:n] {
		found |= 1 << readKey(w).role
	}
	return found
}

// contradicts reports whether a figure of role r in the text is not one of role s in a record.
func (r Role) contradicts(s Role) bool {
	if r == 0 || s == 0 || r == s {
		return false
	}
	switch r {
	case RolePrice:
		return s != RoleTotal
	case RoleTotal:
		return s != RolePrice && s != RoleOther && s != RoleBalance
	case RoleBalance:
		return s != RoleTotal
	case RoleListPrice:
		return s != RolePrice && s != RoleOther
	case RoleDiscount: // a voucher has a balance
		return s != RoleOther && s != RoleBalance
	default:
	}
	return s != RoleOther
}

// owns reports whether a claim that "is" alone makes a price, or the name of a savings account a discount, is the balance of the
// account that is named around it, or of the card that its clause speaks of.
func (m *matcher) owns(c *Claim, s *Source) bool {
	if c.weak && c.Role == RolePrice && s.Role == RoleOther && m.reply.tokens != nil && s.told().terms&topics&m.askedFor() != 0 {
		return true // "Has my refund been made?" "It has; it's €45."
	}
	if s.Role != RoleBalance || c.Role != RoleDiscount && (!c.weak || c.Role != RolePrice) {
		return false
	}
	for g := s.group; g != nil; g = g.parent {
		if m.names(g) {
			return true
		}
	}
	return c.Role == RolePrice && m.reply.inHolder(c)
}

// inHolder reports whether the claim's clause speaks of a card, an account or the like, and of no price: "on your card are €18.40".
func (r *Reply) inHolder(c *Claim) bool {
	if r.tokens == nil {
		return false
	}
	s := r.sentences[r.sentenceOf(int(c.first))]
	for j := int(c.first) - 1; j >= window(s, int(c.first), reach) && !clause(&r.tokens[j]); j-- {
		if r.tokens[j].sounds(toneHolder) {
			return true
		}
	}
	for j := int(c.next); j < min(s.next, int(c.next)+8) && !clause(&r.tokens[j]); j++ {
		if r.tokens[j].sounds(toneHolder) {
			return true
		}
	}
	return false
}

// delivers reports whether a price is that of the shipping, or "is" the tax: the claim's sentence speaks of it before, and of no amount
// between ("delivery on Sunday, 10 May, costs €9.90").
func (m *matcher) delivers(c *Claim, s *Source) bool {
	r := m.reply
	if c.Role != RolePrice || s.Role != RoleShipping && !(c.weak && s.Role == RoleTax) || r.tokens == nil {
		return false
	}
	if m.names(s.group) && !slices.ContainsFunc(m.index.sources, func(o *Source) bool { return o.group == s.group && o.Kind == Money && o.Role != RoleShipping }) {
		return true // a way of shipping by its name
	}
	if s.threshold() && r.freed(c) {
		return true
	}
	sentence := r.sentences[r.sentenceOf(int(c.first))]
	for j := int(c.first) - 1; j >= window(sentence, int(c.first), reach); j-- {
		if e := r.phraseAt(j); e != nil && (e.role == s.Role || s.Role == RoleShipping && e.about == AboutDelivery) {
			return true
		}
		if r.tokens[j].has(cueWith|cueAnd) || r.inMoney(j) {
			return false
		}
	}
	return false
}

// inMoney reports whether token j belongs to an amount.
func (r *Reply) inMoney(j int) bool {
	c := r.claimOver(j)
	return c != nil && c.Kind == Money
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
