package guard

// negated reports whether "not" or its like governs token i: it stands before it in the same clause, with no "but"
// between, and is itself neither denied ("I don't see why it wouldn't be") nor an affirmation ("no doubt").
func (r *Reply) negated(s sentence, i int) bool {
	denied := false
	for j := i - 1; j >= window(s, i, 10); j-- {
		if r.facts[j]&(factClause|factDeny) == 0 {
			continue
		}
		switch t := &r.tokens[j]; {
		case clause(t), t.sounds(toneBut):
			return denied
		case r.soundsAt(j, toneDeny):
			denied = !denied
		case !r.denies(j), r.noDoubt(j, i), j == s.first && r.stated(i):
		default:
			denied = !denied
		}
	}
	return denied
}

// deniedAfter reports whether "isn't possible" or its like follows at token i, after a claim.
func (r *Reply) deniedAfter(s sentence, i int) bool {
	for j := i; j < min(s.next, i+4); j++ {
		t := &r.tokens[j]
		if clause(t) || t.isDigits() || t.sounds(toneBut) || t.has(cueIf|cueAnd) {
			return false
		}
		if r.denies(j) {
			return !r.noDoubt(j, s.next) && !(j+1 < s.next && (r.denies(j+1) || r.tokens[j+1].hash == hashNein))
		}
		if w := t.word; w != nil && !t.has(cueCopula|cueIs|cueWould|cueModal|cueOf|cueSelf) && (w.cues != 0 || w.about != 0) {
			return false
		}
	}
	return false
}

var hashT, hashNein = hashWord("t"), hashWord("nein")

// hypothetical reports whether the sentence up to token i only supposes.
func (r *Reply) hypothetical(s sentence, i int) bool {
	seen := cue(0)
	for j := i - 1; j >= window(s, i, reach); j-- {
		if r.facts[j]&factSuppose != 0 {
			seen |= r.tokens[j].word.cues
		}
	}
	return seen&cueSuppose != 0 || seen&cueIf != 0 && seen&cueWould != 0
}

// asserts reports whether the reply affirms the claim. It does, unless it asks, supposes or denies; what the customer
// said itself is affirmed unless the reply clearly only gives it back.
func (r *Reply) asserts(c *Claim, n int) bool {
	if c.Echo {
		return r.affirmsOwn(c, n)
	}
	return !c.Hypothetical && !c.Negated && !r.tokens[r.sentences[n].next-1].is('?')
}

// stated reports whether "is", "costs" or their like stand directly before token i.
func (r *Reply) stated(i int) bool {
	for j := i - 1; j >= max(0, i-2); j-- {
		if t := &r.tokens[j]; t.has(cueCopula) || t.word != nil && t.word.about == AboutPrice || t.hash == hashS && r.tokens[max(0, j-1)].is('\'') {
			return true
		}
	}
	return false
}

// clauseHas reports whether the word before token i, one small word aside, has the cue.
func (r *Reply) clauseHas(s sentence, i int, c cue) bool {
	for j := i - 1; j >= window(s, i, 2); j-- {
		if r.tokens[j].has(c) {
			return true
		}
	}
	return false
}

// open reports whether the claim is a bound: "under €200".
func (c *Claim) open() bool {
	return len(c.Readings) > 0 && (c.Readings[0].OpenLow || c.Readings[0].OpenHigh)
}
