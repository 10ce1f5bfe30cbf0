package engine

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/lacuna-go/lacuna/eval"
	"github.com/lacuna-go/lacuna/guard"
	"github.com/lacuna-go/lacuna/internal/run"
	"github.com/lacuna-go/lacuna/rules"
	"github.com/lacuna-go/lacuna/state"
)

// Answer is what a call came to. The zero Answer has no data, and tells the model so.
type Answer struct {
	Outcome Outcome

	turn     *Turn
	number   int64  // of the turn's decisions
	id       string // that of a record; "" follows from the number
	incident string
	call     string // the model's id of it
	tool     string // as the model named it
	flat     bool   // that name stands for a server and a tool
	decision rules.Decision
	result   Result // but for its JSON
	json     string
	args     *eval.Args
	begun    time.Time
	ended    time.Time
	cause    error
	note     string
	repeated bool
	missing  error // why WithFacts supplied nothing
	scene    *scene
}

// answer turns a finished call into an Answer, and the turn's evidence and debts with it.
func (d *driver) answer(ctx context.Context, a *Answer, call *run.Call, begun, now time.Time) {
	t := d.turn
	a.turn, a.number, a.call, a.tool, a.flat = t, d.number, d.call.ID, d.named, d.flat
	a.args, a.begun, a.cause, a.missing = call.Call().Args, begun, d.cause, d.missing
	from := call
	if first := call.First(); first != nil {
		a.repeated = true
		if d.cause == nil {
			from = first
		}
	}
	a.decision = from.Decision
	a.Outcome = from.Decision.Outcome
	if a.repeated && call.Decision.Outcome == rules.Cancelled {
		a.decision, a.Outcome = call.Decision, rules.Cancelled
	}
	if a.Outcome.Data() {
		a.result = dataOf(from)
		a.result.Native, a.result.AsOf = d.native, d.asOf
	}
	a.scene = d.sceneOf(a, from)
	a.finish(ctx, now)
	if a.repeated {
		a.json, a.result.JSON = string(a.result.JSON), nil
		return
	}
	t.take(a)
	if writes := call.Writes(); len(writes) > 0 {
		t.record(writes, a.call)
	}
}

// dataOf returns the JSON and the text of a call that has data.
func dataOf(call *run.Call) Result {
	if call.Decision.Outcome == rules.Cached {
		return decodeResult(call.Decision.Entry.Payload)
	}
	data, ok := call.Data().(*live)
	if !ok {
		return Result{}
	}
	return Result{JSON: data.JSON, Text: data.Text}
}

// ident is the decision's id.
func (a *Answer) ident() string {
	if a.id != "" || a.number == 0 {
		return a.id
	}
	return a.turn.ident(a.number)
}

// record keeps the writes of a call: those that were executed, and those that may have been.
func (t *Turn) record(writes []run.Write, callID string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, w := range writes {
		if !w.Uncertain {
			t.evidence.AddDone(w.Plan.Server, w.Plan.Tool)
		}
		t.effects = append(t.effects, Effect{w.Plan.Server, w.Plan.Tool, callID, w.Uncertain})
	}
}

// take adds an answer's data to the evidence, and what must be said to the turn's debts.
func (t *Turn) take(a *Answer) {
	d := &a.decision
	plan, asOf, cached := d.Plan, a.result.AsOf, false
	switch a.Outcome {
	case rules.Fallback:
		plan = d.Target
	case rules.Cached:
		asOf, cached = d.Entry.AsOf, true
	default:
	}
	if asOf.IsZero() && !plan.Evidence.Copy { // a copy owes its time
		asOf = a.begun
	}
	a.result.AsOf = asOf
	t.mu.Lock()
	defer t.mu.Unlock()
	if a.Outcome.Data() {
		kept := t.evidence.Add(evidenceOf(plan, a.result, a.args, asOf, cached))
		if t.results == nil {
			const usual = 4
			t.results = make([]guard.Kept, 0, usual)
		}
		t.results = append(t.results, kept)
		a.json, a.result.JSON = kept.JSON(), nil
	}
	if d.Disclosure != "" && a.Outcome != rules.HardFail {
		t.evidence.AddKnown("disclosure", d.Disclosure)
		t.owed = append(t.owed, d.Disclosure)
	}
}

