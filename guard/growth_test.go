package guard

import (
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// growing is what a text of one unit over and over may take longer than one a sixteenth as long: a little more than sixteen times.
const growing = 48

// TestGrowth draws short units of words, figures and marks, and wants texts in which one stands over and over to be examined and matched in
// time that is linear in them.
func TestGrowth(t *testing.T) {
	if testing.Short() || RaceEnabled {
		t.Skip("compares times")
	}
	words := append([]string(nil), drawnFigures...)
	for _, table := range []string{numberWords, tenWords, monthTable, weekdayTable, ordinalTable, actionTable, currencySigns, toneTable, termTable, worldNouns, holidayTable, cueTable, periodTable} {
		each(table, func(_, word string) { words = append(words, word) })
	}
	rng := rand.New(rand.NewPCG(7, 11))
	for range 150 {
		var b strings.Builder
		for range 1 + rng.IntN(3) {
			list := words
			if rng.IntN(2) == 0 {
				list = drawnFigures
			}
			b.WriteString(list[rng.IntN(len(list))])
			b.WriteString(drawnGaps[rng.IntN(len(drawnGaps))])
		}
		linear(t, b.String())
	}
}

// TestGrowthWorst is TestGrowth for what has once taken too long, or might.
func TestGrowthWorst(t *testing.T) {
	if testing.Short() || RaceEnabled {
		t.Skip("compares times")
	}
	for _, unit := range []string{"2026 ", "a", "a-b ", "€5 ", "14 parka ", "- €5\n", "12:30 ", "Parka ", "refunded ", "free shipping ", "today ", "5 hours ", "total €6 and ", "5|", "| € | 5 ", "|5\n"} {
		linear(t, unit)
	}
	claims := strings.Repeat("€6 ", 500)
	for name, text := range map[string]func(n int) string{
		"one word before an amount":      func(n int) string { return strings.Repeat("a", n) + " €6" },
		"one sentence before 500":        func(n int) string { return strings.Repeat("a ", n/2) + claims },
		"one sentence of 500, far apart": func(n int) string { return strings.Repeat("Parka: €6 and "+strings.Repeat("a ", n/1000), 500) },
	} {
		grows(t, name, text)
	}
}

func linear(t *testing.T, unit string) {
	t.Helper()
	grows(t, unit, func(n int) string { return strings.Repeat(unit, 1+n/len(unit)) })
}

// grows compares a text of 32 KB with one of 2 KB; it measures again where something else ran beside it.
func grows(t *testing.T, name string, text func(n int) string) {
	t.Helper()
	e := NewEvidence(time.Date(2026, 3, 1, 14, 12, 0, 0, time.UTC), nil)
	e.Add(Result{Server: "shop", Tool: "list", JSON: []byte(`{"items": [{"name": "Parka", "price": {"amount": "5.00", "currency": "EUR"}, "stock": 14}, {"name": "Cap", "price": {"amount": "9.00", "currency": "EUR"}, "stock": 3}]}`)})
	short, long := text(2<<10), text(32<<10)
	took := func(text string, rounds int) time.Duration {
		r := &Reply{Text: text, Now: e.now}
		least := time.Hour
		for range rounds {
			start := time.Now()
			Finder{}.Find(r)
			e.Match(r)
			least = min(least, time.Since(start))
		}
		return least
	}
	took(short, 1)
	require.Eventually(t, func() bool { return took(long, 2) <= growing*max(took(short, 8), 20*time.Microsecond) }, 20*time.Second, time.Millisecond, "%q", name)
}
