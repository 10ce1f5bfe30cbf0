package guard

import "slices"

// paidByCustomer reports whether a deed is only what the customer has paid, beside the amount of it, which needs a source of its own ("you've
// paid €400 so far"), or that something is reckoned from it ("15 % of what you paid").
func (r *Reply) paidByCustomer(c *Claim) bool {
	if c.Kind != Done || c.own || r.tokens == nil || len(c.Readings) == 0 || c.Readings[0].ID != "pay" {
		return false
	}
	s := r.sentences[r.sentenceOf(int(c.first))]
	yours, what, paid := false, false, false
	for j := int(c.next) - 1; j >= window(s, int(c.first), 10); j-- {
		t := &r.tokens[j]
		switch {
		case r.inMoney(j):
			paid = true
			continue
		case slices.Contains(passiveWords, t.hash):
			return false
		case yours && slices.Contains(whatWords, t.hash):
			what = true
		case clause(t), t.has(cueAnd), t.has(cueSelf) && !slices.Contains(youWords, t.hash):
			j = -1
		}
		yours = yours || slices.Contains(youWords, t.hash)
	}
	for j := int(c.next); j < min(s.next, int(c.next)+6); j++ {
		paid = paid || r.inMoney(j)
	}
	return yours && (paid || what)
}

var (
	youWords     = hashWords("you", "ve", "du", "sie", "ihr", "tu", "vous", "avez", "as", "has", "habéis", "usted", "hai", "avete", "je", "jij", "u", "hebt", "você", "tens", "pagou", "ni", "jullie", "vosotros", "ustedes", "vocês", "teve")
	whatWords    = hashWords("what", "was", "ce", "que", "lo", "quanto", "quello", "wat", "o", "vad")
	passiveWords = hashWords("been", "was", "were", "wurde", "worden", "été", "sido", "stato", "stata", "werd", "foi", "blev")
)
