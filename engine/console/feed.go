package console

import (
	"sync"
	"sync/atomic"
	"time"

	"github.com/lacuna-go/lacuna/engine"
	"github.com/lacuna-go/lacuna/eval"
	"github.com/lacuna-go/lacuna/rules"
	"github.com/lacuna-go/lacuna/state"
)

// What a feed keeps. Everything it holds is bounded by these.
const (
	keptDecisions = 2000
	keptVerdicts  = 500
	keptNews      = 200
	keptTurns     = 2000 // that have ended
	keptHidden    = 1000
	keptMoves     = 4096     // of a log; an engine's store keeps its own
	keptBytes     = 24 << 20 // of decisions, and as much of verdicts
	keptTools     = 1000     // whose calls are counted minute by minute
	keptSets      = 5
	keptCause     = 500 // runes of an error's text
)

// Feed keeps what a console shows of the past: the latest decisions, verdicts, operations and reloads, and the calls of the last hour by
// tool and outcome. It has to be there before the engine is: [Feed.Options] are for [engine.Open]. Its memory is bounded, whatever
// happens; see docs/console.md for how much. It is safe for concurrent use.
type Feed struct {
	clock    engine.Clock
	coverage coverage
	eng      atomic.Pointer[engine.Engine]

	mu        sync.Mutex
	decisions ring[*decided]
	verdicts  ring[*judged]
	news      ring[*news]
	ended     ring[engine.TurnEvent]
	hidden    ring[engine.HiddenEvent]
	told      totals
	tools     map[state.Key]*minutes
	all       minutes
	sets      []*rules.Set             // that were live, the latest last
	views     map[state.Key]state.View // of a log
	moves     ring[state.Transition]   // of a log; an engine has its own
	end       time.Time                // of a log
}

// totals count since the feed was made.
type totals struct {
	decisions, verdicts uint64
	missed              uint64 // events that a queue before the feed dropped
	byVerdict           map[string]int
}

// decided is a decision as it was told.
type decided struct {
	At     time.Time
	Record *engine.Record
	Cause  string
}

// judged is a verdict as it was told.
type judged struct {
	At     time.Time
	Record *engine.VerdictRecord
}

// news is another event: a reload, an operation, an alarm, an undelivered notice, a candidate's difference.
type news struct {
	at    time.Time
	event engine.Event
}

// FeedOption configures a feed.
type FeedOption func(*Feed)

// WithClock replaces the system's clock. It has to be the engine's own.
func WithClock(c engine.Clock) FeedOption { return func(f *Feed) { f.clock = c } }

// WithTraced changes how many turns a second are traced at most, for the coverage of live turns; 5 is the default, and 0 traces none. A
// traced turn's conditions cost several times as much, and come to the same.
func WithTraced(turnsPerSecond int) FeedOption {
	return func(f *Feed) { f.coverage.perSecond = turnsPerSecond }
}

// NewFeed returns an empty feed.
func NewFeed(opts ...FeedOption) *Feed {
	f := &Feed{
		clock:     engine.SystemClock(),
		coverage:  coverage{perSecond: 5},
		decisions: ring[*decided]{most: keptDecisions, mostBytes: keptBytes},
		verdicts:  ring[*judged]{most: keptVerdicts, mostBytes: keptBytes},
		news:      ring[*news]{most: keptNews, mostBytes: keptBytes},
		ended:     ring[engine.TurnEvent]{most: keptTurns, mostBytes: keptBytes},
		hidden:    ring[engine.HiddenEvent]{most: keptHidden, mostBytes: keptBytes},
		moves:     ring[state.Transition]{most: keptMoves, mostBytes: keptBytes},
		tools:     map[state.Key]*minutes{},
		views:     map[state.Key]state.View{},
		told:      totals{byVerdict: map[string]int{}},
	}
	for _, opt := range opts {
		opt(f)
	}
	return f
}

// Options have an engine tell the feed what happens, and let it trace some turns.
func (f *Feed) Options() []engine.Option {
	opts := []engine.Option{engine.WithObserver(f.Observe)}
	if f.coverage.perSecond > 0 {
		opts = append(opts, engine.WithTraces(func(info engine.TurnInfo) *eval.Trace { return f.coverage.begun(info, f.now()) }))
	}
	return opts
}

// now is the time by the engine's clock; of a log, when it ends.
func (f *Feed) now() time.Time {
	f.mu.Lock()
	end := f.end
	f.mu.Unlock()
	if !end.IsZero() {
		return end
	}
	return f.clock.Now()
}

