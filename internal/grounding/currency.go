package grounding

import "strings"

// currencyWords are what people call a currency, besides CLDR's full names, one and several, by language.
var currencyWords = map[string][][2]string{
	"en": {{"euro", "euros"}, {"dollar", "dollars"}, {"pound", "pounds"}, {"franc", "francs"}},
	"de": {{"Euro", "Euro"}, {"Dollar", "Dollar"}, {"Pfund", "Pfund"}, {"Franken", "Franken"}},
	"fr": {{"euro", "euros"}, {"dollar", "dollars"}, {"livre", "livres"}, {"franc", "francs"}},
	"es": {{"euro", "euros"}, {"dólar", "dólares"}, {"libra", "libras"}, {"franco", "francos"}},
	"it": {{"euro", "euro"}, {"dollaro", "dollari"}, {"sterlina", "sterline"}, {"franco", "franchi"}},
	"nl": {{"euro", "euro"}, {"dollar", "dollar"}, {"pond", "pond"}, {"frank", "frank"}},
}

var (
	signs = []string{"€", "£", "US$", "$", "¥"}
	codes = []string{"EUR", "GBP", "USD", "CHF", "SEK", "JPY"}
)

// currency names another currency in the place of the one that stands in a value, in the same way.
func (m *Mutator) currency(t *Text, was string) string {
	for _, c := range codes {
		if hasWord(was, c) {
			return strings.Replace(was, c, m.another(codes, c), 1)
		}
	}
	for _, s := range signs {
		if strings.Contains(was, s) {
			other := m.another(signs, s)
			for strings.Contains(s, "$") && strings.Contains(other, "$") {
				other = m.another(signs, s)
			}
			return strings.Replace(was, s, other, 1)
		}
	}
	for number := range 2 {
		for i, names := range currencyWords[t.Lang] {
			if hasWord(was, names[1-number]) {
				list := currencyWords[t.Lang]
				return strings.Replace(was, names[1-number], list[(i+1+m.rnd.Intn(len(list)-1))%len(list)][1-number], 1)
			}
		}
	}
	return ""
}

// another draws from a list what is not the one given.
func (m *Mutator) another(list []string, one string) string {
	for {
		if s := list[m.rnd.Intn(len(list))]; s != one {
			return s
		}
	}
}
