package guard

import (
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// drawn are what the texts of these tests are put together from, beside the words of the tables.
var (
	drawnFigures = strings.Fields("1 2 3 5 7 12 20 31 99 209 1990 2026 1,234 1.234,56 1,234.56 209.00 12:30 3/4 4.5 00 05 030 1234567 2026-03-04 4/3/2026 €5 $20 5€ 5% ½ ² ٣ 三 百 元 1st 2nd 3rd " +
		"EUR USD € £ $ US$ kr CHF R h pm uhr A I to and a the of in for per from until next last this day days week month year euro euros dollars is was free refunded have not order total")
	drawnGaps = []string{" ", " ", " ", " ", " ", " ", "", "-", ".", ",", "/", ":", "\n", "  ", " - ", "–", "'", " (", ") ", "*", "\u00a0", "! ", ". ", ", ", " $", "%", "; "}
)

// drawnTexts calls f with the tokens of many random texts.
func drawnTexts(t *testing.T, rounds int, f func(p *parser)) {
	t.Helper()
	words := append([]string(nil), drawnFigures...)
	for _, table := range []string{numberWords, tenWords, monthTable, weekdayTable, ordinalTable, actionTable, currencySigns, toneTable, termTable, worldNouns, holidayTable, cueTable, periodTable} {
		each(table, func(_, word string) { words = append(words, word) })
	}
	rng := rand.New(rand.NewPCG(3, 5))
	r := &Reply{Now: time.Date(2026, 3, 1, 14, 12, 0, 0, time.UTC)}
	for range rounds {
		var b strings.Builder
		for range 2 + rng.IntN(10) {
			list := words
			if rng.IntN(2) == 0 {
				list = drawnFigures
			}
			b.WriteString(list[rng.IntN(len(list))])
			b.WriteString(drawnGaps[rng.IntN(len(drawnGaps))])
		}
		r.Text = b.String()
		r.reset()
		r.tokens = scan(r.Text, r.tokens[:0])
		f(&parser{reply: r, tokens: r.tokens, lex: r.lexicon(), usual: usualIn("")})
	}
}

// TestGatesHideNothing looks for dates, amounts and deeds where the parser does not look for them, and wants none there.
func TestGatesHideNothing(t *testing.T) {
	passed := 0
	drawnTexts(t, 40_000, func(p *parser) {
		for i := range p.tokens {
			switch tok := &p.tokens[i]; {
			case tok.kind == tokenWord && !p.namesMoney(i) && !p.dateWord(i):
				passed++
				require.Equal(t, i, p.dateAt(i), "a date at token %d of %q", i, p.reply.Text)
			case tok.isDigits() && p.undated(i):
				passed++
				require.Equal(t, i, p.dateAt(i), "a date at token %d of %q", i, p.reply.Text)
			case tok.kind == tokenSign && !p.leadsFigure(i+1) && tok.word.hundredths <= 1:
				passed++
				require.Equal(t, i, p.figureClaim(i), "an amount at token %d of %q", i, p.reply.Text)
			}
		}
	})
	assert.Greater(t, passed, 10_000)
}

// TestFactsHideNothing holds the facts of tokens against what the walks around a claim ask of a token.
func TestFactsHideNothing(t *testing.T) {
	drawnTexts(t, 10_000, func(p *parser) {
		r := p.reply
		if len(r.tokens) == 0 {
			return
		}
		r.note(sentence{0, len(r.tokens)})
		for j := range r.tokens {
			tok, f := &r.tokens[j], r.facts[j]
			for fact, holds := range map[facts]bool{
				factClause:  clause(tok),
				factDigits:  tok.isDigits(),
				factBracket: tok.is(')'),
				factAbout:   tok.word != nil && tok.word.about != 0,
				factRole:    tok.word != nil && (r.phraseAt(j).role != 0 || tok.word.about == AboutPrice || tok.sounds(toneNow) || tok.has(cueIs)),
				factDeny:    tok.sounds(toneBut) || tok.word != nil && r.soundsAt(j, toneDeny) || r.denies(j),
				factSuppose: tok.has(cueSuppose | cueIf | cueWould),
				factTerm:    r.terms(j) != 0 || r.cuesAt(j)&cueTotal != 0 || r.plusAt(j) || tok.has(cuePer),
				factBack:    tok.sounds(toneBack) || tok.word != nil && (actionNames[tok.word.action] == "refund" || actionNames[tok.word.action] == "transfer"),
			} {
				require.True(t, !holds || f&fact != 0, "token %d of %q has not fact %b", j, r.Text, fact)
			}
		}
	})
}

// TestPlainFigures holds the short way to read a figure against the long one.
func TestPlainFigures(t *testing.T) {
	plain := 0
	drawnTexts(t, 20_000, func(p *parser) {
		for i := range p.tokens {
			var short figure
			if !p.tokens[i].isDigits() || !short.plain(p.tokens, i) {
				continue
			}
			plain++
			short.first = i
			require.Equal(t, readDigits(p.tokens, i, readGroup), short, "token %d of %q", i, p.reply.Text)
		}
	})
	assert.Greater(t, plain, 5_000)
}
