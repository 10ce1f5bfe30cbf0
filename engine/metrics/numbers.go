package metrics

import (
	"sync"
	"sync/atomic"

	"github.com/lacuna-go/lacuna/engine"
	"github.com/lacuna-go/lacuna/rules"
)

// Options of Numbers. The zero Options are the defaults.
type Options struct {
	// Tools is how many tools have series of their own, 500 by default; all others together have those of server and tool "other".
	Tools int
	// Steps is how many steps of fallback chains have series of their own, 2,000 by default.
	Steps int
	// Clock is the engine's, if that is not the system's.
	Clock engine.Clock
}

// Numbers counts. Its Observe is an observer that never waits for anything slow: hand it to [engine.WithObserver] as it is, and not behind a queue, so that no
// event is missing in it; then Attach the engine.
//
//	numbers := metrics.New(metrics.Options{})
//	eng, err := engine.Open("policies", engine.WithObserver(numbers.Observe))
//	numbers.Attach(eng)
//
// It is safe for concurrent use.
type Numbers struct {
	options Options
	engine  atomic.Pointer[engine.Engine]
	tools   atomic.Pointer[map[engine.Tool]*toolNumbers] // replaced as a whole
	others  *toolNumbers
	chains  atomic.Pointer[chains] // replaced as a whole

	turns, verdicts, would, claims, candidate, notices tally

	mu     sync.Mutex // guards what follows, and replacing the maps
	named  map[engine.Tool]bool
	clocks map[string][2]*histogram // tool time and its share, by clock
	mirror func(*Instrument, []string) func(float64)
	queues []queue
	log    *engine.Log
}

type queue struct {
	name  string
	queue *engine.Queue
}

// New returns numbers that are all 0.
func New(o Options) *Numbers {
	if o.Tools <= 0 {
		o.Tools = 500
	}
	if o.Steps <= 0 {
		o.Steps = 2000
	}
	if o.Clock == nil {
		o.Clock = engine.SystemClock()
	}
	n := &Numbers{options: o, others: newToolNumbers(engine.Tool{Server: other, Tool: other}, true), clocks: map[string][2]*histogram{}}
	n.tools.Store(&map[engine.Tool]*toolNumbers{})
	n.chains.Store(&chains{rest: new(atomic.Uint64)})
	for v := rules.Pass; v <= rules.Blocked; v++ {
		n.verdicts.addN(words{v.String()}, 0)
	}
	for _, w := range []string{"sent", "failed"} {
		n.notices.addN(words{w}, 0)
	}
	for _, d := range []engine.Direction{engine.MorePermissive, engine.LessPermissive, engine.Different} {
		n.candidate.addN(words{string(d)}, 0)
	}
	n.candidate.addN(words{"error"}, 0)
	return n
}

// Attach lets the numbers read an engine's breakers, retries and policies, too.
func (n *Numbers) Attach(e *engine.Engine) {
	n.engine.Store(e)
	n.live(e.Set())
}

// AddQueue shows a queue's drops, and what waits in it, under a name.
func (n *Numbers) AddQueue(name string, q *engine.Queue) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.queues = append(n.queues, queue{name, q})
}

// AddLog shows how many lines a log's sampling leaves out.
func (n *Numbers) AddLog(l *engine.Log) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.log = l
}

// Mirror hands every value of a histogram on as it comes, for exporters that want to bucket it themselves. f makes the recorder of one series: it is called
// once for each, with the values of its labels. Values that came before are not handed on. nil ends it.
func (n *Numbers) Mirror(f func(of *Instrument, labels []string) func(float64)) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.mirror = f
	for _, h := range n.others.histograms() {
		n.reflect(h, n.others.labels)
	}
	for _, t := range *n.tools.Load() {
		for _, h := range t.histograms() {
			n.reflect(h, t.labels)
		}
	}
	for clock, pair := range n.clocks {
		n.reflect(pair[0], []string{clock})
		n.reflect(pair[1], []string{clock})
	}
}

// reflect gives a histogram its recorder; mu is held.
func (n *Numbers) reflect(h *histogram, labels []string) {
	if n.mirror == nil {
		h.mirror.Store(nil)
		return
	}
	f := n.mirror(&table[h.of], labels)
	h.mirror.Store(&f)
}

// clock returns the histograms of a turn's clock: tool time, and its share of the budget. There are as many clocks as policies have declared.
func (n *Numbers) clock(server string) [2]*histogram {
	name := "turn"
	if server != "" {
		name = valid(server)
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	if _, ok := n.clocks[name]; !ok && len(n.clocks) >= mostCounts {
		name = other
	}
	pair, ok := n.clocks[name]
	if !ok {
		pair = [2]*histogram{newHistogram(iTurnSeconds), newHistogram(iTurnBudget)}
		n.clocks[name] = pair
		n.reflect(pair[0], []string{name})
		n.reflect(pair[1], []string{name})
	}
	return pair
}
