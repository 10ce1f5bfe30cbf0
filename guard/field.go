package guard

import (
	"slices"
	"strings"
)

// fieldWords splits a key such as "listPrice" or "unit_amount_cents" into small words, at most six.
func fieldWords(key string) (words [6]string, n int) {
	start := 0
	flush := func(end int) {
		if end > start && n < len(words) {
			w := singular(strings.ToLower(key[start:end]))
			if n > 0 && isTax(w) {
				if side := taxSide(words[n-1]); side != "" {
					words[n-1] = side // "price_excl_tax"
					return
				}
			}
			words[n] = w
			n++
		}
	}
	for i := 0; i < len(key); i++ {
		c := key[i]
		switch {
		case c == '_' || c == '-' || c == '.' || c == ' ' || c == '@' || c == '#':
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

// isTax reports whether a word of a key is that of a tax.
func isTax(w string) bool {
	switch w {
	case "tax", "taxe", "vat", "gst", "mwst", "ust", "tva", "iva", "btw", "moms":
		return true
	}
	return false
}

// taxSide returns what an amount is that a key puts on one side of a tax: "net" before it, "gross" with it; or nothing.
func taxSide(w string) string {
	switch w {
	case "excl", "excluding", "ex", "without", "before", "pre", "ohne", "exkl", "hor", "hors", "sin", "senza", "zonder":
		return "net"
	case "incl", "including", "inc", "with", "after", "inkl", "mit", "con", "avec":
		return "gross"
	}
	return ""
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
	whole bool // in the minor unit only where it is a whole number
	share bool // a percentage that may be written as a share of one: 0.19
}

// forPerson reports whether a word of a key is that of a person, behind what one costs.
func forPerson(w string) bool {
	switch w {
	case "persona", "personne", "person", "persoon", "pessoa", "pax", "pp":
		return true
	}
	return false
}

// tallying reports whether a word of a key says that what follows is counted.
func tallying(w string) bool {
	switch w {
	case "max", "min", "maximum", "minimum", "num", "number", "numero", "nb", "anzahl", "aantal", "total", "contact", "contacto", "per", "no", "first", "second", "each", "single", "tipo", "type":
		return true
	}
	return false
}

// rated takes in the word behind "per": what the figure is the price of.
func (f *field) rated(w string) {
	if w == "cent" {
		f.sort = fieldPercent
		return
	}
	if f.role == 0 && f.sort == fieldMoney && w == "quantity" {
		f.role = RolePrice // "amount_per_quantity"
	}
	if f.sort == fieldUnknown || f.sort == fieldCount {
		f.sort = fieldMoney
	}
}

// world takes in a word that English does not have, or a unit.
func (f *field) world(w string) {
	if unitWord(w) {
		if f.sort == fieldUnknown || f.sort == fieldMoney && (f.role == RoleTotal || f.role == RoleBalance || f.role == RoleOther) {
			f.role, f.sort = 0, fieldCount // "data_total_gb", "data_limit_gb"
		}
		return
	}
	g := worldField(w)
	if g.role != 0 && (f.role == 0 || f.role == RolePrice && g.role != RoleStock && !grossWord(w)) {
		f.role = g.role
	}
	switch {
	case g.sort == fieldUnknown:
	case g.sort == fieldLabel, g.sort == fieldPercent, f.sort == fieldUnknown:
		f.sort = g.sort
	}
}

// readKey reads a key. Later words weigh more: a "price_currency" is a currency, a "stock_price" a price.
func readKey(key string) field {
	var f field
	words, n := fieldWords(key)
	per := false
	for i, w := range words[:n] {
		if f.sort == fieldLabel {
			break
		}
		if w == "taxa" && n > 1 && !slices.Contains(words[:n], "juro") {
			w = "fee" // "taxa_turistica"; "taxa" alone is a rate
		}
		if per {
			f.rated(w)
			per = false
			continue
		}
		if per = perWord(w); per {
			if i > 0 && f.sort == fieldCount && unitOfTime(words[i-1]) != 0 {
				return f // "hours_per_week" are hours
			}
			continue
		}
		if i == n-1 && i > 0 && f.sort == fieldUnknown && forPerson(w) && !tallying(words[i-1]) {
			f.sort = fieldMoney // "maridaje_persona"
			continue
		}
		if w == "no" && i < n-1 {
			continue // "envio_no_incluido"
		}
		if minorWord(words[:n], i, f.sort == fieldMoney) {
			f.minor, f.sort = true, fieldMoney
			continue
		}
		if comparedAt(words[:n], i) {
			f.role, f.sort = RoleListPrice, fieldMoney
			continue
		}
		switch w {
		case "price", "fare", "msrp", "rrp", "uvp", "preis", "prix", "precio", "prezzo":
			if f.role != RoleListPrice && f.role != RoleCost && f.role != RoleOther && f.role != RoleTotal && f.role != RoleShipping && f.role != RoleTax {
				f.role = RolePrice
			}
			if w == "msrp" || w == "rrp" || w == "uvp" {
				f.role = RoleListPrice
			}
			f.sort = fieldMoney
		case "list", "regular", "ordinary", "ordinarie", "normal", "full", "undiscounted", "original", "retail", "was", "old", "compare", "strike", "catalog", "catalogue", "previous":
			if f.sort != fieldCount {
				f.role = RoleListPrice
			}
		case "before":
			if f.sort != fieldCount && (i == n-1 || beforeWhat(words[i+1])) {
				f.role = RoleListPrice // and not "refund_before_departure"
			}
		case "cost":
			if f.role == 0 || f.role == RolePrice {
				f.role = RoleCost
			}
			f.sort = fieldMoney
		case "competitor", "competing", "rival", "market", "konkurrenz", "wettbewerb", "wettbewerber":
			f.role, f.sort = RoleOther, fieldMoney
		case "purchase":
			if i+1 < n && (words[i+1] == "price" || words[i+1] == "cost" || words[i+1] == "value") { // not "purchase_units"
				f.role, f.sort = RoleCost, fieldMoney
			}
		case "basi": // a "cost_basis": what the customer has paid for what it owns
			if f.role == RoleCost {
				f.role = RoleOther
			}
		case "landed":
			if f.role, f.sort = RoleCost, fieldMoney; i+1 < n && words[i+1] == "price" {
				f.role = RoleTotal // with its shipping
			}
		case "wholesale", "supplier", "cogs", "margin", "internal":
			f.role, f.sort = RoleCost, fieldMoney
		case "total", "subtotal", "sum", "grand", "grandtotal", "due", "payable":
			if f.role != RoleShipping && f.role != RoleTax && f.role != RoleDiscount { // "tax_total"
				f.role = RoleTotal
			}
			f.sort = fieldMoney
		case "balance", "saldo", "guthaben", "outstanding":
			if f.sort != fieldCount || words[i-1] == "available" {
				f.role, f.sort = RoleBalance, fieldMoney
			}
		case "stock", "inventory", "availability", "on", "available":
			if w != "on" && f.role != RoleBalance && f.role != RoleTotal {
				f.role, f.sort = RoleStock, fieldCount
			}
		case "off":
			if i+1 < n && (words[i+1] == "peak" || words[i+1] == "season" || words[i+1] == "hour") {
				break // "off_peak" is when
			}
			if f.role == RolePrice {
				break
			}
			if f.role = RoleDiscount; f.sort != fieldPercent {
				f.sort = fieldMoney
			}
		case "discount", "saving", "voucher", "coupon", "rebate", "reduction", "rabatt", "promo":
			if f.role == RolePrice {
				break
			}
			if f.role = RoleDiscount; f.sort != fieldPercent {
				f.sort = fieldMoney // "percent_off" is a percentage
			}
		case "tax", "taxe", "vat", "gst", "mwst", "duty":
			f.role = RoleTax
			if f.sort != fieldPercent {
				f.sort = fieldMoney
			}
		case "shipping", "freight", "delivery", "postage", "versand":
			f.role = RoleShipping
		case "refunded", "reimbursement":
			f.role, f.sort = RoleOther, fieldMoney
		case "gross", "net":
			if f.role == 0 {
				if f.role, f.sort = RoleTotal, fieldMoney; i > 0 && words[i-1] == "unit" {
					f.role = RolePrice
				}
			}
			if i > 0 && words[i-1] == "unit" {
				f.role = RolePrice // "unit_gross"
			}
		case "per":
			if f.sort == fieldMoney && (f.role == 0 || f.role == RoleTotal) {
				f.role = RolePrice // "amount_per_quantity"
			}
		case "amount", "amt", "value", "fee", "charge", "surcharge", "bonus", "cashback", "fine", "penalty", "premium", "excess", "tip", "deposit", "refund", "payment", "paid", "revenue", "spend", "budget", "limit", "rate", "credit", "money":
			if w == "rate" && (f.role == RoleTax || f.role == RoleDiscount) {
				f.sort, f.share = fieldPercent, true
			}
			if w == "rate" && i > 0 && f.sort == fieldUnknown {
				f.proportion(words[i-1])
			}
			if f.sort == fieldUnknown || f.sort == fieldCount && i == 1 && (words[0] == "item" || words[0] == "unit" || words[0] == "seat" || w == "rate" && unitOfTime(words[0]) != 0) {
				f.sort = fieldMoney // "items_refund"
			}
			if f.role == 0 && (w == "deposit" || w == "limit") || w == "refund" {
				f.role = RoleOther
			}
		case "percent", "percentage", "pct", "ratio", "apr", "apy", "aer":
			f.sort = fieldPercent
		case "quantity", "qty", "count", "number", "weight", "width", "height", "length", "distance", "duration", "size", "rating", "score", "rank", "page",
			"version", "index", "position", "review", "unit", "hour", "minute", "month", "week", "year", "seat", "item", "age":
			switch {
			case f.role == RoleTotal:
				f.role, f.sort = 0, fieldCount // "total_items"
			case f.sort == fieldUnknown, f.sort == fieldTime && (w == "qty" || w == "quantity" || w == "count"):
				f.sort = fieldCount // "from_qty"
			}
		case "id", "sku", "ean", "gtin", "isbn", "upc", "code", "no", "ref", "reference", "tracking", "iban", "phone", "zip", "postcode", "postal", "serial", "uuid":
			f.sort = fieldID
		case "at", "date", "time", "timestamp", "expire", "until", "from", "since", "deadline", "eta", "created", "updated", "modified", "ts", "epoch",
			"placed", "departing", "arriving":
			f.sort = fieldTime
		case "currency", "ccy", "cur", "curr", "iso":
			f.sort = fieldLabel
		case "micro":
			f.sort = fieldMoney
		case "nanos":
			f.sort = fieldLabel
		default:
			if i > 0 && bounding(words[i-1]) && unitWord(w) {
				f = field{sort: fieldCount}
				continue
			}
			f.world(w)
		}
	}
	if n >= 2 && words[0] == "unit" && words[1] == "amount" {
		f.minor, f.sort = true, fieldMoney
		f.whole = !slices.Contains(words[:n], "decimal")
		if f.role == 0 {
			f.role = RolePrice
		}
	}
	if n == 2 && f.role == RoleTotal && pieceWord(words[0]) && (grossWord(words[1]) || words[1] == "net") {
		f.role = RolePrice // "unit_gross"
	}
	if f.sort == fieldPercent && f.role != RoleTax && f.role != RoleDiscount && hourly(words[:n]) {
		f.sort, f.share = fieldMoney, false // "taux_horaire"
	}
	if n >= 2 && f.sort == fieldMoney && unitOfTime(words[n-1]) != 0 && (words[n-2] == "within" || words[n-2] == "in" || words[n-2] == "after" || several(key) && !perWord(words[n-2])) {
		f.role, f.sort = 0, fieldCount // "refund_within_days", "promo_months"
	}
	if n == 1 && f.sort == fieldUnknown && everyPeriod(words[0]) {
		f.sort = fieldMoney // {"leasing": {"monthly": 58.90, "months": 36}}
	}
	if n == 1 && f.role == 0 && wholeAmount(words[0]) {
		f.role, f.sort = RoleTotal, fieldMoney
	}
	if n == 2 && words[0] == "as" && words[1] == "of" {
		f.sort = fieldTime
	}
	if f.sort == fieldTime && f.role != RoleShipping {
		f.role = 0 // "due_date"
	}
	return f
}

// proportion makes a percentage of a "rate" of that kind, which is no amount, as a "room_rate" is. One of interest is written in percent.
func (f *field) proportion(w string) {
	switch w {
	case "overdraft", "mortgage", "loan", "saving", "borrowing", "lending", "annual", "nominal", "effective", "variable":
		f.sort = fieldPercent
	case "conversion", "success", "completion", "response", "churn", "growth", "occupancy", "vacancy", "error", "failure", "return", "click", "bounce", "approval", "acceptance", "attendance":
		f.sort, f.share = fieldPercent, true
	}
}

// beforeWhat reports whether what is priced before it leaves a list price.
func beforeWhat(w string) bool {
	switch w {
	case "price", "discount", "sale", "reduction", "rabatt", "promo", "promotion", "saving", "offer", "deal", "coupon", "voucher", "deduction", "markdown":
		return true
	}
	return false
}

// several reports whether a key ends in several units of time, as "promo_months" does, and not in one that an amount is for.
func several(key string) bool {
	key = strings.ToLower(key)
	for _, end := range [...]string{
		"days", "nights", "weeks", "months", "years", "hours", "minutes", "tage", "nächte", "wochen", "monate", "jahre", "stunden", "minuten", "jours", "nuits", "semaines",
		"années", "heures", "dias", "días", "noches", "semanas", "meses", "años", "horas", "giorni", "notti", "settimane", "mesi", "anni", "dagen", "nachten", "weken", "maanden", "jaren", "uren",
	} {
		if strings.HasSuffix(key, end) {
			return true
		}
	}
	return false
}

// wholeAmount reports whether a key of one word names an amount with its tax: {"excl": 412.40, "btw": 86.60, "incl": 499.00}.
func wholeAmount(w string) bool {
	switch w {
	case "brutto", "bruto", "lordo", "incl", "inkl", "inclusief", "pvp":
		return true
	}
	return false
}

// everyPeriod reports whether a key of one word says every how often something is paid.
func everyPeriod(w string) bool {
	switch w {
	case "daily", "nightly", "weekly", "monthly", "quarterly", "yearly", "annually", "monatlich", "jährlich", "jaehrlich", "wöchentlich", "mensuel", "mensual", "mensile", "mensal", "maandelijks", "jaarlijks":
		return true
	}
	return false
}

// hourly reports whether a key names an hour, which a rate of money is for.
func hourly(words []string) bool {
	return slices.ContainsFunc(words, func(w string) bool {
		return w == "horaire" || w == "hourly" || w == "orario" || w == "orari" || w == "horario" || w == "horaria" || unitOfTime(w) == unitHour
	})
}

// singular drops a plural s.
func singular(w string) string {
	if len(w) <= 3 || w[len(w)-1] != 's' || w[len(w)-2] == 's' || w[len(w)-2] == 'u' && w != "menus" || w == "gross" ||
		strings.HasSuffix(w, "pris") || strings.HasSuffix(w, "preis") || strings.HasSuffix(w, "prijs") {
		return w
	}
	return w[:len(w)-1]
}

// unitOfKey returns the seconds of the unit of time that a key names, as in "delivery_days", or 0. "Per day" is none.
func unitOfKey(key string) int64 {
	words, n := fieldWords(key)
	found := unitID(0)
	for i, w := range words[:n] {
		if i > 0 && (perWord(words[i-1]) || words[i-1] == "thi" || words[i-1] == "last") {
			continue // "saved_this_year"
		}
		if unit, _ := spanAt(words[:n], i); unit != 0 || i > 0 && allDigits(words[i-1]) {
			return 0 // "3_day", "sold_last_30_days"
		}
		if len(w) > 1 && unitWord(w) {
			return 0 // "kwh_year" are no years
		}
		if u := unitOfTime(w); u != 0 && found == 0 {
			found = u
		}
	}
	return unitSeconds(found)
}

// unitOfTime returns the unit of time that a word of a key names, or 0. The word has no plural s.
func unitOfTime(w string) unitID {
	switch w {
	case "second", "sekunden", "seconde", "segundo", "secondi", "seconden":
		return unitSecond
	case "minute", "minuten", "minuto", "minuti", "minuut":
		return unitMinute
	case "hour", "stunden", "stunde", "heure", "hora", "ore", "ora", "uren", "uur":
		return unitHour
	case "day", "tage", "tag", "jour", "dia", "día", "giorni", "giorno", "dagen", "dag", "night", "nächte", "naechte", "nuit", "noche", "notti",
		"nachten", "werktage", "werkdagen", "dagar", "dygn", "noite", "giornata":
		return unitDay
	case "week", "wochen", "woche", "semaine", "semana", "settimane", "weken", "veckor", "vecka":
		return unitWeek
	case "month", "monate", "monat", "moi", "mese", "mes", "mesi", "maanden", "maand", "månader", "månad", "mês":
		return unitMonth
	case "year", "jahre", "jahr", "an", "ans", "år", "année", "annee", "año", "ano", "anni", "anno", "jaar", "jaren":
		return unitYear
	}
	return 0
}
