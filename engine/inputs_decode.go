package engine

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/lacuna-go/lacuna/guard"
	"github.com/lacuna-go/lacuna/internal/run"
	"github.com/lacuna-go/lacuna/rules"
	"github.com/lacuna-go/lacuna/state"
)

// inputReader reads inputs back, and keeps the first thing that is wrong with them.
type inputReader struct{ err error }

func (d *inputReader) duration(field, text string) time.Duration {
	if text == "" {
		return 0
	}
	v, err := time.ParseDuration(text)
	if err != nil && d.err == nil {
		d.err = fmt.Errorf("inputs: %s is no duration: %q", field, text)
	}
	return v
}

// member reads the name of one of a list of values.
func member[T fmt.Stringer](d *inputReader, field, name string, all []T) (zero T) {
	for _, v := range all {
		if v.String() == name {
			return v
		}
	}
	if d.err == nil {
		d.err = fmt.Errorf("inputs: %s has no value %q", field, name)
	}
	return zero
}

// turnScene is what inputs say of the turn.
func (d *inputReader) turnScene(turn string, in *Inputs) turnScene {
	s := turnScene{
		info: TurnInfo{
			ID: turn, Conversation: in.Conversation, Purpose: in.Purpose, Audience: Audience{in.Audience}, Channel: in.Channel,
			Language: in.Language, Zone: in.Zone, Said: in.Said,
		},
		begun: in.Begun, facts: in.Facts, owed: in.Owed, unkept: !in.Evidence,
	}
	for _, r := range in.Results {
		s.results = append(s.results, guard.Keep(guard.Result{
			Server: r.Server, Tool: r.Tool, Args: r.Args, JSON: r.JSON, Text: r.Text, AsOf: moment(r.AsOf), Cached: r.Cached, Earlier: r.Earlier,
		}))
	}
	for _, name := range in.Done {
		server, tool, _ := strings.Cut(name, "/")
		s.done = append(s.done, Tool{server, tool})
	}
	return s
}

func moment(t *time.Time) time.Time {
	if t == nil {
		return time.Time{}
	}
	return *t
}

// sceneOfRecord is the scene of a decision that was recorded with its inputs.
func sceneOfRecord(r *Record) (*scene, error) {
	in, d := r.Inputs, &inputReader{}
	took := d.duration("took", r.Took)
	c := &callScene{
		id: r.ID, call: Call{ID: r.Call, Server: r.Server, Tool: r.Tool, Args: in.Args, IdempotencyKey: in.IdempotencyKey},
		named: in.Named, flat: in.Flat, facts: in.CallFacts, single: in.Single, repeated: r.Repeated, missing: in.FactsMissing,
		fields: in.Fields, names: in.Names, begun: r.At, end: r.At.Add(took), tape: &run.Tape{},
	}
	if in.Refused != "" {
		c.refused = member(d, "refused", in.Refused, state.FailureKinds())
	}
	start := moment(in.Start)
	for i := range in.Reads {
		c.tape.Moments = append(c.tape.Moments, d.moment(&in.Reads[i], start))
	}
	for i := range in.Events {
		c.tape.Events = append(c.tape.Events, d.event(&in.Events[i], start))
	}
	return &scene{turnScene: d.turnScene(r.Turn, in), call: c}, d.err
}

func (d *inputReader) moment(r *ReadInputs, start time.Time) run.Moment {
	m := run.Moment{
		Now: start.Add(d.duration("reads.at", r.At)), Elapsed: d.duration("reads.elapsed", r.Elapsed), Attempts: r.Attempts,
		Retries: r.Retries, Cached: r.Cached, Looked: r.Looked,
	}
	for name, t := range r.Tools {
		m.Tools = append(m.Tools, d.tool(name, &t))
	}
	slices.SortFunc(m.Tools, func(a, b run.ToolRead) int {
		return cmp.Or(cmp.Compare(a.Server, b.Server), cmp.Compare(a.Tool, b.Tool))
	})
	if e := r.Entry; e != nil {
		m.Entry = &state.Entry{Server: e.Server, Tool: e.Tool, AsOf: e.AsOf}
	}
	if r.MayRetry != nil {
		m.Asked, m.May = true, *r.MayRetry
	}
	for _, p := range r.Permits {
		m.Permits = append(m.Permits, run.Permitted(p))
	}
	return m
}

func (d *inputReader) tool(name string, t *ToolInputs) run.ToolRead {
	out := run.ToolRead{Elapsed: d.duration("tools.elapsed", t.Elapsed)}
	out.Server, out.Tool, _ = strings.Cut(name, "/")
	b := &t.Breaker
	out.State = rules.ToolState{
		Admits: t.Admits, Entered: d.failure(t.Entered), Drilled: t.Drilled, DrillsSuspended: t.DrillsSuspended,
		Breaker: state.View{
			State: member(d, "breaker.state", b.State, state.States()), Since: moment(b.Since), Until: moment(b.Until), Reason: b.Reason,
			Forced: b.Forced, Failures: b.Failures, Calls: b.Calls, FailureRate: b.FailureRate, SlowRate: b.SlowRate,
		},
	}
	if l := t.Latency; l != nil {
		out.State.Latency = state.Latency{
			P50: d.duration("latency.p50", l.P50), P95: d.duration("latency.p95", l.P95), P99: d.duration("latency.p99", l.P99), Count: l.Count,
		}
	}
	return out
}

func (d *inputReader) failure(f *FailureInputs) state.Failure {
	if f == nil {
		return state.Failure{}
	}
	return state.Failure{
		Kind: member(d, "failure.kind", f.Kind, state.FailureKinds()), Sent: f.Sent, Status: f.Status, Attempts: f.Attempts, Answered: f.Answered,
		RetryAfter: d.duration("failure.retry_after", f.RetryAfter), HasRetryAfter: f.RetryAfter != "",
	}
}

func (d *inputReader) event(e *EventInputs, start time.Time) run.Taped {
	out := run.Taped{
		At: start.Add(d.duration("events.at", e.At)), Took: d.duration("events.took", e.Took), Limit: d.duration("events.limit", e.Limit),
		Event: run.Event{
			AsOf: moment(e.AsOf), Failure: d.failure(e.Failure), DeadlineOfTurn: e.OfTurn, Received: e.Received, Passed: e.Passed, Unsent: e.Unsent,
		},
	}
	out.Server, out.Tool, _ = strings.Cut(e.Tool, "/")
	for kind, name := range eventNames {
		if name == e.Event {
			out.Kind = kind
		}
	}
	if out.Kind == 0 && d.err == nil {
		d.err = fmt.Errorf("inputs: events has no event %q", e.Event)
	}
	return out
}

// sceneOfVerdict is the scene of a verdict that was recorded with its inputs.
func sceneOfVerdict(v *VerdictRecord) (*scene, error) {
	in, d := v.Inputs, &inputReader{}
	r := &replyScene{
		id: v.ID, now: moment(in.At), stream: in.Streamed, broke: in.Broke, elapsed: d.duration("elapsed", in.Elapsed), attempts: in.Attempts,
		retries: in.Retries, cached: in.Cached, tries: in.Tries,
	}
	if in.Reply != nil {
		r.text = *in.Reply
	}
	return &scene{turnScene: d.turnScene(v.Turn, in), reply: r}, d.err
}
