package guard_test

import (
	"fmt"
	"math/rand"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"github.com/lacuna-go/lacuna/guard"
)

// Grounding: true replies in several languages and notations, against results in the shapes of common APIs, pass; with
// one value changed they do not.

var templates = []string{
	"The price is %s.", "It costs %s today.", "**%s** per piece", "We sell it for %s, and it is in stock.",
	"Der Preis beträgt %s.", "Die Jacke kostet %s.", "Das macht %s inkl. MwSt.",
	"Le prix est de %s.", "La veste coûte %s.", "El precio es %s.", "La chaqueta cuesta %s.",
	"Il prezzo è %s.", "La giacca costa %s.", "De prijs is %s.", "De jas kost %s.",
	"O preço é %s.", "A jaqueta custa %s.", "Priset är %s.", "Jackan kostar %s.",
}

// notations writes cents in the ways that people write them.
var notations = []func(cents int) string{
	func(c int) string { return "€" + english(c) },
	func(c int) string { return english(c) + " EUR" },
	func(c int) string { return "EUR " + english(c) },
	func(c int) string { return continental(c, ".") + " €" },
	func(c int) string { return continental(c, "\u00a0") + "\u00a0€" },
	func(c int) string { return continental(c, "\u202f") + "\u202f€" },
	func(c int) string { return "€ " + continental(c, ".") },
	func(c int) string { return continental(c, ".") + " Euro" },
	func(c int) string { return strings.ReplaceAll(continental(c, "'"), ",", ".") + " EUR" },
	func(c int) string { return fmt.Sprintf("%d.%02d€", c/100, c%100) },
	func(c int) string { return fmt.Sprintf("&euro;%d.%02d", c/100, c%100) },
	func(c int) string { return fmt.Sprintf("%d,%02d euros", c/100, c%100) },
}

func english(c int) string { return groups(c/100, ",") + fmt.Sprintf(".%02d", c%100) }

func continental(c int, mark string) string { return groups(c/100, mark) + fmt.Sprintf(",%02d", c%100) }

func groups(n int, mark string) string {
	s := fmt.Sprint(n)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + mark + s[i:]
	}
	return s
}

var shapes = []func(cents int) string{
	func(c int) string {
		return fmt.Sprintf(`{"price":{"amount":"%d.%02d","currency_code":"EUR"}}`, c/100, c%100)
	},
	func(c int) string { return fmt.Sprintf(`{"unit_amount":%d,"currency":"eur"}`, c) },
	func(c int) string {
		return fmt.Sprintf(`{"price":{"currencyCode":"EUR","units":"%d","nanos":%d}}`, c/100, c%100*10_000_000)
	},
	func(c int) string { return fmt.Sprintf(`{"price":%d.%02d,"currency":"EUR","stock":7}`, c/100, c%100) },
	func(c int) string { return fmt.Sprintf(`{"items":[{"price":"EUR %d.%02d"}]}`, c/100, c%100) },
}

// mutate changes the cents in one of the ways that a model does.
func mutate(rnd *rand.Rand, c int) (string, int) {
	switch kind := rnd.Intn(5); kind {
	case 0:
		return "digit", c + []int{1, -1, 10, -10, 100, -100, 1000}[rnd.Intn(7)]
	case 1:
		return "scale", c * 10
	case 2:
		return "scale down", c / 10
	case 3:
		return "rounding", (c + 99) / 100 * 100
	}
	s := []byte(fmt.Sprint(c))
	i := rnd.Intn(len(s) - 1)
	s[i], s[i+1] = s[i+1], s[i]
	n, err := strconv.Atoi(string(s))
	if err != nil {
		return "swap", 0
	}
	return "swap", n
}

func TestGrounding(t *testing.T) {
	rnd := rand.New(rand.NewSource(7))
	var honest, blocked, changed, missed int
	for range 4000 {
		cents := 100 + rnd.Intn(1_000_000)
		if rnd.Intn(2) == 0 {
			cents = 100 + rnd.Intn(50_000)
		}
		shape := shapes[rnd.Intn(len(shapes))]
		template, notation := templates[rnd.Intn(len(templates))], notations[rnd.Intn(len(notations))]
		e := guard.NewEvidence(noon, time.UTC)
		e.Add(pricing(shape(cents)))
		sourced := func(text string) bool {
			r := &guard.Reply{Text: text, Now: noon}
			guard.Finder{}.Find(r)
			e.Match(r)
			for i := range r.Claims {
				if c := &r.Claims[i]; c.Kind == guard.Money {
					return len(c.Sources) > 0
				}
			}
			t.Errorf("no claim in %q", text)
			return true
		}
		text := fmt.Sprintf(template, notation(cents))
		honest++
		if !sourced(text) {
			blocked++
			t.Logf("blocked: %q, %s", text, shape(cents))
		}
		how, other := mutate(rnd, cents)
		if other == cents || other <= 0 {
			continue
		}
		changed++
		if text := fmt.Sprintf(template, notation(other)); sourced(text) {
			missed++
			t.Logf("missed %s: %q, %s", how, text, shape(cents))
		}
	}
	t.Logf("honest %d, blocked %d; changed %d, missed %d", honest, blocked, changed, missed)
	assert.LessOrEqual(t, blocked*200, honest)
	assert.LessOrEqual(t, missed*100, changed)
}

// TestFalseAccept measures how often a made-up plausible price is let pass, against how often it is a price by chance.
func TestFalseAccept(t *testing.T) {
	rnd := rand.New(rand.NewSource(11))
	price := func() int { return 5*(1+rnd.Intn(300))*100 - []int{1, 5, 10, 100}[rnd.Intn(4)] }
	for _, size := range []int{4, 12, 40, 120} {
		accepted, member := 0, 0
		const rounds = 400
		for range rounds {
			have := map[int]bool{}
			var items []string
			for i := range size {
				c := price()
				have[c] = true
				items = append(items, fmt.Sprintf(`{"sku":"S-%d","price":%d.%02d,"quantity":%d}`, i, c/100, c%100, 1+rnd.Intn(3)))
			}
			e := guard.NewEvidence(noon, time.UTC)
			e.Add(pricing(`{"currency":"EUR","items":[` + strings.Join(items, ",") + `]}`))
			c := price()
			if have[c] {
				member++
			}
			r := &guard.Reply{Text: "The jacket costs €" + english(c) + ".", Now: noon}
			guard.Finder{}.Find(r)
			e.Match(r)
			if len(r.Claims[0].Sources) > 0 {
				accepted++
			}
		}
		t.Logf("%3d prices: accepted %.1f %%, exact membership %.1f %%", size, 100*float64(accepted)/rounds, 100*float64(member)/rounds)
		assert.LessOrEqual(t, accepted*2, member*3+2)
	}
}
