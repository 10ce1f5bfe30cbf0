package engine

import (
	"github.com/rs/zerolog"

	"github.com/lacuna-go/lacuna/rules"
	"github.com/lacuna-go/lacuna/state"
)

// Event is something that happened: a [DecisionEvent], [VerdictEvent], [TransitionEvent], [NoticeEvent],
// [RetryEvent], [ReloadEvent], [OperationEvent] or [CandidateEvent].
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

func (RetryEvent) event()      {}
func (DecisionEvent) event()   {}
func (VerdictEvent) event()    {}
func (TransitionEvent) event() {}
func (ReloadEvent) event()     {}

// Observer gets events. It must be quick, and safe for concurrent use; a panic in it is swallowed.
type Observer func(Event)

// observed reports whether anybody gets events: a record is not made for nobody.
func (e *Engine) observed() bool {
	return len(e.options.observers) > 0 || e.options.logger.GetLevel() != zerolog.Disabled
}

func (e *Engine) observe(ev Event) {
	e.log(ev)
	for _, obs := range e.options.observers {
		func() {
			defer func() { _ = recover() }()
			obs(ev)
		}()
	}
}

func (e *Engine) log(ev Event) {
	l := &e.options.logger
	switch ev := ev.(type) {
	case DecisionEvent:
		line := l.Info().Str("event", "decision")
		if ev.Record.Outcome != rules.OK.String() {
			line = line.AnErr("cause", ev.Cause)
		}
		if ev.Record.Inputs != nil {
			whole(line, ev.Record)
		} else {
			line = line.EmbedObject(ev.Record)
		}
		line.Send()
	case VerdictEvent:
		line := l.Info().Str("event", "verdict")
		if ev.Record.Inputs != nil {
			whole(line, ev.Record)
		} else {
			line = line.EmbedObject(ev.Record)
		}
		line.Send()
	case TransitionEvent:
		t := ev.Transition
		l.Info().Str("event", "breaker").Str("server", t.Key.Server).Str("tool", t.Key.Tool).
			Stringer("from", t.From).Stringer("to", t.To).Str("reason", t.Reason).Send()
	case NoticeEvent:
		l.Info().Str("event", "notice").Str("turn", ev.Turn).Str("incident", ev.Incident).AnErr("error", ev.Err).Send()
	case RetryEvent:
		l.Warn().Str("event", "retries").Float64("attempts_per_call", ev.AttemptsPerCall).Send()
	case CandidateEvent:
		d := &ev.Difference
		line := l.Info().Str("event", "candidate").Str("candidate", ev.Digest).Str("turn", d.Turn).Str("id", d.ID).Str("server", d.Server).
			Str("tool", d.Tool).Str("policy", d.Policy)
		if ev.Err != nil {
			line.Err(ev.Err).Send()
			return
		}
		line.Str("direction", string(Gravest(d.Changes).Direction)).Interface("changes", d.Changes).Strs("assumed", d.Assumed).Send()
	case OperationEvent:
		ev.log(e)
	case ReloadEvent:
		line := l.Info()
		if ev.Err != nil {
			line = l.Error().Err(ev.Err)
		}
		line = line.Str("event", "reload").Stringer("result", ev.Result).Str("digest", ev.Digest)
		if ev.Generation > 0 {
			line = line.Uint64("generation", ev.Generation)
		}
		line.Send()
	}
}
