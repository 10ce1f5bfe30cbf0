package main

import (
	"encoding/json"

	"github.com/lacuna-go/lacuna/engine"
	"github.com/lacuna-go/lacuna/engine/policytest"
	"github.com/lacuna-go/lacuna/rules"
)

// explained is the machine output of explain.
type explained struct {
	Calls    []explainedCall       `json:"calls"`
	Verdict  *engine.VerdictRecord `json:"verdict,omitempty"`
	Claims   []claim               `json:"claims,omitempty"`
	Customer customer              `json:"customer"`
}

type customer struct {
	Text    string `json:"text"`
	Handoff string `json:"handoff,omitempty"`
}

// claim is what one Claims made of a claim of the reply.
type claim struct {
	Text    string      `json:"text"`
	Claims  string      `json:"by"`
	At      string      `json:"at"`
	Covers  bool        `json:"covers"`
	When    *condition  `json:"when,omitempty"`
	Sources []source    `json:"sources"`
	Require []condition `json:"require"`
	Unless  []condition `json:"unless"`
}

type source struct {
	Source    string      `json:"source"`
	Skipped   string      `json:"skipped,omitempty"`
	SourcedBy []condition `json:"sourced_by"`
}

type explainedCall struct {
	Server          string          `json:"server"`
	Tool            string          `json:"tool"`
	Args            json.RawMessage `json:"args,omitempty"`
	Decision        *engine.Record  `json:"decision"`
	Model           string          `json:"model"`
	Settings        []setting       `json:"settings"`
	UnavailableWhen []condition     `json:"unavailable_when"`
	Forbid          []condition     `json:"forbid"`
	Retry           *condition      `json:"retry,omitempty"`
	Steps           []step          `json:"steps"`
}

type setting struct {
	Name   string `json:"name"`
	Value  string `json:"value,omitempty"`
	Policy string `json:"policy,omitempty"`
	At     string `json:"at,omitempty"`
}

type condition struct {
	ID       string    `json:"id"`
	At       string    `json:"at"`
	Source   string    `json:"source"`
	Value    any       `json:"value"`
	Error    string    `json:"error,omitempty"`
	ErrorAt  string    `json:"error_at,omitempty"`
	Skipped  string    `json:"skipped,omitempty"`
	Operands []operand `json:"operands"`
}

type operand struct {
	At    string `json:"at"`
	Text  string `json:"text"`
	Value any    `json:"value"`
}

type step struct {
	Step       string      `json:"step"`
	At         string      `json:"at"`
	Taken      bool        `json:"taken"`
	Possible   bool        `json:"possible"`
	Unmet      []finding   `json:"unmet"`
	Entry      *entry      `json:"entry,omitempty"`
	Conditions []condition `json:"conditions"`
	Values     []condition `json:"values"`
}

type finding struct {
	ID   string `json:"id"`
	At   string `json:"at"`
	Note string `json:"note,omitempty"`
}

type entry struct {
	Server string `json:"server"`
	Tool   string `json:"tool"`
	AsOf   string `json:"as_of"`
}

func explainedOf(e *policytest.Explained) explained {
	out := explained{Calls: []explainedCall{}, Verdict: e.Verdict}
	out.Customer.Text, out.Customer.Handoff = seen(e)
	for i := range e.Explained {
		out.Calls = append(out.Calls, callOf(&e.Explained[i]))
	}
	for i := range e.Claims {
		out.Claims = append(out.Claims, claimsOf(&e.Claims[i])...)
	}
	return out
}

func claimsOf(e *rules.ExplainedClaim) []claim {
	var list []claim
	for i := range e.By {
		by := &e.By[i]
		out := claim{
			Text: e.Claim.Text, Claims: by.Claims.Name, At: by.Claims.Pos.String(), Covers: by.Covers, Sources: []source{},
			Require: conditionsOf(by.Require), Unless: conditionsOf(by.Unless),
		}
		if by.When != nil {
			one := conditionOf(by.When)
			out.When = &one
		}
		for j := range by.Sources {
			s := &by.Sources[j]
			out.Sources = append(out.Sources, source{sourceWords(s.Source), s.Skipped, conditionsOf(s.SourcedBy)})
		}
		list = append(list, out)
	}
	return list
}

func callOf(e *policytest.ExplainedCall) explainedCall {
	out := explainedCall{
		Server: e.Call.Server, Tool: e.Call.Tool, Args: e.Call.Args, Decision: e.Record, Model: e.Model,
		Settings: []setting{}, Steps: []step{}, UnavailableWhen: []condition{}, Forbid: []condition{},
	}
	if e.Record == nil {
		return out
	}
	for _, s := range e.Admission.Settings {
		out.Settings = append(out.Settings, setting{s.Name, s.Value, s.Policy, s.Pos.String()})
	}
	out.UnavailableWhen = conditionsOf(e.Admission.UnavailableWhen)
	out.Forbid = conditionsOf(e.Admission.Forbid)
	if e.Chain != nil && e.Chain.Retry != nil {
		one := conditionOf(e.Chain.Retry)
		out.Retry = &one
	}
	steps := e.Steps()
	for i := range steps {
		out.Steps = append(out.Steps, stepOf(&steps[i], taken(e.Record)))
	}
	return out
}

func stepOf(s *rules.ExplainedStep, taken int) step {
	out := step{
		Step: s.Step.Words(), At: s.Step.Pos.String(), Taken: s.Index == taken, Possible: s.Possible, Unmet: []finding{},
		Conditions: conditionsOf(s.Require), Values: conditionsOf(s.Values),
	}
	for _, f := range s.Unmet {
		out.Unmet = append(out.Unmet, finding{f.ID, f.Pos.String(), f.Note})
	}
	if s.Entry != nil {
		out.Entry = &entry{s.Entry.Server, s.Entry.Tool, s.Entry.AsOf.UTC().Format("2006-01-02T15:04:05.999999999Z07:00")}
	}
	return out
}

func conditionsOf(list []rules.Explained) []condition {
	out := []condition{}
	for i := range list {
		out = append(out, conditionOf(&list[i]))
	}
	return out
}

func conditionOf(e *rules.Explained) condition {
	out := condition{ID: e.ID, At: e.Pos.String(), Source: e.Source, Value: e.Value, Skipped: e.Skipped, Operands: []operand{}}
	if e.Fault != nil {
		out.Error, out.ErrorAt = e.Fault.Message, e.Fault.Pos.String()
	}
	for _, o := range e.Operands {
		out.Operands = append(out.Operands, operand{o.Pos.String(), o.Text, o.Value})
	}
	return out
}
