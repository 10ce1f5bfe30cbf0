package rules

import (
	"cmp"
	"slices"
	"strings"

	"github.com/lacuna-go/lacuna/eval"
	"github.com/lacuna-go/lacuna/guard"
)

// Verdict is what happens to a reply. The zero Verdict is none yet and sends nothing.
type Verdict uint8

// The verdicts, the mildest first.
const (
	// Pass: the reply goes out as it is.
	Pass Verdict = iota + 1
	// Append: it passes, with a disclosure appended.
	Append
	// Flagged: it passes, and a claim is recorded.
	Flagged
	// Redacted: claims in it are replaced.
	Redacted
	// Regenerated: the model may try again.
	Regenerated
	// Blocked: a fixed message goes out instead.
	Blocked
)

var verdictNames = [...]string{"", "pass", "append", "flag", "redact", "regenerate", "block"}

// String returns the verdict in lower case, and "" for none.
func (v Verdict) String() string { return verdictNames[v] }

// Judgement is the verdict on a reply, or on the arguments of a write, and why.
type Judgement struct {
	Verdict Verdict
	// Text to send: the reply, the redacted reply, or the block's message.
	Text string
	// Note for the model, of a Regenerated, and a line for each claim that it is about; see Told.
	Note    string
	Hints   []string
	Handoff eval.Handoff
	// By is the Claims that decided; nil for a Pass.
	By *Claims
	// Would is the verdict that there would have been, had the Claims in shadow mode been enforced, where that is a graver
	// one; WouldBy is the one that would have decided. Otherwise they are zero.
	Would   Verdict
	WouldBy *Claims
	// Claims of the text, in its order.
	Claims []Judged
	// Faults are the errors that rules met.
	Faults []Finding
}

// Judged is one claim with what the rules think of it.
type Judged struct {
	Claim *guard.Claim
	// Sourced reports whether one matching source met all of sourced_by, of every Claims that covers it.
	Sourced bool
	// Source is the one that did, nil without.
	Source *guard.Source
	// Reason of a claim that is not sourced, as "unsourced"; "" otherwise.
	Reason string
	// Uncovered: no Claims covers it.
	Uncovered bool
	// Excused is the id of the unless that let it pass; "" without.
	Excused string
	// Unmet conditions of sourced_by and require.
	Unmet []Finding
	// Failed is the Claims that it fails, the gravest first; would-have-failed ones in shadow mode follow in Shadow.
	Failed, Shadow []*Claims
}

// Passes reports whether the claim fails no enforced Claims.
func (j *Judged) Passes() bool { return len(j.Failed) == 0 }

// Judge decides what happens to a text whose claims have been found and matched. in needs Turn, Facts, Evidence, and for
// arguments the Call. It is pure; its cost is that of the conditions that cover the claims.
func (s *Set) Judge(in *eval.Input, site guard.Site, r *guard.Reply, j *Judgement) {
	*j = Judgement{Verdict: Pass, Text: r.Text, Handoff: eval.HandoffNone, Claims: j.Claims[:0], Faults: j.Faults[:0]}
	in.Reset()
	var worst, shadow *Claims
	for i := range r.Claims {
		c := &r.Claims[i]
		judged := s.judge(in, site, c, j)
		j.Claims = append(j.Claims, judged)
		for _, f := range judged.Failed {
			if worst == nil || graver(f, worst) < 0 {
				worst = f
			}
		}
		for _, f := range judged.Shadow {
			if shadow == nil || graver(f, shadow) < 0 {
				shadow = f
			}
		}
	}
	in.Claim, in.Source = nil, nil
	if slices.ContainsFunc(r.Claims, func(c guard.Claim) bool { return c.Reason == guard.TooMany }) {
		j.Verdict, j.Text = Blocked, blockedMessage.In(in.RenderedLanguage())
		return
	}
	if worst != nil {
		j.decide(worst, r, in.RenderedLanguage())
	}
	if shadow != nil && (worst == nil || severity(shadow.Otherwise) > severity(worst.Otherwise)) {
		j.Would, j.WouldBy = verdictOf(shadow.Otherwise), shadow
	}
}

