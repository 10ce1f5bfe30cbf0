package guard

import "slices"

// reduces reports whether a key names a lower price for what another gives the price of: "sale_price" beside "price".
func reduces(key, of string) bool {
	return lowered(key) && !lowered(of)
}

// lowered reports whether a key says that its price is a lower one.
func lowered(key string) bool {
	words, n := fieldWords(key)
	return slices.ContainsFunc(words[:n], func(w string) bool {
		switch w {
		case "sale", "special", "promo", "promotional", "offer", "deal", "reduced", "discounted", "member", "angebot", "aktion":
			return true
		}
		return false
	})
}

// soon reports whether another claim stands in the claim's sentence, or in one of the two before it.
func (d *deriver) soon(o *Claim) bool {
	r := d.m.reply
	gap := r.sentenceOf(int(d.c.first)) - r.sentenceOf(int(o.first))
	return gap >= 0 && gap <= 2
}
