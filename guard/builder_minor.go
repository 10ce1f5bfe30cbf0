package guard

import (
	"strconv"
	"strings"
)

// The results of some payment processors state their amounts as whole numbers of the minor unit, and say so nowhere: {"object":
// "invoice", "currency": "eur", "total": 14280}. They are known by what only they have.

// dialect is the way in which a processor states its amounts; 0 is that of everybody else, in major units.
type dialect uint8

const (
	dialectStripe dialect = iota + 1
	dialectAdyen
	dialectKlarna
	dialectPaddle // with amounts as texts
	dialectOther
)

// markKey reports whether a value under a key may tell the dialect of its result.
func markKey(name string) bool {
	switch name {
	case "id", "entity", "pspReference", "merchantAccount", "purchase_currency", "resource_version":
		return true
	}
	return false
}

// dialectOf returns the dialect that a value under such a key tells, or 0.
func dialectOf(key, text string) dialect {
	switch key {
	case "pspReference", "merchantAccount":
		return dialectAdyen
	case "purchase_currency":
		return dialectKlarna
	case "resource_version":
		return dialectOther
	case "entity":
		switch text {
		case "order", "payment", "refund", "invoice", "settlement", "subscription", "plan", "item":
			return dialectOther
		}
	case "id":
		prefix, rest, _ := strings.Cut(text, "_")
		switch {
		case prefix == "pay" && len(rest) >= 14:
			return dialectOther
		case len(rest) == len("01gsz4t5hdjse780zja8vvr7jg") && strings.HasPrefix(rest, "01") && (prefix == "pri" || prefix == "txn" || prefix == "sub" || prefix == "adj"):
			return dialectPaddle
		}
	}
	return 0
}

// findMinor settles whether all whole amounts of the result are in minor units.
func (b *builder) findMinor() {
	if b.small && b.dialect == 0 && b.processed() {
		b.dialect = dialectStripe
	}
	if b.dialect != 0 && b.fractions() {
		b.dialect = 0
	}
}

// fractions reports whether an amount has a fraction: it is in major units, and so are those beside it.
func (b *builder) fractions() bool {
	w := &b.walker
	for i := range w.leaves {
		l := &w.leaves[i]
		if l.key.field.sort == fieldMoney && (l.kind == leafNumber || b.dialect == dialectPaddle) && strings.IndexByte(w.textOf(l), '.') >= 0 {
			return true
		}
	}
	return false
}

// processed reports whether the result states its currencies in small letters, and has something of a payment processor's.
func (b *builder) processed() bool {
	w := &b.walker
	known := false
	for i := range w.leaves {
		l := &w.leaves[i]
		switch {
		case l.kind != leafString && l.kind != leafNumber:
		case l.kind == leafString && l.key.field.sort == fieldLabel && l.end-l.start == 3:
			if code, ok := b.knownCode(w.textOf(l)); ok && w.textOf(l) == code {
				return false
			}
		case !known:
			known = processed(l.key.name, w.textOf(l))
		}
	}
	return known
}

// inDialect reports whether a leaf with an amount is in minor units because its result's amounts are.
func (b *builder) inDialect(l *leaf) bool {
	return b.dialect != 0 && (l.kind == leafNumber || b.dialect == dialectPaddle && l.kind == leafString && allDigits(b.walker.textOf(l)))
}

// decimals returns how many decimals the processor's minor unit has, where that is not ISO 4217's.
func (d dialect) decimals(code string) int {
	switch {
	case d == dialectStripe && (code == "ISK" || code == "UGX"), d == dialectAdyen && (code == "ISK" || code == "CLP"):
		return 2
	case d == dialectStripe && code == "MGA", d == dialectAdyen && (code == "CVE" || code == "IDR"):
		return 0
	}
	return CurrencyExponent(code)
}

// basis reports whether the processor states rates as whole numbers of hundredths of a percent: 2100 for 21 %.
func (d dialect) basis() bool { return d == dialectAdyen || d == dialectKlarna }

// scaleKeys name how many decimals the amount beside them has, or what it is to be divided by.
var scaleKeys = [...]string{"currency_minor_unit", "scale", "exponent", "fractionDigits", "divisor"}

// inMinor reports whether a whole amount has a number of decimals beside it.
func (b *builder) inMinor(l *leaf) bool {
	if !allDigits(b.walker.textOf(l)) {
		return false
	}
	switch l.key.name {
	case "amount", "value":
		if b.sibling(l, "scale") != nil || b.sibling(l, "exponent") != nil || b.sibling(l, "divisor") != nil {
			return true
		}
	case "preciseAmount":
		return b.sibling(l, "fractionDigits") != nil
	}
	return b.sibling(l, "currency_minor_unit") != nil
}

// decimals returns how many decimals a whole amount in the minor unit has: as many as its record says, or its currency.
func (b *builder) decimals(l *leaf, code string) int {
	if l.key.micros {
		return 6
	}
	if b.exponents {
		for _, key := range scaleKeys {
			if key == "fractionDigits" && l.key.name == "centAmount" && b.sibling(l, "preciseAmount") != nil {
				continue // those of the precise amount
			}
			if o := b.sibling(l, key); o != nil {
				if n, ok := scaleOf(key, b.walker.textOf(o)); ok {
					return n
				}
			}
		}
	}
	return b.dialect.decimals(code)
}

// scaleOf returns the number of decimals that a value under one of the scale keys states.
func scaleOf(key, text string) (int, bool) {
	if key == "divisor" {
		zeros := strings.TrimPrefix(text, "1")
		return len(zeros), len(zeros) < len(text) && len(zeros) <= 6 && strings.Trim(zeros, "0") == ""
	}
	n, err := strconv.Atoi(text)
	return n, err == nil && 0 <= n && n <= 6
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
