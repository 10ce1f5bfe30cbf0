package guard

import (
	"slices"
	"strings"
)

// key is what the key of a field says about its value; it is read once.
type key struct {
	name    string
	quoted  string // as it stands in JSON, with the colon: `"price":`; "" where it takes escapes
	head    uint64 // of quoted: its first eight bytes
	mask    uint64 // and which of them it has
	tail    uint64 // its last eight bytes, where it has more than that
	dotted  string // as it stands in a path: ".price"
	field   field
	rank    int8   // how well its value names what its record describes
	seconds int64  // of the unit of time that it names
	code    string // of the currency that it ends in
	keySpan

	describes bool     // its value says how the amounts beside it are billed, or what they are for
	free      bool     // people write what they like under it
	mere      bool     // it tells nothing, or is a name
	bare      bool     // it is a unit of time and nothing else: an amount under it is for that time
	periodic  bool     // it says in one word how often an amount is due: "monthly"
	weekday   uint8    // that it names, 1 to 7, Monday first; 0 for none
	weekdays  uint8    // that it names as a run, a bit each
	ahead     int8     // of the day that it names from today: 1 for today, 2 for tomorrow
	days      bool     // its value is a weekday, or a run of them
	ratio     bool     // it names a rate and nothing else
	exponent  bool     // its value is how many decimals the amounts beside it have
	scaled    scaling  // its value may say in what unit the amounts around it are
	applied   bool     // its value is the code of a voucher
	status    bool     // its value says what has become of its record
	action    uint8    // that it dates or affirms, as "shipped_on"
	paid      bool     // its value is an amount that was paid
	deed      uint8    // the same in another language
	coded     bool     // it looks like a part number
	qualified bool     // it says of which amounts it names the currency: "local_currency"
	asOf      bool     // its value is the time at which those beside it were true
	listRank  int8     // the rank of one of the list that it names: "names"
	terms     term     // it says of the amounts beside it
	words     wordSet  // it says of the amounts under it
	open      bool     // under it stands when something is open
	ids       *wordIDs // of its words, or nil
	gauge     gauge    // what a figure under it counts or measures
	keyMeasure
	end      bool // it is one end of something, or the whole of it: of what the key above says
	part     bool // it is the amount of a record that may hold its currency besides
	offers   bool // it may be the name of an offer
	hints    bool // describe looks at its value
	reports  bool // its value says more than a figure or a text does
	labels   bool // its value may name its record, its currency, or its time
	silent   bool // its value is a label, and no source
	piece    bool // its value is a part of an amount in units and nanos
	quantity bool // its value is how many of its record are meant
	ofUnit   bool // its value is the unit of the figures beside it
	booked   bool // it may name a balance without what is pending
	mark     mark // what it says of the dialect of the result
	coins    bool // under it stands an amount in the minor unit: "amount_money"
	micros   bool // its value is an amount in millionths
	measure  bool // under it stands a measure
	clock    bool // its value may be a time of day
	bound    bool // and without a colon
	expires  bool // it may be the month in which a card ends
}

// goesWith reports whether the currency under k is that of amounts under a key: each word of k that names no currency is a
// word of it.
func (k *key) goesWith(amount *key) bool {
	words, n := fieldWords(k.name)
	of, m := fieldWords(amount.name)
	for _, w := range words[:n] {
		if !currencyWord(w) && !slices.Contains(of[:m], w) {
			return false
		}
	}
	return true
}

