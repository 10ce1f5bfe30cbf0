package guard

import (
	"slices"
	"strings"
)

// says returns the terms in the source's path, tool and record.
func (s *Source) says() term {
	have := s.keysSay() | termsOf(s.Server)&(termPlan|topics)
	for g := s.group; g != nil; g = g.parent {
		for _, name := range g.names {
			if len(name) <= maxTitle {
				have |= termsOf(name) & (topics | periods) // "Deposit account", "Flex monthly"
			}
		}
	}
	return have
}

// keysSay is says without the names of the records and of the server.
func (s *Source) keysSay() term {
	have := s.told().terms | termsOf(s.Tool)
	for g := s.group; g != nil; g = g.parent {
		have |= g.terms
	}
	return have
}

// maxTitle bounds the names that say what an amount is for, as "Setup fee".
const maxTitle = 40

// unnamed reports whether the claim is for or per something that the source does not speak of. A text among the arguments of a
// write says what the write is for: the refund of a price.
func (c *Claim) unnamed(s *Source) bool {
	want := c.terms & (topics | measures)
	if want == 0 || s.Origin != Field || c.Place != "reply" {
		return false
	}
	have := s.says()
	special := want & topics &^ termFee
	if special != 0 && special&have == 0 || special == 0 && want&termFee&^have != 0 && s.Role != RoleShipping && s.Role != RoleTax {
		return true
	}
	per := want & measures
	return per != 0 && per&have == 0 && !(per&^periods == 0 && levied(s.Path)) && !(per&periods != 0 && have&termPlan != 0 && have&periods == 0)
}

// unspoken reports whether the claim is for or per something that the source does not speak of, and that is not what is sold.
func (m *matcher) unspoken(c *Claim, s *Source) bool {
	return c.unnamed(s) && !m.sold(c, s) && !m.reply.ofWhole(c) && !m.onTopic(c, s) && !m.reply.addend(c)
}

// addend reports whether "+" or "plus" stands behind a claim: what the clause speaks of may be what is added, or the sum.
func (r *Reply) addend(c *Claim) bool {
	return int(c.next) < len(r.tokens) && (r.tokens[c.next].is('+') || r.plusAt(int(c.next)))
}

// onTopic reports whether another field of the result speaks of what the claim is for, and that is no amount: {"amount": 31, "refund_due": "2026-03-09"}.
func (m *matcher) onTopic(c *Claim, s *Source) bool {
	want, found := c.terms&topics, false
	if want == 0 || c.terms&measures != 0 {
		return false
	}
	for _, o := range m.index.sources {
		if o.Origin != Field || o.Tool != s.Tool || o.Server != s.Server || o.told().terms&want == 0 {
			continue
		}
		if o.Kind == Money {
			return false
		}
		found = true
	}
	return found
}

// sold reports whether the claim names the record of s, and the warranty, the insurance or the service that it speaks of may be what is sold.
func (m *matcher) sold(c *Claim, s *Source) bool {
	return c.terms&topics&^(termWarranty|termInsurance|termService) == 0 && c.terms&measures == 0 && m.namesAny(s)
}

// levied reports whether a path names a tax on a stay, which is one for a night and a person as a rule.
func levied(path string) bool {
	words, n := fieldWords(path)
	for _, w := range words[:n] {
		switch w {
		case "kurtaxe", "ortstaxe", "tassa", "tasa", "toeristenbelasting", "tourist", "citytax", "séjour", "sejour", "soggiorno":
			return true
		}
	}
	return false
}

// oneForMany reports whether the claim counts several of an item, and s is the price of one.
func (m *matcher) oneForMany(c *Claim, s *Source) bool {
	if spanKey(lastKey(s.Path)) || s.group != nil && spanKey(s.group.key) {
		return false // "3_day" says itself for how many it is
	}
	n, counted := m.count(c)
	if !counted {
		have := s.says()
		if s.Role == RoleTotal {
			have = s.told().terms // a record with a price a night has a total of all
		}
		spans := m.spans(c) & have
		return spans != 0 && (s.told().terms&spans != 0 || slices.ContainsFunc(m.index.sources, func(o *Source) bool {
			return o.Kind == Money && o.group == s.group && !o.Amount.Equal(s.Amount)
		}))
	}
	if m.bundleOf(s, n) {
		return false
	}
	if s.Role != RoleTotal {
		if m.ofEach(c, s) || m.holds(s.group, n) || countIn(lastKey(s.Path), n) {
			return false
		}
		return s.Role == RolePrice || s.Role == 0 || s.Role == RoleListPrice
	}
	q := m.quantityOf(s.group)
	return q != nil && !q.Amount.Equal(n)
}

