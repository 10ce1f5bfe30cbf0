package policydiff

import (
	"slices"
	"strings"
	"time"

	"github.com/lacuna-go/lacuna/engine"
	"github.com/lacuna-go/lacuna/eval"
	"github.com/lacuna-go/lacuna/rules"
)

// explained is what one side says of a call: in the state of its admission, and of its chain.
type explained struct{ admission, chain *rules.Explanation }

// conditions shows those that stood in the way under one of the sets only, under both.
func conditions(ids []string, before, after explained) []Condition {
	var list []Condition
	for _, id := range ids {
		list = append(list, Condition{ID: id, Old: before.side(id), New: after.side(id)})
	}
	return list
}

// side finds a condition; nil is none.
func (e explained) side(id string) *Side {
	for _, x := range []*rules.Explanation{e.chain, e.admission} {
		if x == nil {
			continue
		}
		lists := [][]rules.Explained{x.UnavailableWhen, x.Forbid}
		for i := range x.Steps {
			lists = append(lists, x.Steps[i].Require, x.Steps[i].Values)
		}
		for _, list := range lists {
			for i := range list {
				if list[i].ID == id {
					s := sideOf(&list[i])
					if strings.HasSuffix(id, "/max_age") {
						s.Operands = append(s.Operands, ageOf(x)...)
					}
					return s
				}
			}
		}
		for i := range x.Steps {
			for _, f := range x.Steps[i].Unmet {
				if f.ID == id {
					return &Side{At: f.Pos.String(), Note: noteOf(f)}
				}
			}
		}
	}
	return nil
}

// ageOf is the age of the entry that the chain found.
func ageOf(x *rules.Explanation) []string {
	d := x.Decision
	for i := range x.Steps {
		if e := x.Steps[i].Entry; e != nil && len(d.Moments) > 0 {
			return []string{"entry.age = " + d.Moments[len(d.Moments)-1].At.Sub(e.AsOf).Round(time.Millisecond).String()}
		}
	}
	return nil
}

// noteOf says what is lacking where there is no expression.
func noteOf(f rules.Finding) string {
	switch {
	case f.Note != "":
		return f.Note
	case strings.HasSuffix(f.ID, "/entry"):
		return "there is no entry"
	case f.Fault != nil:
		return f.Fault.Message
	}
	return "not met"
}

func sideOf(e *rules.Explained) *Side {
	s := &Side{At: e.Pos.String(), Source: oneLine(e.Source), Note: e.Skipped}
	switch {
	case e.Skipped != "":
		return s
	case e.Fault != nil:
		s.Error = e.Fault.Message
	default:
		s.Value = eval.ValueText(e.Value)
	}
	for _, o := range e.Operands {
		text, value := oneLine(o.Text), eval.ValueText(o.Value)
		line := text + " = " + value
		if text != s.Source && text != value && !strings.HasPrefix(text, "duration(") && !strings.HasPrefix(text, "timestamp(") &&
			!slices.Contains(s.Operands, line) {
			s.Operands = append(s.Operands, line)
		}
	}
	return s
}

func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }

// claimConditions shows the conditions of Claims that count otherwise for a claim of which the verdicts differ.
func claimConditions(old, now *engine.VerdictRecord, before, after []rules.ExplainedClaim) []Condition {
	var list []Condition
	for i := range old.Claims {
		a := &old.Claims[i]
		j := slices.IndexFunc(now.Claims, func(b engine.ClaimRecord) bool { return a.Span == b.Span && a.Kind == b.Kind })
		if j < 0 {
			continue
		}
		b := &now.Claims[j]
		for _, id := range flipped(a, b) {
			c := Condition{ID: id, Old: claimSide(before, a, id), New: claimSide(after, b, id)}
			if !slices.ContainsFunc(list, func(d Condition) bool { return d.ID == id }) {
				list = append(list, c)
			}
		}
	}
	return list
}

// flipped lists the conditions of which one claim meets all, and the other one not.
func flipped(a, b *engine.ClaimRecord) []string {
	var list []string
	x, y := a.Unmet, b.Unmet
	if a.Excused != "" {
		x = append(slices.Clone(x), a.Excused)
	}
	if b.Excused != "" {
		y = append(slices.Clone(y), b.Excused)
	}
	for _, id := range slices.Concat(x, y) {
		if slices.Contains(x, id) != slices.Contains(y, id) && !slices.Contains(list, id) {
			list = append(list, id)
		}
	}
	return list
}

// claimSide finds a condition of a claim, false for some source if there is such a one.
func claimSide(list []rules.ExplainedClaim, c *engine.ClaimRecord, id string) *Side {
	var found *Side
	look := func(conditions []rules.Explained) {
		for i := range conditions {
			if conditions[i].ID == id && (found == nil || !conditions[i].Holds()) {
				found = sideOf(&conditions[i])
			}
		}
	}
	for i := range list {
		if span := list[i].Claim.Span; span.Start != c.Span[0] || span.End != c.Span[1] {
			continue
		}
		for j := range list[i].By {
			by := &list[i].By[j]
			for k := range by.Sources {
				look(by.Sources[k].SourcedBy)
			}
			look(by.Require)
			look(by.Unless)
		}
	}
	return found
}
