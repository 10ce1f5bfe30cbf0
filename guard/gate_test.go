package guard_test

import (
	"bytes"
	"fmt"
	"hash/fnv"
	"math/rand"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/lacuna-go/lacuna/guard"
)

// gate returns a gate whose judge lets pass what has a source, if a cached one is shown.
func gate(out *bytes.Buffer, results ...guard.Result) *guard.Gate {
	e := guard.NewEvidence(noon, time.UTC)
	for _, r := range results {
		e.Add(r)
	}
	return guard.NewGate(out, guard.Reply{Now: noon}, nil, func(r *guard.Reply) int {
		e.Match(r)
		for i := range r.Claims {
			c := &r.Claims[i]
			if c.Kind != guard.Money {
				continue
			}
			if len(c.Sources) == 0 || c.Sources[0].Cached && !r.Shows(c, c.Sources[0].AsOf) {
				return c.Span.Start
			}
		}
		return len(r.Text)
	})
}

func TestGate(t *testing.T) {
	cached := pricing(`{"price":209,"currency":"EUR"}`)
	cached.Cached, cached.AsOf = true, noon.Add(-5*time.Minute)
	live := pricing(`{"price":209,"currency":"EUR"}`)
	for _, test := range []struct {
		name, text, want string
		result           guard.Result
		held             bool
	}{
		{"no claim", "Hello there, how can I help you today? Just ask.", "", live, false},
		{"sourced", "Thanks! The jacket costs €209. Anything else?", "", live, false},
		{"unsourced", "Thanks! The jacket costs €219. Anything else?", "Thanks! The jacket costs ", live, true},
		{"unsourced at the end", "The jacket costs 219 €", "The jacket costs ", live, true},
		{"second one unsourced", "It costs €209. The other costs €5 or so.", "It costs €209. The other costs ", live, true},
		{"shown in the next sentence", "It costs €209. Price as of 14:07. Fine?", "", cached, false},
		{"never shown", "It costs €209. Fine? More text here. And more.", "It costs ", cached, true},
		{"in words", "It is two hundred and nine euros. Good.", "", live, false},
		{"in other words", "It is two hundred and ten euros. Good.", "It is ", live, true},
		{"inside markup", "It is **€2**19 today. Good.", "It is **", live, true},
	} {
		t.Run(test.name, func(t *testing.T) {
			want := test.want
			if !test.held {
				want = test.text
			}
			for seed := range int64(20) {
				rnd := rand.New(rand.NewSource(seed))
				var out bytes.Buffer
				g := gate(&out, test.result)
				var err error
				for rest := test.text; rest != "" && err == nil; {
					n := min(len(rest), 1+rnd.Intn(1+int(seed)))
					_, err = g.Write([]byte(rest[:n]))
					rest = rest[n:]
				}
				if err == nil {
					err = g.Close()
				}
				if test.held {
					require.ErrorIs(t, err, guard.ErrHeld)
				} else {
					require.NoError(t, err)
				}
				require.Equal(t, want, out.String(), "seed %d", seed)
				assert.Equal(t, out.Len(), g.Sent())
			}
		})
	}
}

func TestGateReleasesAtOnce(t *testing.T) {
	var out bytes.Buffer
	g := gate(&out)
	_, err := g.Write([]byte("Thanks for asking about our winter jackets, they are "))
	require.NoError(t, err)
	assert.True(t, strings.HasPrefix(out.String(), "Thanks for asking about our winter"), out.String())
}

// wordings are what the texts of TestGatePieces are put together from.
var wordings = []string{
	"The jacket costs €209", "It was **€249**", "~~€249~~ €199", "costs about 200 euros", "for €209 you get two", "not €219", "if it were $5",
	"delivery on 1. März 2026", "by March 4th", "in 3-5 business days", "ca. 200 €", "No. 5", "z. B. 20 €", "you save 16 %", "I have refunded it",
	"| Jacke | 209 € |", "- Jacket: €209", "`€209`", "```\nprice = 209\n```", "&euro;209", "<b>€</b>2<i>0</i>9", "<a href=\"x\">€209</a>",
	"外套的价格是209元", "価格は２０９円です", "2\u00ad09 €", "two hundred and nine euros", "zweihundertneun Euro", "€209 is the shipping cost",
	"Is it €209?", "The price is 209", "\"€209\" he said", "order JKT-114", "see https://shop.example.com/a?b=209", "mail to info@example.com",
	"tomorrow", "the next few days", "a quarter of a million dollars", "$5 to $10", "up to €50", "between 5 and 10 euros", "and", "or", "Yes",
	"the", "in", "of", "a", "is", "hello there", "without any figure at all", "35€99", "1.234 €", "us $", "€", "209", "%", "<", "&", "*", "\\",
}

// drawn returns a text of wordings, and of what stands between them.
func drawn(rnd *rand.Rand) string {
	between := []string{" ", " ", " ", ". ", ", ", "! ", "? ", "\n", "\r\n", "\n\n", ": ", "", "; ", " – "}
	var b strings.Builder
	for range 1 + rnd.Intn(8) {
		b.WriteString(wordings[rnd.Intn(len(wordings))])
		b.WriteString(between[rnd.Intn(len(between))])
	}
	return b.String()
}

