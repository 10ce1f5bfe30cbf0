package engine

import (
	"encoding/json"
	"maps"
	"strconv"
	"time"
	"unicode/utf8"

	"github.com/lacuna-go/lacuna/eval"
	"github.com/lacuna-go/lacuna/internal/run"
	"github.com/lacuna-go/lacuna/state"
)

// attach adds the scene's inputs to the record of a decision. What a record quotes of redacted inputs is emptied.
func (s *scene) attach(o *InputOptions, r *Record) {
	if s == nil || o == nil {
		return
	}
	r.Inputs = s.inputs(o)
	r.Arguments = append([]ClaimRecord(nil), r.Arguments...)
	if r.Inputs.left("args") && len(r.Arguments) > 0 {
		r.Note = ""
		for i := range r.Arguments {
			r.Arguments[i].empty()
		}
	}
	if r.Inputs.left("results") {
		for i := range r.Arguments {
			r.Arguments[i].emptyNearest()
		}
	}
}

// withInputs returns a verdict's record with the scene's inputs, as attach does; the given one stays as it is.
func (s *scene) withInputs(o *InputOptions, r *VerdictRecord) *VerdictRecord {
	if s == nil || o == nil {
		return r
	}
	out := *r
	out.ID = s.reply.id
	out.Inputs = s.inputs(o)
	out.Claims = append([]ClaimRecord{}, r.Claims...)
	if out.Inputs.left("reply") {
		if out.Text != out.Message {
			out.Text = ""
		}
		out.Hints = nil
		for i := range out.Claims {
			out.Claims[i].empty()
		}
	}
	if out.Inputs.left("results") {
		out.Hints = nil
		for i := range out.Claims {
			out.Claims[i].emptyNearest()
		}
	}
	return &out
}

// empty drops the values of a claim, and keeps what was decided about it.
func (c *ClaimRecord) empty() {
	c.Text, c.Amount, c.Low, c.High, c.Currency, c.Day = "", "", "", "", "", ""
	c.emptyNearest()
}

func (c *ClaimRecord) emptyNearest() { c.Nearest, c.NearestValue, c.Difference = "", "", "" }

// inputs is the scene as it is recorded.
func (s *scene) inputs(o *InputOptions) *Inputs {
	in := &Inputs{
		Begun: s.begun, Purpose: s.info.Purpose, Audience: s.info.Audience.id, Conversation: s.info.Conversation,
		Channel: s.info.Channel, Language: s.info.Language, Zone: s.info.Zone, Said: append([]string(nil), s.info.Said...),
		Facts: maps.Clone(s.facts), Owed: s.owed,
	}
	if s.call != nil {
		s.call.encode(in)
	}
	if s.reply != nil {
		s.reply.encode(in)
	}
	if s.evident() {
		in.Evidence = true
		s.encodeEvidence(in)
	}
	in.redact(o.Redact)
	in.bound(o.MaxBytes)
	return in
}

// evident reports whether the evidence counts: for replies, and for the arguments of writes.
func (s *scene) evident() bool {
	return s.reply != nil || s.call.refused == 0 && s.call.effect != eval.Read
}

func (s *turnScene) encodeEvidence(in *Inputs) {
	for i, kept := range s.results {
		r := kept.Result()
		if len(r.JSON) > 0 && raw(r.JSON) == nil || !utf8.ValidString(r.Text) {
			in.Truncated = append(in.Truncated, at("results", i))
			r.JSON, r.Text = nil, ""
		}
		in.Results = append(in.Results, ResultInputs{
			Server: r.Server, Tool: r.Tool, Args: raw(r.Args), JSON: raw(r.JSON), Text: r.Text, AsOf: instant(r.AsOf),
			Cached: r.Cached && !r.Settings.Copy, Earlier: r.Earlier,
		})
	}
	for _, t := range s.done {
		in.Done = append(in.Done, t.Server+"/"+t.Tool)
	}
	if s.raced {
		in.Truncated = append(in.Truncated, "results")
	}
}

// raw returns JSON that a record can hold; none for what is no JSON.
func raw(b []byte) json.RawMessage {
	if len(b) == 0 || !json.Valid(b) || !utf8.Valid(b) {
		return nil
	}
	return b
}

