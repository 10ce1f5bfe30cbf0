package main

import (
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/lacuna-go/lacuna/engine"
	"github.com/lacuna-go/lacuna/engine/policytest"
	"github.com/lacuna-go/lacuna/eval"
	"github.com/lacuna-go/lacuna/rules"
)

// printer writes an explanation as text.
type printer struct{ w io.Writer }

func (p printer) line(depth int, format string, args ...any) {
	text := strings.TrimRight(fmt.Sprintf(format, args...), " ")
	_, _ = fmt.Fprintf(p.w, "%s%s\n", strings.Repeat("  ", depth), text)
}

func (p printer) explained(e *policytest.Explained) {
	for i := range e.Explained {
		p.call(&e.Explained[i])
	}
	if e.Verdict != nil {
		p.verdict(e.Verdict)
		for i := range e.Claims {
			p.claim(&e.Claims[i])
		}
	}
	p.customer(e)
}

func (p printer) call(e *policytest.ExplainedCall) {
	p.line(0, "%s/%s %s", e.Call.Server, e.Call.Tool, e.Call.Args)
	if e.Record == nil {
		p.line(1, "not made: the turn had ended")
		return
	}
	p.decision(e.Record)
	p.settings(e.Admission.Settings)
	p.conditions("unavailable if", e.Admission.UnavailableWhen)
	p.conditions("refused if", e.Admission.Forbid)
	if e.Chain != nil && e.Chain.Retry != nil {
		p.conditions("retried if", []rules.Explained{*e.Chain.Retry})
	}
	p.chain(e)
	p.line(1, "the model gets")
	p.line(2, "%s", indented(e.Model, "    "))
}

// decision says what the call came to, and how.
func (p printer) decision(r *engine.Record) {
	p.line(1, "outcome   %s", r.Outcome)
	if r.Failure != nil {
		sent := "not sent"
		if r.Failure.Sent {
			sent = "sent"
		}
		p.line(1, "failure   %s, %s", r.Failure.Kind, sent)
	}
	p.line(1, "attempts  %d in %s, %s of the budget left at first", r.Attempts, r.Took, r.Remaining)
	if len(r.Moments) > 2 || r.Attempts > 1 {
		p.line(1, "timeline  %s", timeline(r))
	}
	if r.Breaker != nil {
		forced := ""
		if r.Breaker.Forced {
			forced = ", by force"
		}
		p.line(1, "breaker   %s%s, %s in a row", r.Breaker.State, forced, count(r.Breaker.Failures, "failure"))
	}
	if r.Reason != "" {
		p.line(1, "reason    %s", r.Reason)
	}
	if r.Disclosure != "" {
		p.line(1, "to be said: %s", r.Disclosure)
	}
	for _, f := range r.Faults {
		p.line(1, "in a rule %s: %s %s%s", f.At, f.ID, f.Error, f.Note)
	}
}

// timeline says when what was decided.
func timeline(r *engine.Record) string {
	did := map[string]string{
		"attempt": "attempt", "retry": "retry", "unavailable": "to the chain", "serve": "step taken", "stop": "stop", "refuse": "refused",
	}
	var words []string
	for _, m := range r.Moments {
		other := m.Tool != r.Server+"/"+r.Tool
		text := did[m.Action]
		switch {
		case other && m.Stage == rules.Choosing.String():
			text = "asks " + m.Tool
		case m.Failure != "" && m.Stage != rules.Choosing.String():
			text = m.Failure + ", so " + text
		}
		if other && m.Stage != rules.Choosing.String() {
			text = m.Tool + " " + text
		}
		if m.Wait != "" {
			text += " after " + m.Wait
		}
		words = append(words, m.At+" "+text)
	}
	return strings.Join(words, "; ")
}

func (p printer) settings(list []rules.ExplainedSetting) {
	p.line(1, "settings")
	for _, s := range list {
		by := "by default"
		if s.Policy != "" {
			by = fmt.Sprintf("by %s, %s", s.Policy, s.Pos)
		}
		p.line(2, "%-17s %s (%s)", s.Name, s.Value, by)
	}
}

func (p printer) conditions(title string, list []rules.Explained) {
	if len(list) == 0 {
		return
	}
	p.line(1, "%s", title)
	for i := range list {
		p.condition(2, &list[i])
	}
}

// condition shows what an expression came to, and below it what its parts were.
func (p printer) condition(depth int, e *rules.Explained) {
	p.line(depth, "%-5s %s (%s)", result(e), e.ID, e.Pos)
	if e.Skipped != "" {
		p.line(depth+3, "%s", e.Skipped)
		return
	}
	p.line(depth+3, "%s", oneLine(e.Source))
	if e.Fault != nil {
		p.line(depth+3, "error at %s: %s", e.Fault.Pos, e.Fault.Message)
	}
	p.operands(depth+4, e)
}

