package console

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"github.com/lacuna-go/lacuna/eval"
	"github.com/lacuna-go/lacuna/rules"
	"github.com/lacuna-go/lacuna/state"
)

// breaker is a tool's breaker as the pages show it.
type breaker struct {
	Key      state.Key
	View     state.View
	Stats    state.Stats
	Hour     counts
	Timeline timeline
	Drill    *state.DrillRow
	// Plan is nil in a log, and for a server whose tools share the breaker.
	Plan *rules.Plan
	// Used: the breaker has seen a call.
	Used bool
}

// Name of the tool, as server/tool.
func (b *breaker) Name() string { return keyName(b.Key) }

// StateWords names the state.
func (b *breaker) StateWords() string {
	if b.View.State == state.Closed && b.Drill != nil {
		return "drilled"
	}
	return stateWords(b.View.State)
}

// StateClass names the state for the style sheet.
func (b *breaker) StateClass() string {
	if b.View.State == state.Closed && b.Drill != nil {
		return "s-drilled"
	}
	return segment{State: b.View.State}.Class()
}

// Well reports whether calls run as they always do.
func (b *breaker) Well() bool {
	return b.View.State <= state.Closed && !b.View.Forced && b.Drill == nil
}

// Reason in words, "" for a breaker that is closed by itself.
func (b *breaker) Reason() string {
	v := &b.View
	switch {
	case v.Forced:
		return "forced by an operator"
	case (v.State == state.Open || v.State == state.HalfOpen) && v.Reason == state.ReasonFailures && v.Failures > 0:
		return plural(v.Failures, "failure") + " in a row"
	case v.State == state.Closed && v.Would != 0:
		return "observes only: it would be " + stateWords(v.Would)
	case v.State == state.Closed, v.State == 0:
		return ""
	}
	return reasonWords(v.Reason)
}

// Share of conversations that a ramp lets in.
func (b *breaker) Share() string { return share(int(b.View.Share*1000), 1000) }

// Ramping reports whether the share counts.
func (b *breaker) Ramping() bool { return b.View.State == state.Ramping }

// Fell is the share of the hour's calls that the tool did not answer.
func (b *breaker) Fell() string { return share(b.Hour.Fell(), b.Hour.Calls()) }

// Latency is the p95 of what succeeded, "" where nothing is known.
func (b *breaker) Latency() string {
	if b.Stats.Latency.Count == 0 {
		return ""
	}
	return span(b.Stats.Latency.P95)
}

// Then says in short what happens where the tool does not answer.
func (b *breaker) Then() string {
	if b.Plan == nil {
		return ""
	}
	var steps []string
	for i := range b.Plan.Chain {
		steps = append(steps, shortStep(&b.Plan.Chain[i]))
	}
	return strings.Join(steps, ", else ")
}

func shortStep(s *rules.Step) string {
	switch s.Kind {
	case eval.StepCached:
		return "an earlier answer, " + atMost(s.MaxAge)
	case eval.StepUseTool:
		return s.Tool
	case eval.StepOmit:
		return "left out"
	case eval.StepHardFail:
		if h := handoffWords(s.Handoff); h != "" {
			return "end the turn and " + h
		}
		return "end the turn"
	}
	return s.Kind.String()
}

// list is what there is: the breakers of the engine and the tools that its policies name, or those of the log.
func (c *Console) list(now time.Time) []*breaker {
	if c.eng == nil {
		return c.feed.replayed()
	}
	set := c.eng.Set()
	drills := c.eng.Store().Drills(now)
	known := map[state.Key]*breaker{}
	for _, l := range c.eng.Store().Breakers(now) {
		known[l.Key] = &breaker{Key: l.Key, View: l.View, Stats: l.Stats, Used: true}
	}
	for _, key := range named(set) {
		if k := set.Plan(key.Server, key.Tool).BreakerKey(); known[k] == nil {
			known[k] = &breaker{Key: k}
		}
	}
	var list []*breaker
	for _, b := range known {
		if b.Key.Tool != "" {
			b.Plan = set.Plan(b.Key.Server, b.Key.Tool)
		}
		for i := range drills {
			if d := &drills[i]; d.Key == b.Key || d.Key == (state.Key{Server: b.Key.Server}) {
				b.Drill = d
			}
		}
		list = append(list, b)
	}
	return list
}

// drawn returns copies of breakers with the calls and the timeline of the last hour.
func (c *Console) drawn(list []*breaker, now time.Time) []*breaker {
	h := c.history(now)
	out := make([]*breaker, len(list))
	for i, b := range list {
		one := *b
		calls := c.feed.hour(b.Key, now)
		for _, m := range calls {
			one.Hour.plus(m)
		}
		one.Timeline = h.timelineOf(b.Key, b.View, calls, now)
		out[i] = &one
	}
	return out
}

// ranked sorts those that are not well to the front, else by name.
func ranked(list []*breaker) []*breaker {
	rank := func(b *breaker) int {
		switch {
		case b.View.State == state.Open:
			return 0
		case !b.Well():
			return 1
		}
		return 2
	}
	slices.SortFunc(list, func(a, b *breaker) int { return cmp.Or(rank(a)-rank(b), a.Key.Compare(b.Key)) })
	return list
}

// named are the tools that policies name in full.
func named(set *rules.Set) []state.Key {
	var list []state.Key
	for _, w := range set.WorstCases() {
		if w.Server != "*" && !strings.Contains(w.Tool, "*") {
			list = append(list, state.Key{Server: w.Server, Tool: w.Tool})
		}
	}
	return list
}

// history is what is known of the past of all breakers.
func (c *Console) history(now time.Time) *history {
	start := now.Add(-timelineSpan)
	if c.eng == nil {
		return newHistory(c.feed.logged(), start)
	}
	moves, since := c.eng.Store().Transitions(0), c.begun
	if len(moves) > 0 && (moves[0].Seq > 1 || moves[0].At.Before(since)) { // older ones were dropped, or it ran before
		since = moves[0].At
	}
	return newHistory(moves, since)
}

// hour returns the calls of a tool in each of the last minutes; of a server, those of all its tools.
func (f *Feed) hour(key state.Key, now time.Time) (list [hour]counts) {
	f.mu.Lock()
	defer f.mu.Unlock()
	add := func(m *minutes) {
		for i, c := range m.hour(now) {
			list[i].plus(c)
		}
	}
	if m := f.tools[key]; m != nil {
		add(m)
	}
	if key.Tool != "" {
		return list
	}
	for k, m := range f.tools {
		if k.Server == key.Server && k != key {
			add(m)
		}
	}
	return list
}
