package guard

import (
	"slices"
	"strings"
)

// netForGross reports whether s is an amount before tax or shipping and the claim is of the whole, or the other way
// round, where the record holds both.
func (m *matcher) netForGross(c *Claim, s *Source) bool {
	if s.Origin != Field || s.group == nil || c.Role == RoleTax || c.Role == RoleShipping || c.terms&measures != 0 {
		return false
	}
	if s.threshold() {
		return false
	}
	part := partial(s.Path)
	switch {
	case part == (c.terms&termSub != 0):
		return false
	case part && (!c.entire() || m.reply.addend(c)) && m.addsUp(c) && !m.holdsTax(c):
		return false
	case part && !c.entire() && m.reply.ofGoods(c):
		return false
	}
	for _, o := range m.index.sources {
		if o.Kind != Money || o.Origin != Field || o.group == nil || o.Amount.Equal(s.Amount) || partial(o.Path) == part || o.Server != s.Server || o.Tool != s.Tool || part && (s.group.inList(o.group) && !c.entire() || o.group.inList(s.group)) {
			continue
		}
		if other := part || s.Role == RoleTotal || s.told().taxed; other && (o.Role == RoleTotal || !part || o.told().taxed) && near(o.group, s.group) && !(part && !c.entire() && m.saidBeside(c, o)) {
			return true
		}
	}
	return false
}

// inList reports whether a record stands in a list inside another: a line of an order.
func (g *group) inList(outer *group) bool {
	for listed := false; g != nil; g = g.parent {
		if g == outer {
			return listed
		}
		listed = listed || g.array
	}
	return false
}

// partial reports whether a path names an amount to which something is still added.
func partial(path string) bool {
	return termsOf(path)&termSub != 0 || termsOf(lastKey(path))&termWithout != 0
}

// grossWord reports whether a word of a key says that a tax is in the amount.
func grossWord(w string) bool {
	switch w {
	case "gross", "brutto", "bruto", "lordo", "ivato", "ivata", "ttc":
		return true
	}
	return false
}

// near reports whether two records are one, or one is inside the other.
func near(g, o *group) bool { return g != nil && o != nil && (g == o || g.within(o) || o.within(g)) }

// entire reports whether the claim is said to be the whole amount.
func (c *Claim) entire() bool { return c.whole || c.terms&termWhole != 0 || c.Role == RoleTotal }

// addsUp reports whether the claim's sentence names a tax or a shipping that comes on top.
func (m *matcher) addsUp(c *Claim) bool {
	for i := range m.reply.Claims {
		if o := &m.reply.Claims[i]; o != c && o.Sentence == c.Sentence && (o.Role == RoleTax || o.Role == RoleShipping) {
			return true
		}
	}
	return false
}

// holdsTax reports whether the claim's sentence says that a tax is part of the amount: "the €238 include €38 VAT", "299 € IVA
// inclusa", "in den 238 € sind 38 € MwSt. enthalten".
func (m *matcher) holdsTax(c *Claim) bool {
	r := m.reply
	s := r.sentences[r.sentenceOf(int(c.first))]
	next := int(c.next)
	for next < s.next && !r.inMoney(next) {
		next++
	}
	for j := int(c.next); j < next; j++ {
		if slices.Contains(withTax[:], r.tokens[j].hash) || r.soundsAt(j, toneIncl) && (r.taxIn(max(int(c.next), j-2), j) || r.taxIn(j+1, min(j+8, s.next))) {
			return true
		}
	}
	for j := int(c.first) - 1; j >= window(s, int(c.first), 3); j-- {
		if r.tokens[j].has(cueIn) {
			return r.taxIn(next, s.next) && r.includes(next, s.next)
		}
	}
	return false
}

// withTax are words that alone say that the tax is in an amount.
var withTax = [...]uint64{hashWord("ttc"), hashWord("brutto"), hashWord("bruto"), hashWord("lordo"), hashWord("gross")}

