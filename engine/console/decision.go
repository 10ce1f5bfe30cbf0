package console

import (
	"bytes"
	"context"
	"encoding/json"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/lacuna-go/lacuna/engine"
	"github.com/lacuna-go/lacuna/eval"
	"github.com/lacuna-go/lacuna/rules"
)

// oneDecision is a decision in full.
type oneDecision struct {
	*engine.Record
	When     time.Time
	Cause    string
	Sentence string
	// Note says what is missing in what follows, and why; "" for nothing.
	Note string
	// Settings of the tool, each with the policy that decided it.
	Settings []rules.ExplainedSetting
	// Groups of conditions: when it is unavailable, refused, retried.
	Groups []group
	Steps  []step
	// Args and JSON are for reading.
	Args, JSON string
}

// group is a list of conditions under a title.
type group struct {
	Title string
	List  []condition
}

// condition is an expression with what it came to.
type condition struct {
	ID, Key string
	// Result is "true", "false", "error", or "" where it was not evaluated, or not recorded; Class names it.
	Result   string
	Pos      eval.Pos
	Source   string
	Note     string
	Operands []operand
}

type operand struct{ Text, Value string }

// Class names the result for the style sheet.
func (c condition) Class() string {
	switch c.Result {
	case "true", "false", "error":
		return c.Result
	}
	return "other"
}

// step is a step of the chain, as the decision found it.
type step struct {
	Words  string
	Pos    eval.Pos
	Result string
	// Class is "taken", "passed" or "after".
	Class  string
	Entry  *entry
	Values []condition
	If     []condition
}

type entry struct {
	Of   string
	AsOf time.Time
}

// decision is the page of one decision.
func (c *Console) decision(q url.Values, _ *moment) (*page, error) {
	id := q.Get("id")
	d := c.find(id)
	if d == nil {
		return nil, notFound("The decision " + quoted(clip(id, 80)) + " is not known, or not kept any more: the latest " + number(keptDecisions) + " are.")
	}
	data := func() any { return c.inFull(d) }
	return &page{Title: "Decision " + clip(id, 40), Section: "turns", Parts: []part{{ID: "decision", Data: data, Still: true}}}, nil
}

// find returns the latest decision of an id.
func (c *Console) find(id string) *decided {
	c.feed.mu.Lock()
	defer c.feed.mu.Unlock()
	for _, d := range c.feed.decisions.latest(keptDecisions) {
		if d.Record.ID == id {
			return d
		}
	}
	return nil
}

func (c *Console) inFull(d *decided) *oneDecision {
	r := d.Record
	out := &oneDecision{Record: r, When: d.At, Cause: d.Cause, Sentence: sentence(r), JSON: pretty(r)}
	if r.Inputs != nil {
		out.Args = string(r.Inputs.Args)
	}
	set := c.feed.setOf(r.Digest)
	if set == nil {
		out.Note = "The policies that it was decided under (" + short(r.Digest) + ") are not at hand, so what follows is only what the record says."
		return out
	}
	if r.Inputs == nil {
		out.Note = "The values that conditions read are recorded where the engine has WithInputs. Without them, what follows is what the record says, beside the policies."
		out.recorded(set.Plan(r.Server, r.Tool))
		return out
	}
	again, err := engine.Replay(context.Background(), set, r)
	if err != nil {
		out.Note = "It can't be replayed: " + err.Error() + "."
		out.recorded(set.Plan(r.Server, r.Tool))
		return out
	}
	if len(again.Unknown) > 0 {
		out.Note = "Some inputs are not in the record and could have counted: " + strings.Join(again.Unknown, ", ") + ". Values below may differ from those of the time."
	}
	admission, chain := again.Explain()
	out.explained(admission, chain)
	return out
}

// explained fills in what a replay found.
func (o *oneDecision) explained(admission, chain *rules.Explanation) {
	if admission == nil {
		return
	}
	o.Settings = admission.Settings
	o.group("Unavailable if", admission.UnavailableWhen)
	o.group("Refused if", admission.Forbid)
	from := admission
	if chain != nil {
		from = chain
		if chain.Retry != nil {
			o.group("Retried if", []rules.Explained{*chain.Retry})
		}
	}
	passed := false
	for i := range from.Steps {
		s := &from.Steps[i]
		taken := o.StepIndex != nil && s.Index == *o.StepIndex
		o.Steps = append(o.Steps, stepOf(s, o.Record, from, taken, passed))
		passed = passed || taken
	}
}

func (o *oneDecision) group(title string, list []rules.Explained) {
	g := group{Title: title}
	for i := range list {
		g.List = append(g.List, conditionOf(&list[i]))
	}
	if g.List != nil {
		o.Groups = append(o.Groups, g)
	}
}

