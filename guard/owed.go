package guard

import "slices"

// owed reports whether the balance that a claim speaks of is what is still to be paid: "le solde de 199,50 € est à régler".
func (r *Reply) owed(c *Claim, s sentence) bool {
	for j := int(c.next); j < min(s.next, int(c.next)+6); j++ {
		if t := &r.tokens[j]; slices.Contains(owedWords, t.hash) {
			return true
		} else if clause(t) {
			return false
		}
	}
	return false
}

// owedWords say behind an amount that it is to be paid.
var owedWords = hashWords("due", "payable", "fällig", "zahlbar", "begleichen", "régler", "payer", "verser", "pagar", "abonar", "pagare", "saldare", "versare", "betalen", "voldoen")
