package guard

import "strings"

// fieldWords splits a key such as "listPrice" or "unit_amount_cents" into small words, at most six.
func fieldWords(key string) (words [6]string, n int) {
	start := 0
	flush := func(end int) {
		if end > start && n < len(words) {
			words[n] = singular(strings.ToLower(key[start:end]))
			n++
		}
	}
	for i := 0; i < len(key); i++ {
		c := key[i]
		switch {
		case c == '_' || c == '-' || c == '.' || c == ' ':
			flush(i)
			start = i + 1
		case 'A' <= c && c <= 'Z' && i > 0 && key[i-1] >= 'a' && key[i-1] <= 'z':
			flush(i)
			start = i
		}
	}
	flush(len(key))
	return words, n
}

// fieldSort says what the key of a figure makes of it.
type fieldSort uint8

const (
	fieldUnknown fieldSort = iota
	fieldMoney             // an amount, even where no currency is named
	fieldCount             // never an amount
	fieldPercent
	fieldID
	fieldTime
	fieldLabel // names the currency or the entity
)

// field is what a key tells about the value under it.
type field struct {
	role  Role
	sort  fieldSort
	minor bool
}

// readKey reads a key. Later words weigh more: a "price_currency" is a currency, a "stock_price" a price.
func readKey(key string) field {
	var f field
	words, n := fieldWords(key)
	for _, w := range words[:n] {
		if f.sort == fieldLabel {
			break
		}
		switch w {
		case "price", "fare", "msrp", "rrp", "uvp", "preis", "prix", "precio", "prezzo":
			if f.role != RoleListPrice && f.role != RoleCost && f.role != RoleOther && f.role != RoleTotal {
				f.role = RolePrice
			}
			if w == "msrp" || w == "rrp" || w == "uvp" {
				f.role = RoleListPrice
			}
			f.sort = fieldMoney
		case "list", "regular", "original", "retail", "was", "old", "compare", "strike", "before", "catalog", "catalogue", "previous":
			if f.sort != fieldCount {
				f.role = RoleListPrice
			}
		case "cost":
			if f.role == 0 || f.role == RolePrice {
				f.role = RoleCost
			}
			f.sort = fieldMoney
		case "competitor", "competing", "rival", "market", "konkurrenz", "wettbewerb", "wettbewerber":
			f.role, f.sort = RoleOther, fieldMoney
		case "wholesale", "purchase", "supplier", "landed", "cogs", "margin", "internal":
			f.role, f.sort = RoleCost, fieldMoney
		case "total", "subtotal", "sum", "grand", "due", "payable":
			f.role, f.sort = RoleTotal, fieldMoney
		case "balance", "saldo", "guthaben", "outstanding":
			f.role, f.sort = RoleBalance, fieldMoney
		case "stock", "inventory", "availability", "on", "available":
			if w != "on" && f.role != RoleBalance {
				f.role, f.sort = RoleStock, fieldCount
			}
		case "discount", "saving", "voucher", "coupon", "rebate", "reduction", "off", "rabatt", "promo":
			if f.role == RolePrice {
				break
			}
			if f.role = RoleDiscount; f.sort != fieldPercent {
				f.sort = fieldMoney // "percent_off" is a percentage
			}
		case "tax", "vat", "gst", "mwst", "duty":
			f.role, f.sort = RoleTax, fieldMoney
		case "shipping", "freight", "delivery", "postage", "versand":
			f.role = RoleShipping
		case "refunded", "reimbursement":
			f.role, f.sort = RoleOther, fieldMoney
		case "gross", "net":
			if f.role == 0 {
				f.role, f.sort = RoleTotal, fieldMoney
			}
		case "per":
			if f.sort == fieldMoney && (f.role == 0 || f.role == RoleTotal) {
				f.role = RolePrice // "amount_per_quantity"
			}
		case "amount", "value", "fee", "charge", "deposit", "refund", "payment", "paid", "revenue", "spend", "budget", "limit", "rate", "credit":
			if f.sort == fieldUnknown {
				f.sort = fieldMoney
			}
			if f.role == 0 && (w == "deposit" || w == "limit") || w == "refund" {
				f.role = RoleOther
			}
		case "percent", "percentage", "pct", "ratio":
			f.sort = fieldPercent
		case "quantity", "qty", "count", "number", "weight", "width", "height", "length", "size", "rating", "score", "rank", "page",
			"version", "index", "position", "review", "unit", "hour", "minute", "month", "week", "year", "seat", "item", "age":
			switch {
			case f.role == RoleTotal:
				f.role, f.sort = 0, fieldCount // "total_items"
			case f.sort == fieldUnknown:
				f.sort = fieldCount
			}
		case "id", "sku", "ean", "gtin", "isbn", "upc", "code", "no", "ref", "reference", "tracking", "iban", "phone", "zip", "postcode", "serial", "uuid":
			f.sort = fieldID
		case "at", "date", "time", "timestamp", "expire", "until", "from", "since", "deadline", "eta", "created", "updated",
			"placed", "departing", "arriving":
			f.sort = fieldTime
		case "currency", "ccy", "iso":
			f.sort = fieldLabel
		case "cent", "minor", "subunit", "pence":
			f.minor, f.sort = true, fieldMoney
		case "nanos":
			f.sort = fieldLabel
		}
	}
	if n >= 2 && words[0] == "unit" && words[1] == "amount" {
		f.minor, f.sort = true, fieldMoney
	}
	return f
}

// singular drops a plural s.
func singular(w string) string {
	if len(w) > 3 && w[len(w)-1] == 's' && w[len(w)-2] != 's' && w != "gross" {
		return w[:len(w)-1]
	}
	return w
}

// unitOfKey returns the seconds of the unit of time that a key names, as in "delivery_days", or 0.
func unitOfKey(key string) int64 {
	words, n := fieldWords(key)
	for _, w := range words[:n] {
		switch w {
		case "second":
			return unitSeconds(unitSecond)
		case "minute":
			return unitSeconds(unitMinute)
		case "hour":
			return unitSeconds(unitHour)
		case "day":
			return unitSeconds(unitDay)
		case "week":
			return unitSeconds(unitWeek)
		case "month":
			return unitSeconds(unitMonth)
		case "year":
			return unitSeconds(unitYear)
		}
	}
	return 0
}
