package guard

import "slices"

// That a charge is free is an amount of nothing: "Express is free for you" is as wrong as another price where a tool has
// said what it costs. Where none has, and for whatever else may be free, it is no claim.

// freeAt yields an amount of zero at a word for "free" behind "is" or its like.
func (p *parser) freeAt(i int) int {
	t := &p.tokens[i]
	if !t.sounds(toneFree|toneGratis) || p.reply.Place != "" || t.joined() && i > 0 && p.tokens[i-1].is('-') {
		return i
	}
	if n := p.get(i + 1); n != nil && n.gap < line && (n.is('-') || n.is('?') || n.has(cueOf|cueFrom) && !p.get(i+2).sounds(toneCharge)) {
		return i
	}
	adverb := !p.saidOf(i, 3)
	if adverb && !p.freely(i) {
		return i
	}
	f := figure{n: 1}
	c := p.emit(Money, &f, i, i+1)
	c.free, c.freely = true, adverb
	return i + 1
}

// saidOf reports whether what begins at token i is said of something: "is" or its like stands among the few tokens before it, in its
// clause and not denied.
func (p *parser) saidOf(i, few int) bool {
	for j := i - 1; j >= max(p.done, i-few); j-- {
		b := &p.tokens[j]
		switch {
		case clause(b) || b.is('.') || b.is('!') || b.is('?') || p.tokens[j+1].gap >= line || p.reply.deniesAt(p.tokens, j):
			return false
		case b.has(cueCopula) || b.hash == hashS && j > 0 && p.tokens[j-1].is('\''):
			return true
		}
	}
	return false
}

// dropFree leaves out the claims that something is free which no tool has named a charge for.
func (m *matcher) dropFree() {
	r := m.reply
	r.Claims = slices.DeleteFunc(r.Claims, func(c Claim) bool { return c.free && !m.charges(&c) && !m.stocked(&c) })
}

// charges reports whether the evidence has an amount for what the claim calls free, and none of zero.
func (m *matcher) charges(c *Claim) bool {
	r := m.reply
	s := r.sentences[r.sentenceOf(int(c.first))]
	if c.Kind == Money && c.next-c.first > 1 {
		return m.chargesFee(c, s)
	}
	if c.Kind != Money || c.freely && m.conditioned(c) || !c.freely && r.granted(c, s) {
		return false
	}
	if c.freely {
		return m.chargesFor(c)
	}
	from := int(c.first)
	for from > s.first && !clause(&r.tokens[from-1]) {
		from--
	}
	var named []*group
	for i := range m.mentions {
		if n := &m.mentions[i]; n.span.Start >= int(r.tokens[from].start) && n.span.End <= c.Span.Start {
			named = append(named, n.label.groups...)
		}
	}
	role, about, back := Role(0), term(0), false
	for j := from; j < int(c.first); j++ {
		if e := r.phraseAt(j); e != nil {
			if e.role == RoleShipping {
				role = RoleShipping
			}
			about |= r.terms(j) & (topics &^ termRefund)
			back = back || e.object != 0 && actionNames[e.object] == "return"
		}
	}
	found := false
	for _, o := range m.index.sources {
		if o.Kind != Money || o.Origin != Field || !m.chargeOf(o, r.tokens[c.first].sounds(toneGratis), named, role, about, back) {
			continue
		}
		if o.Amount.IsZero() {
			return false
		}
		found = true
	}
	return found || len(named) == 0 && !back && role == 0 && m.chargesFor(c)
}

// chargeOf reports whether an amount is the charge for what a clause names: a record, or else the way back, shipping or a
// topic. A record is free in the sense of an amount only by a word that has no other, or as a way of shipping.
func (m *matcher) chargeOf(o *Source, sure bool, named []*group, role Role, about term, back bool) bool {
	if o.threshold() {
		return false
	}
	switch {
	case len(named) > 0:
		return slices.Contains(named, o.group) && (o.Role == RolePrice || o.Role == RoleShipping || o.Role == 0) && (sure || role != 0 || o.priceOf(RoleShipping))
	case back:
		return returns(o.Path)
	case role == RoleShipping:
		return (o.Role == RoleShipping || o.Role == RolePrice && o.priceOf(RoleShipping)) && !returns(o.Path)
	case about != 0:
		return (o.told().terms|termsOf(o.Tool))&about != 0
	}
	return false
}