// taxIn reports whether a word for a tax stands among tokens.
func (r *Reply) taxIn(from, to int) bool {
	for j := from; j < to; j++ {
		if r.fieldWord(j)&wordTax != 0 {
			return true
		}
	}
	return false
}

// includes reports whether "includes" or its like stands among tokens.
func (r *Reply) includes(from, to int) bool {
	for j := from; j < to; j++ {
		if r.soundsAt(j, toneIncl) {
			return true
		}
	}
	return false
}

// besideNamed reports whether the claim names a record with amounts of its own, and s is an amount of another sort that
// stands beside that record: the shipping of a cart for the price of an item in it.
func (m *matcher) besideNamed(c *Claim, s *Source) bool {
	if s.Origin != Field || s.group == nil || c.entire() || c.Role == s.Role && s.Role != RolePrice || len(m.around) == 0 || s.threshold() {
		return false
	}
	switch s.Role {
	case RoleShipping, RoleTax, RoleDiscount, RoleOther, RoleCost:
	default:
		if s.told().terms&topics&^c.terms == 0 {
			return false
		}
	}
	for _, n := range m.around {
		if n.compared {
			continue
		}
		for _, g := range n.label.groups {
			if g.priced && g != s.group && g.within(s.group) {
				return true
			}
		}
	}
	return false
}

// freed reports whether the words before a claim say that something is free: "it's free from €75".
func (r *Reply) freed(c *Claim) bool {
	s := r.sentences[r.sentenceOf(int(c.first))]
	for j := int(c.first) - 1; j >= window(s, int(c.first), 6) && !clause(&r.tokens[j]); j-- {
		if r.tokens[j].sounds(toneFree) || r.tokens[j].sounds(toneGratis) {
			return true
		}
	}
	return false
}

// cartWords are what goods lie in that are not paid for yet.
var cartWords = hashWords("basket", "cart", "bag", "warenkorb", "einkaufswagen", "panier", "carrito", "cesta", "carrello", "winkelmand", "winkelmandje", "mandje", "winkelwagen", "carrinho", "cesto", "varukorg", "varukorgen", "kundvagn")

// ofGoods reports whether the words beside a claim say that it is what the goods come to: "your €80 basket", "96 € d'articles".
func (r *Reply) ofGoods(c *Claim) bool {
	s := r.sentences[r.sentenceOf(int(c.first))]
	for j := max(s.first, int(c.first)-4); j < min(s.next, int(c.next)+4); j++ {
		if (slices.Contains(goodsWords, r.tokens[j].hash) || slices.Contains(cartWords, r.tokens[j].hash)) && !r.inClaim(j) {
			return true
		}
	}
	return false
}

// foreign reports whether s is for something, as a fee or a refund, that the claim's sentence does not speak of.
func (m *matcher) foreign(c *Claim, s *Source) bool {
	asked := m.askedFor()
	if s.Origin != Field || c.Role != RolePrice && c.Role != RoleTotal && c.Role != RoleListPrice && !c.entire() && c.terms&measures == 0 && len(m.around) == 0 && asked == 0 {
		return false
	}
	about := s.told().terms & topics
	if about == 0 && s.group != nil && s.group.best != "" && len(s.group.best) <= maxTitle {
		about = termsOf(s.group.best) & topics
	}
	if about == 0 || about&c.terms != 0 || about == termFee && bareFee(keyOf(s.Path)) || about&termsOf(s.Tool) != 0 {
		return false // what a tool named "refund" returned is a refund
	}
	if g := s.group.called(); g != nil && g.best != "" && m.names(g) && m.alone(g, s) {
		return false // "£2.40 for Atlas" of {"title": "Atlas", "fine": 2.40}
	}
	if about&asked != 0 {
		return false // "What is gift wrapping?" "€3.50."
	}
	r := m.reply
	if int(c.next) < len(r.tokens) && r.cuesAt(int(c.next))&cueMore != 0 {
		return false // "for a gift it is €3.50 more"
	}
	var keys wordIDs
	keys.addText(s.Path)
	sentence := r.sentences[r.sentenceOf(int(c.first))]
	if about&termRefund != 0 && r.movedBack(c, sentence) {
		return false
	}
	for j := sentence.first; j < min(sentence.next, sentence.first+8*reach); j++ {
		if r.terms(j)&about != 0 || r.saysKey(j, s.Path) || r.saysOf(j, &keys) {
			return false
		}
	}
	return (about != termFee || termsOf(keyOf(s.Path))&periods == 0) && m.priceBeside(c, s, asked)
}

