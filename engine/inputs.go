package engine

import (
	"encoding/json"
	"time"
)

// InputOptions says what of the inputs of a decision is recorded.
type InputOptions struct {
	// Redact lists what is left out, by its path: "args.customer_id", "facts.vip", "reply", "said", "results.json.email". A list is
	// passed through, and * is any key. What begins with args is left out of the arguments of earlier results, too. The roots are
	// args, facts, audience, conversation, channel, idempotency_key, said, reply, results.json, results.text and results.args; any
	// other is an error of [Open]. The record says what was left out.
	Redact []string
	// MaxBytes bounds arguments, facts, results and texts of one record together, 64 KiB if it is 0. What is largest is left out first,
	// and the record says so.
	MaxBytes int
}

// WithInputs records beside each decision and verdict what it depended on, so that it can be replayed (see [Replay]): the arguments,
// the facts, the breaker and the latency as read, the provenance of the entry, what attempts came to; the reply, and what tools
// returned. These are customers' data, so they have to be asked for, in [Record].Inputs and [VerdictRecord].Inputs of events, and in
// the log, whose lines then hold whole records. What an [Answer] or a [Verdict] returns is not changed.
func WithInputs(o InputOptions) Option {
	return func(opts *options) { opts.inputs = &o }
}

// Inputs is what a decision or a verdict depended on, besides the policies. Durations are Go's, as "1m30s".
type Inputs struct {
	// Of the turn. Begun is when it did.
	Begun        time.Time      `json:"begun"`
	Purpose      string         `json:"purpose,omitempty"`
	Audience     string         `json:"audience,omitempty"`
	Conversation string         `json:"conversation,omitempty"`
	Channel      string         `json:"channel,omitempty"`
	Language     string         `json:"language,omitempty"`
	Zone         string         `json:"zone,omitempty"`
	Said         []string       `json:"said,omitempty"`
	Facts        map[string]any `json:"facts,omitempty"`

	// Of a call. Start is when it was admitted; CallFacts are given where they are not the turn's.
	Start          *time.Time      `json:"start,omitempty"`
	Named          string          `json:"named,omitempty"`
	Flat           bool            `json:"flat,omitempty"`
	Args           json.RawMessage `json:"args,omitempty"`
	IdempotencyKey string          `json:"idempotency_key,omitempty"`
	CallFacts      map[string]any  `json:"call_facts,omitempty"`
	FactsMissing   bool            `json:"facts_missing,omitempty"`
	Single         bool            `json:"single,omitempty"`
	// Refused is why the call was none before any policy was asked, and Fields what the dispatcher's error names.
	Refused string              `json:"refused,omitempty"`
	Fields  []string            `json:"fields,omitempty"`
	Names   map[string][]string `json:"names,omitempty"`
	// Reads are the moments at which the call was decided, and Events what happened in between.
	Reads  []ReadInputs  `json:"reads,omitempty"`
	Events []EventInputs `json:"events,omitempty"`

	// Of a reply.
	At       *time.Time     `json:"at,omitempty"`
	Reply    *string        `json:"reply,omitempty"`
	Streamed bool           `json:"streamed,omitempty"`
	Broke    bool           `json:"broke,omitempty"`
	Elapsed  string         `json:"elapsed,omitempty"`
	Attempts int            `json:"attempts,omitempty"`
	Retries  int            `json:"retries,omitempty"`
	Cached   []string       `json:"cached,omitempty"`
	Tries    map[string]int `json:"tries,omitempty"`

	// The turn's evidence: of replies and of writes. Evidence reports whether it was recorded.
	Evidence bool           `json:"evidence,omitempty"`
	Results  []ResultInputs `json:"results,omitempty"`
	Done     []string       `json:"done,omitempty"`
	Owed     []string       `json:"owed,omitempty"`

	// Redacted lists what was left out because it was asked for, and Truncated what was too large, is no UTF-8, or changed while it
	// was read; by their paths here.
	Redacted  []string `json:"redacted,omitempty"`
	Truncated []string `json:"truncated,omitempty"`
}

// ReadInputs is what was read at one moment of a call.
type ReadInputs struct {
	At       string                `json:"at"` // since Start
	Elapsed  string                `json:"elapsed"`
	Attempts int                   `json:"attempts,omitempty"`
	Retries  int                   `json:"retries,omitempty"`
	Cached   []string              `json:"cached,omitempty"`
	Tools    map[string]ToolInputs `json:"tools,omitempty"` // by server/tool
	// Looked: an entry was looked for; Entry is the one that was found.
	Looked   bool           `json:"looked,omitempty"`
	Entry    *EntryInputs   `json:"entry,omitempty"`
	MayRetry *bool          `json:"may_retry,omitempty"`
	Permits  []PermitInputs `json:"permits,omitempty"`
}

// ToolInputs is the state of a tool, as read.
type ToolInputs struct {
	Breaker         BreakerInputs  `json:"breaker"`
	Admits          bool           `json:"admits"`
	Latency         *LatencyRecord `json:"latency,omitempty"`
	Entered         *FailureInputs `json:"entered,omitempty"`
	Drilled         bool           `json:"drilled,omitempty"`
	DrillsSuspended bool           `json:"drills_suspended,omitempty"`
	Elapsed         string         `json:"elapsed,omitempty"`
}

// BreakerInputs is a breaker, as read.
type BreakerInputs struct {
	BreakerRecord
	Since       *time.Time `json:"since,omitempty"`
	Until       *time.Time `json:"until,omitempty"`
	Calls       int        `json:"calls,omitempty"`
	FailureRate float64    `json:"failure_rate,omitempty"`
	SlowRate    float64    `json:"slow_rate,omitempty"`
}

// FailureInputs is a failure as rules see it.
type FailureInputs struct {
	FailureRecord
	Attempts int  `json:"attempts,omitempty"`
	Answered bool `json:"answered,omitempty"`
}

// EntryInputs is the provenance of a cached entry. Its data is not recorded: no condition reads it.
type EntryInputs struct {
	Server string    `json:"server"`
	Tool   string    `json:"tool"`
	AsOf   time.Time `json:"as_of"`
}

// PermitInputs is what became of an attempt that was decided.
type PermitInputs struct {
	Admitted bool `json:"admitted"`
	Counted  bool `json:"counted"`
	Probe    bool `json:"probe,omitempty"`
}

// EventInputs is something that happened to a call: answered, failed, woke, cancelled or unsettled.
type EventInputs struct {
	At       string         `json:"at"` // since Start
	Event    string         `json:"event"`
	Tool     string         `json:"tool,omitempty"` // server/tool
	Took     string         `json:"took,omitempty"`
	Limit    string         `json:"limit,omitempty"`
	AsOf     *time.Time     `json:"as_of,omitempty"`
	Failure  *FailureInputs `json:"failure,omitempty"`
	OfTurn   bool           `json:"deadline_of_turn,omitempty"`
	Received bool           `json:"received,omitempty"`
	Passed   bool           `json:"passed,omitempty"`
	Unsent   bool           `json:"unsent,omitempty"`
}

// ResultInputs is what a tool returned in the turn, or, with Earlier, in one before it.
type ResultInputs struct {
	Server  string          `json:"server"`
	Tool    string          `json:"tool"`
	Args    json.RawMessage `json:"args,omitempty"`
	JSON    json.RawMessage `json:"json,omitempty"`
	Text    string          `json:"text,omitempty"`
	AsOf    *time.Time      `json:"as_of,omitempty"`
	Cached  bool            `json:"cached,omitempty"`
	Earlier bool            `json:"earlier,omitempty"`
}
