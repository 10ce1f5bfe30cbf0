package policytest

import (
	"encoding/json"
	"path"
	"strings"
	"time"

	"github.com/lacuna-go/lacuna/engine"
	"github.com/lacuna-go/lacuna/state"
)

// facts reads facts; their types are checked when the turn begins.
func (d *decoder) facts(v *value) engine.Facts {
	if v.shape != mapping {
		d.fail(v.at, "facts takes a map, not %s", v.shape)
		return nil
	}
	facts := engine.Facts{}
	for _, e := range v.entries {
		if e.value.shape != null {
			facts[e.key] = d.fact(e.value)
		}
	}
	return facts
}

func (d *decoder) fact(v *value) any {
	switch v.shape {
	case boolean:
		return d.flag(v)
	case number:
		return json.Number(v.text)
	case list:
		all := []any{}
		for _, e := range v.items {
			all = append(all, d.fact(e))
		}
		return all
	case text:
		if v.plain && jsonNumber.MatchString(v.text) {
			return json.Number(v.text)
		}
		return v.text
	default:
		d.fail(v.at, "a fact is no %s", strings.TrimPrefix(v.shape.String(), "a "))
		return nil
	}
}

func (d *decoder) args(v *value) json.RawMessage {
	if v.shape != mapping {
		d.fail(v.at, "args takes a map, not %s", v.shape)
		return nil
	}
	return d.json(v)
}

func readAudience(d *decoder, t *Turn, v *value) {
	switch s := d.text(v); s {
	case "public":
		t.Audience = engine.Public()
	case "":
		d.fail(v.at, "the audience is empty: leave it out")
	default:
		t.Audience = engine.Person(s)
	}
}

func readCall(d *decoder, c *Case, v *value) {
	call := Call{at: v.at}
	object(d, "call", callFields, &call, v)
	d.named(&call)
	c.Calls = append(c.Calls, call)
}

func readCalls(d *decoder, c *Case, v *value) {
	if v.shape != list || len(v.items) == 0 {
		d.fail(v.at, "calls takes a list of calls")
		return
	}
	fields := append(callFields[:len(callFields):len(callFields)], callsFields...)
	for _, e := range v.items {
		call := Call{at: e.at}
		object(d, "an entry of calls", fields, &call, e)
		d.named(&call)
		c.Calls = append(c.Calls, call)
	}
}

func (d *decoder) named(c *Call) {
	if c.Server == "" || c.Tool == "" {
		d.fail(c.at, "a call needs server and tool")
	}
}

func readStream(d *decoder, c *Case, v *value) {
	if v.shape != list || len(v.items) == 0 {
		d.fail(v.at, "stream takes a list of texts")
		return
	}
	c.Pieces = d.texts(v)
	whole := strings.Join(c.Pieces, "")
	c.Reply = &whole
}

func readFailure(d *decoder, v *value) *Failure {
	f := &Failure{}
	object(d, "failure", failureFields, f, v)
	if f.Kind == 0 && v.get("kind") == nil {
		d.fail(v.at, "failure needs a kind")
	}
	if s := v.get("sent"); s == nil || s.shape == null {
		f.Sent = f.Kind == state.Timeout || f.Kind == state.Reset
	}
	return f
}

func readBreaker(d *decoder, v *value) *Breaker {
	b := &Breaker{at: v.at}
	object(d, "breaker", breakerFields, b, v)
	counted := b.Failures > 0 || b.Calls > 0
	switch {
	case counted && b.State > state.Closed:
		d.fail(v.at, "failures and calls are those of a closed breaker")
	case b.Calls > 0 && b.Calls < b.Failures:
		d.fail(v.at, "there can't be more failures than calls")
	case b.Forced && b.State != state.Open && b.State != state.Closed:
		d.fail(v.at, "a breaker is forced open or closed")
	}
	return b
}

