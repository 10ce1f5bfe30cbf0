package guard

import "strings"

// The balance of an account may be in points where amounts of money stand beside it: {"balance": 2350, "unit_value": {"value": "1.00", "currency": "EUR"}}
// of a tool that tells points. Only what has a currency near it is money there.

// inPoints reports whether the tool's name says that it tells of points.
func (b *builder) inPoints() bool {
	if b.pointed == 0 {
		b.pointed = 1
		if gaugeOfKey(b.result.Tool)&gaugeEarned != 0 {
			b.pointed = 2
		}
	}
	return b.pointed == 2
}

// earned reports whether a leaf that no currency is near may count points: any whole number, and a balance that is a text.
func (b *builder) earned(l *leaf, f *field, near bool) bool {
	if near || f.minor || l.key.code != "" || !b.whole(l) || !b.inPoints() {
		return false
	}
	return f.role == RoleBalance || l.kind == leafNumber && (f.role == 0 || f.role == RoleTotal)
}

// typedRecord is a record whose type says what its amounts are.
type typedRecord struct {
	record int32
	role   Role
}

// maxTyped bounds the records of a result that have such a type.
const maxTyped = 32

// typed are the roles that a record's type gives its amounts: {"type": "shipping_fee", "unit_price": 4900}.
func typed(text string) Role {
	if len(text) < 3 || len(text) > 24 {
		return 0
	}
	first, _, _ := strings.Cut(strings.ToLower(text), "_")
	switch first {
	case "shipping", "delivery", "freight":
		return RoleShipping
	case "discount":
		return RoleDiscount
	case "tax", "vat":
		return RoleTax
	}
	return 0
}

// pieceWord reports whether a key says that the amounts under it are for one piece: {"unit": {"gross": "46.50"}}.
func pieceWord(key string) bool {
	switch strings.ToLower(key) {
	case "unit", "each", "per_unit", "perunit", "piece", "per_piece", "single", "item", "per_item", "stück", "stueck", "pro_stück", "einzel", "unitario", "unidad", "stuk":
		return true
	}
	return false
}
