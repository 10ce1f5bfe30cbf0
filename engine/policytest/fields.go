package policytest

import (
	"github.com/lacuna-go/lacuna/engine"
	"github.com/lacuna-go/lacuna/state"
)

// caseFields are the fields of a case. All but the last four may stand at the top of a file too, as defaults, and in a fixture.
var caseFields = []field[Case]{
	{"now", "time", "where the clock stands, as 2026-03-01T14:12:00Z; by default 2026-01-01T12:00:00Z", func(d *decoder, c *Case, v *value) { c.Now = d.instant(v) }},
	{"turn", "map", "the turn", func(d *decoder, c *Case, v *value) { c.Turn.at = v.at; object(d, "turn", turnFields, &c.Turn, v) }},
	{"facts", "map", "facts of the turn, by their declared names", func(d *decoder, c *Case, v *value) { c.Facts, c.facts = d.facts(v), v }},
	{"said", "text or list", "what the customer wrote", func(d *decoder, c *Case, v *value) { c.Said = d.texts(v) }},
	{"call", "map", "the call that the model makes", readCall},
	{"calls", "list of maps", "several calls, in order, instead of call; each may have its own failure, cached and want", readCalls},
	{"failure", "map", "what every attempt of the called tool comes to", func(d *decoder, c *Case, v *value) { readScene(d, &c.Tool, "failure", v) }},
	{"breaker", "map", "the called tool's breaker", func(d *decoder, c *Case, v *value) { readScene(d, &c.Tool, "breaker", v) }},
	{"latency", "map", "the called tool's successful attempts of the last 5 minutes", func(d *decoder, c *Case, v *value) { readScene(d, &c.Tool, "latency", v) }},
	{"cached", "map", "an entry where the call's look-up finds it, whatever Store.when says", func(d *decoder, c *Case, v *value) { readScene(d, &c.Tool, "cached", v) }},
	{"results", "list of maps", "what attempts return (without an entry: {}); entries of tools that are not called, and cached ones, are what the turn's tools returned before", readResults},
	{"tools", "map by \"server/tool\"", "failure, breaker, latency and cached of other tools", readTools},
	{"reply", "text", "the model's reply: the case is then judged by its verdict", func(d *decoder, c *Case, v *value) { s := d.text(v); c.Reply = &s }},
	{"stream", "list of texts", "the reply in the pieces in which it arrives, instead of reply", readStream},
	{"use", "text or list", "fixtures by their names, each laid over the last and under the case", func(*decoder, *Case, *value) {}},
	{"rows", "list of maps", "plays the case once for each row, laid over it; a row's name, or its number, follows the case's after a /", func(*decoder, *Case, *value) {}},
	{"name", "text", "says what is tested; required, and given once in a file", func(d *decoder, c *Case, v *value) { c.Name = d.text(v) }},
	{"want", "map", "what must hold of the decision, or of the verdict where there is a reply; required", func(_ *decoder, c *Case, v *value) { c.want = v }},
	{"golden", "file", "a file, relative to this one, with everything that came of the case; lacuna test --update writes it", func(d *decoder, c *Case, v *value) { c.Golden = d.text(v) }},
}

var turnFields = []field[Turn]{
	{"purpose", "text", "one of the declared purposes; by default the first", func(d *decoder, t *Turn, v *value) { t.Purpose = d.text(v) }},
	{"audience", "text", "whom the reply is for: a person's id, or public; unset reads and fills no cache of its own", readAudience},
	{"language", "text", "of the reply; by default the first declared one", func(d *decoder, t *Turn, v *value) { t.Language = d.text(v) }},
	{"channel", "text", "where the customer is", func(d *decoder, t *Turn, v *value) { t.Channel = d.text(v) }},
	{"zone", "text", "a time zone such as Europe/Berlin; by default the set's", func(d *decoder, t *Turn, v *value) { t.Zone = d.text(v) }},
	{"id", "text", "by default turn-1", func(d *decoder, t *Turn, v *value) { t.ID = d.text(v) }},
	{"conversation", "text", "what ramps are sticky by", func(d *decoder, t *Turn, v *value) { t.Conversation = d.text(v) }},
	{"cached", "text or list", "servers whose cached values the turn already rests on", func(d *decoder, t *Turn, v *value) { t.Cached = d.texts(v) }},
	{"elapsed", "duration", "tool time already used", func(d *decoder, t *Turn, v *value) { t.Elapsed = d.duration(v) }},
	{"attempts", "count", "attempts already made", func(d *decoder, t *Turn, v *value) { t.Attempts = d.count(v) }},
	{"retries", "count", "retries already made", func(d *decoder, t *Turn, v *value) { t.Retries = d.count(v) }},
}

