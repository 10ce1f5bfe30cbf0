package guard

// ahead says how much of the text behind a claim has to be known before what was found out about the claim is final.
type ahead uint8

const (
	aheadNear     ahead = iota // the words next to it: at most nearTokens
	aheadSentence              // the rest of its sentence
	aheadNext                  // the next sentence as well
	aheadAll                   // the whole text
)

// nearTokens is how many tokens behind a claim its subject, its role and what denies it are looked for.
const nearTokens = 8

// note keeps that something about the claim rests on the text as far as a.
func (c *Claim) note(a ahead) { c.ahead = max(c.ahead, a) }

// ask keeps that a rule has read of the claim what rests on the text as far as a. Claims of a text that is complete
// keep nothing, and are not changed.
func (c *Claim) ask(a ahead) {
	if c.reply != nil && c.reply.streamed {
		c.asked = max(c.asked, a)
	}
}

// IsAsserted returns Asserted. Rules ask through it, so that a [Gate] knows that the verdict rests on the text behind
// the claim.
func (c *Claim) IsAsserted() bool {
	if c.Echo {
		c.ask(aheadNext)
	} else {
		c.ask(aheadSentence)
	}
	return c.Asserted
}

// IsQuoted returns Quoted, and is to it what [Claim.IsAsserted] is to Asserted.
func (c *Claim) IsQuoted() bool {
	if c.Quoted && c.reply != nil && c.reply.quoting {
		c.ask(aheadAll) // a mark that is never closed opened no quotation
	}
	return c.Quoted
}

// reached returns the byte up to which names behind a claim are looked for in its sentence.
func (r *Reply) reached(c *Claim) int {
	last := min(int(c.next)+reach, len(r.tokens)) - 1
	return min(c.Sentence.End, int(r.tokens[last].end))
}

// limits returns how far the derivations of a claim may look, one after the other: what is nearer counts first, so that
// what was found is not lost when more text follows. Each is the token where it ends.
func (r *Reply) limits(c *Claim) [4]int {
	n := r.sentenceOf(int(c.first))
	all := len(r.tokens)
	list := [4]int{min(int(c.next), all), r.sentences[n].next, all, all}
	if n+1 < len(r.sentences) {
		list[aheadNext] = r.sentences[n+1].next
	}
	return list
}
