package guard

import (
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
)

var plainSentences = []string{
	"Thanks for asking about our winter range.", "These jackets are warm, light and made to last.", "It has a hood that comes off!",
	"Would you like to see some others?", "The whole range is well-made; have a look (it's worth it).", "Best wishes, the team.",
	"We ship it in the box that it came in.", "Der Mantel ist warm und leicht.", "Our staff are glad to help.",
}

var claimSentences = []string{
	"The parka is €209.00 (was €249.00).", "It arrives tomorrow.", "I have refunded you.", "That makes twenty euros.", "See shop.example.com for more.",
	"Your order was cancelled!", "Delivery takes three to five business days.", "We reopen in May.", "zweihundert Euro.", "Only until 5 March.",
	"Our number is. Call 030 1234567.", "The cap costs “about” $20?", "~~€20~~ `now`", "Write to help@example.com", "\"It is €5\n", "no. Really. Yes. 5 EUR.",
}

// TestSkipChangesNothing compares what is found around the parts that are left out with what is found in the whole text.
func TestSkipChangesNothing(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	left := 0
	for range 4000 {
		var b strings.Builder
		for range 1 + rng.IntN(30) {
			list := plainSentences
			if rng.IntN(6) == 0 {
				list = claimSentences
			}
			b.WriteString(list[rng.IntN(len(list))])
			b.WriteString([]string{" ", " ", " ", "\n", "\n\n"}[rng.IntN(5)])
		}
		around := &Reply{Text: b.String(), Now: time.Date(2026, 3, 1, 14, 12, 0, 0, time.UTC)}
		whole := &Reply{Text: around.Text, Now: around.Now}
		around.examine(false)
		whole.read(false)
		left += len(around.skips)
		if !assert.Equal(t, whole.Records(), around.Records(), "%q", around.Text) {
			return
		}
		for i := range whole.Claims {
			a, w := &around.Claims[i], &whole.Claims[i]
			assert.Equal(t, w.SentenceText(), a.SentenceText())
			assert.Equal(t, []any{w.Role, w.Asserted, w.Shows(w.reply.Now)}, []any{a.Role, a.Asserted, a.Shows(a.reply.Now)}, "%q", around.Text)
		}
		assert.Equal(t, whole.Foreign(), around.Foreign())
	}
	assert.Greater(t, left, 500, "something must be left out")
}

// skippedByOnes is skippable without the loop over eight bytes at a time.
func skippedByOnes(text string, lex *lexicon) []Span {
	if len(text) < minSkip {
		return nil
	}
	s := skipper{text: text, lex: lex}
	for s.ones(); s.pos < len(text); s.ones() {
		s.hot()
	}
	if s.from >= 0 {
		s.leave(len(text))
	}
	return s.out
}

// TestSkipByEights holds the quick loop against the plain one, over sentences with words of the tables between them.
func TestSkipByEights(t *testing.T) {
	lex, rng := words(), rand.New(rand.NewPCG(8, 8))
	var known []string
	for _, table := range []string{numberWords, monthTable, actionTable, worldNouns, holidayTable, toneTable, cueTable, commonWords} {
		each(table, func(_, word string) { known = append(known, word) })
	}
	left := 0
	for range 20_000 {
		var b strings.Builder
		for range 1 + rng.IntN(30) {
			switch rng.IntN(12) {
			case 0:
				b.WriteString(claimSentences[rng.IntN(len(claimSentences))])
			case 1, 2:
				b.WriteString(known[rng.IntN(len(known))])
				b.WriteString([]string{" ", " ", " ", "\n", "  ", ",", ".", "-", "é", ""}[rng.IntN(10)])
				b.WriteString(known[rng.IntN(len(known))])
			default:
				b.WriteString(plainSentences[rng.IntN(len(plainSentences))])
			}
			b.WriteString([]string{" ", " ", " ", "\n", ""}[rng.IntN(5)])
		}
		want := skippedByOnes(b.String(), lex)
		left += len(want)
		if !assert.Equal(t, want, skippable(b.String(), lex, nil), "%q", b.String()) {
			return
		}
	}
	assert.Greater(t, left, 500, "something must be left out")
}

// TestSkipKeepsEveryOpening puts every word of the tables that begins a claim by itself, in each case and behind noise,
// between sentences that are left out.
func TestSkipKeepsEveryOpening(t *testing.T) {
	lex := (&Reply{}).lexicon()
	before := strings.Repeat("Thanks for asking about our winter range. These jackets are warm and light, and each of them comes with a hood. ", 4)
	tried := 0
	for _, table := range []string{numberWords, tenWords, hundredWords, fixedWords, monthTable, weekdayTable, ordinalTable, actionTable, currencySigns, worldNouns, holidayTable} {
		each(table, func(_, word string) {
			e := lex.find(hashWord(word))
			if e == nil || e.own != beginsAny || strings.ContainsAny(word, " '’-.") {
				return
			}
			tried++
			for _, w := range []string{word, strings.ToUpper(word), strings.ToTitle(word[:1]) + word[1:]} {
				for _, noise := range []string{"", "**", "\u200b", "<b>", "&nbsp;"} {
					text := before + noise + w + " " + before
					at := len(before) + len(noise)
					for _, s := range skippable(text, lex, nil) {
						assert.False(t, s.Start <= at && at < s.End, "%q is left out", noise+w)
					}
				}
			}
		})
	}
	assert.Greater(t, tried, 400)
	assert.NotEmpty(t, skippable(before+before, lex, nil), "something must be left out")
}
