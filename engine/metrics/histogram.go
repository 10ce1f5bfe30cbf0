package metrics

import (
	"math"
	"sync/atomic"
)

// Buckets are the values of a histogram so far.
type Buckets struct {
	Count uint64
	Sum   float64
	// Counts are cumulative, one for each of the instrument's Bounds.
	Counts []uint64
}

// histogram counts values by size. It is safe for concurrent use, and recording does not allocate.
type histogram struct {
	of     instrument
	bounds []float64
	counts []atomic.Uint64 // the last is beyond all bounds
	sum    atomic.Uint64   // the bits of a float64
	mirror atomic.Pointer[func(float64)]
}

func newHistogram(of instrument) *histogram {
	bounds := table[of].Bounds
	return &histogram{of: of, bounds: bounds, counts: make([]atomic.Uint64, len(bounds)+1)}
}

func (h *histogram) record(v float64) {
	i := 0
	for i < len(h.bounds) && v > h.bounds[i] {
		i++
	}
	for {
		old := h.sum.Load()
		if h.sum.CompareAndSwap(old, math.Float64bits(math.Float64frombits(old)+v)) {
			break
		}
	}
	h.counts[i].Add(1)
	if f := h.mirror.Load(); f != nil {
		(*f)(v)
	}
}

// read returns the buckets; what is recorded meanwhile may be in the sum and not in them.
func (h *histogram) read() *Buckets {
	b := &Buckets{Counts: make([]uint64, len(h.bounds))}
	for i := range h.counts {
		b.Count += h.counts[i].Load()
		if i < len(b.Counts) {
			b.Counts[i] = b.Count
		}
	}
	b.Sum = math.Float64frombits(h.sum.Load())
	return b
}