// fickle judges a claim by everything that the text around it says, and lets two of three pass.
func fickle(c *guard.Claim, salt int64) bool {
	h := fnv.New32a()
	fmt.Fprint(h, salt, c.Kind, c.About, c.Role, c.Negated, c.Hypothetical, c.Approx, c.Struck, c.IsAsserted(), c.Currencies)
	for _, v := range c.Readings {
		fmt.Fprint(h, v.Amount, v.Low, v.High, v.OpenLow, v.OpenHigh, v.Day, v.LastDay, v.ID)
	}
	return h.Sum32()%3 != 0
}

// pieces streams a text in pieces of at most so many bytes, under a fickle judge, and returns what went out.
func pieces(text string, most int, salt int64, kinds []guard.Kind) (string, error) {
	var out strings.Builder
	g := guard.NewGate(&out, guard.Reply{Now: noon}, kinds, func(r *guard.Reply) int { return allowed(r, salt, kinds) })
	rnd := rand.New(rand.NewSource(salt))
	var err error
	for rest := text; rest != "" && err == nil; {
		n := min(len(rest), 1+rnd.Intn(most))
		_, err = g.Write([]byte(rest[:n]))
		rest = rest[n:]
	}
	if err == nil {
		err = g.Close()
	}
	return out.String(), err
}

// allowed returns where the first claim begins that a fickle judge stops.
func allowed(r *guard.Reply, salt int64, kinds []guard.Kind) int {
	for i := range r.Claims {
		if c := &r.Claims[i]; (kinds == nil || slices.Contains(kinds, c.Kind)) && !fickle(c, salt) {
			return c.Span.Start
		}
	}
	return len(r.Text)
}

// holds fails the test where pieces make a difference, or a byte of a claim goes out that the whole text is stopped for.
func holds(t *testing.T, text string, salt int64, kinds []guard.Kind) (passed bool) {
	t.Helper()
	out, err := pieces(text, len(text)+1, salt, kinds)
	small, smallErr := pieces(text, 1+int(uint64(salt)%7), salt, kinds)
	require.Equal(t, out, small, "%q", text)
	require.Equal(t, err, smallErr, "%q", text)
	require.True(t, strings.HasPrefix(text, out))
	r := find(t, text)
	first := allowed(r, salt, kinds)
	require.LessOrEqual(t, len(out), first, "%q: %q went out, of %+v", text, out, r.Records())
	if err == nil {
		require.Equal(t, text, out)
	} else {
		require.ErrorIs(t, err, guard.ErrHeld)
	}
	return err == nil || first < len(text)
}

func TestGatePieces(t *testing.T) {
	rnd := rand.New(rand.NewSource(1))
	rounds, wrong := 4000, 0
	if testing.Short() {
		rounds = 400
	}
	for round := range rounds {
		kinds := [][]guard.Kind{nil, {guard.Money}}[round%2]
		if !holds(t, drawn(rnd), int64(round), kinds) {
			wrong++
		}
	}
	t.Logf("%d of %d pass whole and not in pieces", wrong, rounds)
	assert.LessOrEqual(t, 100*wrong, rounds)
}

// TestGateLong: what comes without an end is neither kept back for ever nor read again and again.
func TestGateLong(t *testing.T) {
	for name, unit := range map[string]string{
		"words": "hello there ", "figures": "12 jackets ", "letters": "a", "blanks": " ", "hidden": "\u200b", "marks": "*", "tags": "<b>",
		"Chinese": "外套很暖和", "Thai": "เสื้อแจ็กเก็ต", "dashes": "- ", "code": "aB3+/x",
	} {
		text := strings.Repeat(unit, 20_000/len(unit))
		var out bytes.Buffer
		g := gate(&out)
		most := 0
		for i := range len(text) {
			_, err := g.Write([]byte{text[i]})
			require.NoError(t, err, name)
			most = max(most, i+1-g.Sent())
		}
		require.NoError(t, g.Close(), name)
		require.Equal(t, text, out.String(), name)
		assert.LessOrEqual(t, most, 1024, name)
	}
}

func FuzzGatePieces(f *testing.F) {
	rnd := rand.New(rand.NewSource(2))
	for i := range int64(40) {
		f.Add(drawn(rnd), i)
	}
	f.Fuzz(func(t *testing.T, text string, salt int64) { holds(t, text, salt, nil) })
}

func FuzzGate(f *testing.F) {
	f.Add("It costs €209. Or $5, or 7 euros!", int64(1))
	f.Fuzz(func(t *testing.T, text string, seed int64) {
		var whole bytes.Buffer
		g := gate(&whole, pricing(`{"price":209,"currency":"EUR"}`))
		_, err := g.Write([]byte(text))
		if err == nil {
			err = g.Close()
		}
		var out bytes.Buffer
		h := gate(&out, pricing(`{"price":209,"currency":"EUR"}`))
		rnd := rand.New(rand.NewSource(seed))
		var err2 error
		for rest := text; rest != "" && err2 == nil; {
			n := min(len(rest), 1+rnd.Intn(8))
			_, err2 = h.Write([]byte(rest[:n]))
			rest = rest[n:]
		}
		if err2 == nil {
			err2 = h.Close()
		}
		require.Equal(t, err, err2)
		require.True(t, strings.HasPrefix(text, out.String()))
		r := find(t, text)
		price, err := guard.ParseDecimal("209")
		require.NoError(t, err)
		for i := range r.Claims {
			if c := &r.Claims[i]; err2 != nil && c.Kind == guard.Money && c.Span.Start < out.Len() {
				require.True(t, slices.ContainsFunc(c.Readings, func(v guard.Reading) bool { return v.Low.Equal(price) && v.High.Equal(price) }),
					"%q leaked in %q", c.Text, out.String())
			}
		}
	})
}
