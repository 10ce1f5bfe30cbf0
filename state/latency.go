package state

import (
	"math"
	"slices"
	"time"
)

// Latency sums up the successful attempts of the last five minutes, of which it knows the latest 512. The zero
// Latency has seen none. Quantiles are of the nearest rank: the smallest value that at least so many do not exceed.
type Latency struct {
	P50, P95, P99 time.Duration
	Count         int
}

const (
	latencyAge     = 5 * time.Minute
	latencySamples = 512
)

// samples is a ring of attempts by time, and the same durations by size: a report costs two binary searches and moves
// 4 KiB at most, a look costs three loads. Histograms were rejected: six windows of 5 % precision take five times the
// memory per tool. The zero samples is empty; it grows with use and then stays.
type samples struct {
	ring   []sample
	first  int
	sorted []time.Duration
}

type sample struct{ at, took time.Duration }

func (s *samples) add(at, took time.Duration) {
	s.expire(at)
	i := s.place(took)
	if len(s.sorted) == latencySamples {
		s.replace(i, took)
	} else {
		s.sorted = slices.Insert(s.sorted, i, took)
	}
	s.push(sample{at, took})
}

// place is where a duration stands, or would.
func (s *samples) place(took time.Duration) int {
	from, to := 0, len(s.sorted)
	for from < to {
		if middle := (from + to) / 2; s.sorted[middle] < took {
			from = middle + 1
		} else {
			to = middle
		}
	}
	return from
}

// replace puts a duration, which belongs at i, in the place of the oldest one. It moves only what lies between the two.
func (s *samples) replace(i int, took time.Duration) {
	old := s.place(s.ring[s.first].took)
	if old < i {
		i--
		copy(s.sorted[old:i], s.sorted[old+1:])
	} else {
		copy(s.sorted[i+1:old+1], s.sorted[i:])
	}
	s.sorted[i] = took
	s.first = (s.first + 1) % len(s.ring)
}

func (s *samples) push(p sample) {
	n := len(s.sorted) // with p
	if n > len(s.ring) {
		s.grow()
	}
	s.ring[(s.first+n-1)%len(s.ring)] = p
}

// grow doubles the ring, which is full.
func (s *samples) grow() {
	ring := make([]sample, min(max(8, 2*len(s.ring)), latencySamples))
	copied := copy(ring, s.ring[s.first:])
	copy(ring[copied:], s.ring[:s.first])
	s.ring, s.first = ring, 0
}

func (s *samples) expire(at time.Duration) {
	for len(s.sorted) > 0 && at-s.ring[s.first].at >= latencyAge {
		s.drop()
	}
}

func (s *samples) drop() {
	i := s.place(s.ring[s.first].took)
	s.sorted = slices.Delete(s.sorted, i, i+1)
	s.first = (s.first + 1) % len(s.ring)
}

func (s *samples) latency(at time.Duration) Latency {
	s.expire(at)
	n := len(s.sorted)
	if n == 0 {
		return Latency{}
	}
	rank := func(percent int) time.Duration { return s.sorted[(n*percent+99)/100-1] }
	return Latency{P50: rank(50), P95: rank(95), P99: rank(99), Count: n}
}

// lately is what the samples come to until the next one, or until a time.
type lately struct {
	Latency
	until time.Time
}

// Observe adds a successful attempt to the latencies. It allocates only while they grow.
func (b *Breaker) Observe(now time.Time, took time.Duration) {
	b = b.lock(now)
	defer b.mu.Unlock()
	b.samples.add(b.at(now), took)
	if b.latencyUses = 0; b.lately.Load() != nil {
		b.lately.Store(nil)
	}
}

// Latency returns the latencies at a time. It takes no lock where they are read more often than observed.
func (b *Breaker) Latency(now time.Time) Latency {
	if l := b.lately.Load(); l != nil && now.Before(l.until) {
		return l.Latency
	}
	b = b.lock(now)
	defer b.mu.Unlock()
	return b.latency(now, b.at(now))
}

func (b *Breaker) latency(now time.Time, at time.Duration) Latency {
	l := b.samples.latency(at)
	if b.latencyUses++; b.latencyUses > restless {
		b.lately.Store(&lately{l, now.Add(b.samples.until() - at)})
	}
	return l
}

// until is when the first of them is too old.
func (s *samples) until() time.Duration {
	if len(s.sorted) == 0 {
		return math.MaxInt64 / 2
	}
	return s.ring[s.first].at + latencyAge
}