// computed shows an expression that is no condition.
func (p printer) computed(depth int, e *rules.Explained) {
	p.line(depth, "%s = %s (%s)", e.ID[strings.IndexByte(e.ID, '/')+1:], result(e), e.Pos)
	if e.Skipped != "" {
		p.line(depth+3, "%s", e.Skipped)
		return
	}
	if e.Fault != nil {
		p.line(depth+3, "error at %s: %s", e.Fault.Pos, e.Fault.Message)
	}
	p.operands(depth+3, e)
}

// operands leaves out what the text of the expression says already.
func (p printer) operands(depth int, e *rules.Explained) {
	for _, o := range e.Operands {
		text, v := oneLine(o.Text), eval.ValueText(o.Value)
		if text != oneLine(e.Source) && text != v && !constant(text) {
			p.line(depth, "%s = %s", text, v)
		}
	}
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

func result(e *rules.Explained) string {
	switch {
	case e.Skipped != "":
		return "-"
	case e.Fault != nil:
		return "error"
	default:
		return eval.ValueText(e.Value)
	}
}

func (p printer) chain(e *policytest.ExplainedCall) {
	steps := e.Steps()
	if len(steps) == 0 {
		p.line(1, "the chain was not entered: %s", why(e.Record))
		return
	}
	p.line(1, "chain")
	passed := false
	for i := range steps {
		s := &steps[i]
		taken := s.Index == taken(e.Record)
		p.line(2, "%d. %s (%s): %s", s.Index+1, s.Step.Words(), s.Step.Pos, stepResult(s, e.Record, taken, passed))
		passed = passed || taken
		if s.Entry != nil {
			p.line(4, "entry of %s/%s as of %s, %s old", s.Entry.Server, s.Entry.Tool, s.Entry.AsOf.UTC().Format("2006-01-02T15:04:05Z"), entryAge(e, s))
		}
		if s.Step.Kind == eval.StepCached && s.Entry == nil {
			p.line(4, "%s", noEntry(s))
		}
		for j := range s.Values {
			p.computed(4, &s.Values[j])
		}
		for j := range s.Require {
			p.condition(4, &s.Require[j])
		}
	}
}

// entryAge is how old the entry of a step was when the chain was entered.
func entryAge(e *policytest.ExplainedCall, s *rules.ExplainedStep) time.Duration {
	x := e.Admission
	if e.Chain != nil {
		x = e.Chain
	}
	moments := x.Decision.Moments
	if len(moments) == 0 { // a step is explained where the chain was entered
		return 0
	}
	return moments[len(moments)-1].At.Sub(s.Entry.AsOf).Round(time.Millisecond)
}

func taken(r *engine.Record) int {
	if r.StepIndex == nil {
		return -1
	}
	return *r.StepIndex
}

func why(r *engine.Record) string {
	switch r.Outcome {
	case rules.OK.String():
		return "the tool answered"
	case rules.Refused.String():
		return "the call was refused"
	case rules.Uncertain.String():
		return "the call may have been executed, so when_uncertain applies"
	default:
		return "the call was cancelled"
	}
}

func noEntry(s *rules.ExplainedStep) string {
	if !s.Key {
		return "the call has no cache key: no audience, or an error in Store.key"
	}
	return "no entry under the call's key"
}

func stepResult(s *rules.ExplainedStep, r *engine.Record, taken, passed bool) string {
	var unmet []string
	for _, f := range s.Unmet {
		id := f.ID
		if f.Note != "" {
			id += " (" + f.Note + ")"
		}
		unmet = append(unmet, id)
	}
	switch {
	case taken:
		return "taken"
	case passed && s.Possible:
		return "not reached"
	case passed:
		return "not reached, and not possible: " + strings.Join(unmet, "; ")
	case s.Possible:
		return "tried, but " + attempted(s, r)
	default:
		return "not taken: " + strings.Join(unmet, "; ")
	}
}

// attempted says what a stand-in came to.
func attempted(s *rules.ExplainedStep, r *engine.Record) string {
	for i := len(r.Moments) - 1; i >= 0; i-- {
		m := r.Moments[i]
		if s.Target != nil && m.Tool == s.Target.Server+"/"+s.Target.Tool && m.Stage == rules.Retrying.String() {
			return "it failed: " + m.Failure
		}
	}
	return "it failed"
}

func (p printer) customer(e *policytest.Explained) {
	p.line(0, "the customer gets")
	text, handoff := seen(e)
	p.line(1, "%s", indented(text, "  "))
	if handoff != "" && handoff != eval.HandoffNone.String() {
		p.line(1, "(and is passed on: %s)", handoff)
	}
}

// seen is what reaches the customer: the fixed text of an ended turn, what was judged, or what the model writes.
func seen(e *policytest.Explained) (text, handoff string) {
	switch {
	case e.Final != nil:
		return e.Final.Text, e.Final.Handoff.String()
	case e.Verdict != nil:
		return e.Verdict.Text, e.Verdict.Handoff
	}
	text = "the model's reply, once it is judged"
	for i := range e.Explained {
		if r := e.Explained[i].Record; r != nil && r.Disclosure != "" {
			text += "\nwith, if it lacks it: " + r.Disclosure
		}
	}
	return text, ""
}

func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }

func indented(s, by string) string { return strings.ReplaceAll(s, "\n", "\n"+by) }
