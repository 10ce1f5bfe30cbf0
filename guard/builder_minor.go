package guard

import "strings"

// The objects of a payment processor state their amounts as whole numbers of the minor unit, and say so nowhere: {"object":
// "invoice", "currency": "eur", "total": 14280}. They are known by a currency in small letters beside a name that only they have.

// findMinor settles whether all whole amounts of the result are in minor units.
func (b *builder) findMinor() {
	if !b.small {
		return
	}
	w := &b.walker
	known := false
	for i := range w.leaves {
		l := &w.leaves[i]
		switch {
		case l.kind == leafNumber && l.key.field.sort == fieldMoney && strings.IndexByte(w.textOf(l), '.') >= 0:
			return // an amount with a fraction is in major units, and so are those beside it
		case l.kind != leafString && l.kind != leafNumber:
		case l.kind == leafString && l.key.field.sort == fieldLabel && l.end-l.start == 3:
			if code, ok := b.knownCode(w.textOf(l)); ok && w.textOf(l) == code {
				return
			}
		case !known:
			known = processed(l.key.name, w.textOf(l))
		}
	}
	b.minor = known
}

// processed reports whether a key and its value are of an object of a payment processor.
func processed(key, text string) bool {
	switch key {
	case "unit_amount", "amount_due", "amount_paid", "amount_remaining", "amount_captured", "amount_refunded", "amount_received", "amount_subtotal",
		"amount_total", "amount_discount", "amount_tax", "application_fee_amount":
		return allDigits(text)
	case "object":
		switch text {
		case "invoice", "charge", "payment_intent", "checkout.session", "price", "subscription", "refund", "balance", "payout", "line_item",
			"invoiceitem", "credit_note", "quote", "plan", "coupon", "dispute", "balance_transaction":
			return true
		}
	case "id":
		prefix, rest, ok := strings.Cut(text, "_")
		if !ok || len(rest) < 2 {
			return false
		}
		switch prefix {
		case "in", "ch", "pi", "cs", "price", "re", "sub", "si", "li", "il", "ii", "cn", "txn", "po", "py", "qt", "plan":
			return true
		}
	}
	return false
}