// newKey reads a key.
func newKey(name string) *key {
	k := &key{name: name, dotted: "." + name, field: readKey(name), rank: int8(labelRank(name)), seconds: unitOfKey(name)}
	if !strings.ContainsFunc(name, func(r rune) bool { return r < ' ' || r == '"' || r == '\\' }) {
		k.quoted = `"` + name + `":`
		k.head = load(k.quoted, 0)
		k.mask = ^uint64(0) >> (64 - 8*min(len(k.quoted), 8))
		k.tail = load(k.quoted, max(len(k.quoted)-8, 0))
	}
	terms := termsOf(name)
	k.terms, k.gauge = terms&termPlan, gaugeOfKey(name)
	if sizeLetter(name) {
		k.field, k.gauge = field{}, 0
	}
	k.weekday, k.ahead = weekdayOf(name), aheadKey(name)
	k.weekdays, k.days = weekdaysOf(name), namesDays(name)
	if k.weekdays != 0 {
		k.gauge = 0 // "L-M"
	}
	k.ratio, k.exponent = ratio(name), slices.Contains(scaleKeys[:], name)
	words, n := fieldWords(name)
	if k.rank == 0 {
		k.rank = int8(rankOfWords(words[:n]))
	}
	k.words = keyWords(words[:n], terms, k.field.role)
	k.keySpan = spanOf(words[:n])
	k.ids = idsOf(words[:n])
	k.status, k.action, k.deed = statusKey(name), actionOfKey(name), deedKey(words[:n])
	k.paid, k.applied = paidKey(words[:n]) != 0, voucherKey(name)
	if k.seconds >= unitSeconds(unitMonth) {
		k.terms |= termPlan // what runs for months is paid by the month
	}
	k.describes, k.free = describes(name), freeText(name)
	if k.gauge&gaugeNeverPaid != 0 && k.field == (field{}) {
		k.field.sort = fieldCount
	}
	k.mere = name != "" && k.field == (field{}) && k.rank == 0 && k.seconds == 0 && !k.free
	if k.keyMeasure = measureOf(name, words[:n]); k.seconds == 0 && !k.perTime && k.field.sort != fieldMoney {
		k.seconds = shortUnit(words[:n])
	}
	if k.perTime && k.field.sort == fieldCount {
		k.field.sort = fieldUnknown // "first_6_months" are not 30 months
	}
	k.coded = k.mere && partNumber(name)
	k.listRank = int8(labelRank(singular(strings.ToLower(name))))
	for i, w := range words[:n] {
		k.open = k.open || w == "opening" || w == "open" || w == "hour" || strings.HasSuffix(w, "zeiten") || strings.HasSuffix(w, "tijden") || strings.HasSuffix(w, "tider") || w == "apertura" || w == "ouverture" || w == "horario" || w == "horaire" || w == "orario" || w == "orari"
		k.qualified = k.qualified || k.field.sort == fieldLabel && n <= 4 && !currencyWord(w)
		k.asOf = k.asOf || i > 0 && words[i-1] == "as" && (w == "of" || w == "at") || w == "at" && i > 0 && (words[i-1] == "priced" || words[i-1] == "quoted")
	}
	k.bare = n > 0 && (n == 1 || k.field.sort == fieldUnknown) && singleUnit(name)
	if n > 0 && len(words[n-1]) == 3 {
		if c := strings.ToUpper(words[n-1]); KnownCurrency(c) && (lowerCode(c) || strings.HasSuffix(name, c)) {
			k.code = c
		}
	}
	if k.code == "" && k.field.sort == fieldMoney {
		k.code = currencyNamed(words[:n])
	}
	k.end, k.part = endKey(name), partKey(name)
	k.offers = k.mere && len(name) >= 4 && termsOf(name) == 0
	k.labels = k.asOf || k.given || k.got || k.field.sort == fieldLabel || k.rank != 0
	k.hints = k.mere || k.terms != 0 || k.counted != 0 || k.describes || k.prices() || k.words&wordNet != 0 || k.exponent || k.labels
	if k.exponent && k.field.sort == fieldUnknown {
		k.field.sort = fieldCount
	}
	k.periodic = n == 1 && k.field.sort == fieldUnknown && k.seconds == 0 && terms&periods != 0
	k.scaled = scalingOf(words[:n])
	k.mark, k.coins, k.measure = markOf(name), coinKey(name), measureKey(words[:n])
	k.micros = k.field.sort == fieldMoney && slices.Contains(words[:n], "micro")
	k.clock = n > 0 && clockKey(words[n-1])
	k.bound = boundKey(name) || name == "hour" || name == "hours"
	k.ofUnit = namesUnit(name)
	k.expires = n > 1 && strings.HasPrefix(words[0], "exp") && words[n-1] == "month"
	k.hints = k.hints || k.mark != 0 || k.ofUnit || k.scaled != 0
	k.piece, k.silent = name == "units" || name == "nanos", k.field.sort == fieldLabel && name != "units"
	k.quantity = name == "quantity" || name == "qty" || name == "count"
	k.booked = name == "current" || name == "ledger" || name == "booked"
	k.reports = k.paid || k.applied || k.status || k.action != 0 || k.deed != 0 || k.weekday != 0 || k.ahead != 0 || k.weekdays != 0 || k.days
	return k
}

