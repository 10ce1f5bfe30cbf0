package engine

import (
	"cmp"
	"strconv"
	"time"

	"github.com/rs/zerolog"

	"github.com/lacuna-go/lacuna/eval"
	"github.com/lacuna-go/lacuna/guard"
	"github.com/lacuna-go/lacuna/rules"
)

// Record is a decision as it is logged, compared in tests and shown: plain data with stable names.
type Record struct {
	ID         string     `json:"id"`
	Turn       string     `json:"turn"`
	Call       string     `json:"call,omitempty"`
	At         time.Time  `json:"at"`
	Took       string     `json:"took"`
	Digest     string     `json:"digest"`
	Generation uint64     `json:"generation"`
	Server     string     `json:"server"`
	Tool       string     `json:"tool"`
	Effect     string     `json:"effect"`
	Outcome    string     `json:"outcome"`
	Step       string     `json:"step,omitempty"`
	StepIndex  *int       `json:"step_index,omitempty"`
	Policy     string     `json:"policy,omitempty"`
	Fallback   string     `json:"fallback,omitempty"`
	AsOf       *time.Time `json:"as_of,omitempty"`
	Source     string     `json:"source,omitempty"`
	Reason     string     `json:"reason,omitempty"`
	// Fields are the arguments that a refusal is about, and Arguments the claims among them that some Claims did not pass.
	Fields    []string       `json:"fields,omitempty"`
	Arguments []ClaimRecord  `json:"arguments,omitempty"`
	Failure   *FailureRecord `json:"failure,omitempty"`
	Unmet     []string       `json:"unmet"`
	// UnmetAt gives the place of each unmet condition, as file:line:col.
	UnmetAt    map[string]string `json:"unmet_at,omitempty"`
	Forbidden  []string          `json:"forbidden,omitempty"`
	Rules      []string          `json:"unavailable_when,omitempty"`
	Faults     []FindingRecord   `json:"faults,omitempty"`
	Message    string            `json:"message,omitempty"`
	Handoff    string            `json:"handoff"`
	Queue      string            `json:"queue,omitempty"`
	Note       string            `json:"note,omitempty"`
	Disclosure string            `json:"disclosure,omitempty"`
	Attempts   int               `json:"attempts"`
	Retries    int               `json:"retries"`
	Repeated   bool              `json:"repeated,omitempty"`
	// Passed: a part of an answer that failed later had been passed on.
	Passed    bool           `json:"passed,omitempty"`
	Drilled   bool           `json:"drilled,omitempty"`
	Incident  string         `json:"incident,omitempty"`
	Timeout   string         `json:"timeout,omitempty"`
	Expected  string         `json:"expected,omitempty"`
	Remaining string         `json:"remaining,omitempty"`
	Latency   *LatencyRecord `json:"latency,omitempty"`
	Breaker   *BreakerRecord `json:"breaker,omitempty"`
	Moments   []MomentRecord `json:"moments,omitempty"`
	// Inputs are what the decision depended on, where [WithInputs] asks for them.
	Inputs *Inputs `json:"inputs,omitempty"`
}

// FailureRecord is a failure in a Record.
type FailureRecord struct {
	Kind       string `json:"kind"`
	Sent       bool   `json:"sent"`
	Status     int    `json:"status,omitempty"`
	RetryAfter string `json:"retry_after,omitempty"`
}

// FindingRecord is a rule's error, or another finding, with its place.
type FindingRecord struct {
	ID    string `json:"id"`
	At    string `json:"at"`
	Error string `json:"error,omitempty"`
	Note  string `json:"note,omitempty"`
}

// BreakerRecord is the breaker as read at admission.
type BreakerRecord struct {
	State    string `json:"state"`
	Forced   bool   `json:"forced,omitempty"`
	Failures int    `json:"failures"`
	Reason   string `json:"reason,omitempty"`
}

// LatencyRecord sums up the tool's successful attempts of the five minutes before the call.
type LatencyRecord struct {
	P50   string `json:"p50"`
	P95   string `json:"p95"`
	P99   string `json:"p99"`
	Count int    `json:"count"`
}

