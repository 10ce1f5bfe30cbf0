package main

import (
	"github.com/lacuna-go/lacuna/engine"
	"github.com/lacuna-go/lacuna/eval"
	"github.com/lacuna-go/lacuna/guard"
	"github.com/lacuna-go/lacuna/rules"
)

// judged is a reply with its verdict, and what led to it.
type judged struct {
	reply   string
	verdict engine.Verdict
	claims  []judgedClaim
	rules   map[string]eval.Pos // the Claims of the set, by name
}

// judgedClaim is a claim of the reply.
type judgedClaim struct {
	engine.ClaimRecord
	// SourceValue is the source as it stands in the result; Operands of a derived one.
	SourceValue string   `json:"source_value,omitempty"`
	Operands    []string `json:"operands,omitempty"`
	// FailedAt and UnmetAt are the places of what stands in failed, and in unmet.
	FailedAt []string `json:"failed_at,omitempty"`
	UnmetAt  []string `json:"unmet_at,omitempty"`

	claim *guard.Claim
}

func newJudged(set *rules.Set, reply string, v engine.Verdict, explained []rules.ExplainedClaim) *judged {
	j := &judged{reply: reply, verdict: v, rules: map[string]eval.Pos{}}
	for _, c := range set.Claims {
		j.rules[c.Name] = c.Pos
	}
	bySpan := map[[2]int]*rules.ExplainedClaim{}
	for i := range explained {
		c := explained[i].Claim
		bySpan[[2]int{c.Span.Start, c.Span.End}] = &explained[i]
	}
	for _, r := range v.Record.Claims {
		one := judgedClaim{ClaimRecord: r}
		if e := bySpan[r.Span]; e != nil {
			one.explain(e)
		}
		for _, name := range r.Failed {
			one.FailedAt = append(one.FailedAt, j.rules[name].String())
		}
		j.claims = append(j.claims, one)
	}
	return j
}

// explain fills in what the explanation of the claim knows.
func (c *judgedClaim) explain(e *rules.ExplainedClaim) {
	c.claim = e.Claim
	for _, s := range e.Claim.Sources {
		if c.Sourced && c.SourceValue == "" && placeOf(s) == c.Source {
			c.SourceValue = s.Raw
			for _, o := range s.Operands {
				c.Operands = append(c.Operands, sourceWords(o))
			}
		}
	}
	places := conditionPlaces(e)
	for _, id := range c.Unmet {
		c.UnmetAt = append(c.UnmetAt, places[id])
	}
}

// conditionPlaces returns where the conditions of a claim stand, by their ids.
func conditionPlaces(e *rules.ExplainedClaim) map[string]string {
	places := map[string]string{}
	note := func(list []rules.Explained) {
		for i := range list {
			places[list[i].ID] = list[i].Pos.String()
		}
	}
	for i := range e.By {
		note(e.By[i].Require)
		note(e.By[i].Unless)
		for k := range e.By[i].Sources {
			note(e.By[i].Sources[k].SourcedBy)
		}
	}
	return places
}

// placeOf names a source by where it stands.
func placeOf(s *guard.Source) string {
	if s.Server == "" {
		return s.Origin.String() + ":" + s.Path
	}
	return s.Server + "/" + s.Tool + ":" + s.Path
}

// guardedJSON is the machine output of guard.
type guardedJSON struct {
	*engine.VerdictRecord
	// PolicyAt is the place of the Claims that decided.
	PolicyAt string        `json:"policy_at,omitempty"`
	Claims   []judgedClaim `json:"claims"`
	// Sent is how many bytes of a stream went out.
	Sent *int `json:"sent,omitempty"`
}

func (j *judged) record() guardedJSON {
	out := guardedJSON{VerdictRecord: j.verdict.Record, PolicyAt: j.decidedAt(), Claims: j.claims}
	if out.Claims == nil {
		out.Claims = []judgedClaim{}
	}
	return out
}

// decidedAt is the place of the Claims that decided, "" where none did.
func (j *judged) decidedAt() string {
	if pos, ok := j.rules[j.verdict.Record.Policy]; ok {
		return pos.String()
	}
	return ""
}
