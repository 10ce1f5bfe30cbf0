package engine

import (
	"encoding/json"

	"github.com/rs/zerolog"

	"github.com/lacuna-go/lacuna/rules"
)

// written is an event that has a line.
type written interface{ write(line *zerolog.Event) }

// levelOf is the level of an event's line.
func levelOf(ev Event) zerolog.Level {
	switch ev := ev.(type) {
	case TurnEvent:
		return zerolog.DebugLevel
	case RetryEvent, DroppedEvent:
		return zerolog.WarnLevel
	case OperationEvent:
		if ev.Err == nil {
			return zerolog.WarnLevel
		}
		return zerolog.ErrorLevel
	case ReloadEvent:
		if ev.Err != nil {
			return zerolog.ErrorLevel
		}
	}
	return zerolog.InfoLevel
}

func (ev DecisionEvent) write(line *zerolog.Event) {
	line.Str("event", "decision")
	if ev.Record.Outcome != rules.OK.String() {
		line.AnErr("cause", ev.Cause)
	}
	if ev.Record.Inputs != nil {
		whole(line, ev.Record)
		return
	}
	line.EmbedObject(ev.Record)
}

func (ev VerdictEvent) write(line *zerolog.Event) {
	line.Str("event", "verdict")
	if ev.Record.Inputs != nil {
		whole(line, ev.Record)
		return
	}
	line.EmbedObject(ev.Record)
}

func (ev TransitionEvent) write(line *zerolog.Event) {
	t := ev.Transition
	line.Str("event", "breaker").Str("server", t.Key.Server).Str("tool", t.Key.Tool).
		Stringer("from", t.From).Stringer("to", t.To).Str("reason", t.Reason)
}

func (ev NoticeEvent) write(line *zerolog.Event) {
	line.Str("event", "notice").Str("turn", ev.Turn).Str("incident", ev.Incident).AnErr("error", ev.Err)
}

func (ev HiddenEvent) write(line *zerolog.Event) {
	line.Str("event", "hidden").Str("turn", ev.Turn).Str("server", ev.Tool.Server).Str("tool", ev.Tool.Tool).
		Str("reason", ev.Reason).Bool("disclosed", ev.Disclosed)
}

func (ev TurnEvent) write(line *zerolog.Event) {
	line.Str("event", "turn").Str("turn", ev.Turn).Str("purpose", ev.Purpose).Stringer("outcome", ev.Outcome).Int("calls", ev.Calls).
		Int("attempts", ev.Attempts).Int("retries", ev.Retries).Stringer("took", ev.Took)
	own := zerolog.Dict()
	for _, c := range ev.Clocks {
		if c.Server == "" {
			line.Stringer("tool_time", c.Used).Stringer("budget", c.Allowed)
			continue
		}
		own.Dict(c.Server, zerolog.Dict().Stringer("tool_time", c.Used).Stringer("budget", c.Allowed))
	}
	if len(ev.Clocks) > 1 {
		line.Dict("clocks", own)
	}
}

func (ev RetryEvent) write(line *zerolog.Event) {
	line.Str("event", "retries").Float64("attempts_per_call", ev.AttemptsPerCall)
}

func (ev DroppedEvent) write(line *zerolog.Event) {
	line.Str("event", "dropped").Uint64("count", ev.Count)
}

func (ev CandidateEvent) write(line *zerolog.Event) {
	d := &ev.Difference
	line.Str("event", "candidate").Str("candidate", ev.Digest).Str("turn", d.Turn).Str("id", d.ID).Str("server", d.Server).
		Str("tool", d.Tool).Str("policy", d.Policy)
	if ev.Err != nil {
		line.Err(ev.Err)
		return
	}
	line.Str("direction", string(Gravest(d.Changes).Direction)).Interface("changes", d.Changes).Strs("assumed", d.Assumed)
}

func (ev OperationEvent) write(line *zerolog.Event) {
	if ev.Err != nil {
		line.Err(ev.Err)
	}
	line.Str("event", "operation").Str("operation", string(ev.Kind)).Str("by", ev.By).Str("reason", ev.Reason)
	if ev.Server != "" {
		line.Str("server", ev.Server).Str("tool", ev.Tool)
	}
	if ev.For > 0 {
		line.Stringer("for", ev.For)
	}
}

func (ev ReloadEvent) write(line *zerolog.Event) {
	if ev.Err != nil {
		line.Err(ev.Err)
	}
	line.Str("event", "reload").Stringer("result", ev.Result).Str("digest", ev.Digest)
	if ev.Generation > 0 {
		line.Uint64("generation", ev.Generation)
	}
}

// whole writes every field of a record into a log line, so that the line can be read back as one.
func whole(line *zerolog.Event, record any) {
	b, err := json.Marshal(record)
	if err != nil { // records are plain data
		line.AnErr("record", err)
		return
	}
	each(b, func(name string, value json.RawMessage) { line.RawJSON(name, value) })
}