// MomentRecord is one decision within a call.
type MomentRecord struct {
	At      string `json:"at"` // since the call began
	Stage   string `json:"stage"`
	Tool    string `json:"tool"`
	Action  string `json:"action"`
	Failure string `json:"failure,omitempty"`
	Wait    string `json:"wait,omitempty"`
}

// Record returns the decision as plain data; of a call for which nothing was decided, for its turn had ended, only the outcome.
func (a Answer) Record() *Record { return a.record() }

// recordOfCall is a record with room for what most have.
type recordOfCall struct {
	Record
	breaker BreakerRecord
	latency LatencyRecord
	moment  [1]MomentRecord
}

func (a *Answer) record() *Record {
	d := &a.decision
	if d.Plan == nil {
		return &Record{Outcome: a.Outcome.String(), Tool: a.tool, Handoff: eval.HandoffNone.String(), Unmet: []string{}}
	}
	made, texts := new(recordOfCall), new(pieces)
	r := &made.Record // filled in place: to copy it as a whole would cost more than all that is in it
	r.Turn, r.Call, r.At = a.turn.info.ID, a.call, a.begun
	r.Digest, r.Generation = a.turn.set.Digest, a.turn.set.Generation
	r.Server, r.Tool, r.Effect, r.Outcome = d.Plan.Server, d.Plan.Tool, d.Plan.Effect.String(), a.Outcome.String()
	r.Policy = d.Plan.DecidedBy("when_unavailable")
	r.Unmet, r.Forbidden, r.Rules = ids(d.Unmet), ids(d.Forbidden()), ids(d.Unavailable())
	r.Handoff, r.Note, r.Disclosure = eval.HandoffNone.String(), a.note, d.Disclosure
	r.Attempts, r.Retries, r.Incident = d.Attempts, d.Retries, a.incident
	r.Repeated, r.Passed, r.Drilled = a.repeated, d.Passed, d.Drilled()
	if r.ID = a.id; a.id == "" && a.number != 0 {
		texts.words(&r.ID, r.Turn, "/", strconv.FormatInt(a.number, 10))
	}
	if r.Took = "0s"; a.begun.IsZero() {
		r.At = a.ended
	} else {
		texts.duration(&r.Took, a.ended.Sub(a.begun))
	}
	texts.duration(&r.Remaining, d.Remaining)
	texts.positive(&r.Timeout, d.Timeout)
	texts.positive(&r.Expected, d.Expected)
	if a.Outcome != rules.OK {
		r.Reason = a.reason()
	}
	a.recordStep(r)
	a.recordFailure(made, texts)
	a.recordMoments(made, texts)
	texts.share()
	if r.Fields = a.fields(); d.Arguments != nil {
		for i := range d.Arguments.Claims {
			r.Arguments = append(r.Arguments, claimRecord(&d.Arguments.Claims[i]))
		}
	}
	a.recordFindings(r)
	return r
}

// recordFindings notes the places of what was not met, and what went wrong.
func (a *Answer) recordFindings(r *Record) {
	d := &a.decision
	for _, f := range d.Unmet {
		if r.UnmetAt == nil {
			r.UnmetAt = map[string]string{}
		}
		r.UnmetAt[f.ID] = f.Pos.String()
	}
	for _, f := range d.Faults {
		r.Faults = append(r.Faults, FindingRecord{ID: f.ID, At: f.Pos.String(), Error: f.Fault.Message})
	}
	if a.missing != nil {
		r.Faults = append(r.Faults, FindingRecord{ID: "facts", Error: "WithFacts supplied nothing"})
	}
	for _, f := range d.Unmet {
		if f.Note != "" {
			r.Faults = append(r.Faults, FindingRecord{ID: f.ID, At: f.Pos.String(), Note: f.Note})
		}
	}
}

