package guard

import "slices"

// Which records and words stand beside an amount that a reply works out.

// listsBehind reports whether a colon or a bracket stands directly behind an amount.
func (r *Reply) listsBehind(c *Claim) bool {
	for j := int(c.next); j < min(len(r.tokens), int(c.next)+4); j++ {
		if t := &r.tokens[j]; t.is(':') || t.is('(') || t.is('=') || t.is('–') || t.is('—') {
			return true
		}
	}
	return false
}

// sentenceSays reports whether the claim's sentence has one of the words of a key.
func (d *deriver) sentenceSays(ids *wordIDs) bool {
	r := d.m.reply
	s := r.sentences[r.sentenceOf(int(d.c.first))]
	for j := s.first; ids != nil && j < min(s.next, d.limit); j++ {
		if r.saysOf(j, ids) {
			return true
		}
	}
	return false
}

// another reports whether the sentence says "another", "one more" or their like.
func (d *deriver) another() bool { return d.hasWord(anotherWords) }

// hasWord reports whether one of the words stands in the claim's sentence, as far as is looked.
func (d *deriver) hasWord(list []uint64) bool {
	r := d.m.reply
	s := r.sentences[r.sentenceOf(int(d.c.first))]
	for j := s.first; j < min(s.next, d.limit); j++ {
		if slices.Contains(list, r.tokens[j].hash) {
			return true
		}
	}
	return false
}

// anotherWords say that one more of something comes on top.
var anotherWords = hashWords("another", "more", "extra", "additional", "adding", "third", "fourth", "weitere", "weiteren", "weiterer", "weiteres", "zusätzlich", "zusätzliche", "zusätzlichen", "noch",
	"dritte", "dritten", "dritter", "drittes", "vierten", "autre", "supplémentaire", "supplémentaires", "troisième", "plus", "otro", "otra", "más", "tercer", "tercera", "adicional", "altro", "altra", "ulteriore", "terzo", "terza", "più",
	"nog", "extra", "derde", "mais", "outro", "outra", "terceiro", "terceira", "till", "ytterligare", "tredje")

// beside reports whether two records are one, or stand in one.
func beside(g, o *group) bool {
	return g == o || g != nil && o != nil && (g.parent == o.parent && g.parent != nil || g.parent == o || o.parent == g)
}

// spokenRecords returns the records that the sentence names, or states something else of.
func (d *deriver) spokenRecords() []*group {
	list := d.mentioned()
	for i := range d.m.reply.Claims {
		o := &d.m.reply.Claims[i]
		if o == d.c || o.Sentence != d.c.Sentence || o.Kind == Money || len(o.Sources) != 1 || len(list) == maxCounts {
			continue
		}
		if g := o.Sources[0].group; g != nil && g.listed() && !slices.Contains(list, g) {
			list = append(list, g)
		}
	}
	return list
}

// signed returns an amount as it counts in a sum: what is taken off is negative.
func (d *deriver) signed(s *Source) Decimal {
	if s.Role == RoleDiscount || s.credited() || d.withoutIt(s) {
		return s.Amount.Abs().Neg()
	}
	return s.Amount
}