// bundleOf reports whether s is the price of so many things that are sold as one: {"bundle": {"qty": 3, "price": "90.00"}}.
func (m *matcher) bundleOf(s *Source, n Decimal) bool {
	q := m.quantityOf(s.group)
	return q != nil && q.Amount.Equal(n) && bundled(s.Path)
}

// bundled reports whether a path names several things that are sold as one.
func bundled(path string) bool {
	words, n := fieldWords(path)
	return slices.ContainsFunc(words[:n], func(w string) bool {
		switch w {
		case "bundle", "pack", "multipack", "multibuy", "deal", "tier", "combo", "set", "paket", "lot", "pacco", "pacote":
			return true
		}
		return false
	})
}

// countIn reports whether a key has a number: an amount under "pack_4" is for four.
func countIn(key string, n Decimal) bool {
	words, k := fieldWords(key)
	return slices.Contains(words[:k], n.String())
}

// holds reports whether a record counts so many of something itself: {"price": 52, "adults": 2} is for two.
func (m *matcher) holds(g *group, n Decimal) bool {
	for _, s := range m.index.amount(n) {
		if s.Kind == Quantity && s.group == g && s.Origin == Field && s.gauge != 0 {
			return true
		}
	}
	return false
}

// ofEach reports whether "both" can mean two things that are s each: another record of its list has the same amount.
func (m *matcher) ofEach(c *Claim, s *Source) bool {
	list, ok := listPath(s.Path)
	if !ok {
		return false
	}
	both := false
	for j := int(c.first) - 1; j >= max(0, int(c.first)-4); j-- {
		both = both || m.reply.tokens[j].has(cueBoth)
	}
	for _, o := range m.index.amount(s.Amount) {
		if key, in := listPath(o.Path); both && in && key == list && o.group != s.group && o.Role == s.Role && o.Tool == s.Tool {
			return true
		}
	}
	return false
}

// quantityOf returns how many of a record are meant, or nil.
func (m *matcher) quantityOf(g *group) *Source {
	for _, s := range m.index.sources {
		if s.quantity && s.group == g && g != nil {
			return s
		}
	}
	return nil
}

// partForWhole reports whether the claim is a total, and s only one of several amounts that make it up.
func (m *matcher) partForWhole(c *Claim, s *Source) bool {
	if !c.whole && c.terms&termWhole == 0 && c.Role != RoleTotal || s.Role == RoleTotal || s.Role == RoleBalance || s.Origin != Field || s.threshold() {
		return false
	}
	if c.Role == s.Role && (s.Role == RoleTax || s.Role == RoleShipping || s.Role == RoleDiscount) {
		return false // "with €22.80 tax the total is"
	}
	if n, counted := m.count(c); counted && m.bundleOf(s, n) {
		return false
	}
	if len(m.around) > 0 && s.group != nil && m.names(s.group) {
		q := m.quantityOf(s.group)
		return q != nil && q.Amount.Cmp(whole(1)) > 0
	}
	for _, o := range m.index.sources {
		if o == s || o.Server != s.Server || o.Tool != s.Tool || o.Origin != Field {
			continue
		}
		switch {
		case o.Kind == Money && o.Role == RoleTotal && !o.Amount.Equal(s.Amount) && !m.saidBeside(c, o),
			o.quantity && o.group == s.group && o.Amount.Cmp(whole(1)) > 0:
			return true
		}
	}
	return false
}

// names reports whether the names around the claim mean the record.
func (m *matcher) names(g *group) bool {
	for _, n := range m.around {
		for _, o := range n.label.groups {
			if o == g {
				return true
			}
		}
	}
	return false
}