func (a *Answer) recordMoments(r *recordOfCall, texts *pieces) {
	moments := a.decision.Moments
	if len(moments) == 0 {
		return
	}
	r.Moments = r.moment[:]
	if len(moments) > 1 {
		r.Moments = make([]MomentRecord, len(moments))
	}
	for i := range moments {
		m, to := &moments[i], &r.Moments[i]
		to.Stage, to.Action, to.Failure = m.Stage.String(), m.Action.String(), m.Failure.String()
		texts.duration(&to.At, m.At.Sub(a.begun))
		texts.positive(&to.Wait, m.Wait)
		texts.words(&to.Tool, m.Server, "/", m.Tool)
	}
}

func (a *Answer) recordStep(r *Record) {
	d := &a.decision
	if step := d.ChosenStep(); step != nil && a.Outcome != rules.OK && a.Outcome != rules.Refused {
		r.Step = step.Kind.String()
		i := d.Step
		r.StepIndex = &i
	}
	switch a.Outcome {
	case rules.Fallback:
		r.Fallback = d.Target.Server + "/" + d.Target.Tool
	case rules.Cached:
		asOf := d.Entry.AsOf
		r.AsOf, r.Source = &asOf, d.Entry.Server
	case rules.HardFail, rules.Uncertain:
		end := d.Ending()
		r.Message, r.Handoff, r.Queue = d.EndingMessage(a.turn.language), end.Handoff.String(), end.Queue
	default:
	}
}

func (a *Answer) recordFailure(r *recordOfCall, texts *pieces) {
	d := &a.decision
	if d.Breaker.State != 0 {
		r.breaker = BreakerRecord{d.Breaker.State.String(), d.Breaker.Forced, d.Breaker.Failures, d.Breaker.Reason}
		r.Breaker = &r.breaker
	}
	if l := d.Latency; l.Count > 0 {
		r.latency.Count, r.Latency = l.Count, &r.latency
		texts.duration(&r.latency.P50, l.P50)
		texts.duration(&r.latency.P95, l.P95)
		texts.duration(&r.latency.P99, l.P99)
	}
	if d.Failure.Kind == 0 {
		return
	}
	f := failureRecord(d.Failure)
	r.Failure = &f
}

func failureRecord(f Failure) FailureRecord {
	r := FailureRecord{Kind: f.Kind.String(), Sent: f.Sent, Status: f.Status}
	if f.HasRetryAfter {
		r.RetryAfter = f.RetryAfter.String()
	}
	return r
}

func ids(list []rules.Finding) []string {
	out := []string{}
	for _, f := range list {
		out = append(out, f.ID)
	}
	return out
}

// MarshalZerologObject writes the record's main fields, with the names of its JSON.
func (r *Record) MarshalZerologObject(e *zerolog.Event) {
	e.Str("id", r.ID).Str("turn", r.Turn).Str("digest", r.Digest).Uint64("generation", r.Generation).
		Str("server", r.Server).Str("tool", r.Tool).Str("outcome", r.Outcome).Str("step", r.Step).Str("policy", r.Policy).
		Strs("unmet", r.Unmet).Str("took", r.Took).Int("attempts", r.Attempts).Int("retries", r.Retries)
	if r.StepIndex != nil {
		e.Int("step_index", *r.StepIndex)
	}
	if l := r.Latency; l != nil {
		e.Dict("latency", zerolog.Dict().Str("p50", l.P50).Str("p95", l.P95).Str("p99", l.P99).Int("count", l.Count))
	}
	if r.Incident != "" {
		e.Str("incident", r.Incident).Str("reason", r.Reason)
	}
	if r.Drilled {
		e.Bool("drilled", true)
	}
	for _, f := range r.Faults {
		if f.Error != "" {
			e.Str("fault", f.ID+" at "+f.At+": "+f.Error)
			break
		}
	}
}

