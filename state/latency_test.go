package state_test

import (
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"github.com/lacuna-go/lacuna/state"
)

func TestLatency(t *testing.T) {
	r := newRig(t)
	assert.Zero(t, r.Latency(at(0)))
	for i := range 100 {
		r.Observe(at(time.Duration(i)*s), time.Duration(100-i)*ms)
	}
	assert.Equal(t, state.Latency{P50: 50 * ms, P95: 95 * ms, P99: 99 * ms, Count: 100}, r.Latency(at(100*s)))
	r.Observe(at(100*s), time.Hour)
	assert.Equal(t, 101, r.Latency(at(100*s)).Count)
	assert.Equal(t, 100, r.Latency(at(5*time.Minute)).Count, "an attempt counts for five minutes")
	assert.Equal(t, state.Latency{P50: time.Hour, P95: time.Hour, P99: time.Hour, Count: 1}, r.Latency(at(400*s-1)))
	assert.Zero(t, r.Latency(at(400*s)))
	r.Observe(at(500*s), s)
	assert.Equal(t, 1, r.Latency(at(500*s)).Count)
}

func TestLatencyAgainstSorting(t *testing.T) {
	t.Run("they expire", func(t *testing.T) { latencyAgainstSorting(t, 2000) })
	t.Run("more than are kept", func(t *testing.T) { latencyAgainstSorting(t, 200) })
}

// latencyAgainstSorting observes attempts that are less than so many milliseconds apart.
func latencyAgainstSorting(t *testing.T, apart int) {
	t.Helper()
	type seen struct{ at, took time.Duration }
	rnd := rand.New(rand.NewPCG(1, 2))
	r := newRig(t)
	var all []seen
	now := time.Duration(0)
	for range 5000 {
		now += time.Duration(rnd.IntN(apart)) * ms * time.Duration(1+rnd.IntN(100)/99*300)
		took := time.Duration(rnd.IntN(5000)) * ms
		all = append(all, seen{now, took})
		r.Observe(at(now), took)
		all = slices.DeleteFunc(all, func(x seen) bool { return now-x.at >= 5*time.Minute })
		all = all[max(0, len(all)-512):]
		var sorted []time.Duration
		for _, x := range all {
			sorted = append(sorted, x.took)
		}
		slices.Sort(sorted)
		n := len(sorted)
		want := state.Latency{P50: sorted[(n+1)/2-1], P95: sorted[(n*95+99)/100-1], P99: sorted[(n*99+99)/100-1], Count: n}
		if !assert.Equal(t, want, r.Latency(at(now))) {
			return
		}
	}
}