// wholeForPart reports whether s is a total, and the claim of a thing in a list inside its record that has an amount of its own.
func (m *matcher) wholeForPart(c *Claim, s *Source) bool {
	if s.Role != RoleTotal || s.group == nil || c.whole || c.terms&termWhole != 0 {
		return false
	}
	var item *group
	for _, n := range m.around {
		for _, g := range n.label.groups {
			if !g.within(s.group) || g.key == "*" || !g.priced && !g.listed() {
				continue // "flight LH2042" is no part of what it costs
			}
			if item != nil && item != g {
				return false
			}
			item = g
		}
	}
	if n, counted := m.count(c); counted && item != nil && n.Equal(whole(m.besides(item))) {
		return false // "all three are"
	}
	return item != nil && slices.ContainsFunc(m.index.sources, func(o *Source) bool {
		return o.group == item && o.Kind == Money && o.Role != RoleDiscount && !o.Amount.Equal(s.Amount) && !m.told(c, o)
	})
}

// besides returns how many records the list has that a record is one of.
func (m *matcher) besides(g *group) (n int64) {
	last := (*group)(nil)
	for _, s := range m.index.sources {
		if s.group != last && s.group != nil && s.group.parent == g.parent {
			last = s.group
			n++
		}
	}
	return n
}

// within reports whether the record is inside another.
func (g *group) within(outer *group) bool {
	for p := g.parent; p != nil; p = p.parent {
		if p == outer {
			return true
		}
	}
	return false
}

// beyond reports whether the claim names the lowest or the highest of several amounts, and s is another of them.
func (m *matcher) beyond(c *Claim, s *Source) bool {
	if s.Origin != Field {
		return false
	}
	low := c.terms&termLowest != 0 || c.from && c.Role != RoleListPrice
	high := c.terms&termHighest != 0
	if !low && !high && !c.Readings[0].OpenLow {
		return false
	}
	switch end := endOf(s.Path); {
	case low && end > 0, (high || c.Readings[0].OpenLow) && end < 0:
		return m.otherEnd(s, -end)
	case !low && !high:
		return false
	}
	if m.reply.restricted(c) {
		return false
	}
	list, ok := listPath(s.Path)
	only := c.from || m.superlative(c)
	for _, o := range m.index.sources {
		if !ok || o.Kind != Money || o.Origin != Field || o.Role != s.Role || o.Server != s.Server || o.Tool != s.Tool || only && o.contradicts(m.around) {
			continue
		}
		if key, listed := listPath(o.Path); !listed || key != list {
			continue
		}
		if by := o.Amount.Cmp(s.Amount); low && by < 0 || high && by > 0 {
			return true
		}
	}
	return false
}

// otherEnd reports whether the range that s is one end of has the other end as well, and another amount there.
func (m *matcher) otherEnd(s *Source, end int) bool {
	for _, o := range m.index.sources {
		if o.Kind == Money && o != s && near(o.group, s.group) && endOf(o.Path) == end && !o.Amount.Equal(s.Amount) {
			return true
		}
	}
	return false
}

// superlative reports whether the name around the claim says of what it is the lowest: "the cheapest jacket is".
func (m *matcher) superlative(c *Claim) bool {
	s := m.reply.sentences[m.reply.sentenceOf(int(c.first))]
	at := m.mentionAt(c, s)
	return at > s.first && m.reply.terms(at-1)&(termLowest|termHighest) != 0
}

// restricted reports whether "with", "in" or "for" stands directly behind the claim's superlative: "the cheapest with Wi-Fi is".
func (r *Reply) restricted(c *Claim) bool {
	s := r.sentences[r.sentenceOf(int(c.first))]
	for j := window(s, int(c.first), reach); j < int(c.first)-1; j++ {
		if r.terms(j)&(termLowest|termHighest) == 0 {
			continue
		}
		if r.tokens[j+1].has(cueWith | cueIn | cueFor) {
			return true
		}
		for k := j + 1; k <= j+3 && k < int(c.first)-1; k++ {
			if slices.Contains(thatWords, r.tokens[k].hash) {
				return true // "the cheapest one that makes it"
			}
		}
	}
	return false
}

// thatWords begin what restricts the thing before them.
var thatWords = hashWords("that", "which", "qui", "que", "che", "dat", "som")

// endForOne reports whether s is an end of a range of prices, and the claim names a record that has a price of its own: the lowest price
// of all sizes is no price of the L.
func (m *matcher) endForOne(c *Claim, s *Source) bool {
	if s.Origin != Field || c.from || endOf(s.Path) == 0 || c.terms&(termLowest|termHighest) != 0 {
		return false
	}
	for _, n := range m.around {
		if n.compared {
			return false
		}
	}
	for _, n := range m.around {
		for _, g := range n.label.groups {
			if g.ofList() && !near(g, s.group) && m.pricedApart(g, s) {
				return true
			}
		}
	}
	return false
}