var callFields = []field[Call]{
	{"server", "text", "required", func(d *decoder, c *Call, v *value) { c.Server = d.text(v) }},
	{"tool", "text", "required", func(d *decoder, c *Call, v *value) { c.Tool = d.text(v) }},
	{"args", "map", "the arguments", func(d *decoder, c *Call, v *value) { c.Args = d.args(v) }},
	{"facts", "map", "facts of this call, over those of the turn", func(d *decoder, c *Call, v *value) { c.Facts, c.facts = d.facts(v), v }},
	{"id", "text", "by default call-1, call-2, ...", func(d *decoder, c *Call, v *value) { c.ID = d.text(v) }},
	{"idempotency_key", "text", "by default key-1, key-2, ...", func(d *decoder, c *Call, v *value) { c.IdempotencyKey = d.text(v) }},
}

// callsFields are what an entry of calls takes besides.
var callsFields = []field[Call]{
	{"failure", "map", "what every attempt of this call comes to", func(d *decoder, c *Call, v *value) { c.Failure = readFailure(d, v) }},
	{"cached", "map", "an entry where this call's look-up finds it", func(d *decoder, c *Call, v *value) { c.Cached = readEntry(d, v) }},
	{"wait", "duration", "time that passes before this call, while no tool is at work", func(d *decoder, c *Call, v *value) { c.Wait = d.duration(v) }},
	{"want", "map", "what must hold of this call's decision", func(d *decoder, c *Call, v *value) { c.want = v; d.want(v, decisionFields, "a decision") }},
}

var failureFields = []field[Failure]{
	{"kind", "text", "a failure kind, as timeout; required", func(d *decoder, f *Failure, v *value) { f.Kind = d.kind(v) }},
	{"sent", "true or false", "whether the request may have arrived; by default true for timeout and reset alone", func(d *decoder, f *Failure, v *value) { f.Sent = d.flag(v) }},
	{"after", "duration", "how long an attempt takes; by default no time", func(d *decoder, f *Failure, v *value) { f.After = d.duration(v) }},
	{"times", "count", "how many attempts fail before the tool answers; by default all", func(d *decoder, f *Failure, v *value) { f.Times = d.count(v) }},
	{"status", "count", "the protocol's status, as 503", func(d *decoder, f *Failure, v *value) { f.Status = d.count(v) }},
	{"retry_after", "duration", "the tool's hint", func(d *decoder, f *Failure, v *value) { f.RetryAfter, f.HasRetryAfter = d.duration(v), true }},
}

var breakerFields = []field[Breaker]{
	{"state", "text", "closed, open, half_open or ramping; with open no attempt is made; by default what failures and calls lead to", func(d *decoder, b *Breaker, v *value) { b.State = member(d, v, state.States()) }},
	{"forced", "true or false", "whether an operator forced it, open or closed", func(d *decoder, b *Breaker, v *value) { b.Forced = d.flag(v) }},
	{"age", "duration", "how long ago that was; by default it is entered at now", func(d *decoder, b *Breaker, v *value) { b.Age = d.duration(v) }},
	{"failures", "count", "failures in a row, of one that was closed", func(d *decoder, b *Breaker, v *value) { b.Failures = d.count(v) }},
	{"calls", "count", "calls in its window, the failures included; by default only those", func(d *decoder, b *Breaker, v *value) { b.Calls = d.count(v) }},
}

