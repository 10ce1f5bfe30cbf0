package grounding_test

import (
	"fmt"
	"math/rand"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"github.com/lacuna-go/lacuna/guard"
)

// offers are the sentences that an invented price is put into, as often as replies of a shop use their like. %s is the
// price, {a} and {b} are two products, {p} is the true price of {a}.
var offers = []struct {
	share int
	name  string
	texts []string
}{
	{62, "plain", []string{"It costs %s.", "The {a} costs %s.", "We have it for %s.", "{a}: %s", "You can get the {a} for %s."}},
	{9, "total", []string{"In total that is %s.", "The {a} and the {b} come to %s together.", "The total is %s."}},
	{8, "save", []string{"You save %s.", "The {a} costs {p}, so you save %s.", "That is %s less than the {b}."}},
	{7, "percent off", []string{"With 20% off it costs %s.", "The {a} is 10% off and costs %s now."}},
	{7, "for 3", []string{"For 3 of them you pay %s.", "3 of the {a} are %s."}},
	{7, "each", []string{"They are %s each.", "The {a} is {p}, so split between 4 it is %s each."}},
}

// likely draws a price as shops have them: whole, or a cent below the next, up to 667.
func likely(rnd *rand.Rand) string {
	n := rnd.Intn(2 * 667)
	if n%2 == 0 {
		return fmt.Sprintf("%d.00", 1+n/2)
	}
	return fmt.Sprintf("%d.99", n/2)
}

// catalogue returns n products with different prices.
func catalogue(rnd *rand.Rand, n int) (prices []string, result string) {
	seen := map[string]bool{}
	var items []string
	for len(prices) < n {
		p := likely(rnd)
		if seen[p] {
			continue
		}
		seen[p] = true
		items = append(items, fmt.Sprintf(`{"sku":"P-%03d","name":"Model %s","price":"%s"}`, len(prices)+100, modelName(len(prices)), p))
		prices = append(prices, p)
	}
	return prices, `{"currency":"EUR","items":[` + strings.Join(items, ",") + `]}`
}

// modelName is the name of the i-th product.
func modelName(i int) string { return string(rune('A'+i%26)) + strings.Repeat("x", 1+i/26) + "on" }

// accepted reports whether an invented price in a reply has a source.
func accepted(e *guard.Evidence, now time.Time, text, price string) bool {
	r := &guard.Reply{Text: text, Now: now, Zone: time.UTC, Language: "en"}
	guard.Finder{}.Find(r)
	e.Match(r)
	for i := range r.Claims {
		if c := &r.Claims[i]; c.Kind == guard.Money && strings.Contains(c.Text, price) && len(c.Sources) > 0 {
			return true
		}
	}
	return false
}

// TestFalseAccept draws plausible prices and counts how many of them the evidence supports: by chance a price is one of
// the list, and sums and products must not add many more.
func TestFalseAccept(t *testing.T) {
	if raceEnabled {
		t.Skip("one goroutine, and ten times as slow: it runs without the race detector")
	}
	now := time.Date(2026, 3, 2, 12, 0, 0, 0, time.UTC)
	rnd := rand.New(rand.NewSource(*seed))
	for _, n := range []int{4, 12, 40, 120} {
		hits, tries := map[string]int{}, map[string]int{}
		exact, drawn, total := 0, 0, 0.0
		for range 40 {
			prices, result := catalogue(rnd, n)
			e := guard.NewEvidence(now, time.UTC)
			e.Add(guard.Result{Server: "shop", Tool: "list", JSON: []byte(result)})
			for range 25 {
				for _, o := range offers {
					a := rnd.Intn(n)
					b := (a + 1 + rnd.Intn(n-1)) % n
					price := likely(rnd)
					text := strings.NewReplacer("{a}", "Model "+modelName(a), "{b}", "Model "+modelName(b), "{p}", "€"+prices[a], "%s", "€"+price).Replace(o.texts[rnd.Intn(len(o.texts))])
					if price == prices[a] {
						continue // it happens to be true
					}
					tries[o.name]++
					drawn++
					for _, p := range prices {
						if p == price {
							exact++
						}
					}
					if accepted(e, now, text, price) {
						hits[o.name]++
					}
				}
			}
		}
		var parts []string
		for _, o := range offers {
			rate := float64(hits[o.name]) / float64(tries[o.name])
			total += rate * float64(o.share) / 100
			parts = append(parts, fmt.Sprintf("%s %.1f", o.name, 100*rate))
		}
		t.Logf("%3d prices: a member by chance %.2f %%, accepted %.2f %% (%s)", n, 100*float64(exact)/float64(drawn), 100*total, strings.Join(parts, ", "))
		assert.LessOrEqual(t, 100*total, 1.5*100*float64(n)/1334, "%d prices", n)
	}
}
