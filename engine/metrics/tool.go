package metrics

import (
	"maps"
	"sync"
	"sync/atomic"
	"time"

	"github.com/lacuna-go/lacuna/engine"
	"github.com/lacuna-go/lacuna/rules"
)

// outcomes is how many there are, with none.
const outcomes = int(rules.Cancelled) + 1

// toolNumbers are the counters of one tool, held together: an event finds them once.
type toolNumbers struct {
	labels []string // server and tool
	// Guarded by the lock of the Numbers: named by a policy, so that its series stay, whether it is called or not; and its breaker has been seen.
	named, broke bool

	calls                                          [outcomes]atomic.Uint64
	drills                                         atomic.Uint64
	failures, omissions, refused, hidden, switches tally
	seconds, age, recovery, full                   *histogram

	mu     sync.Mutex
	outage time.Time // when its breaker left closed, zero while it is closed
	probed bool      // in this outage the probes have succeeded
}

func newToolNumbers(tool engine.Tool, named bool) *toolNumbers {
	return &toolNumbers{
		labels: []string{valid(tool.Server), valid(tool.Tool)}, named: named,
		seconds: newHistogram(iCallSeconds), age: newHistogram(iCachedAge),
		recovery: newHistogram(iRecovery), full: newHistogram(iFullRamp),
	}
}

func (n *toolNumbers) histograms() []*histogram {
	return []*histogram{n.seconds, n.age, n.recovery, n.full}
}

// tool returns the counters of a tool, or those of all that have none of their own. A tool gets some at first sight, if there is room.
func (n *Numbers) tool(tool engine.Tool) *toolNumbers {
	if t := (*n.tools.Load())[tool]; t != nil {
		return t
	}
	return n.meet(tool)
}

func (n *Numbers) meet(tool engine.Tool) *toolNumbers {
	n.mu.Lock()
	defer n.mu.Unlock()
	known := *n.tools.Load()
	if t := known[tool]; t != nil {
		return t
	}
	if !n.worth(tool, known) {
		return n.others
	}
	more := maps.Clone(known)
	more[tool] = n.made(tool)
	n.tools.Store(&more)
	return more[tool]
}

// made makes the counters of a tool; mu is held.
func (n *Numbers) made(tool engine.Tool) *toolNumbers {
	t := newToolNumbers(tool, n.named[tool])
	for _, h := range t.histograms() {
		n.reflect(h, t.labels)
	}
	return t
}

// worth reports whether a tool gets series of its own. Of what no policy covers there may be a quarter at most: a model can make up names,
// and must not take the places of tools that are there. mu is held.
func (n *Numbers) worth(tool engine.Tool, known map[engine.Tool]*toolNumbers) bool {
	if len(known) >= n.options.Tools {
		return false
	}
	if n.named[tool] {
		return true
	}
	strangers := 0
	for other, t := range known {
		if !t.named && !n.covered(other) {
			strangers++
		}
	}
	return n.covered(tool) || strangers < n.options.Tools/4
}

// covered reports whether a policy is about the tool, or about some tool of a server whose breaker is shared.
func (n *Numbers) covered(tool engine.Tool) bool {
	eng := n.engine.Load()
	return eng != nil && (tool.Tool == "" || eng.Set().Plan(tool.Server, tool.Tool).Covered)
}
