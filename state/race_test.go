package state_test

import (
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"github.com/lacuna-go/lacuna/state"
)

const crowd = 1000

// TestProbesOfACrowd lets 1,000 callers at a half-open breaker at once.
func TestProbesOfACrowd(t *testing.T) {
	const probes = 7
	r := newRig(t, func(c *state.Config) { c.Probes = probes })
	r.end(0, bad, bad, bad)
	var admitted, inFlight, most atomic.Int64
	var wg sync.WaitGroup
	for range crowd {
		wg.Go(func() {
			for i := range 20 {
				p, ok := asking(i)(r.Breaker, r.pin(), "c", time.Hour, at(10*s))
				if !ok {
					continue
				}
				admitted.Add(1)
				n := inFlight.Add(1)
				for m := most.Load(); n > m && !most.CompareAndSwap(m, n); m = most.Load() {
				}
				inFlight.Add(-1)
				var twice sync.WaitGroup
				twice.Go(func() { p.Release(at(10 * s)) })
				p.Release(at(10 * s))
				twice.Wait()
			}
		})
	}
	wg.Wait()
	stats := r.Stats(at(10 * s))
	assert.LessOrEqual(t, most.Load(), int64(probes))
	assert.EqualValues(t, admitted.Load(), stats.Probes)
	assert.EqualValues(t, admitted.Load()+3, stats.Calls, "each permit ended once")
	assert.EqualValues(t, 20*crowd-admitted.Load(), stats.Refused)
	assert.Zero(t, stats.InFlight)
	r.is(state.HalfOpen, 10*s)
	for range probes { // every place is free again
		r.call(10*s).Done(state.Outcome{}, at(10*s))
	}
	r.is(state.Closed, 10*s)
}

// TestCrowd does everything at once, for the race detector; what it asserts holds in any order.
func TestCrowd(t *testing.T) {
	var last uint64
	store := state.NewStore(state.Options{Keys: 20, Observe: func(tr state.Transition) {
		assert.Greater(t, tr.Seq, last)
		last = tr.Seq
	}})
	cfg := config(ramp(0.5), func(c *state.Config) { c.Probes, c.RateNum, c.RateDen = 3, 1, 2 })
	var clock atomic.Int64
	var wg sync.WaitGroup
	var admitted atomic.Int64
	for g := range crowd {
		wg.Go(func() {
			b := store.Breaker(numbered(g % 25))
			for i := range 10 {
				now := at(time.Duration(clock.Add(int64(20 * ms))))
				p, ok := asking(i/2)(b, &cfg, numbered(g).Tool, s, now)
				if ok {
					admitted.Add(1)
				}
				b.View(&cfg, now)
				b.Observe(now, ms)
				kind := state.FailureKind((g + i*i) % 9)
				p.Done(state.Outcome{Kind: kind, Took: s, Expected: s, RetryAfter: ms, HasRetryAfter: true}, now)
				switch (g + i) % 50 {
				case 0:
					store.Force(b.Key(), state.Override(1+i%3), now)
				case 1:
					store.Breakers(now)
				case 2:
					store.Deliver()
				}
			}
		})
	}
	wg.Wait()
	for i := range 25 {
		assert.Zero(t, store.Breaker(numbered(i)).Stats(at(0)).InFlight)
	}
	assert.Positive(t, admitted.Load())
}
