package oteladapter

import (
	"context"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/trace"

	"github.com/lacuna-go/lacuna/engine"
)

// SpanEvents adds an event to the caller's span for each decision, verdict, hidden tool and end of a turn: lacuna.decision, lacuna.verdict,
// lacuna.hidden and lacuna.turn, with the names of the decision log behind "lacuna.". Decisions are on the span of the context that was given
// to [engine.Turn.Do], the others on that of [engine.Engine.Begin]. Where the span does not record it does nothing, in a few nanoseconds.
// It holds no text of a reply, an argument or an error. Hand it to [engine.WithContextObserver], and not behind a queue: a span that has ended takes no event.
func SpanEvents(ctx context.Context, ev engine.Event) {
	span := trace.SpanFromContext(ctx)
	if !span.IsRecording() {
		return
	}
	switch ev := ev.(type) {
	case engine.DecisionEvent:
		span.AddEvent("lacuna.decision", trace.WithAttributes(decision(ev.Record)...))
	case engine.VerdictEvent:
		span.AddEvent("lacuna.verdict", trace.WithAttributes(verdict(ev.Record)...))
	case engine.HiddenEvent:
		span.AddEvent("lacuna.hidden", trace.WithAttributes(
			attribute.String("lacuna.turn", ev.Turn), attribute.String("lacuna.server", ev.Tool.Server),
			attribute.String("lacuna.tool", ev.Tool.Tool), attribute.String("lacuna.reason", ev.Reason)))
	case engine.TurnEvent:
		span.AddEvent("lacuna.turn", trace.WithAttributes(turn(&ev)...))
	}
}

func decision(r *engine.Record) []attribute.KeyValue {
	list := []attribute.KeyValue{
		attribute.String("lacuna.id", r.ID), attribute.String("lacuna.server", r.Server), attribute.String("lacuna.tool", r.Tool),
		attribute.String("lacuna.outcome", r.Outcome), attribute.String("lacuna.digest", r.Digest),
		attribute.Int("lacuna.attempts", r.Attempts), attribute.Int("lacuna.retries", r.Retries),
	}
	list = given(list, "lacuna.step", r.Step)
	list = given(list, "lacuna.policy", r.Policy)
	list = given(list, "lacuna.reason", r.Reason)
	list = given(list, "lacuna.incident", r.Incident)
	if len(r.Unmet) > 0 {
		list = append(list, attribute.StringSlice("lacuna.unmet", r.Unmet))
	}
	if r.Drilled {
		list = append(list, attribute.Bool("lacuna.drilled", true))
	}
	return list
}

func verdict(r *engine.VerdictRecord) []attribute.KeyValue {
	unsourced := 0
	for i := range r.Claims {
		if !r.Claims[i].Sourced {
			unsourced++
		}
	}
	list := []attribute.KeyValue{
		attribute.String("lacuna.turn", r.Turn), attribute.String("lacuna.verdict", r.Verdict), attribute.String("lacuna.digest", r.Digest),
		attribute.Int("lacuna.claims", len(r.Claims)), attribute.Int("lacuna.unsourced", unsourced),
	}
	list = given(list, "lacuna.policy", r.Policy)
	list = given(list, "lacuna.would", r.Would)
	return given(list, "lacuna.would_policy", r.WouldPolicy)
}

func turn(ev *engine.TurnEvent) []attribute.KeyValue {
	list := []attribute.KeyValue{
		attribute.String("lacuna.turn", ev.Turn), attribute.String("lacuna.purpose", ev.Purpose), attribute.Int("lacuna.calls", ev.Calls),
		attribute.Int("lacuna.attempts", ev.Attempts), attribute.Int("lacuna.retries", ev.Retries),
	}
	if ev.Outcome != 0 {
		list = append(list, attribute.String("lacuna.outcome", ev.Outcome.String()))
	}
	for _, c := range ev.Clocks {
		if c.Server == "" {
			list = append(list, attribute.String("lacuna.tool_time", c.Used.String()), attribute.String("lacuna.budget", c.Allowed.String()))
		}
	}
	return list
}

func given(list []attribute.KeyValue, name, value string) []attribute.KeyValue {
	if value == "" {
		return list
	}
	return append(list, attribute.String(name, value))
}
