package metrics

import (
	"cmp"
	"maps"
	"slices"
	"time"

	"github.com/lacuna-go/lacuna/engine"
	"github.com/lacuna-go/lacuna/rules"
	"github.com/lacuna-go/lacuna/state"
)

// Sample is one series of an instrument as it is now.
type Sample struct {
	Of *Instrument
	// Labels are the values of the instrument's labels.
	Labels []string
	// Value of a counter or a gauge, and Buckets of a histogram.
	Value   float64
	Buckets *Buckets
}

// Read hands out every series, always in the same order. Series of a tool whose breaker was evicted are gone, unless a policy
// names it. It costs about a microsecond a breaker, and holds up no call.
func (n *Numbers) Read(f func(Sample)) {
	r := reading{f: f}
	eng := n.engine.Load()
	if eng == nil {
		n.readEvents(&r)
		return
	}
	n.live(eng.Set())
	list := eng.Store().Breakers(n.options.Clock.Now())
	n.evict(list)
	n.readBreakers(&r, eng, list)
	n.readEvents(&r)
	n.readEngine(&r, eng)
}

// reading is one pass.
type reading struct{ f func(Sample) }

func (r *reading) put(of instrument, v float64, labels ...string) {
	r.f(Sample{Of: &table[of], Labels: labels, Value: v})
}

func (r *reading) histogram(h *histogram, labels []string) {
	if b := h.read(); b.Count > 0 {
		r.f(Sample{Of: &table[h.of], Labels: labels, Buckets: b})
	}
}

// tally puts what was counted, behind some labels.
func (r *reading) tally(of instrument, t *tally, before ...string) {
	for _, c := range t.list() {
		labels := slices.Clone(before)
		for _, w := range c.words[:len(table[of].Labels)-len(before)] {
			labels = append(labels, valid(w))
		}
		r.put(of, float64(c.n), labels...)
	}
}

