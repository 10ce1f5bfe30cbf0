package grounding

import (
	_ "embed"
	"encoding/json"
	"fmt"
)

//go:embed cldr.json
var cldr []byte

// Locale holds CLDR's patterns of one language.
type Locale struct {
	Decimal, Group        string
	MinimumGroupingDigits int
	Percent               string
	Currency, CurrencyISO string
	Unit                  string
	Thousand, Million     string
	Dates                 map[string]string // full, long, medium, short
	MonthDay              string
	WeekdayMonthDay       string
	Months, MonthsShort   []string
	Weekdays              []string // from Sunday
	WeekdaysShort         []string
	Relative              map[string]string // "-1", "0", "1": days from today
	Currencies            map[string]Names
}

// Names are the ways in which a language writes a currency.
type Names struct{ Symbol, Narrow, One, Other string }

// Languages lists the languages of the bench.
func Languages() []string { return []string{"en", "de", "fr", "es", "it", "nl"} }

// Locales reads the patterns of every language.
func Locales() map[string]*Locale {
	var data struct{ Locales map[string]*Locale }
	if err := json.Unmarshal(cldr, &data); err != nil {
		panic(fmt.Sprintf("cldr.json: %v", err)) // a file of this package
	}
	return data.Locales
}