// alone reports whether a record has no amount but s, and what has to be reached.
func (m *matcher) alone(g *group, s *Source) bool {
	return !slices.ContainsFunc(m.index.sources, func(o *Source) bool {
		return o != s && o.Kind == Money && o.group != nil && (o.group == g || o.group.within(g)) && !o.threshold()
	})
}

// bareFee reports whether a key calls an amount a fee and says nothing of what for: it may be the price.
func bareFee(key string) bool {
	switch strings.ToLower(key) {
	case "fee", "gebuehr", "gebühr", "kursgebuehr", "kursgebühr", "frais", "taxa", "avgift", "quota", "cuota":
		return true
	}
	return false
}

// saysKey reports whether token j is a word of a path that has at least five letters, and no word for an amount: the
// "consultation" of "consultation_fee".
func (r *Reply) saysKey(j int, path string) bool {
	t := &r.tokens[j]
	if t.kind != tokenWord || t.end-t.start < 5 || t.word != nil && (t.word.about == AboutPrice || t.word.role != 0 && t.word.role != RoleShipping || t.word.terms&(termFee|termWhole) != 0 || t.sounds(toneDeed|toneSum)) {
		return false
	}
	for len(path) > 0 {
		n := strings.IndexAny(path, "._[] ")
		word, rest := path, ""
		if n >= 0 {
			word, rest = path[:n], path[n+1:]
		}
		if len(word) >= 5 && hashWord(word) == t.hash {
			return true
		}
		path = rest
	}
	return false
}

// priceBeside reports whether the result that a fee stands in has an amount that is for nothing special, or for what was asked for, nor per
// anything: one that the fee could be taken for.
func (m *matcher) priceBeside(c *Claim, fee *Source, asked term) bool {
	for _, o := range m.index.sources {
		if o.Kind == Money && o.Origin == Field && o.Server == fee.Server && o.Tool == fee.Tool && !o.Amount.Equal(fee.Amount) && !o.threshold() && !m.saidBeside(c, o) &&
			o.told().terms&topics&^asked == 0 && !perPath(o.Path) {
			return true
		}
	}
	return false
}

// perPath reports whether a path names what its amount is per: "pence_per_kwh".
func perPath(path string) bool {
	words, n := fieldWords(path[strings.LastIndexByte(path, '.')+1:])
	return slices.ContainsFunc(words[:n], perWord)
}

// askedFor returns the topics of the customer's latest message, where the claim's sentence names no record.
func (m *matcher) askedFor() term {
	if len(m.around) > 0 || m.reply.heard == nil || len(m.reply.Said) == 0 {
		return 0
	}
	return m.reply.heard.topics
}

// flatRange reports whether the claim is the upper end of a range whose lower end is the same amount: "from €50 to €50".
func (m *matcher) flatRange(c *Claim) bool {
	r := m.reply
	if c.Kind != Money || r.tokens == nil || int(c.first) < 2 || len(c.Readings) == 0 || !r.tokens[c.first-1].has(cueTo|cueAnd) {
		return false
	}
	for i := range r.Claims {
		o := &r.Claims[i]
		if o.next != c.first-1 || o.Kind != Money || !o.Readings[0].Amount.Equal(c.Readings[0].Amount) {
			continue
		}
		for j := int(o.first) - 1; j >= max(0, int(o.first)-2); j-- {
			if r.tokens[j].has(cueFrom | cueBetween) {
				return true
			}
		}
	}
	return false
}
