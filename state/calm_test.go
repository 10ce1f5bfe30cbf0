package state_test

import (
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"pgregory.net/rapid"

	"github.com/lacuna-go/lacuna/state"
)

// twin plays the same events on a breaker that knows its settings again, so that it may do without the lock, and on one that is
// given new ones each time, so that it never does.
type twin struct {
	*rapid.T
	quick, locked *state.Breaker
	cfg           *state.Config
	now           time.Time
	permits       [][2]*state.Permit
}

func (w *twin) fresh() *state.Config {
	c := *w.cfg
	return &c
}

func (w *twin) admit() {
	conversation, lease := one(w.T, "conversation", conversations...), one(w.T, "lease", 0, s, 3*s, time.Minute)
	ask := one(w.T, "way", (*state.Breaker).Admit, (*state.Breaker).Allow)
	p, ok := ask(w.quick, w.cfg, conversation, lease, w.now)
	q, same := ask(w.locked, w.fresh(), conversation, lease, w.now)
	assert.Equal(w, same, ok, "admitted")
	assert.Equal(w, q.Probe(), p.Probe(), "probe")
	if ok {
		w.permits = append(w.permits, [2]*state.Permit{&p, &q})
	}
}

func (w *twin) done() {
	if len(w.permits) == 0 {
		return
	}
	i := uniform(w.T, len(w.permits), "permit")
	o := state.Outcome{
		Kind: one(w.T, "kind", good, good, good, good, good, good, good, good, good, good, state.Invalid, bad, bad, state.Timeout, state.RateLimited,
			state.Cancelled, state.Rule),
		Took: one(w.T, "took", ms, ms, ms, 2*s, 9*s), Expected: s, RetryAfter: s, HasRetryAfter: true,
	}
	for _, p := range w.permits[i] {
		p.Done(o, w.now)
	}
	if uniform(w.T, 8, "again") > 0 { // else it will be reported twice
		w.permits = append(w.permits[:i], w.permits[i+1:]...)
	}
}

func (w *twin) compare() {
	v, l := state.View{}, state.Latency{}
	admits := w.quick.Read(w.cfg, conversations[0], w.now, &v, &l)
	want := w.locked.View(w.fresh(), w.now)
	if v != want {
		w.Fatalf("at %v\nwant %+v\ngot  %+v", w.now.Sub(epoch), want, v)
	}
	assert.Equal(w, w.locked.Peek(w.fresh(), conversations[0], w.now), admits, "admits")
	assert.Equal(w, want, w.quick.View(w.cfg, w.now), "view")
	assert.Equal(w, w.locked.Latency(w.now), l, "latency")
}

// TestCalmIsExact plays long healthy spells with all that may end them, at moments of every distance: what is counted without the lock is
// what the lock would have counted.
func TestCalmIsExact(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		cfg := drawConfig(t)
		cfg.Window = one(t, "window", 10*ms, 6*s, 60*s)
		if cfg.Calls > 0 {
			cfg.Calls = one(t, "calls", 2, 5, 40)
		}
		w := &twin{T: t, cfg: &cfg, now: epoch}
		w.quick = state.NewStore(state.Options{}).Breaker(key)
		w.locked = state.NewStore(state.Options{}).Breaker(key)
		for range rapid.IntRange(1, 300).Draw(t, "events") {
			w.now = w.now.Add(one(t, "wait", 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 60*ms, 99*ms, 100*ms, 249*ms, 250*ms, 900*ms, s, 6*s, 59*s))
			switch kind := uniform(t, 100, "event"); {
			case kind < 45:
				w.admit()
			case kind < 90:
				w.done()
			case kind < 94:
				w.quick.Observe(w.now, s)
				w.locked.Observe(w.now, s)
			case kind < 96:
				o := one(t, "override", state.ForceOpen, state.ForceClosed, state.Release, state.Release, state.Release)
				w.quick.Force(w.cfg, o, w.now)
				w.locked.Force(w.fresh(), o, w.now)
			case kind < 97:
				c := *w.cfg
				c.Failures, c.Window = one(t, "failures", 1, 2, 3), one(t, "window", 6*s, 60*s)
				w.cfg = &c
			default:
			}
			if uniform(t, 3, "look") > 0 {
				w.compare()
			}
		}
		got, want := w.quick.Stats(w.now), w.locked.Stats(w.now)
		assert.Equal(t, want, got)
	})
}