func (c *callScene) encode(in *Inputs) {
	in.Named, in.Flat, in.Args, in.IdempotencyKey = c.named, c.flat, raw(c.call.Args), c.call.IdempotencyKey
	in.CallFacts, in.FactsMissing, in.Single = maps.Clone(c.facts), c.missing, c.single
	in.Refused, in.Fields, in.Names = c.refused.String(), c.fields, c.names
	if in.Args == nil && len(c.call.Args) > 0 {
		in.Truncated = append(in.Truncated, "args")
	}
	if c.tape == nil || len(c.tape.Moments) == 0 {
		return
	}
	start := c.tape.Moments[0].Now
	in.Start = instant(c.begun.Round(0).Add(start.Sub(c.begun))) // as far from the record's own time as it was on the monotonic clock
	for i := range c.tape.Moments {
		in.Reads = append(in.Reads, readInputs(&c.tape.Moments[i], start))
	}
	for i := range c.tape.Events {
		in.Events = append(in.Events, eventInputs(&c.tape.Events[i], start))
	}
}

func readInputs(m *run.Moment, start time.Time) ReadInputs {
	out := ReadInputs{
		At: m.Now.Sub(start).String(), Elapsed: m.Elapsed.String(), Attempts: m.Attempts, Retries: m.Retries, Cached: m.Cached,
		Looked: m.Looked,
	}
	for _, t := range m.Tools {
		if out.Tools == nil {
			out.Tools = map[string]ToolInputs{}
		}
		out.Tools[t.Server+"/"+t.Tool] = toolInputs(&t)
	}
	if e := m.Entry; e != nil {
		out.Entry = &EntryInputs{e.Server, e.Tool, e.AsOf}
	}
	if m.Asked {
		may := m.May
		out.MayRetry = &may
	}
	for _, p := range m.Permits {
		out.Permits = append(out.Permits, PermitInputs(p))
	}
	return out
}

func toolInputs(t *run.ToolRead) ToolInputs {
	s := &t.State
	v := &s.Breaker
	out := ToolInputs{
		Breaker: BreakerInputs{
			BreakerRecord: BreakerRecord{v.State.String(), v.Forced, v.Failures, v.Reason}, Since: instant(v.Since), Until: instant(v.Until),
			Calls: v.Calls, FailureRate: v.FailureRate, SlowRate: v.SlowRate,
		},
		Admits: s.Admits, Entered: failureInputs(s.Entered), Drilled: s.Drilled, DrillsSuspended: s.DrillsSuspended, Elapsed: t.Elapsed.String(),
	}
	if l := s.Latency; l.Count > 0 {
		out.Latency = &LatencyRecord{l.P50.String(), l.P95.String(), l.P99.String(), l.Count}
	}
	return out
}

func failureInputs(f state.Failure) *FailureInputs {
	if f.Kind == 0 {
		return nil
	}
	return &FailureInputs{FailureRecord: failureRecord(f), Attempts: f.Attempts, Answered: f.Answered}
}

func eventInputs(e *run.Taped, start time.Time) EventInputs {
	out := EventInputs{
		At: e.At.Sub(start).String(), Event: eventNames[e.Kind], Took: text(e.Took), Limit: text(e.Limit), AsOf: instant(e.AsOf),
		Failure: failureInputs(e.Failure), OfTurn: e.DeadlineOfTurn, Received: e.Received, Passed: e.Passed, Unsent: e.Unsent,
	}
	if e.Server != "" {
		out.Tool = e.Server + "/" + e.Tool
	}
	return out
}

var eventNames = map[run.EventKind]string{
	run.Answered: "answered", run.Failed: "failed", run.Woke: "woke", run.Joined: "joined", run.Cancelled: "cancelled", run.Unsettled: "unsettled",
}

func (r *replyScene) encode(in *Inputs) {
	at := r.now
	in.At, in.Streamed, in.Broke = &at, r.stream, r.broke
	in.Elapsed, in.Attempts, in.Retries, in.Cached, in.Tries = text(r.elapsed), r.attempts, r.retries, r.cached, r.tries
	if !utf8.ValidString(r.text) {
		in.Truncated = append(in.Truncated, "reply")
		return
	}
	reply := r.text
	in.Reply = &reply
}

func instant(t time.Time) *time.Time {
	if t.IsZero() {
		return nil
	}
	return &t
}

// replyID names a verdict of a turn.
func replyID(turn string, n int) string { return turn + "/reply-" + strconv.Itoa(n) }