// VerdictRecord is a verdict as plain data.
type VerdictRecord struct {
	// ID of the verdict, as "t-1/reply-1", where its inputs are recorded.
	ID         string `json:"id,omitempty"`
	Turn       string `json:"turn,omitempty"`
	Digest     string `json:"digest,omitempty"`
	Generation uint64 `json:"generation,omitempty"`
	Verdict    string `json:"verdict"`
	Text       string `json:"text"`
	Message    string `json:"message,omitempty"`
	// Note is the fixed note of a regenerate, and Hints what the model is told besides: a line for each claim that did not pass.
	Note    string   `json:"note,omitempty"`
	Hints   []string `json:"hints,omitempty"`
	Handoff string   `json:"handoff"`
	Policy  string   `json:"policy,omitempty"`
	// Would is the verdict that there would have been without shadow mode, where that is a graver one, and WouldPolicy the
	// Claims that would have decided; "" otherwise.
	Would       string        `json:"would,omitempty"`
	WouldPolicy string        `json:"would_policy,omitempty"`
	Claims      []ClaimRecord `json:"claims"`
	// Foreign: the reply is written in a language that the finder has no words for, so that finding no claims in it says nothing.
	Foreign bool            `json:"foreign,omitempty"`
	Faults  []FindingRecord `json:"faults,omitempty"`
	// Inputs are what the verdict depended on, where [WithInputs] asks for them.
	Inputs *Inputs `json:"inputs,omitempty"`
}

// ClaimRecord is one claim of a reply.
type ClaimRecord struct {
	Kind string `json:"kind"`
	Text string `json:"text"`
	// Place is the path of an argument, as "args.amount"; "" in a reply.
	Place    string `json:"place,omitempty"`
	Amount   string `json:"amount,omitempty"`
	Low      string `json:"low,omitempty"`
	High     string `json:"high,omitempty"`
	Currency string `json:"currency,omitempty"`
	Day      string `json:"day,omitempty"`
	Span     [2]int `json:"span"`
	Sourced  bool   `json:"sourced"`
	Reason   string `json:"reason,omitempty"`
	// Check is the guard's check that refused a misattributed claim, as "other_key".
	Check   string   `json:"check,omitempty"`
	Covered bool     `json:"covered"`
	Excused string   `json:"excused,omitempty"`
	Unmet   []string `json:"unmet,omitempty"`
	Failed  []string `json:"failed,omitempty"`
	Shadow  []string `json:"shadow,omitempty"`
	Source  string   `json:"source,omitempty"`
	// Rejected is a source that has the value, and that the rules do not accept.
	Rejected string `json:"rejected,omitempty"`
	Nearest  string `json:"nearest,omitempty"`
	// NearestValue is the value of Nearest in one notation, as "209.00 EUR", and NearestAt its place, as "pricing/quote:price.amount".
	NearestValue string `json:"nearest_value,omitempty"`
	NearestAt    string `json:"nearest_at,omitempty"`
	// Difference is how much more the nearest value is than the claim's, as "-10"; of dates in days, of durations in seconds.
	Difference string `json:"difference,omitempty"`
}

func (t *Turn) verdictRecord(j *rules.Judgement, r *guard.Reply) *VerdictRecord {
	v := &VerdictRecord{
		Turn: t.info.ID, Digest: t.set.Digest, Generation: t.set.Generation, Verdict: j.Verdict.String(), Text: j.Text,
		Note: j.Note, Hints: j.Hints, Handoff: j.Handoff.String(), Claims: []ClaimRecord{}, Foreign: r.Foreign(),
	}
	if j.By != nil {
		v.Policy = j.By.Name
	}
	if j.WouldBy != nil {
		v.Would, v.WouldPolicy = j.Would.String(), j.WouldBy.Name
	}
	if j.Verdict == rules.Blocked || j.Verdict == rules.Regenerated {
		v.Message = j.Text
	}
	for i := range j.Claims {
		v.Claims = append(v.Claims, claimRecord(&j.Claims[i]))
	}
	for _, f := range j.Faults {
		v.Faults = append(v.Faults, FindingRecord{ID: f.ID, At: f.Pos.String(), Error: f.Fault.Message})
	}
	return v
}

