package guard

import (
	"slices"
	"strings"
)

// maxKeys bounds how many keys are remembered from one result to the next.
const maxKeys = 512

// key is what the key of a field says about its value; it is read once.
type key struct {
	name    string
	field   field
	rank    int8   // how well its value names what its record describes
	seconds int64  // of the unit of time that it names
	code    string // of the currency that it ends in
	keySpan

	describes bool     // its value says how the amounts beside it are billed, or what they are for
	free      bool     // people write what they like under it
	mere      bool     // it tells nothing, or is a name
	bare      bool     // it is a unit of time and nothing else: an amount under it is for that time
	weekday   uint8    // that it names, 1 to 7, Monday first; 0 for none
	weekdays  uint8    // that it names as a run, a bit each
	days      bool     // its value is a weekday, or a run of them
	ratio     bool     // it names a rate and nothing else
	exponent  bool     // its value is how many decimals the amounts beside it have
	status    bool     // its value says what has become of its record
	action    uint8    // that it dates or affirms, as "shipped_on"
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
	per       Decimal  // how much of perGauge its amount is for: "price_per_100g"
	perGauge  gauge
	next      *key // the key that came after it the last time
}

// keyTable remembers keys. Records of one sort have the same keys in the same order, so that each key is looked for
// after the one before.
type keyTable struct {
	keys map[string]*key
	last *key
}

// at returns what a key says.
func (t *keyTable) at(name string) *key {
	if t.last != nil && t.last.next != nil && t.last.next.name == name {
		t.last = t.last.next
		return t.last
	}
	k := t.keys[name]
	if k == nil {
		if t.keys == nil || len(t.keys) >= maxKeys {
			t.keys = make(map[string]*key, 16)
		}
		k = newKey(strings.Clone(name))
		t.keys[k.name] = k
	}
	if t.last != nil {
		t.last.next = k
	}
	t.last = k
	return k
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
	k := &key{name: name, field: readKey(name), rank: int8(labelRank(name)), seconds: unitOfKey(name)}
	terms := termsOf(name)
	k.terms, k.gauge = terms&termPlan, gaugeOfKey(name)
	k.weekday = weekdayOf(name)
	k.weekdays, k.days = weekdaysOf(name), namesDays(name)
	k.ratio, k.exponent = ratio(name), name == "currency_minor_unit"
	words, n := fieldWords(name)
	if k.rank == 0 {
		k.rank = int8(rankOfWords(words[:n]))
	}
	k.words = keyWords(words[:n], terms, k.field.role)
	k.keySpan = spanOf(words[:n])
	k.ids = idsOf(words[:n])
	k.status, k.action, k.deed = statusKey(name), actionOfKey(name), deedKey(words[:n])
	if k.seconds >= unitSeconds(unitMonth) {
		k.terms |= termPlan // what runs for months is paid by the month
	}
	k.describes, k.free = describes(name), freeText(name)
	if k.gauge&gaugeNeverPaid != 0 && k.field == (field{}) {
		k.field.sort = fieldCount
	}
	k.mere = name != "" && k.field == (field{}) && k.rank == 0 && k.seconds == 0 && !k.free
	k.per, k.perGauge = perKey(name)
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
	return k
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
	case "currency", "code", "iso", "ccy", "name", "id":
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
