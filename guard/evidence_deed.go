package guard

import (
	"slices"
	"time"
)

// A result can be itself the refund, the transfer or the booking that a reply reports: {"refund": {"status": "succeeded"}},
// {"type": "transfer", "status": "completed"}. Once it is completed it is a source for "was refunded", "is transferred".

// deedOf returns the action that a name, as "refund" or "bank_transfer", is the thing made by, or "". Its last word counts, but
// for "status": a "refund_request" is no refund.
func deedOf(name string) string {
	words, n := fieldWords(name)
	if n > 1 && statusKey(name) {
		n--
	}
	if n == 0 {
		return ""
	}
	switch last := words[n-1]; last {
	case "label":
		return ""
	case "transfer", "überweisung", "ueberweisung", "virement", "transferencia", "transferência", "bonifico", "overboeking", "överföring":
		return "transfer"
	case "booking", "reservation", "buchung", "reservierung", "réservation", "reserva", "prenotazione", "boeking", "reservering", "bokning":
		return "book"
	default:
		if e := wordOf(last); e != nil {
			return actionNames[e.object]
		}
	}
	return ""
}

// completes reports whether a word of a status says that what it is the status of is over and done.
func completes(w string) bool {
	switch w {
	case "succeeded", "success", "successful", "succes", "done", "settled", "erfolgreich", "erfolgt", "réussi", "correcto", "riuscito", "geslaagd", "gelukt":
		return true
	}
	e := wordOf(w)
	if e == nil {
		return false
	}
	switch actionNames[e.action] {
	case "complete", "execute", "pay", "credit":
		return true
	case "issue":
		return w != "submitted"
	}
	return false
}

// deed adds the action that the record of a status is the outcome of, where one of the status's words says that it is done.
func (b *builder) deed(i int32, text string, words []string) {
	action := b.recordDeed(i)
	if action == "" {
		return
	}
	for _, w := range words {
		if completes(w) || action == "book" && wordOf(w) != nil && actionNames[wordOf(w).action] == "confirm" {
			b.happened(i, text, uint8(nameIndex(actionNames[:], action)))
			if action == "refund" { // so the money was sent
				b.happened(i, text, wordOf("sent").action)
			}
			return
		}
	}
}

// recordDeed returns the action that the record of a leaf is the outcome of, by the leaf's key, the record's own, its type
// or, for a refund, the tool's name.
func (b *builder) recordDeed(i int32) string {
	l := &b.walker.leaves[i]
	if _, n := fieldWords(l.key.name); n > 1 {
		return deedOf(l.key.name)
	}
	if l.parent < 0 {
		return ""
	}
	for _, k := range [...]string{"type", "kind", "object", "tipo", "typ", "art", "soort"} {
		if s := b.sibling(l, k); s != nil && s.kind == leafString {
			return deedOf(b.walker.textOf(s))
		}
	}
	if k := b.walker.records[l.parent].key; k != nil && k.name != "" {
		return deedOf(k.name)
	}
	if deedOf(b.result.Tool) == "refund" { // "get_refund"
		return "refund"
	}
	return ""
}

// deedKey returns the action that a key of these words in another language dates or affirms, as "eseguito" and "bezahlt_am".
func deedKey(words []string) uint8 {
	switch len(words) {
	case 1:
	case 2:
		switch words[1] {
		case "am", "le", "el", "il", "op", "em", "datum", "date", "data", "fecha":
		default:
			return 0
		}
	default:
		return 0
	}
	if e := wordOf(words[0]); e != nil && e.object == 0 {
		return e.action
	}
	return 0
}

// paidKey reports whether a key of these words ends in that of what was paid: "deposit_paid", "sinal_pago", "betaald".
func paidKey(words []string) uint8 {
	if len(words) == 0 {
		return 0
	}
	switch words[len(words)-1] {
	case "paid", "bezahlt", "gezahlt", "payé", "payée", "pagado", "pagada", "pago", "pagato", "pagata", "betaald", "betalt", "betald":
	default:
		return 0
	}
	if e := wordOf("paid"); len(words) <= 3 && !slices.Contains(words, "to") && !slices.Contains(words, "not") {
		return e.action
	}
	return 0
}

// dated reports whether a value under such a key says that it was done: a day that has come, or "true". Some of these words are
// names of things too.
func (b *builder) dated(text string) bool {
	if len(text) < 10 || text[4] != '-' || text[7] != '-' || !allDigits(text[:4]) {
		return text == "true"
	}
	return text[:10] <= b.now.In(b.zone).Format(time.DateOnly)
}
