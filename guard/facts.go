package guard

import "slices"

// facts say whether a token, or the phrase that begins with it, may say anything about a claim near it, and what sort of
// thing: most tokens say nothing, and are passed over at once. A token that has a fact may still say nothing.
type facts uint16

const (
	factClause  facts = 1 << iota // ends a clause
	factDigits                    // is a figure
	factBracket                   // is a closing bracket
	factAbout                     // names a subject
	factRole                      // names a role, or a word that makes a price of a figure
	factDeny                      // denies, or ends what is denied
	factSuppose                   // supposes
	factTerm                      // names what an amount is for, or per
	factBack                      // tells that money goes back
)

// freezeFacts settles what a word or a phrase may say.
func (e *entry) freezeFacts() {
	moves := actionNames[e.action] == "refund" || actionNames[e.action] == "transfer"
	for _, f := range [...]struct {
		fact  facts
		holds bool
	}{
		{factAbout, e.about != 0},
		{factRole, e.role != 0 || e.about == AboutPrice || e.tones&toneNow != 0 || e.cues&cueIs != 0},
		{factDeny, e.tones&(toneDeny|toneBut) != 0 || e.cues&cueNot != 0},
		{factSuppose, e.cues&(cueSuppose|cueIf|cueWould) != 0},
		{factTerm, e.terms != 0 || e.cues&(cueTotal|cuePer) != 0},
		{factBack, e.tones&toneBack != 0 || moves},
	} {
		if f.holds {
			e.facts |= f.fact
		}
	}
}

// note fills in the facts of the tokens of a sentence.
func (r *Reply) note(s sentence) {
	r.facts = slices.Grow(r.facts[:0], s.next)[:s.next]
	for j := s.first; j < s.next; j++ {
		r.facts[j] = r.factsOf(j)
	}
}

// factsOf returns the facts of token j.
func (r *Reply) factsOf(j int) facts {
	t := &r.tokens[j]
	switch t.kind {
	case tokenDigits:
		return factDigits
	case tokenPunct:
		switch {
		case clause(t):
			return factClause
		case t.sym == ')':
			return factBracket
		}
		return 0
	default:
	}
	found := facts(0)
	if t.hash == hashT {
		found = factDeny // "isn't"
	}
	if onTop.has(t.hash) {
		found |= factTerm
	}
	if t.word == nil {
		return found
	}
	found |= t.word.facts
	if t.word.phrase {
		if e := r.phraseAt(j); e != nil {
			found |= e.facts
		}
	}
	return found
}

// hashSet is a short list of words. Most words that are not in it are told by one bit.
type hashSet struct {
	filter uint64
	list   []uint64
}

func newHashSet(list ...uint64) hashSet {
	s := hashSet{list: list}
	for _, h := range list {
		s.filter |= 1 << (h >> 58)
	}
	return s
}

func (s *hashSet) has(h uint64) bool {
	return s.filter&(1<<(h>>58)) != 0 && slices.Contains(s.list, h)
}
