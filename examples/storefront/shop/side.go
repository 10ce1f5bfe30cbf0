package shop

import (
	"context"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/lacuna-go/lacuna/engine"
	"github.com/lacuna-go/lacuna/engine/mcpadapter"
)

// side is what happened under one loop, in order.
type side struct {
	Events   []event `json:"events"`
	Customer string  `json:"customer"`          // what the customer got
	Handoff  string  `json:"handoff,omitempty"` // to whom the conversation is passed then
	Requests []count `json:"requests"`          // that arrived at the servers
	Orders   int     `json:"orders"`            // in the shop's book at the end
	TookMS   int64   `json:"took_ms"`
	Speedup  int     `json:"speedup,omitempty"` // how much faster its timeouts were played

	live io.Writer // gets what the customer gets, while it goes out; nil for nobody
}

// event is one thing that happened. Kinds: offered (the tools), asked and read (a call, and what the model got for it),
// told (a note for the model), wrote (the model's reply), failed (the model itself); and with Lacuna ruled (what the rules made of a call), checked
// (what they made of the reply) and ended (the turn, without the model).
type event struct {
	Kind    string   `json:"kind"`
	Tool    string   `json:"tool,omitempty"`
	Outcome string   `json:"outcome,omitempty"` // read, ruled: of the call; checked: the verdict
	Text    string   `json:"text,omitempty"`
	Tools   []string `json:"tools,omitempty"`
}

func (s *side) add(e event) { s.Events = append(s.Events, e) }

func (s *side) offered(tools []mcpadapter.Tool) {
	var names []string
	for _, t := range tools {
		names = append(names, t.Name)
	}
	s.add(event{Kind: "offered", Tools: names})
}

func (s *side) asked(calls []Call) {
	for _, r := range calls {
		s.add(event{Kind: "asked", Tool: r.Tool, Text: r.String()})
	}
}

func (s *side) read(tool, outcome, text string) {
	s.add(event{Kind: "read", Tool: tool, Outcome: outcome, Text: text})
}

func (s *side) told(text string)  { s.add(event{Kind: "told", Text: text}) }
func (s *side) wrote(text string) { s.add(event{Kind: "wrote", Text: text}) }

// sent is what the customer has by now, behind what went out while it was written.
func (s *side) sent(text string) {
	if rest, ok := strings.CutPrefix(text, s.Customer); ok && s.live != nil {
		_, _ = io.WriteString(s.live, rest) // whoever watches may leave
	}
	s.Customer = text
}

// Write takes what goes out while it is written.
func (s *side) Write(p []byte) (int, error) {
	if s.live != nil {
		_, _ = s.live.Write(p)
	}
	return len(p), nil
}

// over ends what whoever watches sees.
func (s *side) over() {
	if s.live != nil {
		_, _ = io.WriteString(s.live, "\n\n")
	}
}

// said adds what went out while it was written.
func (s *side) said(text string) { s.Customer += text }

// ruled writes down what the rules made of a call, where that is not just the tool's answer. A call that was never made
// has no record.
func (s *side) ruled(tool string, r *engine.Record) {
	if r == nil || r.Outcome == engine.OK.String() && r.Retries == 0 {
		return
	}
	s.add(event{Kind: "ruled", Tool: tool, Outcome: r.Outcome, Text: ruling(r)})
}

// ruling puts a decision into words: how the attempts failed, what the rules made of it, and what kept them from a
// better step.
func ruling(r *engine.Record) string {
	var b strings.Builder
	tool := ""
	for _, m := range r.Moments {
		switch {
		case m.Stage != "retry": // what came of an attempt
		case m.Tool == tool:
			b.WriteString(", " + m.Failure)
		default:
			if tool != "" {
				b.WriteString("; ")
			}
			tool = m.Tool
			b.WriteString(tool + ": " + m.Failure)
		}
	}
	if r.Outcome == engine.Cancelled.String() && tool == "" {
		return r.Server + "/" + r.Tool + ": cancelled, for another call ended the turn"
	}
	b.WriteString(" -> " + r.Outcome)
	switch {
	case r.Fallback != "":
		b.WriteString(", by " + r.Fallback)
	case r.Outcome == engine.Uncertain.String():
		b.WriteString(", not repeated")
	}
	for _, id := range r.Unmet {
		b.WriteString("; " + unmet(id))
	}
	return b.String()
}

// unmet puts a condition that does not hold into words.
func unmet(id string) string {
	switch _, key, _ := strings.Cut(id, "/"); key {
	case "entry":
		return "nothing is cached"
	case "max_age":
		return "the cached value is too old"
	default:
		return strconv.Quote(key) + " is not met"
	}
}

func (s *side) checked(v engine.Verdict) {
	s.judged(v)
	s.sent(v.Text)
}

// streamed is checked for a reply whose beginning went out while it was written: behind it goes the message of a block.
func (s *side) streamed(v engine.Verdict) {
	s.judged(v)
	if !v.Sent() {
		s.behind(v.Text)
	}
}

func (s *side) judged(v engine.Verdict) {
	s.add(event{Kind: "checked", Outcome: v.Verdict.String(), Text: finding(v.Record)})
	s.passed(v.Handoff)
}

// failed says what is said where the model does not, unless nobody is there any more.
func (s *side) failed(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return err
	}
	s.add(event{Kind: "failed", Text: err.Error()})
	s.behind("I have to break off here. Please ask me again.")
	return nil
}

// behind sends a text behind what went out already.
func (s *side) behind(text string) {
	if s.Customer != "" {
		text = s.Customer + "\n\n" + text
	}
	s.sent(text)
}

// finding puts a verdict into words: what the reply claims that a rule asks a source for, and where it comes from.
func finding(v *engine.VerdictRecord) string {
	var parts []string
	for _, c := range v.Claims {
		switch {
		case !c.Covered: // no rule asks for its source
		case c.Sourced:
			parts = append(parts, c.Text+" is "+c.Source)
		case c.Excused != "":
			parts = append(parts, c.Text+": "+c.Excused)
		default:
			part := c.Text + " has no source"
			for _, id := range c.Unmet {
				part += ": " + unmet(id)
			}
			parts = append(parts, part)
		}
	}
	if len(parts) == 0 {
		parts = []string{"no price in it"} // prices are what policies/claims.cel covers
	}
	return strings.Join(slices.Compact(parts), "; ") + " -> " + v.Verdict
}

func (s *side) ended(f engine.Final) {
	text := "the model is not asked again"
	for _, e := range f.Effects {
		if e.Uncertain {
			text += "; " + e.Server + "/" + e.Tool + " may have been executed"
		}
	}
	s.add(event{Kind: "ended", Tool: f.Tool.Tool, Text: text})
	s.passed(f.Handoff)
	s.behind(f.Text)
}

func (s *side) passed(h engine.Handoff) {
	if h > engine.HandoffNone {
		s.Handoff = h.String()
	}
}