var latencyFields = []field[state.Latency]{
	{"p50", "duration", "by default the next higher one", func(d *decoder, l *state.Latency, v *value) { l.P50 = d.duration(v) }},
	{"p95", "duration", "by default the next lower or higher one", func(d *decoder, l *state.Latency, v *value) { l.P95 = d.duration(v) }},
	{"p99", "duration", "by default the next lower one", func(d *decoder, l *state.Latency, v *value) { l.P99 = d.duration(v) }},
	{"count", "count", "how many, at most 512; by default 100", func(d *decoder, l *state.Latency, v *value) { l.Count = d.count(v) }},
}

var entryFields = []field[Entry]{
	{"server", "text", "that filled it; by default the call's", func(d *decoder, e *Entry, v *value) { e.Server = d.text(v) }},
	{"tool", "text", "that filled it; by default the call's", func(d *decoder, e *Entry, v *value) { e.Tool = d.text(v) }},
	{"age", "duration", "how old it is; age or as_of is required", func(d *decoder, e *Entry, v *value) { e.Age = d.duration(v) }},
	{"as_of", "time", "when it was true; one in the future is not stored", func(d *decoder, e *Entry, v *value) { e.AsOf = d.instant(v) }},
	{"json", "any", "the value", func(d *decoder, e *Entry, v *value) { e.JSON = d.json(v) }},
	{"text", "text", "the value, where it is no JSON", func(d *decoder, e *Entry, v *value) { e.Text = d.text(v) }},
}

var resultFields = []field[Returned]{
	{"server", "text", "required", func(d *decoder, r *Returned, v *value) { r.Server = d.text(v) }},
	{"tool", "text", "required", func(d *decoder, r *Returned, v *value) { r.Tool.Tool = d.text(v) }},
	{"args", "map", "the arguments that it answers; by default any", func(d *decoder, r *Returned, v *value) { r.Args = d.args(v) }},
	{"json", "any", "the answer", func(d *decoder, r *Returned, v *value) { r.JSON = d.json(v) }},
	{"text", "text", "the answer, where it is no JSON", func(d *decoder, r *Returned, v *value) { r.Text = d.text(v) }},
	{"cached", "true or false", "whether it came from the cache", func(d *decoder, r *Returned, v *value) { r.Cached = d.flag(v) }},
	{"as_of", "time", "when it was true; by default now, and for a cached one unknown", func(d *decoder, r *Returned, v *value) { r.AsOf = d.instant(v) }},
	{"age", "duration", "instead of as_of: how old it is", func(d *decoder, r *Returned, v *value) { r.Age = d.duration(v) }},
	{"after", "duration", "how long an attempt takes; by default no time", func(d *decoder, r *Returned, v *value) { r.After = d.duration(v) }},
}

var toolFields = []field[Tool]{
	{"failure", "map", "as failure", func(d *decoder, t *Tool, v *value) { t.Failure = readFailure(d, v) }},
	{"breaker", "map", "as breaker", func(d *decoder, t *Tool, v *value) { t.Breaker = readBreaker(d, v) }},
	{"latency", "map", "as latency", func(d *decoder, t *Tool, v *value) { t.Latency = readLatency(d, v) }},
	{"cached", "map", "as cached: where a call of that tool finds it", func(d *decoder, t *Tool, v *value) { t.Cached = readEntry(d, v) }},
}

func readScene(d *decoder, t *Tool, name string, v *value) {
	for _, f := range toolFields {
		if f.name == name {
			f.read(d, t, v)
		}
	}
}

// attemptKinds are the kinds that an attempt can come to.
func attemptKinds() []engine.FailureKind {
	var list []engine.FailureKind
	for _, k := range state.FailureKinds() {
		if !k.NoAttempt() {
			list = append(list, k)
		}
	}
	return list
}
