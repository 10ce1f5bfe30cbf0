package state

import (
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
	if len(s.sorted) == latencySamples {
		s.drop()
	}
	i, _ := slices.BinarySearch(s.sorted, took)
	s.sorted = slices.Insert(s.sorted, i, took)
	s.push(sample{at, took})
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
	i, _ := slices.BinarySearch(s.sorted, s.ring[s.first].took)
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