// threshold reports whether the amount is what an order has to reach, as under "free_shipping_from", or what it lacks of that.
func (s *Source) threshold() bool {
	t := s.told()
	return t.reach || t.lacks && s.priceOf(RoleShipping)
}

// reachWord reports whether a word of a key names what an order has to reach.
func reachWord(w string) bool {
	switch w {
	case "free", "from", "threshold", "min", "minimum", "minimo", "mínimo", "minima", "mínima", "minimale", "minimaal", "mindestbestellwert", "minsta", "above", "over", "ab", "frei", "gratis", "kostenlos",
		"gratuit", "gratuite", "gratuita", "gratuito", "soglia", "schwelle", "seuil", "umbral", "drempel":
		return true
	}
	return false
}

// returns reports whether a path speaks of sending something back.
func returns(path string) bool {
	words, n := fieldWords(lastKey(path))
	for _, w := range words[:n] {
		if e := wordOf(w); w == "return" || e != nil && e.object != 0 && actionNames[e.object] == "return" {
			return true
		}
	}
	return false
}

// lastKey returns the last key of a path.
func lastKey(path string) string {
	for i := len(path) - 1; i >= 0; i-- {
		if path[i] == '.' {
			return path[i+1:]
		}
	}
	return path
}

// bidWords bid the customer to buy more.
var bidWords = hashWords("add", "spend", "order", "buy", "legen", "lege", "bestellen", "bestelle", "kaufen", "kaufe", "ajoutez", "ajoute", "commandez", "commande", "añade", "añada", "aggiungi", "aggiunga",
	"ordina", "voeg", "bestel", "adicione", "adiciona", "compra", "lägg", "beställ", "köp")

// granted reports whether the sentence says on what condition something is free, or only asks or supposes it.
func (r *Reply) granted(c *Claim, s sentence) bool {
	if c.Quoted || c.Negated || c.Struck || r.tokens[s.next-1].is('?') || slices.Contains(bidWords, r.tokens[s.first].hash) {
		return true
	}
	for j := s.first; j < min(s.next, int(c.next)+reach); j++ {
		t := &r.tokens[j]
		switch {
		case j >= int(c.first) && j < int(c.next):
		case j < int(c.first) && r.cuesAt(j)&cueFrom != 0 && r.amountSoon(j+1, int(c.first)):
			return true // "from €49 shipping is free"
		case t.has(cueIf | cueWould | cueOver | cueWith | cueSuppose), t.has(cueUpTo) && t.hash != hashWithin, t.has(cueModal) && !t.has(cueHave|cueTo),
			j == int(c.next) && t.has(cueFrom):
			return true
		case j == int(c.next) && t.has(cueFor) && !(j+1 < s.next && r.tokens[j+1].has(cueYours)):
			return true // "free for members"
		case j > int(c.first) && r.inClaimOf(j, Money):
			return true // "free on orders of €50"
		}
	}
	return false
}

// amountSoon reports whether an amount begins among the few tokens from i on, before the one at end.
func (r *Reply) amountSoon(i, end int) bool {
	for j := i; j < min(end, i+4, len(r.tokens)); j++ {
		if r.inMoney(j) {
			return true
		}
	}
	return false
}

// inClaimOf reports whether token j belongs to a claim of that kind.
func (r *Reply) inClaimOf(j int, k Kind) bool {
	for i := range r.Claims {
		if c := &r.Claims[i]; c.Kind == k && int(c.first) <= j && j < int(c.next) {
			return true
		}
	}
	return false
}
