package simulate_test

import (
	"fmt"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/lacuna-go/lacuna/engine/simulate"
)

// calling is a scenario of one tool that fails at a rate, called so many times a turn.
func calling(t *testing.T, fail float64, calls int, fixed time.Duration) *simulate.Scenario {
	t.Helper()
	text := fmt.Sprintf(`
seed: 11
duration: 200s
turns_per_second: 12
turn: [%s]
tools:
  crm/find: {fixed: %s, phases: [{from: 0s, fail: %v}]}
`, strings.Repeat("{server: crm, tool: find}, ", calls), fixed, fail)
	s, err := simulate.ReadScenario("calling.yaml", strings.NewReader(text))
	require.NoError(t, err)
	return s
}

// Attempts multiply: (1+p+p^2) a layer.
func TestNaiveAttempts(t *testing.T) {
	set := shop(t)
	for _, c := range []struct{ p, want float64 }{{0.01, 1.03}, {0.30, 2.69}, {0.70, 10.5}, {1, 27}} {
		s := calling(t, c.p, 1, 20*time.Millisecond)
		r, err := s.Play(set)
		require.NoError(t, err)
		assert.InEpsilon(t, math.Pow(1+c.p+c.p*c.p, 3), r.Naive.AttemptsPerCall, 0.03)
		assert.InEpsilon(t, c.want, r.Naive.AttemptsPerCall, 0.03)
		assert.InDelta(t, 1-math.Pow(c.p, 3), r.Naive.Data, 0.01, "three attempts of the uppermost layer")
	}
}

// Waits multiply too: a call whose requests fail after a second and a half takes 7, 25, about 80 s.
func TestNaiveTime(t *testing.T) {
	for layers, want := range map[int]float64{1: 7, 2: 25, 3: 80} {
		s := calling(t, 1, 1, 1450*time.Millisecond)
		s.Naive.Layers, s.TurnsPerSecond = layers, 0.1
		r, err := s.Play(shop(t))
		require.NoError(t, err)
		assert.InEpsilon(t, want, time.Duration(r.Naive.TurnTime.Max).Seconds(), 0.06)
	}
}

// Of runs of twelve calls, 11 % meet a failure at 1 %.
func TestNaiveRunsOfTwelveCalls(t *testing.T) {
	s := calling(t, 0.01, 12, 20*time.Millisecond)
	s.Naive.Layers, s.TurnsPerSecond = 1, 5
	r, err := s.Play(shop(t))
	require.NoError(t, err)
	met := 0
	for _, turn := range r.Naive.All() {
		for _, c := range turn.Calls {
			if c.Failure != "" {
				met++
				break
			}
		}
	}
	assert.InDelta(t, 0.114, float64(met)/float64(r.Turns), 0.02)
}
