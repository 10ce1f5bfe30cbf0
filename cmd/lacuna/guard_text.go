package main

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/lacuna-go/lacuna/engine"
	"github.com/lacuna-go/lacuna/eval"
	"github.com/lacuna-go/lacuna/guard"
	"github.com/lacuna-go/lacuna/rules"
)

// verdictPrinter writes a verdict for people.
type verdictPrinter struct {
	printer
	colour bool
}

func (p verdictPrinter) judged(j *judged) {
	r := j.verdict.Record
	p.line(0, "verdict    %s", r.Verdict)
	if at := j.decidedAt(); at != "" {
		p.line(0, "decided by %s (%s)", r.Policy, at)
	}
	if r.Handoff != eval.HandoffNone.String() && r.Handoff != "" {
		p.line(0, "handoff    %s", r.Handoff)
	}
	p.line(0, "reply")
	p.underlined(j)
	for i := range j.claims {
		p.claim(&j.claims[i])
	}
	switch {
	case r.Foreign:
		p.line(0, "note: the reply is in a language that the finder does not know, so it can hold claims that are not shown")
	case len(j.claims) == 0:
		p.line(1, "no claims")
	}
	for _, f := range r.Faults {
		p.line(0, "in a rule  %s: %s %s", f.At, f.ID, f.Error)
	}
	if r.Would != "" {
		p.line(0, "without shadow mode")
		p.line(1, "%s, decided by %s (%s)", r.Would, r.WouldPolicy, j.rules[r.WouldPolicy])
	}
	p.toSend(&j.verdict)
}

func (p verdictPrinter) underlined(j *judged) {
	u := underliner{w: p.w, indent: "  ", colour: p.colour}
	for i := range j.claims {
		c := &j.claims[i]
		if c.Span[1] > len(j.reply) { // what was appended
			continue
		}
		style := markGood
		if !c.Sourced {
			style = markBad
		}
		u.marks = append(u.marks, mark{guard.Span{Start: c.Span[0], End: c.Span[1]}, style})
	}
	u.write(j.reply)
}

// claim says on what a claim rests, or why it does not.
func (p verdictPrinter) claim(c *judgedClaim) {
	p.line(1, "%s %q: %s", c.Kind, oneLine(c.Text), sourcing(c))
	for _, o := range c.Operands {
		p.line(2, "from     %s", o)
	}
	if c.Rejected != "" && !c.Sourced {
		p.line(2, "has it   %s, not accepted", c.Rejected)
	}
	if c.Nearest != "" && !c.Sourced && c.Rejected == "" {
		p.line(2, "nearest  %s at %s%s", c.NearestValue, c.NearestAt, differenceWords(c))
	}
	for i, m := range c.Unmet {
		p.line(2, "not met  %s%s", m, parenthesis(c.UnmetAt, i))
	}
	if c.Excused != "" {
		p.line(2, "let pass %s", c.Excused)
	}
	for i, name := range c.Failed {
		p.line(2, "stopped by %s%s", name, parenthesis(c.FailedAt, i))
	}
	for _, name := range c.Shadow {
		p.line(2, "would be stopped by %s, which is in shadow mode", name)
	}
	if !c.Covered {
		p.line(2, "no Claims covers it")
	}
}

func sourcing(c *judgedClaim) string {
	switch {
	case !c.Sourced && c.Reason != "" && c.Reason != guard.Unsourced.String():
		return "unsourced, " + c.Reason
	case !c.Sourced:
		return "unsourced"
	case c.Source == "":
		return "sourced"
	case c.SourceValue == "":
		return "sourced by " + c.Source
	}
	return "sourced by " + c.Source + ", " + strconv.Quote(oneLine(c.SourceValue))
}

func parenthesis(list []string, i int) string {
	if i >= len(list) || list[i] == "" {
		return ""
	}
	return " (" + list[i] + ")"
}

// differenceWords writes how far the nearest value is off.
func differenceWords(c *judgedClaim) string {
	size, more := strings.CutPrefix(c.Difference, "+")
	size = strings.TrimPrefix(size, "-")
	less, greater := "less", "more"
	switch {
	case size == "":
		return ""
	case size == "0":
		return "" // another currency, or another thing
	case c.Kind == guard.Date.String():
		if less, greater = "earlier", "later"; size == "1" {
			size += " day"
		} else {
			size += " days"
		}
	case c.Kind == guard.Duration.String():
		size += " s"
	}
	if more {
		return fmt.Sprintf(", %s %s", size, greater)
	}
	return fmt.Sprintf(", %s %s", size, less)
}

// toSend shows what goes out instead of, or as, the reply.
func (p verdictPrinter) toSend(v *engine.Verdict) {
	if v.Verdict == rules.Regenerated && v.Note != "" {
		p.line(0, "the model is told")
		p.line(1, "%s", indented(v.Note, "  "))
		p.line(0, "to send, without another try")
	} else {
		p.line(0, "to send")
	}
	p.line(1, "%s", indented(strings.TrimRight(v.Text, "\n"), "  "))
}
