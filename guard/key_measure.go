package guard

import "strings"

// A key can name how much its value is for, and no unit of the value: "price_per_100g" has a price, "3_day" and "24h" have what three days and
// 24 hours cost.

// keyMeasure is how much the value under a key is for.
type keyMeasure struct {
	per      Decimal
	perGauge gauge // of per; 0 where there is none, or it is a time
	perTime  bool  // per is in seconds
}

// measureOf reads the measure in a key, of these words: 100 litres for "price_100l", "preis_pro_100_l"; three days for "3_day", "pass_3_days".
func measureOf(key string, words []string) (m keyMeasure) {
	for i := range words {
		if unit, n := spanAt(words, i); unit != 0 {
			if d, err := parseNumber(n); err == nil {
				if m.per, err = d.Mul(whole(unitSeconds(unit))); err == nil {
					m.perTime = true
					return m
				}
			}
		}
	}
	m.per, m.perGauge = perKey(key)
	return m
}

// spanAt reads the span of time that ends at word i of a key: "3 day", "24h". Its unit is 0 where there is none.
func spanAt(words []string, i int) (unit unitID, n string) {
	w := words[i]
	if i > 0 && len(words[i-1]) <= 3 && allDigits(words[i-1]) && (i < 2 || !lastly(words[i-2])) {
		return unitOfTime(w), words[i-1]
	}
	digits := 0
	for digits < len(w) && '0' <= w[digits] && w[digits] <= '9' {
		digits++
	}
	if digits == 0 || digits > 3 || digits == len(w) {
		return 0, ""
	}
	switch unit := w[digits:]; unit {
	case "h", "hr", "std":
		return unitHour, w[:digits]
	case "d":
		return unitDay, w[:digits]
	default:
		return unitOfTime(unit), w[:digits]
	}
}

// lastly reports whether a word of a key says that the span behind it is when something was, not what it is for: "last_30_days".
func lastly(w string) bool {
	switch w {
	case "last", "past", "previou", "within", "in", "after", "next", "letzte", "letzten", "dernier", "ultimo", "ultimi", "último", "laatste", "senaste":
		return true
	}
	return false
}

// shortUnit returns the seconds of the unit of time that a key ends in as a letter or two, behind a word of what lasts: "battery_h",
// "duration_min"; 0 for none. "Min" is more often the least.
func shortUnit(words []string) int64 {
	n := len(words)
	if n < 2 {
		return 0
	}
	switch words[n-1] {
	case "h", "hr", "std":
		return unitSeconds(unitHour)
	case "min", "mins":
		if lasts(words[n-2]) {
			return unitSeconds(unitMinute)
		}
	case "sec", "sek":
		return 1
	}
	return 0
}

// lasts reports whether a word of a key is of something that takes a time, and that time the value.
func lasts(w string) bool {
	for _, end := range [...]string{"time", "zeit", "dauer", "duur", "tijd", "tid", "tiempo", "temp", "tempo", "duration", "duracion", "duración", "durée", "duree", "durata", "duração", "duracao"} {
		if strings.HasSuffix(w, end) {
			return true
		}
	}
	switch w {
	case "in", "wait", "walk", "drive", "travel", "prep", "cook", "delay", "ride", "trip", "eta", "break", "change", "transfer", "session", "runtime", "flight", "cycle", "laufend":
		return true
	}
	return false
}

// bounding reports whether a word of a key makes what follows it a limit: "surcharge_over_kg" is from how many kilos on.
func bounding(w string) bool {
	switch w {
	case "over", "above", "under", "below", "from", "upto", "to", "max", "min", "limit", "threshold", "ab", "über", "ueber", "bis", "unter", "boven", "onder", "vanaf", "sopra", "oltre", "sotto", "desde", "hasta",
		"dès", "au-delà", "acima", "até", "över", "från":
		return true
	}
	return false
}

// sizeLetter reports whether a key is the letter of a size, which is in other keys that of a unit: {"prices": {"S": 19, "M": 21, "L": 23}}.
func sizeLetter(key string) bool { return key == "S" || key == "M" || key == "L" }

// spanKey reports whether a key says for how long its value is: "3_day".
func spanKey(key string) bool {
	if !strings.ContainsAny(key, "0123456789") {
		return false
	}
	words, n := fieldWords(key)
	return measureOf(key, words[:n]).perTime
}
