package bench_test

import (
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/lacuna-go/lacuna/rules"
)

// rounds is how often contenders are timed in turn, so that whatever else the machine does falls on all of them.
const interleaved = 11

// measured runs contenders in turn and returns the median time of one call of each, in nanoseconds.
func measured(n int, contenders ...func()) []float64 {
	times := make([][]float64, len(contenders))
	for _, run := range contenders { // caches filled, plans made
		for range n/10 + 1 {
			run()
		}
	}
	for range interleaved {
		for i, run := range contenders {
			begun := time.Now()
			for range n {
				run()
			}
			times[i] = append(times[i], float64(time.Since(begun).Nanoseconds())/float64(n))
		}
	}
	medians := make([]float64, len(contenders))
	for i := range times {
		slices.Sort(times[i])
		medians[i] = times[i][interleaved/2]
	}
	return medians
}

// TestDecisionAgainstCelGo is goal 1 and 2: a decision in which ten conditions of 10,000 apply, against cel-go's bare evaluation of the
// same ten.
func TestDecisionAgainstCelGo(t *testing.T) {
	few, many := policies(t, 20), policies(t, 10_000)
	w, in := newOpenWorld(t), callOf(t, "s-0")
	programs, cw := celPrograms(t, 0, applicable), newCelWorld()
	var d rules.Decision
	many.Decide(in, w, &d)
	require.Len(t, d.Forbidden, applicable, "all ten hold")
	for _, p := range programs {
		v, _, err := p.Eval(cw)
		require.NoError(t, err)
		require.Equal(t, true, v.Value())
	}
	m := measured(2000, func() {
		for _, p := range programs {
			_, _, _ = p.Eval(cw)
		}
	}, func() { many.Decide(in, w, &d) }, func() { few.Decide(in, w, &d) })
	t.Logf("ten evaluations by cel-go %.0f ns; a decision among 10,000 %.0f ns (%.3f), among 20 %.0f ns (%.2f of it)", m[0], m[1], m[1]/m[0], m[2], m[1]/m[2])
	assert.Less(t, m[1]/m[0], 0.5)
}
