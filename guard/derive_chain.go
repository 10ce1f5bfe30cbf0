package guard

// A sum may take in what the reply has derived before it: "4 mugs at €12.50 are €50, with the €35 scarf €85". What was
// derived from derived values is no operand.

// addend is an amount that the reply states with a source, or has derived.
type addend struct {
	claim  *Claim
	source *Source
}

// addable reports whether a derived amount may be an operand: its own derivation is short enough to be followed.
func (s *Source) addable() bool { return s.depth() < maxChain }

// maxChain bounds how many derivations of a reply may rest on each other.
const maxChain = 4

// depth returns how many derivations lie between s and the values of the tools.
func (s *Source) depth() int {
	n := 0
	for _, o := range s.Operands {
		n = max(n, o.depth()+1)
	}
	return n
}

// timesOf returns how many the words before claim c in its clause, as far back as the amount before it, count; 1 if none.
func (d *deriver) timesOf(c *Claim) Decimal {
	r := d.m.reply
	p := parser{reply: r, tokens: r.tokens, lex: r.lexicon()}
	s := r.sentences[r.sentenceOf(int(c.first))]
	for j := int(c.first) - 1; j >= window(s, int(c.first), 6) && (!clause(&r.tokens[j]) || r.tokens[j].is('(') && j >= int(c.first)-2) && !r.inMoney(j); j-- {
		if n, ok := p.smallNumber(j); ok && r.countsAt(j) && !d.m.inMention(j) && !r.measuresAt(j) {
			return n
		}
	}
	return whole(1)
}

// measuresAt reports whether the number at token j is one of a measure: "25 GB".
func (r *Reply) measuresAt(j int) bool {
	c := r.claimOver(j)
	return c != nil && c.Kind == Quantity && c.gauge&^(gaugeThings|gaugeRate) != 0
}

// inMention reports whether token j stands inside a name, whose numbers count nothing: "StudyBook 14". At its beginning one may.
func (m *matcher) inMention(j int) bool {
	t := &m.reply.tokens[j]
	for i := range m.mentions {
		if n := &m.mentions[i]; int(t.start) > n.span.Start && int(t.end) <= n.span.End {
			return true
		}
	}
	return false
}

// resultWords say that an amount follows from those before it: "also 44 €".
var resultWords = hashWords("so", "therefore", "thus", "hence", "also", "somit", "folglich", "donc", "soit", "quindi", "dunque", "cioè", "así", "luego", "dus", "oftewel")