// evict drops the series of tools whose breaker is gone.
func (n *Numbers) evict(list []state.Listed) {
	there := make(map[engine.Tool]bool, len(list))
	for i := range list {
		there[engine.Tool{Server: list[i].Key.Server, Tool: list[i].Key.Tool}] = true
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	var kept map[engine.Tool]*toolNumbers
	for tool, t := range *n.tools.Load() {
		gone := t.broke && !there[tool] && !t.named
		t.broke = t.broke || there[tool]
		if !gone {
			continue
		}
		if kept == nil {
			kept = maps.Clone(*n.tools.Load())
		}
		delete(kept, tool)
	}
	if kept != nil {
		n.tools.Store(&kept)
	}
}

func (n *Numbers) readEvents(r *reading) {
	tools := *n.tools.Load()
	for _, tool := range slices.SortedFunc(maps.Keys(tools), compare) {
		tools[tool].read(r, false)
	}
	n.others.read(r, true)
	n.readSteps(r)
	r.tally(iTurns, &n.turns)
	r.tally(iVerdicts, &n.verdicts)
	r.tally(iWouldVerdicts, &n.would)
	r.tally(iClaims, &n.claims)
	r.tally(iCandidate, &n.candidate)
	r.tally(iNotices, &n.notices)
	n.mu.Lock()
	clocks, queues, log := maps.Clone(n.clocks), slices.Clone(n.queues), n.log
	n.mu.Unlock()
	for _, name := range slices.Sorted(maps.Keys(clocks)) {
		r.histogram(clocks[name][0], []string{name})
		r.histogram(clocks[name][1], []string{name})
	}
	for _, q := range queues {
		c := q.queue.Counts()
		r.put(iDropped, float64(c.Dropped+c.Panics), q.name)
		r.put(iWaiting, float64(c.Waiting), q.name)
	}
	if log != nil {
		r.put(iLogLeftOut, float64(log.LeftOut()))
	}
}

func compare(a, b engine.Tool) int {
	return cmp.Or(cmp.Compare(a.Server, b.Server), cmp.Compare(a.Tool, b.Tool))
}

func (n *Numbers) readSteps(r *reading) {
	c := n.chains.Load()
	for _, s := range slices.SortedFunc(maps.Keys(c.steps), func(a, b step) int {
		return cmp.Or(cmp.Compare(a.policy, b.policy), cmp.Compare(a.index, b.index), cmp.Compare(a.kind, b.kind))
	}) {
		r.put(iSteps, float64(c.steps[s].Load()), s.labels()...)
	}
	if rest := c.rest.Load(); rest > 0 {
		r.put(iSteps, float64(rest), other, other, other)
	}
}

// read puts a tool's series. All outcomes of it are there at once, and those of a tool that policies name before its first call, so that the
// first of a kind is seen as a rise. The numbers of all other tools are there if there are any.
func (t *toolNumbers) read(r *reading, rest bool) {
	var seen uint64
	for i := range t.calls {
		seen += t.calls[i].Load()
	}
	if seen > 0 || !rest {
		for o := rules.OK; o <= rules.Cancelled; o++ {
			r.put(iCalls, float64(t.calls[o].Load()), append(slices.Clone(t.labels), o.String())...)
		}
	}
	for _, h := range t.histograms() {
		r.histogram(h, t.labels)
	}
	r.tally(iFailures, &t.failures, t.labels...)
	r.tally(iOmissions, &t.omissions, t.labels...)
	r.tally(iRefused, &t.refused, t.labels...)
	r.tally(iHidden, &t.hidden, t.labels...)
	r.tally(iTransitions, &t.switches, t.labels...)
	if d := t.drills.Load(); d > 0 {
		r.put(iDrills, float64(d), t.labels...)
	}
}

// readBreakers puts the breakers of the tools that have series of their own.
func (n *Numbers) readBreakers(r *reading, eng *engine.Engine, list []state.Listed) {
	set, now := eng.Set(), n.options.Clock.Now()
	for i := range list {
		l := &list[i]
		tool := engine.Tool{Server: l.Key.Server, Tool: l.Key.Tool}
		t := n.tool(tool) // also of a tool that only stood in for others so far
		if t == n.others {
			continue
		}
		labels := t.labels
		if tool.Tool != "" {
			plan := set.Plan(tool.Server, tool.Tool)
			if plan.Drill != nil {
				r.put(iDrillsSuspended, flag(eng.Store().Breaker(l.Key).Drilling(now).Suspended), labels...)
			}
			if plan.BreakerKey() != l.Key {
				continue // only its latencies are kept there
			}
		}
		for _, s := range state.States() {
			r.put(iBreakerState, flag(l.View.State == s), append(slices.Clone(labels), s.String())...)
		}
		r.put(iBreakerSince, unix(l.View.Since), labels...)
		r.put(iBreakerForced, flag(l.View.Forced), labels...)
		r.put(iBreakerShare, l.View.Share, labels...)
		r.put(iBreakerInFlight, float64(l.View.InFlight), labels...)
	}
}

func (n *Numbers) readEngine(r *reading, eng *engine.Engine) {
	c := eng.Retries()
	r.put(iAttempted, float64(c.Calls))
	r.put(iAttempts, float64(c.Attempts))
	r.put(iRetriesRefused, float64(c.Refused))
	perCall, tooMany := eng.RecentAttempts()
	if perCall > 0 {
		r.put(iAttemptsPerCall, perCall)
	}
	r.put(iAttemptsAlarm, flag(tooMany))

	s := eng.Status()
	for i, count := range s.Reloads {
		if i > 0 {
			r.put(iReloads, float64(count), engine.ReloadResult(i).String())
		}
	}
	r.put(iPolicies, float64(s.Generation))
	r.put(iPoliciesSince, unix(s.Since))
	r.put(iPoliciesRefused, flag(s.Err != nil))
	r.put(iPoliciesHeld, flag(s.Held != ""))

	e := eng.Events()
	r.put(iEvents, float64(e.Emitted))
	r.put(iPanics, float64(e.Panics))
}

func flag(on bool) float64 {
	if on {
		return 1
	}
	return 0
}

func unix(t time.Time) float64 { return float64(t.UnixMilli()) / 1000 }
