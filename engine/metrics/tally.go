package metrics

import (
	"slices"
	"strings"
	"sync"
)

// other is what a label says beyond its bound.
const other = "other"

// mostCounts bounds the series of one tally.
const mostCounts = 300

// tally counts by the words of a few labels. The zero tally is empty; it is safe for concurrent use.
type tally struct {
	mu     sync.Mutex
	counts map[words]uint64
}

// words are the values of as many labels as an instrument has besides a tool's.
type words [4]string

func (t *tally) add(w words) { t.addN(w, 1) }

// addN adds n; with 0 the series is there from then on.
func (t *tally) addN(w words, n uint64) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.counts == nil {
		t.counts = map[words]uint64{}
	}
	if _, known := t.counts[w]; !known && len(t.counts) >= mostCounts {
		for i := range w {
			if w[i] != "" {
				w[i] = other
			}
		}
	}
	t.counts[w] += n
}

// counted is one series of a tally.
type counted struct {
	words words
	n     uint64
}

// list returns the series in the order of their words.
func (t *tally) list() []counted {
	t.mu.Lock()
	defer t.mu.Unlock()
	list := make([]counted, 0, len(t.counts))
	for w, n := range t.counts {
		list = append(list, counted{w, n})
	}
	slices.SortFunc(list, func(a, b counted) int { return slices.Compare(a.words[:], b.words[:]) })
	return list
}

// valid makes a name fit for a label, and not longer than anybody reads.
func valid(name string) string {
	const longest = 128
	return strings.ToValidUTF8(name[:min(len(name), longest)], "\uFFFD")
}
