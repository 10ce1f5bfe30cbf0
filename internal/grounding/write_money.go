package grounding

import (
	"math/rand"
	"strings"
)

// style is the notation that a reply keeps to.
type style struct {
	locale *Locale
	words  [][2]string // of currencyWords
	form   moneyForm
	bare   bool // no decimals where they are zero
	plain  bool // blanks in place of no-break blanks
	group  bool // thousands are set apart
}

// moneyForm is where an amount's currency stands.
type moneyForm uint8

const (
	formStandard moneyForm = iota // CLDR's pattern with the sign
	formNarrow                    // with the narrow sign
	formISO                       // CLDR's pattern that appends the code
	formISOFirst                  // "EUR 209.00"
	formName                      // CLDR's name of the currency
	formWord                      // "euros"
	formGlued                     // "209,00€", "€209.00"
	formDash                      // "209,- €", for whole amounts
	forms
)

// newStyle draws a notation.
func newStyle(rnd *rand.Rand, lang string, l *Locale) style {
	return style{
		locale: l, words: currencyWords[lang], form: moneyForm(rnd.Intn(int(forms))),
		bare: rnd.Intn(2) == 0, plain: rnd.Intn(2) == 0, group: rnd.Intn(8) > 0,
	}
}

// exponent is the number of digits of a currency's minor unit.
func exponent(code string) int {
	if code == "JPY" {
		return 0
	}
	return 2
}

// figure writes minor units as a number of the language.
func (s *style) figure(minor int64, places int) string {
	n := number{decimal: s.locale.Decimal, places: places}
	if places > 0 && s.bare && minor%pow10(places) == 0 {
		minor /= pow10(places)
		n.places = 0
	}
	least := pow10(n.places + 2 + s.locale.MinimumGroupingDigits)
	if s.group && minor >= least {
		n.group = s.locale.Group
	}
	n.units = pow10(15) // so that it keeps to its own sign
	return n.write(minor, s.locale)
}

// money writes an amount of hundredths; a currency without a minor unit has none of them.
func (s *style) money(hundredths int64, code string) string {
	l, names := s.locale, s.locale.Currencies[code]
	places, minor := exponent(code), minorOf(hundredths, code)
	figure := s.figure(minor, places)
	pattern := l.Currency
	if i := strings.IndexByte(pattern, ';'); i >= 0 {
		pattern = pattern[:i]
	}
	put := func(sign string) string {
		if sign == code && strings.HasPrefix(pattern, "¤#") {
			sign += "\u00a0" // CLDR's pattern for letters next to a number
		}
		return strings.Replace(strings.Replace(pattern, "#,##0.00", figure, 1), "¤", sign, 1)
	}
	text := ""
	switch s.form {
	case formNarrow:
		text = put(names.Narrow)
	case formISO:
		text = strings.Replace(strings.Replace(l.CurrencyISO, "{0}", figure, 1), "¤¤", code, 1)
	case formISOFirst:
		text = code + " " + figure
	case formName:
		text = strings.NewReplacer("{0}", figure, "{1}", names.Other).Replace(l.Unit)
	case formWord:
		if i := wordOf(code); i >= 0 {
			text = figure + " " + s.words[i][1]
		} else {
			text = put(names.Symbol)
		}
	case formGlued:
		if text = put(names.Narrow); names.Narrow != code {
			text = strings.ReplaceAll(text, "\u00a0", "")
		}
	case formDash:
		text = put(names.Symbol)
		if whole := minor / pow10(places); places > 0 && minor%pow10(places) == 0 && l.Decimal == "," {
			text = strings.Replace(text, figure, s.figure(whole, 0)+",-", 1)
		}
	default:
		text = put(names.Symbol)
	}
	return s.blanks(text)
}

// wordOf returns the place of a currency in the lists of currencyWords, or -1.
func wordOf(code string) int {
	switch code {
	case "EUR":
		return 0
	case "USD":
		return 1
	case "GBP":
		return 2
	case "CHF":
		return 3
	}
	return -1
}

// percent writes a rate in tenths of a percent.
func (s *style) percent(tenths int64) string {
	places := 1
	if tenths%10 == 0 {
		tenths, places = tenths/10, 0
	}
	n := number{decimal: s.locale.Decimal, places: places, units: pow10(15)}
	return s.blanks(strings.Replace(s.locale.Percent, "#,##0", n.write(tenths, s.locale), 1))
}

// blanks replaces no-break blanks where the reply does without.
func (s *style) blanks(text string) string {
	if !s.plain {
		return text
	}
	return strings.NewReplacer("\u00a0", " ", "\u202f", " ").Replace(text)
}