// conditionOf shows an expression with its operands; what the text of the expression says already is left out.
func conditionOf(e *rules.Explained) condition {
	_, key, _ := strings.Cut(e.ID, "/")
	c := condition{ID: e.ID, Key: key, Pos: e.Pos, Source: e.Source, Note: e.Skipped}
	switch {
	case e.Skipped != "":
		return c
	case e.Fault != nil:
		c.Result, c.Note = "error", e.Fault.Pos.String()+": "+e.Fault.Message
	default:
		c.Result = eval.ValueText(e.Value)
	}
	for _, o := range e.Operands {
		text, v := oneLine(o.Text), eval.ValueText(o.Value)
		if text != oneLine(e.Source) && text != v && !constant(text) {
			c.Operands = append(c.Operands, operand{text, v})
		}
	}
	return c
}

// constant reports whether an operand is a duration or a time as written.
func constant(text string) bool {
	for _, name := range []string{`duration("`, `timestamp("`} {
		if rest, ok := strings.CutPrefix(text, name); ok && strings.IndexByte(rest, '"') == len(rest)-2 {
			return true
		}
	}
	return false
}

func stepOf(s *rules.ExplainedStep, r *engine.Record, of *rules.Explanation, taken, passed bool) step {
	out := step{Words: stepWords(of.Decision.Plan, s.Step), Pos: s.Step.Pos}
	switch {
	case taken:
		out.Result, out.Class = "taken", "taken"
	case passed:
		out.Result, out.Class = "not reached", "after"
	case s.Possible:
		out.Result, out.Class = "tried, and it failed", "passed"
	default:
		out.Result, out.Class = "not taken: "+unmet(s.Unmet), "passed"
	}
	if s.Entry != nil {
		out.Entry = &entry{s.Entry.Server + "/" + s.Entry.Tool, s.Entry.AsOf}
	}
	for i := range s.Values {
		out.Values = append(out.Values, conditionOf(&s.Values[i]))
	}
	for i := range s.Require {
		out.If = append(out.If, conditionOf(&s.Require[i]))
	}
	return out
}

func unmet(list []rules.Finding) string {
	var words []string
	for _, f := range list {
		text := unmetWords(f.ID)
		if f.Note != "" {
			text += " (" + f.Note + ")"
		}
		words = append(words, text)
	}
	return strings.Join(words, "; ")
}

// unmetWords says what a condition that does not hold is about.
func unmetWords(id string) string {
	switch _, key, _ := strings.Cut(id, "/"); key {
	case "entry":
		return "nothing is kept"
	case "max_age":
		return "what is kept is too old"
	case "target":
		return "the other tool is not available"
	default:
		return quoted(key) + " does not hold"
	}
}

// recorded fills in what a record without inputs says, beside the policies that it was decided under.
func (o *oneDecision) recorded(p *rules.Plan) {
	for _, name := range []string{"effect", "timeout", "expected", "retry", "breaker", "when_unavailable", "store", "evidence", "when_uncertain", "when_refused", "drill"} {
		s := rules.ExplainedSetting{Name: name, Policy: p.DecidedBy(name)}
		switch name {
		case "effect":
			s.Value = o.Effect
		case "timeout":
			s.Value = brief(o.Timeout)
		case "expected":
			s.Value = brief(o.Expected)
		}
		if s.Policy != "" || s.Value != "" {
			o.Settings = append(o.Settings, s)
		}
	}
	for i := range p.Chain {
		s := &p.Chain[i]
		out := step{Words: stepWords(p, s), Pos: s.Pos, Class: "passed", Result: "not taken"}
		conditions := s.Require
		if s.Serves() {
			conditions = append(p.Conditions("require"), s.Require...)
		}
		for _, c := range conditions {
			one := condition{ID: c.ID, Key: c.Key, Pos: c.Pos, Source: c.Expr.Source()}
			if slices.Contains(o.Unmet, c.ID) {
				one.Result = "false"
			}
			out.If = append(out.If, one)
		}
		switch {
		case o.StepIndex == nil:
			out.Class, out.Result = "after", "not reached"
		case i == *o.StepIndex:
			out.Class, out.Result = "taken", "taken"
		case i > *o.StepIndex:
			out.Class, out.Result = "after", "not reached"
		}
		o.Steps = append(o.Steps, out)
	}
}

// pretty writes a record for reading.
func pretty(v any) string {
	var out bytes.Buffer
	enc := json.NewEncoder(&out)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	if err := enc.Encode(v); err != nil {
		return err.Error()
	}
	return out.String()
}
