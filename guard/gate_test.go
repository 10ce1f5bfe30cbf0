package guard_test

import (
	"bytes"
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
