package grounding

import (
	"fmt"
	"math/rand"
	"strings"
	"time"
)

// scene is what a reply can be made of: the results of tools, and the values that rest on them, by the names that
// templates call them by.
type scene struct {
	rnd    *rand.Rand
	now    time.Time
	lang   templates
	style  style
	tools  []Tool
	values map[string]value
}

// value is a value as the reply writes it.
type value struct {
	text   string
	sort   Sort // 0: not to be changed
	others map[Kind][]string
	keep   []Kind
}

// currencies that scenes are priced in; the first is the most frequent.
var currencies = []string{"EUR", "EUR", "EUR", "EUR", "USD", "GBP", "CHF", "SEK", "JPY"}

// currency draws a currency.
func (s *scene) currency() string { return currencies[s.rnd.Intn(len(currencies))] }

// between draws a number from low to high.
func (s *scene) between(low, high int64) int64 { return low + s.rnd.Int63n(high-low+1) }

// price draws a plausible price in hundredths, from low to high units and a fraction.
func (s *scene) price(code string, low, high int64) int64 {
	major := s.between(low, high)
	if exponent(code) == 0 {
		return major * 100
	}
	return major*100 + []int64{0, 0, 99, 95, 90, 50, 49, s.between(0, 99)}[s.rnd.Intn(8)]
}

// word adds a value that is not changed.
func (s *scene) word(key, text string) { s.values[key] = value{text: text} }

// count adds a number of things.
func (s *scene) count(key string, n int64) { s.values[key] = value{text: digits(n), sort: Count} }

// span adds a number of units of time.
func (s *scene) span(key string, n int64) { s.values[key] = value{text: digits(n), sort: Duration} }

// fixed adds a number that the sentence supposes: "12 months come to".
func (s *scene) fixed(key string, n int64) { s.values[key] = value{text: digits(n)} }

// percent adds a rate in tenths of a percent.
func (s *scene) percent(key string, tenths int64, keep ...Kind) {
	s.values[key] = value{text: s.style.percent(tenths), sort: Percent, keep: keep}
}

// money adds an amount.
func (s *scene) money(key string, minor int64, code string) {
	s.values[key] = value{text: s.style.money(minor, code), sort: Money}
}

// other says that a mutation may write another amount in the place of a value.
func (s *scene) other(key string, k Kind, minor int64, code string) {
	v := s.values[key]
	if v.others == nil {
		v.others = map[Kind][]string{}
	}
	if text := s.style.money(minor, code); text != v.text {
		v.others[k] = append(v.others[k], text)
	}
	s.values[key] = v
}

// date adds a day in a form drawn for it.
func (s *scene) date(key string, day time.Time) {
	forms := dateForms()
	s.values[key] = value{text: s.style.date(day, forms[s.rnd.Intn(len(forms))]), sort: Date}
}

// ahead returns the day in n days.
func (s *scene) ahead(n int64) time.Time {
	y, m, d := s.now.Date()
	return time.Date(y, m, d+int(n), 0, 0, 0, 0, time.UTC)
}

// tool adds a result, and names the fields of it that hold minor units.
func (s *scene) tool(name, json string, minor ...string) {
	s.tools = append(s.tools, Tool{Name: name, JSON: json, MinorUnits: minor})
}

// decimal writes an amount as a JSON number or the text of one.
func (s *scene) decimal(hundredths int64, code string) string {
	if exponent(code) == 0 {
		return digits(hundredths / 100)
	}
	return fmt.Sprintf("%s.%02d", digits(hundredths/100), hundredths%100)
}

// minorOf returns an amount in its currency's minor unit.
func minorOf(hundredths int64, code string) int64 {
	if exponent(code) == 0 {
		return hundredths / 100
	}
	return hundredths
}

// compose writes a reply of some of the scene's sentences.
func (s *scene) compose(name string) (string, []Mark) {
	list := s.lang[name]
	var texts []string
	for _, i := range s.rnd.Perm(len(list)) {
		if s.whole(list[i]) {
			texts = append(texts, list[i])
		}
		if len(texts) > 0 && s.rnd.Intn(2) == 0 || len(texts) == 3 {
			break
		}
	}
	if filler := s.lang["filler"]; s.rnd.Intn(3) == 0 {
		texts = append(texts, filler[s.rnd.Intn(len(filler))])
	}
	var b strings.Builder
	var marks []Mark
	for i, t := range texts {
		if i > 0 {
			switch last := texts[i-1]; {
			case strings.Contains(t, "\n") || strings.Contains(last, "\n"):
				b.WriteString("\n\n")
			case !strings.HasSuffix(last, ".") && !strings.HasSuffix(last, "!") && !strings.HasSuffix(last, "?"):
				b.WriteString("\n") // a label and its value
			default:
				b.WriteString(" ")
			}
		}
		marks = s.fill(&b, t, marks)
	}
	return b.String(), marks
}

// whole reports whether the scene has every value that a sentence names.
func (s *scene) whole(text string) bool {
	for {
		_, rest, found := strings.Cut(text, "{")
		if !found {
			return true
		}
		key, after, _ := strings.Cut(rest, "}")
		if _, ok := s.values[key]; !ok {
			return false
		}
		text = after
	}
}

// fill writes a sentence with its values.
func (s *scene) fill(b *strings.Builder, text string, marks []Mark) []Mark {
	for {
		before, rest, found := strings.Cut(text, "{")
		b.WriteString(before)
		if !found {
			return marks
		}
		key, after, _ := strings.Cut(rest, "}")
		v := s.values[key]
		if v.sort != 0 {
			marks = append(marks, Mark{Start: b.Len(), End: b.Len() + len(v.text), Sort: v.sort, Others: v.others, Keep: v.keep})
		}
		b.WriteString(v.text)
		text = after
	}
}

// names draws n different products, as the list and the running text call them.
func (s *scene) names(n int) (list [][2]string) {
	all := s.lang["names"]
	for _, i := range s.rnd.Perm(len(all))[:n] {
		name, the, _ := strings.Cut(all[i], "|")
		list = append(list, [2]string{name, the})
	}
	return list
}

// product sets the words for one product.
func (s *scene) product(name [2]string) {
	s.word("name", name[0])
	s.word("the", name[1])
	s.word("The", title(name[1]))
}
