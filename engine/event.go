package engine

import (
	"context"
	"time"

	"github.com/lacuna-go/lacuna/state"
)

// Event is something that happened: a [DecisionEvent], [HiddenEvent], [VerdictEvent], [TurnEvent], [TransitionEvent], [NoticeEvent],
// [RetryEvent], [ReloadEvent], [OperationEvent] or [CandidateEvent]; from a [Queue] also a [DroppedEvent]. Events are values, and what they
// point to does not change: they may be kept, and read by any goroutine.
//
// Those of one call come in the order in which they happened: transitions of breakers, the decision, what a candidate would have come to.
// A turn's decisions come before its verdict, and its TurnEvent is the last of them unless calls of it still run. Transitions are
// in order by themselves. Nothing else orders the events of calls that run at once.
type Event interface{ event() }

// DecisionEvent is a call that has its answer.
type DecisionEvent struct {
	Record *Record
	// Cause is the raw error of the last attempt, for logs only; nil without.
	Cause error
}

// VerdictEvent is a reply that was judged.
type VerdictEvent struct{ Record *VerdictRecord }

// TransitionEvent is a breaker that changed its state.
type TransitionEvent struct{ Transition state.Transition }

// ReloadEvent is a reload, or a rollback, and what it came to.
type ReloadEvent struct {
	Result ReloadResult
	// Digest of the policies that were read, "" if they could not be; after a rollback, of those that it brought back.
	Digest string
	// Generation under which they are live, 0 if they are not.
	Generation uint64
	// Err is why they were refused, else nil.
	Err error
}

// RetryEvent is the alarm that attempts per call have risen above 1.05 within the last minute or two: a tool that is failing, or
// a second owner of retries. It comes once, until they have fallen again.
type RetryEvent struct{ AttemptsPerCall float64 }

// HiddenEvent is a tool that was left out of a turn's tool list. It comes once a turn and tool.
type HiddenEvent struct {
	Turn string
	Tool Tool
	// Reason is why it was not there, as a kind of failure: rule, drill, breaker_open, or what a call of the turn had failed with.
	Reason string
	// Disclosed: the turn's notes say so to the model.
	Disclosed bool
}

// TurnEvent is a turn that [Turn.End] ended, or an answer of it. It does not come for a turn that only looked at the tool list.
type TurnEvent struct {
	Turn, Purpose string
	// Outcome that ended it, HardFail or Uncertain; 0 where the embedder ended it.
	Outcome Outcome
	// Calls that were decided; attempts of them, and retries among these.
	Calls, Attempts, Retries int
	// Took is the time since the turn began, and Clocks the tool time in it: the turn's own clock first, then those of servers that have
	// one, by name.
	Took   time.Duration
	Clocks []TurnClock
}

// TurnClock is tool time against its budget. Server is "" for the turn's own clock.
type TurnClock struct {
	Server        string
	Used, Allowed time.Duration
}

func (HiddenEvent) event()     {}
func (TurnEvent) event()       {}
func (RetryEvent) event()      {}
func (DecisionEvent) event()   {}
func (VerdictEvent) event()    {}
func (TransitionEvent) event() {}
func (ReloadEvent) event()     {}

// Observer gets events, in the goroutine of the call and outside locks. It must be quick, and safe for concurrent use; one that may be slow
// stands behind a [Queue]. A panic in it is swallowed, and counted in [EventCounts].
type Observer func(Event)

// ContextObserver is an Observer that is also given the context of the call, or of the turn, that an event is about, as for a span in it;
// of other events it is the background. The context is not to be kept.
type ContextObserver func(context.Context, Event)

// WithObserver adds an observer of events.
func WithObserver(obs Observer) Option {
	return WithContextObserver(func(_ context.Context, ev Event) { obs(ev) })
}

// WithContextObserver adds an observer that is given contexts.
func WithContextObserver(obs ContextObserver) Option {
	return func(o *options) { o.observers = append(o.observers, obs) }
}

// EventCounts are numbers since the engine was made.
type EventCounts struct {
	// Emitted events: what each observer was given.
	Emitted uint64
	// Panics of observers, each of them one event that one observer did not take in.
	Panics uint64
}

// Events returns how many events there were. An engine that nobody observes makes none.
func (e *Engine) Events() EventCounts {
	return EventCounts{Emitted: e.emitted.Load(), Panics: e.panics.Load()}
}

// observed reports whether anybody gets events: a record is not made for nobody.
func (e *Engine) observed() bool { return len(e.options.observers) > 0 }

// observe tells of an event that is no call's.
func (e *Engine) observe(ev Event) { e.observeIn(context.Background(), ev) }

// observeIn tells of an event that is about the call or the turn of ctx.
func (e *Engine) observeIn(ctx context.Context, ev Event) {
	if !e.observed() {
		return
	}
	e.emitted.Add(1)
	for _, obs := range e.options.observers {
		e.tell(ctx, obs, ev)
	}
}

func (e *Engine) tell(ctx context.Context, obs ContextObserver, ev Event) {
	defer func() {
		if recover() != nil {
			e.panics.Add(1)
		}
	}()
	obs(ctx, ev)
}
