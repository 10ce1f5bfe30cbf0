package guard

import (
	"slices"
	"strings"
)

// feeAt yields an amount of zero at a word for a fee that is denied: "no joining fee", "sans frais d'activation", "keine
// Aktivierungsgebühr". The word beside it, or the first part of a compound, says which one.
func (p *parser) feeAt(i int) int {
	if p.reply.Place != "" || !p.feeWord(i) {
		return i
	}
	next := i + 1
	if t := p.get(next); t.near() && (t.has(cueOf) || t.hash == hashD) {
		if next++; p.get(next).is('\'') || p.get(next).is('’') {
			next++
		}
		if p.get(next).near() && p.tokens[next].kind == tokenWord {
			next++
		} else {
			next = i + 1
		}
	}
	for j := i - 1; j >= max(p.done, i-3); j-- {
		b := &p.tokens[j]
		switch {
		case b.kind != tokenWord || !p.tokens[j+1].near():
			return i
		case slices.Contains(noWords, b.hash) && (j < i-1 || next > i+1 || p.tokens[i].terms()&termFee == 0 || p.tokens[i].end-p.tokens[i].start >= 12):
			f := figure{n: 1}
			p.emit(Money, &f, j, next).free = true
			return next
		}
	}
	return i
}

// feeWord reports whether token i is a word for a fee, or a compound that ends in one.
func (p *parser) feeWord(i int) bool {
	t := &p.tokens[i]
	if t.terms()&(termFee|termDeposit) != 0 {
		return true
	}
	if t.kind != tokenWord || t.word != nil && t.word.cues != 0 || t.end-t.start < 10 {
		return false
	}
	w := p.reply.Text[t.start:t.end]
	for _, end := range [...]string{"gebühr", "gebühren", "kosten", "pauschale", "zuschlag"} {
		if strings.HasSuffix(w, end) {
			return true
		}
	}
	return false
}

var noWords = hashWords("no", "without", "kein", "keine", "keinen", "keiner", "keinerlei", "ohne", "sans", "aucun", "aucune", "sin", "ningún", "ninguna", "senza", "nessun", "nessuna", "geen", "zonder")

// terms returns the terms of a word by itself.
func (t *token) terms() term {
	if t.word == nil {
		return 0
	}
	return t.word.terms
}

// chargesFee reports whether the evidence has an amount, and none of zero, under a key that names the fee which c denies. What is
// asked, or holds on a condition only, denies none.
func (m *matcher) chargesFee(c *Claim, s sentence) bool {
	r := m.reply
	if c.Quoted || c.Struck || r.tokens[s.next-1].is('?') {
		return false
	}
	for j := s.first; j < min(s.next, int(c.next)+reach); j++ {
		if t := &r.tokens[j]; t.has(cueIf|cueWould|cueOver|cueSuppose) || j == int(c.next) && t.has(cueFor|cueIn|cueDate) {
			return false
		}
	}
	found := false
	for _, o := range m.index.sources {
		if o.Kind != Money || o.Origin != Field || o.told().terms&(termFee|termDeposit) == 0 || o.threshold() || !m.namesFee(c, o) {
			continue
		}
		if o.Amount.IsZero() {
			return false
		}
		found = true
	}
	return found
}

// namesFee reports whether a word between "no" and the fee is one of the source's key.
func (m *matcher) namesFee(c *Claim, s *Source) bool {
	var keys wordIDs
	keys.addText(s.Path)
	for j := int(c.first) + 1; j < int(c.next); j++ {
		if m.reply.terms(j)&termDeposit&s.told().terms != 0 || m.reply.terms(j)&termFee == 0 && m.reply.saysKey(j, lastKey(s.Path)) || m.reply.saysOf(j, &keys) {
			return true
		}
	}
	return false
}