// verdictOf is the verdict on a reply whose gravest failed rule says o.
func verdictOf(o Otherwise) Verdict {
	switch o.(type) {
	case Block:
		return Blocked
	case Regenerate:
		return Regenerated
	case Redact:
		return Redacted
	default:
		return Flagged
	}
}

// severity orders what can happen to a claim: Block > Regenerate > Redact > Flag.
func severity(o Otherwise) int {
	switch o.(type) {
	case Block:
		return 4
	case Regenerate:
		return 3
	case Redact:
		return 2
	default:
		return 1
	}
}

func graver(a, b *Claims) int {
	return cmp.Or(severity(b.Otherwise)-severity(a.Otherwise), cmp.Compare(a.Name, b.Name))
}

func (s *Set) judge(in *eval.Input, site guard.Site, c *guard.Claim, j *Judgement) Judged {
	out := Judged{Claim: c, Sourced: true, Uncovered: true}
	in.Claim = c
	for _, rule := range s.Claims {
		if rule.On != site || !slices.Contains(rule.Kinds, c.Kind) || !rule.coversTool(in, site) || !rule.covers(in, j) {
			continue
		}
		out.Uncovered = false
		passes := rule.passes(in, j, &out)
		if in.Traced() {
			in.Mark(rule.Pos, passes)
		}
		if !passes {
			if rule.Mode == eval.ModeShadow {
				out.Shadow = append(out.Shadow, rule)
			} else {
				out.Failed = append(out.Failed, rule)
			}
		}
	}
	if out.Uncovered {
		out.Sourced = len(c.Sources) > 0
		if out.Sourced {
			out.Source = c.Sources[0]
		}
	}
	slices.SortFunc(out.Failed, graver)
	if !out.Sourced {
		out.Reason = reasonOf(c)
		out.Source = nil
	}
	return out
}

func (rule *Claims) coversTool(in *eval.Input, site guard.Site) bool {
	if site != guard.SiteArgs || len(rule.Tools) == 0 {
		return true
	}
	return slices.ContainsFunc(rule.Tools, func(p Pattern) bool { return p.Match(in.Call.Tool) })
}

// covers evaluates the rule's when; an error counts as covering.
func (rule *Claims) covers(in *eval.Input, j *Judgement) bool {
	if rule.When == nil {
		return true
	}
	holds, fault := rule.When.Holds(in)
	if fault != nil {
		j.fault(rule.Name+"/when", fault)
		return true
	}
	return holds
}

func (j *Judgement) fault(id string, f *eval.Fault) {
	j.Faults = addFinding(j.Faults, Finding{ID: id, Pos: f.Pos, Fault: f})
}

// passes reports whether the claim meets the rule, and records whether it is sourced.
func (rule *Claims) passes(in *eval.Input, j *Judgement, out *Judged) bool {
	source := rule.source(in, j, out)
	if source == nil {
		out.Sourced = false
	} else if out.Source == nil {
		out.Source = source
	}
	ok := source != nil
	for i := range rule.Require {
		if !rule.holds(&rule.Require[i], in, j, out) {
			ok = false
		}
	}
	if ok {
		return true
	}
	for i := range rule.Unless {
		c := &rule.Unless[i]
		holds, fault := c.Expr.Holds(in)
		if fault != nil {
			j.fault(c.ID, fault)
		}
		if holds && fault == nil {
			out.Excused = c.ID
			return true
		}
	}
	return false
}

// source returns the first matching source that meets all of sourced_by, or nil; then the conditions unmet by the
// source that came nearest are recorded.
func (rule *Claims) source(in *eval.Input, j *Judgement, out *Judged) *guard.Source {
	echoes := rule.reads("source.echoed")
	var nearest []Finding
	for _, s := range in.Claim.Sources {
		if s.Echoed && !echoes || s.Origin == guard.User && rule.On != guard.SiteArgs {
			continue
		}
		unmet := rule.unmetBy(s, in, j)
		if len(unmet) == 0 {
			return s
		}
		if nearest == nil || len(unmet) < len(nearest) {
			nearest = unmet
		}
	}
	for _, f := range nearest {
		out.Unmet = addFinding(out.Unmet, f)
	}
	return nil
}