func readLatency(d *decoder, v *value) *state.Latency {
	l := &state.Latency{Count: 100}
	object(d, "latency", latencyFields, l, v)
	if l.P95 == 0 {
		l.P95 = max(l.P99, l.P50)
	}
	if l.P50 == 0 {
		l.P50 = l.P95
	}
	if l.P99 == 0 {
		l.P99 = l.P95
	}
	if l.P50 > l.P95 || l.P95 > l.P99 {
		d.fail(v.at, "latency wants p50 <= p95 <= p99")
	}
	if rank(l.Count, 50) == rank(l.Count, 95) && l.P50 != l.P95 || rank(l.Count, 95) == rank(l.Count, 99) && l.P95 != l.P99 {
		d.fail(v.at, "%d attempts are too few to tell these quantiles apart", l.Count)
	}
	if l.Count > 512 || l.Count < 1 || l.P50 == 0 {
		d.fail(v.at, "latency needs p50, p95 or p99, and a count of 1 to 512")
	}
	return l
}

// rank is that of a quantile among so many, as state.Latency counts.
func rank(count, percent int) int { return (count*percent + 99) / 100 }

func readEntry(d *decoder, v *value) *Entry {
	e := &Entry{Age: -1}
	object(d, "cached", entryFields, e, v)
	switch {
	case e.Age < 0 && e.AsOf.IsZero():
		d.fail(v.at, "cached needs age or as_of: a value of no known time is not cached")
	case e.Age >= 0 && !e.AsOf.IsZero():
		d.fail(v.at, "cached takes age or as_of, not both")
	}
	if e.JSON != nil && e.Text != "" {
		d.fail(v.at, "cached takes json or text, not both")
	}
	if e.JSON == nil && e.Text == "" {
		e.JSON = json.RawMessage("{}")
	}
	return e
}

// kind reads the kind of a failure that an attempt can come to.
func (d *decoder) kind(v *value) state.FailureKind {
	instead := map[state.FailureKind]string{
		state.BreakerOpen: "give the tool breaker: {state: open}", state.Rule: "set what its unavailable_when reads",
		state.Budget: "give the turn elapsed", state.Drill: "set what its drill reads",
	}
	for kind, how := range instead {
		if v.shape == text && v.text == kind.String() {
			d.fail(v.at, "no attempt comes to %s: %s", kind, how)
			return 0
		}
	}
	return member(d, v, attemptKinds())
}

// at is when the entry was true, at a time.
func (e *Entry) at(now time.Time) time.Time {
	if e.AsOf.IsZero() {
		return now.Add(-e.Age)
	}
	return e.AsOf
}

func readResults(d *decoder, c *Case, v *value) {
	if v.shape != list {
		d.fail(v.at, "results takes a list, not %s", v.shape)
		return
	}
	for _, e := range v.items {
		r := Returned{Age: -1}
		object(d, "an entry of results", resultFields, &r, e)
		switch {
		case r.Server == "" || r.Tool.Tool == "":
			d.fail(e.at, "an entry of results needs server and tool")
		case r.JSON != nil && r.Text != "":
			d.fail(e.at, "an entry of results takes json or text, not both")
		case r.Age >= 0 && !r.AsOf.IsZero():
			d.fail(e.at, "an entry of results takes age or as_of, not both")
		}
		c.Results = append(c.Results, r)
	}
}

func readTools(d *decoder, c *Case, v *value) {
	if v.shape != mapping {
		d.fail(v.at, `tools takes a map by "server/tool", not %s`, v.shape)
		return
	}
	for _, e := range v.entries {
		server, tool, ok := strings.Cut(e.key, "/")
		if !ok || server == "" || tool == "" {
			d.fail(e.at, `a tool is named "server/tool" here, not %q`, e.key)
			continue
		}
		if e.value.shape == null {
			continue
		}
		named := NamedTool{Tool: engine.Tool{Server: server, Tool: tool}, at: e.at}
		object(d, e.key, toolFields, &named.Scene, e.value)
		c.Tools = append(c.Tools, named)
	}
}

// goldenPath says what is wrong with the name of a golden file, "" if nothing is.
func goldenPath(name string) string {
	clean := path.Clean(name)
	switch {
	case path.IsAbs(name) || strings.Contains(name, `\`) || strings.HasPrefix(clean, "../") || clean == "." || clean == "..":
		return "golden names a file below this one's directory"
	case !strings.HasSuffix(name, ".json"):
		return "golden names a .json file"
	}
	return ""
}
