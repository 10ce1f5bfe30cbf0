package engine_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/lacuna-go/lacuna/engine"
	"github.com/lacuna-go/lacuna/rules"
)

func stream(t *testing.T, turn *engine.Turn, reply string, size int) (string, engine.Verdict) {
	t.Helper()
	var out strings.Builder
	g := turn.Gate(&out)
	for rest := reply; rest != ""; {
		n := min(size, len(rest))
		if _, err := g.Write([]byte(rest[:n])); err != nil {
			require.ErrorIs(t, err, engine.ErrBlocked)
			break
		}
		rest = rest[n:]
	}
	err := g.Close()
	assert.Equal(t, g.Verdict().Verdict == rules.Blocked, err != nil)
	assert.Equal(t, out.Len(), g.Sent())
	return out.String(), g.Verdict()
}

func TestGate(t *testing.T) {
	for size := 1; size < 40; size++ {
		eng, _ := shop(t)
		turn := begin(t, eng, nil)
		require.Equal(t, engine.OK, turn.Do(t.Context(), priceCall, answering(quote)).Outcome)

		out, v := stream(t, turn, "Happy to help. The jacket is €209. Shall I reserve one?", size)
		assert.Equal(t, "Happy to help. The jacket is €209. Shall I reserve one?", out)
		assert.Equal(t, rules.Pass, v.Verdict)

		out, v = stream(t, turn, "Happy to help. The jacket is €219. Shall I reserve one?", size)
		assert.Equal(t, rules.Blocked, v.Verdict)
		assert.NotContains(t, out, "2", "not a byte of the claim")
		assert.NotContains(t, out, "€")
		assert.Contains(t, out, "Happy to help.")
		assert.Equal(t, "I could not verify a price in my answer, so I did not send it.", v.Text)
	}
}

func TestGateDiscloses(t *testing.T) {
	eng, clock := shop(t)
	require.Equal(t, engine.OK, begin(t, eng, nil).Do(t.Context(), priceCall, answering(quote)).Outcome)
	for size := 1; size < 30; size += 3 {
		turn := begin(t, eng, nil)
		require.Equal(t, engine.Cached, turn.Do(t.Context(), priceCall, failing(clock, 0)).Outcome)
		out, v := stream(t, turn, "The jacket is €209.", size)
		assert.Equal(t, "The jacket is €209.\n\nPrice as of 15:12.", out)
		assert.Equal(t, rules.Append, v.Verdict)
		turn = begin(t, eng, nil)
		turn.Do(t.Context(), priceCall, failing(clock, 0))
		out, v = stream(t, turn, "The jacket is €209. Price as of 15:12.", size)
		assert.Equal(t, "The jacket is €209. Price as of 15:12.", out)
		assert.Equal(t, rules.Pass, v.Verdict)
	}
}

func TestGateOfAnEndedTurn(t *testing.T) {
	eng, clock := shop(t)
	turn := begin(t, eng, nil)
	turn.Do(t.Context(), priceCall, failing(clock, 0))
	out, v := stream(t, turn, "Hello.", 3)
	assert.Empty(t, out)
	assert.Equal(t, rules.Blocked, v.Verdict)
	assert.Contains(t, v.Text, "I can't quote prices")
}