func claimRecord(j *rules.Judged) ClaimRecord {
	c := j.Claim
	out := ClaimRecord{
		Kind: c.Kind.String(), Text: c.Text, Currency: c.Currency(), Span: [2]int{c.Span.Start, c.Span.End},
		Sourced: j.Sourced, Reason: j.Reason, Check: c.Check, Covered: !j.Uncovered, Excused: j.Excused,
	}
	if c.Place != "reply" {
		out.Place = c.Place
	}
	if len(j.Unmet) > 0 {
		out.Unmet = ids(j.Unmet)
	}
	for _, f := range j.Failed {
		out.Failed = append(out.Failed, f.Name)
	}
	for _, f := range j.Shadow {
		out.Shadow = append(out.Shadow, f.Name)
	}
	if len(c.Readings) > 0 {
		reading := c.Readings[0]
		switch {
		case !reading.Day.IsZero():
			out.Day = reading.Day.Format(time.DateOnly)
		case reading.ID != "":
		case reading.OpenLow || reading.OpenHigh || !reading.Low.Equal(reading.High):
			if !reading.OpenLow {
				out.Low = reading.Low.Trim(0).String()
			}
			if !reading.OpenHigh {
				out.High = reading.High.Trim(0).String()
			}
		default:
			out.Amount = reading.Amount.Trim(0).String()
		}
	}
	if j.Source != nil {
		out.Source = place(j.Source)
	}
	if !j.Sourced && len(c.Sources) > 0 {
		out.Rejected = place(c.Sources[0])
	}
	if c.Nearest != nil {
		out.Nearest = c.Nearest.Raw + " at " + place(c.Nearest)
		out.NearestValue, out.NearestAt = c.Nearest.Figure(), place(c.Nearest)
		if d, ok := c.Difference(); ok && d.IsPos() {
			out.Difference = "+" + d.String()
		} else if ok {
			out.Difference = d.String()
		}
	}
	return out
}

func text(d time.Duration) string {
	if d == 0 {
		return ""
	}
	return d.String()
}

func place(s *guard.Source) string {
	if s.Server == "" {
		return s.Origin.String() + ":" + s.Path
	}
	return s.Server + "/" + s.Tool + ":" + s.Path
}

// MarshalZerologObject writes the verdict and its unsourced claims.
func (v *VerdictRecord) MarshalZerologObject(e *zerolog.Event) {
	unsourced := 0
	for _, c := range v.Claims {
		if !c.Sourced {
			unsourced++
		}
	}
	e.Str("turn", v.Turn).Str("digest", v.Digest).Str("verdict", v.Verdict).Str("policy", v.Policy).
		Int("claims", len(v.Claims)).Int("unsourced", unsourced).Bool("foreign", v.Foreign)
	if unsourced > 0 {
		e.Array("failed", v.failed())
	}
	if v.Would == "" {
		return
	}
	e.Str("would", v.Would).Str("would_policy", v.WouldPolicy)
	stopped := zerolog.Arr()
	for i := range v.Claims {
		if len(v.Claims[i].Shadow) > 0 {
			stopped.Str(v.Claims[i].shadowed())
		}
	}
	e.Array("would_stop", stopped)
}

// failed lists the claims that did not pass, five at most, each with the nearest value.
func (v *VerdictRecord) failed() *zerolog.Array {
	list, n := zerolog.Arr(), 0
	for i := range v.Claims {
		c := &v.Claims[i]
		if len(c.Failed) == 0 || n == maxLogged {
			continue
		}
		n++
		list.Dict(zerolog.Dict().Str("text", c.Text).Str("kind", c.Kind).Ints("span", c.Span[:]).Str("reason", c.Reason).
			Str("nearest_value", c.NearestValue).Str("nearest_at", c.NearestAt).Str("difference", c.Difference))
	}
	return list
}

// maxLogged bounds the claims of a log line.
const maxLogged = 5

// shadowed says in one line why Claims in shadow mode would have stopped the claim.
func (c *ClaimRecord) shadowed() string {
	line := c.Text + ": " + cmp.Or(c.Reason, "not met")
	if c.Nearest != "" && !c.Sourced {
		line += ", nearest " + c.Nearest
	}
	return line
}