// finish fills what is the same for every answer, and records it.
func (a *Answer) finish(ctx context.Context, now time.Time) {
	a.ended = now
	a.conclude()
	if t := a.turn; t.eng.observed() || t.trial != nil {
		a.tell(ctx, t.eng, t.trial)
	}
}

// tell makes the record of the answer for whoever wants it.
func (a *Answer) tell(ctx context.Context, e *Engine, trial *candidateSet) {
	r := a.record()
	shown := r
	if trial != nil {
		defer trial.decision(a.scene, r)
		with := *r
		shown = &with
	}
	if e.observed() {
		a.scene.attach(e.options.inputs, shown)
		e.observeIn(ctx, DecisionEvent{Record: shown, Cause: errors.Join(a.cause, a.missing)})
	}
}

// conclude fills in what follows from the decision alone.
func (a *Answer) conclude() {
	if a.Outcome != rules.OK {
		a.incident = incidentOf(a.ident())
	}
	a.note = a.noteText()
}

// Err is the caller's own cancellation, and nil otherwise: what a tool failed with is in the decision.
func (a Answer) Err() error {
	if a.Outcome != rules.Cancelled {
		return nil
	}
	if a.cause == nil {
		return errors.New("the turn has ended")
	}
	return a.cause
}

// Result returns the data, live, cached or of another tool; it is empty without data. Its JSON is a copy.
func (a Answer) Result() Result {
	r := a.result
	if a.json != "" {
		r.JSON = json.RawMessage(a.json)
	}
	return r
}

// Decode reads the data's JSON into v. It fails without data, and on data that is no JSON.
func (a Answer) Decode(v any) error {
	if !a.Outcome.Data() {
		return fmt.Errorf("the call has no data: %s", a.Outcome)
	}
	if a.json == "" {
		return errors.New("the data is no JSON")
	}
	return json.Unmarshal([]byte(a.json), v)
}

// Incident joins the answer with the log; "" for an answer that is the tool's own.
func (a Answer) Incident() string { return a.incident }

