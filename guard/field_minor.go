package guard

// A key can say that its amount is in the minor unit by the name of that unit, in whatever language: "price_in_paise", "pris_ore", "valorCentavos".

// minorWord reports whether word i of a key is the name of a minor unit. Some of them are other words as well, and are one only behind a word
// of money: "pris_ore", and not "ore_lavorate".
func minorWord(words []string, i int, money bool) bool {
	switch w := words[i]; w {
	case "cent", "ct", "minor", "subunit", "pence", "pennie", "paise", "paisa", "rappen", "centime", "céntimo", "centimo", "centesimo", "centesimi", "centavo", "centen", "eurocent",
		"grosz", "grosze", "groszy", "kopeck", "kopek", "kopeika", "haler", "halere", "haleru", "haléř", "haléře", "haléřů", "öre", "øre", "oere", "satang", "agorot", "kuruş", "kurus", "fillér":
		return true
	case "sen", "fil", "p":
		return money && i == len(words)-1
	case "ore":
		return money && i == len(words)-1 && !italian(words[i-1])
	}
	return false
}

// italian reports whether a word of money is Italian, where "ore" are hours.
func italian(w string) bool {
	switch w {
	case "prezzo", "tariffa", "costo", "totale", "importo", "saldo", "tasso":
		return true
	}
	return false
}

// currencyNamed returns the currency that the words of an amount's key name, or "": "total_pounds", "pence_per_kwh".
func currencyNamed(words []string) string {
	for _, w := range words {
		switch w {
		case "euro", "eurocent":
			return "EUR"
		case "pound", "pence":
			return "GBP"
		case "dollar":
			return "USD"
		case "rappen", "franken":
			return "CHF"
		case "paise", "paisa", "rupee":
			return "INR"
		case "grosz", "grosze", "groszy", "zloty", "złoty":
			return "PLN"
		case "haléř", "haléře", "haléřů":
			return "CZK"
		}
	}
	return ""
}

// comparedAt reports whether words i-1 and i of a key are "compare at": what follows, if anything does, is a price before it was lowered.
func comparedAt(words []string, i int) bool {
	return i > 0 && words[i] == "at" && (words[i-1] == "compare" || words[i-1] == "compared")
}
