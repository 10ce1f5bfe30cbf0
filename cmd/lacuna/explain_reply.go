package main

import (
	"github.com/lacuna-go/lacuna/engine"
	"github.com/lacuna-go/lacuna/guard"
	"github.com/lacuna-go/lacuna/rules"
)

func (p printer) verdict(v *engine.VerdictRecord) {
	p.line(0, "reply")
	p.line(1, "verdict   %s", v.Verdict)
	if v.Policy != "" {
		p.line(1, "decided by %s", v.Policy)
	}
	for _, c := range v.Claims {
		state := "sourced by " + c.Source
		switch {
		case !c.Sourced:
			state = c.Reason
		case c.Source == "":
			state = "sourced"
		}
		p.line(1, "%s %q: %s", c.Kind, c.Text, state)
		for _, m := range c.Unmet {
			p.line(2, "not met: %s", m)
		}
		if c.Excused != "" {
			p.line(2, "let pass: %s", c.Excused)
		}
		if !c.Covered {
			p.line(2, "no Claims covers it")
		}
		if !c.Sourced && c.Nearest != "" {
			p.line(2, "nearest: %s", c.Nearest)
		}
	}
	for _, f := range v.Faults {
		p.line(1, "in a rule %s: %s %s", f.At, f.ID, f.Error)
	}
}

// claim shows what the Claims made of a claim.
func (p printer) claim(e *rules.ExplainedClaim) {
	for i := range e.By {
		by := &e.By[i]
		p.line(1, "%s %q under %s (%s)", e.Claim.Kind, e.Claim.Text, by.Claims.Name, by.Claims.Pos)
		if by.When != nil {
			p.condition(2, by.When)
		}
		if !by.Covers {
			p.line(2, "does not cover it")
			continue
		}
		p.sources(by.Sources)
		for j := range by.Require {
			p.condition(2, &by.Require[j])
		}
		for j := range by.Unless {
			p.line(2, "or, unless sourced")
			p.condition(3, &by.Unless[j])
		}
	}
}

func (p printer) sources(list []rules.ExplainedSource) {
	if len(list) == 0 {
		p.line(2, "no value of the turn matches it")
	}
	for i := range list {
		s := &list[i]
		p.line(2, "source %s", sourceWords(s.Source))
		if s.Skipped != "" {
			p.line(3, "not asked: %s", s.Skipped)
		}
		for j := range s.SourcedBy {
			p.condition(3, &s.SourcedBy[j])
		}
	}
}

// sourceWords names a source by where it stands.
func sourceWords(s *guard.Source) string {
	at := s.Origin.String()
	if s.Server != "" {
		at = s.Server + "/" + s.Tool
	}
	return at + ":" + s.Path + " " + s.Raw
}
