package grounding_test

import (
	"fmt"
	"io"
	"math/rand"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/lacuna-go/lacuna/guard"
	"github.com/lacuna-go/lacuna/internal/grounding"
)

// streamed is what became of a reply that was sent through a gate.
type streamed struct {
	held []int // bytes held back, after each piece
	wait int   // bytes that came before the first one went out
	sent int
	err  error
}

// stream sends a reply in pieces of least to most bytes.
func stream(c *grounding.Case, e *guard.Evidence, kinds []guard.Kind, least, most int, rnd *rand.Rand) streamed {
	var s streamed
	reply := guard.Reply{Now: c.Now, Zone: time.UTC, Language: c.Lang, Said: c.Said}
	gate := guard.NewGate(io.Discard, reply, kinds, func(r *guard.Reply) int {
		e.Match(r)
		for i := range r.Claims {
			if f := &r.Claims[i]; stopped(f, kinds) {
				return f.Span.Start
			}
		}
		return len(r.Text)
	})
	for at := 0; at < len(c.Reply) && s.err == nil; {
		n := min(len(c.Reply)-at, least+rnd.Intn(most-least+1))
		_, s.err = io.WriteString(gate, c.Reply[at:at+n])
		at += n
		s.held = append(s.held, at-gate.Sent())
		if gate.Sent() == 0 {
			s.wait = at
		}
	}
	if s.err == nil {
		s.err = gate.Close()
	}
	s.sent = gate.Sent()
	return s
}

// stopped reports whether a claim must not be sent: one without a source, but for the customer's own figure.
func stopped(c *guard.Claim, kinds []guard.Kind) bool {
	return (kinds == nil || slices.Contains(kinds, c.Kind)) && len(c.Sources) == 0 && (!c.Echo || c.IsAsserted())
}

// gateBench streams replies and keeps what was held back.
type gateBench struct {
	t                       *testing.T
	kinds                   []guard.Kind
	rnd                     *rand.Rand
	passed, stopped, missed int
	small, large, wait      []int
}

// add streams one reply in small pieces and in large ones, and compares what went out with the verdict on the whole.
func (b *gateBench) add(c *grounding.Case, e *guard.Evidence) {
	first := judgedWhole(c, e, b.kinds)
	s, l := stream(c, e, b.kinds, 1, 6, b.rnd), stream(c, e, b.kinds, 20, 20, b.rnd)
	require.Equal(b.t, s.sent, l.sent, "%q", c.Reply)
	require.Equal(b.t, s.err, l.err, "%q", c.Reply)
	require.LessOrEqual(b.t, s.sent, first, "%q", c.Reply)
	switch {
	case first < len(c.Reply):
		require.ErrorIs(b.t, s.err, guard.ErrHeld)
		b.stopped++
		return
	case s.err == nil:
		b.passed++
		b.small, b.large, b.wait = append(b.small, s.held...), append(b.large, l.held...), append(b.wait, s.wait)
		return
	case c.Kind == grounding.True:
		b.missed++
	}
	if *show > 0 {
		b.t.Logf("held back in pieces only: %q after %q", c.Reply, c.Reply[:s.sent])
	}
}

// TestGate streams true replies and changed ones: nothing of a claim that the whole reply would be held back for goes out,
// what goes out does not depend on the pieces, and a true reply that passes whole passes in pieces.
func TestGate(t *testing.T) {
	if raceEnabled {
		t.Skip("one goroutine, and ten times as slow: it runs without the race detector")
	}
	for name, kinds := range map[string][]guard.Kind{"money": {guard.Money}, "every kind": nil} {
		t.Run(name, func(t *testing.T) {
			b := &gateBench{t: t, kinds: kinds, rnd: rand.New(rand.NewSource(*seed))}
			g, m := grounding.NewGenerator(*seed), grounding.NewMutator(*seed)
			for range *replies / 16 {
				text := g.Next()
				e := evidence(text)
				b.add(&grounding.Case{Text: *text}, e)
				for _, c := range m.Mutate(text) {
					b.add(&c, e)
				}
			}
			for _, lang := range grounding.Languages() {
				for _, tr := range readTurns(t, lang) {
					b.add(&grounding.Case{Text: tr.Text}, tr.evidence())
				}
			}
			t.Logf("%d pass, and %d true ones pass whole only; %d are held back", b.passed, b.missed, b.stopped)
			t.Logf("held, in pieces of 1 to 6 bytes: %s; of 20: %s; bytes until the first goes out: %s", spread(b.small), spread(b.large), spread(b.wait))
			assert.LessOrEqual(t, 200*b.missed, b.passed)
			assert.LessOrEqual(t, b.small[len(b.small)/2], 24)
			assert.LessOrEqual(t, b.small[len(b.small)-1], 300)
		})
	}
}

// judgedWhole returns how much of a reply may be sent where all of it is known.
func judgedWhole(c *grounding.Case, e *guard.Evidence, kinds []guard.Kind) int {
	r := &guard.Reply{Text: c.Reply, Now: c.Now, Zone: time.UTC, Language: c.Lang, Said: c.Said}
	guard.Finder{}.Find(r)
	e.Match(r)
	for i := range r.Claims {
		if stopped(&r.Claims[i], kinds) {
			return r.Claims[i].Span.Start
		}
	}
	return len(r.Text)
}

// spread renders the median, the 99th of a hundred and the greatest of some numbers.
func spread(list []int) string {
	slices.Sort(list)
	if len(list) == 0 {
		return "none"
	}
	return fmt.Sprintf("p50 %d, p99 %d, max %d", list[len(list)/2], list[len(list)*99/100], list[len(list)-1])
}