// Observe takes an event. It is for [engine.WithObserver], and takes about a microsecond.
func (f *Feed) Observe(ev engine.Event) { f.observe(ev, f.clock.Now()) }

func (f *Feed) observe(ev engine.Event, now time.Time) {
	switch ev := ev.(type) {
	case engine.DecisionEvent:
		f.decision(ev, now)
		f.coverage.decided(ev.Record)
	case engine.VerdictEvent:
		f.verdict(ev.Record, now)
		f.coverage.judged(ev.Record)
	case engine.TransitionEvent: // the store keeps them
	case engine.TurnEvent, engine.HiddenEvent, engine.DroppedEvent:
		f.note(ev)
	case engine.ReloadEvent:
		if eng := f.eng.Load(); eng != nil && ev.Generation > 0 {
			f.live(eng.Set())
		}
		f.tell(ev, now)
	default:
		f.tell(ev, now)
	}
}

func (f *Feed) decision(ev engine.DecisionEvent, now time.Time) {
	r := ev.Record
	d := &decided{At: now, Record: r}
	if ev.Cause != nil {
		d.Cause = clip(ev.Cause.Error(), keptCause)
	}
	if !r.At.IsZero() {
		d.At = r.At
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	f.told.decisions++
	f.decisions.add(d, weigh(r.Inputs)+len(d.Cause))
	f.all.add(r.Outcome, d.At)
	f.minutesOf(state.Key{Server: r.Server, Tool: r.Tool}).add(r.Outcome, d.At)
}

func (f *Feed) verdict(r *engine.VerdictRecord, now time.Time) {
	v := &judged{At: now, Record: r}
	f.mu.Lock()
	defer f.mu.Unlock()
	f.told.verdicts++
	f.told.byVerdict[r.Verdict]++ // of which there are six
	f.verdicts.add(v, weigh(r.Inputs)+len(r.Text)+256*len(r.Claims))
}

// note keeps what stands on the page of a turn.
func (f *Feed) note(ev engine.Event) {
	f.mu.Lock()
	defer f.mu.Unlock()
	switch ev := ev.(type) {
	case engine.TurnEvent:
		f.ended.add(ev, 1)
	case engine.HiddenEvent:
		f.hidden.add(ev, 1)
	case engine.DroppedEvent:
		f.told.missed += ev.Count
	}
}

func (f *Feed) tell(ev engine.Event, now time.Time) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.news.add(&news{at: now, event: ev}, 1<<10)
}

// minutesOf returns the minutes of a tool. Of more tools than are kept, the one that was silent longest goes; mu is held.
func (f *Feed) minutesOf(key state.Key) *minutes {
	if m := f.tools[key]; m != nil {
		return m
	}
	if len(f.tools) >= keptTools {
		var oldest state.Key
		first := true
		for k, m := range f.tools {
			if first || m.last < f.tools[oldest].last {
				oldest, first = k, false
			}
		}
		delete(f.tools, oldest)
	}
	m := &minutes{}
	f.tools[key] = m
	return m
}

// live keeps a set that has gone live, to explain what was decided under it.
func (f *Feed) live(set *rules.Set) {
	f.coverage.live(set)
	f.mu.Lock()
	defer f.mu.Unlock()
	if n := len(f.sets); n > 0 && f.sets[n-1] == set {
		return
	}
	f.sets = append(f.sets, set)
	if len(f.sets) > keptSets {
		f.sets[0] = nil
		f.sets = f.sets[1:]
	}
}

// setOf returns the set of a digest, nil where it is not kept.
func (f *Feed) setOf(digest string) *rules.Set {
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, s := range f.sets {
		if s.Digest == digest {
			return s
		}
	}
	return nil
}

// weigh is about how many bytes the inputs of a record take, and the record beside them.
func weigh(in *engine.Inputs) int {
	n := 2 << 10
	if in == nil {
		return n
	}
	n += len(in.Args) + 64*(len(in.Facts)+len(in.CallFacts)) + 512*(len(in.Reads)+len(in.Events))
	if in.Reply != nil {
		n += len(*in.Reply)
	}
	for i := range in.Results {
		r := &in.Results[i]
		n += len(r.Args) + len(r.JSON) + len(r.Text) + 128
	}
	for _, s := range in.Said {
		n += len(s)
	}
	return n
}

// clip shortens a text to so many runes.
func clip(s string, most int) string {
	if len(s) <= most {
		return s
	}
	runes := []rune(s)
	if len(runes) <= most {
		return s
	}
	return string(runes[:most]) + "…"
}