// Model returns what the model is given: the tool's own bytes for an answer, else a JSON object that says what is missing and
// never why in the tool's words.
func (a Answer) Model() string {
	if a.Outcome == rules.OK {
		return cmp.Or(a.json, a.result.Text)
	}
	var b strings.Builder
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)                        // a model reads it, not a browser
	if err := enc.Encode(a.absence()); err != nil { // its data is valid JSON, or text
		return `{"status":"unavailable","retry":false}`
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// IsError reports whether a protocol that marks errors should mark this answer: there is no data.
func (a Answer) IsError() bool { return !a.Outcome.Data() }

// absence is the structured form of everything but a tool's own answer. The order of its fields is that of the JSON.
type absence struct {
	Status      string          `json:"status"`
	Tool        string          `json:"tool,omitempty"`
	FallbackFor string          `json:"fallback_for,omitempty"`
	Retry       *bool           `json:"retry,omitempty"`
	Reason      string          `json:"reason,omitempty"`
	AsOf        string          `json:"as_of,omitempty"`
	Source      string          `json:"source,omitempty"`
	Note        string          `json:"note,omitempty"`
	Fields      []string        `json:"fields,omitempty"`
	Incident    string          `json:"incident,omitempty"`
	Data        json.RawMessage `json:"data,omitempty"`
}

func (a *Answer) absence() absence {
	no := false
	d := &a.decision
	switch a.Outcome {
	case rules.Refused:
		return absence{Status: "refused", Tool: a.tool, Reason: a.reason(), Note: a.note, Fields: a.fields()}
	case rules.Fallback:
		return absence{Status: "fallback", Tool: a.nameOf(d.Target), FallbackFor: a.tool, Note: a.note, Data: a.data()}
	case rules.Cached:
		return absence{
			Status: "cached", Tool: a.tool, AsOf: d.Entry.AsOf.UTC().Format(time.RFC3339), Source: d.Entry.Server,
			Note: a.note, Data: a.data(),
		}
	default:
		return absence{Status: "unavailable", Tool: a.tool, Retry: &no, Note: a.note, Incident: a.incident}
	}
}

// fields are the arguments that were not accepted: those without a source, or those that the dispatcher names. Only what looks like a name is passed on: no
// text of a tool.
func (a *Answer) fields() []string {
	if args := a.decision.Arguments; args.Refuses() {
		return namesOnly(args.Fields())
	}
	var own *Error
	if a.decision.Failure.Kind != state.Invalid || !errors.As(a.cause, &own) {
		return nil
	}
	return namesOnly(own.Fields)
}

func namesOnly(fields []string) []string {
	const most, longest = 10, 64
	var names []string
	for _, f := range fields {
		if len(names) < most && f != "" && len(f) <= longest && strings.Trim(f, nameRunes) == "" {
			names = append(names, f)
		}
	}
	return names
}

const nameRunes = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-.[]"

// nameOf names a tool as the model names its tools.
func (a *Answer) nameOf(p *rules.Plan) string {
	if !a.flat {
		return p.Tool
	}
	return a.turn.eng.flatName(p.Server, p.Tool)
}

// namesOf names the tools that a reference may mean, as the model names them: one or two of them, else the server.
func (a *Answer) namesOf(ref rules.ToolRef) []string {
	if names, ok := a.turn.names[refName(ref)]; ok {
		return names
	}
	tools := []string{ref.Tool}
	if ref.Tool == "" {
		tools = a.turn.readsOf(ref.Server)
	}
	if len(tools) == 0 || len(tools) > 2 {
		return []string{"a tool of " + ref.Server}
	}
	names := make([]string, 0, len(tools))
	for _, tool := range tools {
		if a.flat {
			names = append(names, a.turn.eng.flatName(ref.Server, tool))
		} else {
			names = append(names, ref.Server+"/"+tool)
		}
	}
	return names
}

func (a *Answer) data() json.RawMessage {
	if a.json != "" {
		return json.RawMessage(a.json)
	}
	text, err := json.Marshal(a.result.Text)
	if err != nil { // a string always marshals
		return nil
	}
	return text
}

// reason is the class of what happened: the key of a condition, or the kind of a failure.
func (a *Answer) reason() string {
	d := &a.decision
	if a.Outcome == rules.Refused {
		if list := d.Forbidden(); len(list) > 0 {
			return keyOf(list[0].ID)
		}
		return d.Reason
	}
	return d.Failure.Kind.String()
}

func keyOf(id string) string {
	for i := range len(id) {
		if id[i] == '/' {
			return id[i+1:]
		}
	}
	return id
}

// noteText is the fixed sentence for the model, and what must be said.
func (a *Answer) noteText() string {
	d := &a.decision
	note := ""
	switch a.Outcome {
	case rules.Refused:
		return a.refusedNote()
	case rules.Cached:
		note = "The tool did not answer. This is an earlier answer: give its time with every value taken from it."
	case rules.Fallback:
		note = "The tool did not answer. This is the answer of another tool; it may be less complete."
	case rules.Omit:
		note = "The tool did not answer. Do not call it again in this turn, and do not guess what it would have said."
	case rules.HardFail, rules.Uncertain:
		note = "The tool did not answer, and the turn has ended with a fixed message."
	case rules.Cancelled:
		return "The turn was cancelled."
	default:
		return ""
	}
	if d.Disclosure != "" && a.Outcome != rules.HardFail {
		note += " Tell the customer: " + d.Disclosure
	}
	return note
}

func (a *Answer) refusedNote() string {
	d := &a.decision
	if d.Arguments.Refuses() {
		if note := d.Arguments.Note(a.namesOf); note != "" {
			return note
		}
	}
	if text, ok := d.Plan.WhenRefused[d.Failure.Kind]; ok && d.Failure.Kind != 0 {
		return text.In(a.turn.language)
	}
	switch d.Failure.Kind {
	case state.Invalid:
		return "The arguments were not accepted. Correct them, or go on without this call."
	case state.NotFound:
		if d.Attempts == 0 {
			return "There is no tool of this name. Call only tools that are listed."
		}
		return "There is nothing under these arguments. Do not guess it."
	default:
		return "This call is not allowed here. Do not repeat it, and do not claim that it was made."
	}
}