// begins reports whether data has the key, and the colon behind it, at pos.
func (k *key) begins(data string, pos int) bool {
	n := len(k.quoted)
	if pos+n > len(data) || (load(data, pos)^k.head)&k.mask != 0 {
		return false
	}
	return n <= 8 || load(data, pos+n-8) == k.tail && (n <= 16 || data[pos+8:pos+n-8] == k.quoted[8:n-8])
}

// prices reports whether a value under k is an amount.
func (k *key) prices() bool { return k.field.sort == fieldMoney || k.field.role == RolePrice }

// coinKey reports whether a key is one of those under which a processor states whole amounts in the minor unit: {"total_money": {"amount":
// 1150, "currency": "USD"}}. Those of a shop and of its visitor are in major units.
func coinKey(name string) bool {
	rest, ok := strings.CutSuffix(name, "_money")
	if !ok {
		rest, ok = strings.CutSuffix(name, "Money")
	}
	return ok && rest != "shop" && rest != "presentment" && rest != ""
}

// measureKey reports whether a key of these words names a measure, whose value stands under it: {"weight": {"value": 253.5}}.
func measureKey(words []string) bool {
	if len(words) == 0 {
		return false
	}
	switch words[len(words)-1] {
	case "weight", "width", "height", "length", "depth", "distance", "duration", "volume", "temperature", "gewicht", "poids", "peso":
		return true
	}
	return false
}

// clockKey reports whether the value under a key that ends in a word may be a time of day.
func clockKey(w string) bool {
	switch w {
	case "time", "uhrzeit", "heure", "hora", "ora", "tijd", "tijdstip", "klockslag":
		return true
	}
	return strings.HasSuffix(w, "time")
}

// endKey reports whether the value under a key is in the unit of time that the key above names.
func endKey(name string) bool {
	switch name {
	case "min", "max", "minimum", "maximum", "from", "to", "low", "high", "lower", "upper", "value", "amount":
		return true
	}
	return false
}

// partKey reports whether the value under a key is the amount of a record that may hold its currency besides.
func partKey(name string) bool {
	switch name {
	case "amount", "value", "units", "unit_amount", "cents", "minor", "minor_units", "gross", "net":
		return true
	}
	return false
}

// countedPer returns the period of a key of these words that counts things in one, as "meals_per_week"; none where it is an amount.
func countedPer(words []string) term {
	for i := 1; i+1 < len(words); i++ {
		if perWord(words[i]) {
			if f := readKey(words[i-1]); f.sort != fieldMoney && f.role == 0 && f.sort != fieldPercent {
				return termsOf(words[i+1]) & periods
			}
		}
	}
	return 0
}

// currencyWord reports whether a word of a currency's key says nothing about which amounts it is of.
func currencyWord(w string) bool {
	switch w {
	case "currency", "code", "iso", "ccy", "cur", "curr", "name", "id":
		return true
	}
	return false
}

// partNumber reports whether a key looks like a part number, as "JKT-114": digits, and capitals or a hyphen.
func partNumber(key string) bool {
	digits, capitals, small := false, false, false
	for i := 0; i < len(key); i++ {
		switch c := key[i]; {
		case '0' <= c && c <= '9':
			digits = true
		case 'A' <= c && c <= 'Z' || c == '-':
			capitals = true
		case 'a' <= c && c <= 'z':
			small = true
		}
	}
	return digits && capitals && !small && len(key) >= 3 || digits && !small && !capitals && len(key) >= 4
}
