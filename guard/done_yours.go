package guard

import "slices"

// paidByCustomer reports whether a deed is only what the customer has paid, beside the amount of it, which needs a source of its own: "you've
// paid €400 so far".
func (r *Reply) paidByCustomer(c *Claim) bool {
	if c.Kind != Done || c.own || r.tokens == nil || len(c.Readings) == 0 || c.Readings[0].ID != "pay" {
		return false
	}
	s := r.sentences[r.sentenceOf(int(c.first))]
	yours := false
	for j := max(s.first, int(c.first)-3); j < int(c.next); j++ {
		t := &r.tokens[j]
		if slices.Contains(passiveWords, t.hash) {
			return false
		}
		yours = yours || slices.Contains(youWords, t.hash)
	}
	if !yours {
		return false
	}
	for j := int(c.first) - 4; j < min(s.next, int(c.next)+6); j++ {
		if j >= s.first && r.inMoney(j) {
			return true
		}
	}
	return false
}

var (
	youWords     = hashWords("you", "ve", "du", "sie", "ihr", "tu", "vous", "avez", "as", "has", "habéis", "usted", "hai", "avete", "je", "jij", "u", "hebt", "você", "tens", "pagou", "ni")
	passiveWords = hashWords("been", "was", "were", "wurde", "worden", "été", "sido", "stato", "stata", "werd", "foi", "blev")
)