func (rule *Claims) reads(path string) bool {
	for _, list := range [][]Condition{rule.SourcedBy, rule.Require, rule.Unless} {
		for i := range list {
			if list[i].Expr.Reads(path) {
				return true
			}
		}
	}
	return rule.When != nil && rule.When.Reads(path)
}

// unmetBy lists the conditions of sourced_by that a source does not meet. Those of a derived source are asked of every
// operand.
func (rule *Claims) unmetBy(s *guard.Source, in *eval.Input, j *Judgement) []Finding {
	if len(s.Operands) > 0 {
		var unmet []Finding
		for _, o := range s.Operands {
			unmet = append(unmet, rule.unmetBy(o, in, j)...)
		}
		return unmet
	}
	in.Source = s
	var unmet []Finding
	for i := range rule.SourcedBy {
		c := &rule.SourcedBy[i]
		holds, fault := c.Expr.Holds(in)
		if fault != nil {
			j.fault(c.ID, fault)
		}
		if !holds || fault != nil {
			unmet = append(unmet, Finding{ID: c.ID, Pos: c.Pos, Fault: fault})
		}
	}
	return unmet
}

func (rule *Claims) holds(c *Condition, in *eval.Input, j *Judgement, out *Judged) bool {
	holds, fault := c.Expr.Holds(in)
	if fault != nil {
		j.fault(c.ID, fault)
	}
	if holds && fault == nil {
		return true
	}
	out.Unmet = addFinding(out.Unmet, Finding{ID: c.ID, Pos: c.Pos, Fault: fault})
	return false
}

// Reasons that rules give besides those of guard.
const (
	earlierTurn = "earlier_turn"
	stale       = "stale"
)

// reasonOf says why a claim is not sourced: the guard's reason where nothing matches, else what is wrong with all that does.
func reasonOf(c *guard.Claim) string {
	if len(c.Sources) == 0 {
		if c.Reason == 0 {
			return guard.Unsourced.String()
		}
		return c.Reason.String()
	}
	earlier, cached := true, true
	for _, s := range c.Sources {
		earlier = earlier && s.Earlier
		cached = cached && s.Cached
	}
	switch {
	case earlier:
		return earlierTurn
	case cached:
		return stale
	}
	return guard.Unsourced.String()
}

// decide turns the gravest failed rule into the verdict.
func (j *Judgement) decide(rule *Claims, r *guard.Reply, lang string) {
	j.By = rule
	switch o := rule.Otherwise.(type) {
	case Block:
		j.Verdict, j.Handoff = Blocked, o.Handoff
		j.Text = o.Message.or(blockedMessage, lang)
	case Regenerate:
		j.Verdict = Regenerated
		j.Note, j.Hints = o.Note.or(regenerateNote, lang), hints(j.Claims)
		j.Text = blockedMessage.In(lang)
	case Redact:
		j.Verdict = Redacted
		j.Text = redact(r, j.Claims, lang)
	case Flag:
		j.Verdict = Flagged
	}
}

// redact replaces every claim that fails a rule by its text.
func redact(r *guard.Reply, claims []Judged, lang string) string {
	var b strings.Builder
	at := 0
	for i := range claims {
		c := &claims[i]
		if c.Passes() || c.Claim.Span.Start < at {
			continue
		}
		o, ok := c.Failed[0].Otherwise.(Redact)
		if !ok {
			continue // a Flag
		}
		b.WriteString(r.Text[at:c.Claim.Span.Start])
		b.WriteString(o.With.or(redactedWord, lang))
		at = c.Claim.Span.End
	}
	b.WriteString(r.Text[at:])
	return b.String()
}
