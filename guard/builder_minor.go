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

// mark is what the keys of a result say of its dialect; it takes several to tell one.
type mark uint8

const (
	markAdyen mark = 1 << iota
	markObject
	markVersion  // and an object: Chargebee
	markPurchase // the currency of one
	markOrder    // and the amount of an order: Klarna
	markID       // the value tells
)

// markOf returns what a key says of the dialect of its result.
func markOf(name string) mark {
	switch name {
	case "pspReference", "merchantAccount":
		return markAdyen
	case "object":
		return markObject
	case "resource_version":
		return markVersion
	case "purchase_currency":
		return markPurchase
	case "order_amount", "order_tax_amount":
		return markOrder
	case "id":
		return markID
	}
	return 0
}

// dialect returns the dialect that keys tell, or 0.
func (m mark) dialect() dialect {
	switch {
	case m&markAdyen != 0:
		return dialectAdyen
	case m&markVersion != 0 && m&markObject != 0:
		return dialectOther
	case m&markPurchase != 0 && m&markOrder != 0:
		return dialectKlarna
	}
	return 0
}

// dialectOfID returns the dialect that the form of an id tells, or 0: "order_IluGWxBm9U8zJ8", "pay_mbabizu24mvu3mela5njyhpit4",
// "pri_01gsz8x8sawmvhz1pv30nge1ke".
func dialectOfID(id string) dialect {
	prefix, rest, ok := strings.Cut(id, "_")
	if !ok || len(rest) != 14 && len(rest) != 26 {
		return 0
	}
	small, capital, digit := false, false, false
	for _, c := range []byte(rest) {
		switch {
		case 'a' <= c && c <= 'z':
			small = true
		case 'A' <= c && c <= 'Z':
			capital = true
		case '0' <= c && c <= '9':
			digit = true
		default:
			return 0
		}
	}
	switch prefix {
	case "order", "pay", "rfnd", "inv", "sub", "plan", "item", "plink":
		if len(rest) == 14 && small && capital || len(rest) == 26 && prefix == "pay" && small && digit && !capital {
			return dialectOther
		}
	}
	switch prefix {
	case "pri", "txn", "sub", "adj":
		if len(rest) == 26 && rest[:2] == "01" && !capital {
			return dialectPaddle
		}
	}
	return 0
}

// findMinor settles whether all whole amounts of the result are in minor units.
func (b *builder) findMinor() {
	if b.dialect == 0 {
		b.dialect = b.marks.dialect()
	}
	if b.small && b.dialect == 0 && b.processed() {
		b.dialect = dialectStripe
	}
	if (b.dialect != 0 || len(b.scales) > 0) && b.fractions() {
		b.dialect, b.scales = 0, b.scales[:0]
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

// inDialect reports whether a leaf with an amount is in minor units because such amounts of its result are. What a shop adds of its own to
// the record of a payment is not.
func (b *builder) inDialect(l *leaf) bool {
	switch b.dialect {
	case 0:
		return false
	case dialectPaddle:
		return l.kind == leafString && allDigits(b.walker.textOf(l))
	case dialectAdyen:
		return l.kind == leafNumber && (l.key.name == "value" || strings.HasPrefix(l.key.name, "amount") || l.key.name == "taxAmount")
	default:
		return l.kind == leafNumber
	}
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
	if s := b.scaleOver(l); s != 0 && s != byCurrency {
		return int(s) - 1
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
