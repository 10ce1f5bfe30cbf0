package rules

import (
	"slices"

	"github.com/lacuna-go/lacuna/eval"
	"github.com/lacuna-go/lacuna/guard"
)

// ExplainedClaim is one claim of a text with what each Claims made of it.
type ExplainedClaim struct {
	Claim *guard.Claim
	// By are the Claims of its kind, by name, those that do not cover it included.
	By []ExplainedClaims
}

// ExplainedClaims is what one Claims made of a claim.
type ExplainedClaims struct {
	Claims *Claims
	// Covers reports whether it covers the claim; When is why, nil where it covers every claim of its kinds.
	Covers bool
	When   *Explained
	// Sources that match the claim, each with sourced_by; none means that nothing does.
	Sources []ExplainedSource
	// Require and Unless of the claim.
	Require, Unless []Explained
}

// ExplainedSource is one source that matches a claim; of a derived one each operand.
type ExplainedSource struct {
	Source *guard.Source
	// Skipped says why the source was not asked; "" if it was.
	Skipped   string
	SourcedBy []Explained
}

// ExplainClaims evaluates what [Set.Judge] does, once more and traced, for a text whose claims have been found and matched.
func (s *Set) ExplainClaims(in *eval.Input, site guard.Site, r *guard.Reply) []ExplainedClaim {
	x := explainer{in: in}
	var list []ExplainedClaim
	for i := range r.Claims {
		c := &r.Claims[i]
		in.Claim, in.Source = c, nil
		one := ExplainedClaim{Claim: c}
		for _, rule := range s.Claims {
			if rule.On == site && slices.Contains(rule.Kinds, c.Kind) && rule.coversTool(in, site) {
				one.By = append(one.By, x.claims(rule, c))
			}
		}
		list = append(list, one)
	}
	in.Claim, in.Source = nil, nil
	return list
}

func (x *explainer) claims(rule *Claims, c *guard.Claim) ExplainedClaims {
	out := ExplainedClaims{Claims: rule, Covers: true}
	if rule.When != nil {
		when := x.expr(rule.Name+"/when", rule.When)
		out.When, out.Covers = &when, when.Fault != nil || when.Holds()
	}
	if !out.Covers {
		return out
	}
	for _, s := range c.Sources {
		out.Sources = append(out.Sources, x.sources(rule, s)...)
	}
	x.in.Source = nil
	for i := range rule.Require {
		out.Require = append(out.Require, x.condition(&rule.Require[i]))
	}
	for i := range rule.Unless {
		out.Unless = append(out.Unless, x.condition(&rule.Unless[i]))
	}
	return out
}

func (x *explainer) sources(rule *Claims, s *guard.Source) []ExplainedSource {
	switch {
	case s.Echoed && !rule.reads("source.echoed"):
		return []ExplainedSource{{Source: s, Skipped: "it equals a value in the arguments of its own call"}}
	case s.Origin == guard.User && rule.On != guard.SiteArgs:
		return []ExplainedSource{{Source: s, Skipped: "only the customer said it"}}
	case len(s.Operands) > 0:
		var list []ExplainedSource
		for _, o := range s.Operands {
			list = append(list, x.sources(rule, o)...)
		}
		return list
	}
	x.in.Source = s
	out := ExplainedSource{Source: s}
	for i := range rule.SourcedBy {
		out.SourcedBy = append(out.SourcedBy, x.condition(&rule.SourcedBy[i]))
	}
	return []ExplainedSource{out}
}