// asking alternates between the ways to ask for a permit.
func asking(i int) func(*state.Breaker, *state.Config, string, time.Duration, time.Time) (state.Permit, bool) {
	if i%2 == 0 {
		return (*state.Breaker).Admit
	}
	return (*state.Breaker).Allow
}

// TestCalmCrowd lets many report at once, with a failure now and then, and counts.
func TestCalmCrowd(t *testing.T) {
	for _, cfg := range configs() {
		cfg.Failures, cfg.RateNum, cfg.RateDen = 0, 99, 100
		b, now := busy(cfg)
		before := b.Stats(now)
		const callers, calls = 16, 2000
		var wg sync.WaitGroup
		for g := range callers {
			wg.Go(func() {
				for i := range calls {
					p, ok := asking(i)(b, &cfg, "c", s, now)
					assert.True(t, ok)
					var o state.Outcome
					if (i+g)%500 == 0 {
						o.Kind = bad
					}
					p.Done(o, now)
					p.Done(o, now)
					if i%100 == 0 {
						v := b.View(&cfg, now)
						assert.LessOrEqual(t, v.InFlight, callers)
						assert.Equal(t, state.Closed, v.State)
					}
				}
			})
		}
		wg.Wait()
		after, v := b.Stats(now), b.View(&cfg, now)
		assert.EqualValues(t, callers*calls, after.Calls-before.Calls)
		assert.EqualValues(t, callers*calls/500, after.Failed-before.Failed)
		assert.EqualValues(t, after.Calls, after.Succeeded+after.Failed)
		assert.Zero(t, v.InFlight)
		if cfg.Calls == 0 {
			assert.EqualValues(t, after.Calls, v.Calls, "all within the window")
			assert.InDelta(t, float64(after.Failed)/float64(after.Calls), v.FailureRate, 1e-9)
		}
	}
}

// TestCalmEnds opens a breaker under a crowd of successes, and holds that nothing is admitted or counted for it from then on.
func TestCalmEnds(t *testing.T) {
	cfg := config(func(c *state.Config) { c.Failures = 1 })
	for round := range 50 {
		b := state.NewStore(state.Options{}).Breaker(key)
		now := time.Now()
		var wg sync.WaitGroup
		opened := make(chan struct{})
		for range 4 {
			wg.Go(func() {
				for i := 0; ; i++ {
					p, ok := asking(i)(b, &cfg, "c", s, now)
					if !ok {
						return
					}
					select {
					case <-opened:
						assert.Fail(t, "admitted", "by an open breaker, round %d", round)
						return
					default:
					}
					p.Done(state.Outcome{}, now)
				}
			})
		}
		wg.Go(func() {
			p, ok := b.Admit(&cfg, "c", s, now)
			assert.True(t, ok)
			for range 100 {
				b.View(&cfg, now)
			}
			p.Done(state.Outcome{Kind: bad}, now)
		})
		wg.Wait()
		close(opened)
		assert.Equal(t, state.Open, b.View(&cfg, now).State)
		stats := b.Stats(now)
		assert.EqualValues(t, stats.Calls, stats.Succeeded+stats.Failed, fmt.Sprintf("round %d", round))
		assert.Zero(t, stats.InFlight)
	}
}

// TestCalmFullWindow holds that a success is judged among the last calls, and not among one more than the window holds: a slow call that came while the
// breaker was forced closed opens it with the next success, however often it was asked in between.
func TestCalmFullWindow(t *testing.T) {
	cfg := config(func(c *state.Config) { c.Failures, c.Calls, c.MinCalls, c.Slow = 0, 2, 1, 2*s })
	for _, ask := range []func(*state.Breaker, *state.Config, string, time.Duration, time.Time) (state.Permit, bool){(*state.Breaker).Admit, (*state.Breaker).Allow} {
		b := state.NewStore(state.Options{}).Breaker(key)
		report := func(took time.Duration) {
			p, ok := ask(b, &cfg, "c", s, epoch)
			assert.True(t, ok)
			p.Done(state.Outcome{Took: took}, epoch)
		}
		b.Force(&cfg, state.ForceClosed, epoch)
		report(ms)
		report(3 * s)
		b.Force(&cfg, state.Release, epoch)
		var permits []state.Permit
		for range 8 {
			p, ok := ask(b, &cfg, "c", s, epoch)
			assert.True(t, ok)
			permits = append(permits, p)
		}
		permits[0].Done(state.Outcome{Took: ms}, epoch)
		assert.Equal(t, state.Open, b.View(&cfg, epoch).State)
	}
}
