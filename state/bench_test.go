package state_test

import (
	"strconv"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"github.com/lacuna-go/lacuna/state"
)

// busy is a closed breaker with calls in its window and its numbers stored, and the time at which they were.
func busy(cfg state.Config) (*state.Breaker, time.Time) {
	b, now := state.NewStore(state.Options{}).Breaker(key), time.Now() // with a monotonic reading, as in life
	for range 40 {
		now = now.Add(time.Second)
		p, _ := b.Admit(&cfg, "c", 0, now)
		p.Done(state.Outcome{Took: time.Second}, now)
	}
	return b, now
}

func TestAllocations(t *testing.T) {
	for name, cfg := range configs() {
		b, now := busy(cfg)
		free := func(what string, f func()) { assert.Zero(t, testing.AllocsPerRun(200, f), "%s: %s", name, what) }
		free("admit and done", func() {
			p, _ := b.Admit(&cfg, "c-1", time.Second, now)
			p.Done(state.Outcome{Took: 20 * time.Millisecond, Expected: 10 * time.Millisecond}, now)
		})
		free("allow and done", func() {
			p, _ := b.Allow(&cfg, "c-1", time.Second, now)
			p.Done(state.Outcome{Took: 20 * time.Millisecond, Expected: 10 * time.Millisecond}, now)
		})
		free("admit and release", func() {
			p, _ := b.Admit(&cfg, "c-1", time.Second, now)
			p.Release(now)
		})
		free("view", func() { b.View(&cfg, now) })
		free("peek", func() { b.Peek(&cfg, "c-1", now) })
		free("look-up", func() { b.Latency(now) })
	}
}

func TestAllocationsOfReads(t *testing.T) {
	cfg := config(func(c *state.Config) { c.Ramp = []float64{0.5} })
	s := state.NewStore(state.Options{})
	b := s.Breaker(key)
	fail(b, cfg, 3, 0)
	free := func(what string, f func()) { assert.Zero(t, testing.AllocsPerRun(100, f), what) }
	free("look-up", func() { s.Breaker(key) })
	free("view of an open breaker", func() { b.View(&cfg, at(time.Second)) })
	free("refusal", func() { b.Admit(&cfg, "c", 0, at(time.Second)) })
	for i := range 600 {
		b.Observe(at(time.Second), time.Duration(i))
	}
	free("observe", func() { b.Observe(at(time.Second), time.Millisecond) })
	free("latency", func() { b.Latency(at(time.Second)) })
	free("no drill", func() { s.Drilled(key, at(0)) })
}

func configs() map[string]state.Config {
	return map[string]state.Config{
		"failures": config(),
		"window":   config(func(c *state.Config) { c.RateNum, c.RateDen, c.Slow = 1, 2, time.Minute }),
		"calls":    config(func(c *state.Config) { c.RateNum, c.RateDen, c.Calls = 1, 2, 100 }),
	}
}

func BenchmarkAdmitDone(b *testing.B) {
	for name, cfg := range configs() {
		b.Run("config="+name, func(b *testing.B) {
			br, now := busy(cfg)
			b.ReportAllocs()
			for b.Loop() {
				p, _ := br.Admit(&cfg, "c-1", time.Second, now)
				p.Done(state.Outcome{Took: time.Millisecond}, now)
			}
		})
	}
}

func BenchmarkAdmitDoneParallel(b *testing.B) {
	cfg := config()
	br, now := busy(cfg)
	b.ReportAllocs()
	b.RunParallel(func(pb *testing.PB) {
		for pb.Next() {
			p, _ := br.Admit(&cfg, "c-1", time.Second, now)
			p.Done(state.Outcome{Took: time.Millisecond}, now)
		}
	})
}

func BenchmarkView(b *testing.B) {
	cfg := config()
	br, now := busy(cfg)
	b.ReportAllocs()
	for b.Loop() {
		br.View(&cfg, now)
	}
}

func BenchmarkLatency(b *testing.B) {
	br, now := busy(config())
	for i := range 600 {
		br.Observe(now, time.Duration(i*7919%601))
	}
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		br.Observe(now, time.Duration(i*7919%601))
		br.Latency(now)
	}
}

func BenchmarkTransition(b *testing.B) {
	for _, keys := range []int{10, 9_000} {
		b.Run("keys="+strconv.Itoa(keys), func(b *testing.B) {
			s := state.NewStore(state.Options{})
			for i := range keys {
				s.Force(state.Key{Server: "s", Tool: strconv.Itoa(i)}, state.ForceOpen, at(0))
			}
			b.ReportAllocs()
			for i := 0; b.Loop(); i++ {
				s.Force(key, state.ForceOpen+state.Override(i%2), at(0))
			}
		})
	}
}

func BenchmarkEntry(b *testing.B) {
	s := state.NewStore(state.Options{})
	e := state.Entry{Server: "s", AsOf: at(0), Payload: make([]byte, 1000)}
	for i := range 10_000 {
		_ = s.Put(strconv.Itoa(i), e, at(0))
	}
	b.Run("get", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			s.Entry("5000")
		}
	})
	b.Run("put", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			_ = s.Put("5000", e, at(0))
		}
	})
}