// ofList reports whether a record is one of a list, or stands in one.
func (g *group) ofList() bool {
	for ; g != nil; g = g.parent {
		if g.listed() {
			return true
		}
	}
	return false
}

// pricedApart reports whether a record has an amount of the sort of s, and no range of them.
func (m *matcher) pricedApart(g *group, s *Source) bool {
	return slices.ContainsFunc(m.index.sources, func(o *Source) bool {
		return o.group == g && o.Kind == Money && o.Role == s.Role && o.Tool == s.Tool && o.Server == s.Server && endOf(o.Path) == 0
	})
}

// endOf returns -1 for a path that names the lower end of a range, as "price.min" and "min_price", and +1 for the upper.
func endOf(path string) int {
	for end := len(path); end > 0; {
		start := end
		for start > 0 && path[start-1] != '.' {
			start--
		}
		words, n := fieldWords(path[start:end])
		for i, w := range words[:n] {
			if i+1 < n && (words[i+1] == "order" || words[i+1] == "purchase" || words[i+1] == "spend" || words[i+1] == "basket") {
				return 0 // what is asked at least, and no price
			}
			switch w {
			case "min", "minimum", "lowest", "low":
				return -1
			case "max", "maximum", "highest", "high":
				return 1
			}
		}
		end = start - 1
	}
	return 0
}

// former reports whether s is what a thing cost before, and the reply gives it as its price: it neither says so, nor names the
// price of today or what is taken off.
func (m *matcher) former(c *Claim, s *Source) bool {
	if s.Role != RoleListPrice && s.Role != 0 || s.Origin != Field || s.group == nil || c.Struck || c.Place != "reply" || c.Role != 0 && c.Role != RolePrice ||
		m.reply.wordsAround(c)&wordList != 0 {
		return false
	}
	now := m.priceNow(s)
	if now == nil || m.reply.later(c) {
		return false
	}
	for i := range m.reply.Claims {
		o := &m.reply.Claims[i]
		if o != c && (o.Kind == Percent || o.Role == RoleDiscount || o.Kind == Money && len(o.Readings) > 0 && o.Readings[0].Amount.Equal(now.Amount)) {
			return false
		}
	}
	return true
}

// later reports whether the claim's sentence says before it that its amount holds after something: "then €15.99", "after the trial".
func (r *Reply) later(c *Claim) bool {
	s := r.sentences[r.sentenceOf(int(c.first))]
	var words wordIDs
	words.add(lineOf("afterwards"))
	for j := window(s, int(c.first), reach); j < int(c.first); j++ {
		if r.saysOf(j, &words) {
			return true
		}
	}
	return false
}

// priceNow returns the lower price of today in the record of an old one, or nil.
func (m *matcher) priceNow(s *Source) *Source {
	for _, o := range m.index.sources {
		if o.Kind == Money && o.group == s.group && o.Origin == Field && (s.Role == RoleListPrice && o.Role == RolePrice && o.Amount.Cmp(s.Amount) < 0 || !o.Amount.Equal(s.Amount) && renews(lastKey(o.Path), lastKey(s.Path))) {
			return o
		}
	}
	return nil
}

// renews reports whether an old key is another one with a word like "previous" before it: "amount" and "previous_amount".
func renews(key, old string) bool {
	words, n := fieldWords(old)
	if n < 2 {
		return false
	}
	switch words[0] {
	case "previous", "prior", "old", "last", "former", "vorheriger", "vorherige", "alter", "alte", "ancien", "anterior", "precedente", "vorige":
	default:
		return false
	}
	own, k := fieldWords(key)
	return slices.Equal(own[:k], words[1:n])
}

// begun reports whether a path names what there was at first.
func begun(path string) bool {
	for len(path) > 0 {
		n := strings.IndexByte(path, '.')
		key := path
		if n >= 0 {
			key, path = path[:n], path[n+1:]
		} else {
			path = ""
		}
		words, k := fieldWords(key)
		for _, w := range words[:k] {
			switch w {
			case "initial", "original", "opening", "starting", "loaded", "issued", "face", "inicial", "iniziale", "initiale", "anfang", "anfänglich", "startguthaben", "beginsaldo", "oorspronkelijk":
				return true
			}
		}
	}
	return false
}
