package rules

import (
	"slices"
	"strings"

	"github.com/lacuna-go/lacuna/eval"
	"github.com/lacuna-go/lacuna/guard"
)

// Arguments is what the Claims make of the arguments of a write.
type Arguments struct {
	// Reason of a refusal: the name of the Claims that decided, or what else is wrong; "" where the call may be sent.
	Reason string
	// Claims that do not pass, those of a Flag and of Claims in shadow mode included.
	Claims []Judged
	// Message of the Claims that refused the call; "" without.
	Message string
	// From are the tools that sourced_by of these Claims names, in its order.
	From []ToolRef
}

// Refuses reports whether the call must not be sent; nil refuses nothing.
func (a *Arguments) Refuses() bool { return a != nil && a.Reason != "" }

// ToolRef names a tool of a server; with Tool "" any of them.
type ToolRef struct{ Server, Tool string }

// TooMuchToCheck is the reason of a refusal of arguments that can't be looked at whole.
const TooMuchToCheck = "the arguments hold too much to check"

// JudgeArguments decides whether a write may be sent with its arguments, whose claims have been found and matched. in is that
// of [Set.Judge]. Its cost is that of the conditions that cover the claims.
func (s *Set) JudgeArguments(in *eval.Input, r *guard.Reply) *Arguments {
	var j Judgement
	s.Judge(in, guard.SiteArgs, r, &j)
	a := &Arguments{}
	for i := range j.Claims {
		if c := &j.Claims[i]; !c.Passes() || len(c.Shadow) > 0 {
			a.Claims = append(a.Claims, *c)
		}
	}
	switch {
	case j.Verdict != Blocked:
	case j.By == nil:
		a.Reason = TooMuchToCheck
	default:
		a.Reason = j.By.Name
		if b, ok := j.By.Otherwise.(Block); ok && b.Message.Given() {
			a.Message = b.Message.In(in.RenderedLanguage())
		}
		a.From = j.By.from()
	}
	return a
}

// from lists the tools that sourced_by names: source.server == "pricing", source.tool in ["quote"].
func (rule *Claims) from() []ToolRef {
	var servers, tools []string
	for i := range rule.SourcedBy {
		servers = append(servers, rule.SourcedBy[i].Expr.Compared("source.server")...)
		tools = append(tools, rule.SourcedBy[i].Expr.Compared("source.tool")...)
	}
	var list []ToolRef
	add := func(ref ToolRef) {
		if !slices.Contains(list, ref) {
			list = append(list, ref)
		}
	}
	for _, server := range servers {
		if len(servers) == 1 {
			for _, tool := range tools {
				add(ToolRef{server, tool})
			}
		}
		if len(servers) > 1 || len(tools) == 0 {
			add(ToolRef{server, ""})
		}
	}
	return list
}

// ToolsOf lists the tools of a server that policies name in full, in the order of the set.
func (s *Set) ToolsOf(server string) []string {
	var list []string
	for _, p := range s.Policies {
		if !slices.Contains(p.Servers, server) {
			continue
		}
		for _, tool := range p.Tools {
			if !tool.Prefix && !slices.Contains(list, tool.Text) {
				list = append(list, tool.Text)
			}
		}
	}
	return list
}

// refused reports whether the claim fails Claims that refuse the call.
func (j *Judged) refused() bool {
	return slices.ContainsFunc(j.Failed, func(c *Claims) bool { _, ok := c.Otherwise.(Block); return ok })
}

// Fields are the arguments that the refusal is about, as paths: "items[0].price". Each stands once.
func (a *Arguments) Fields() []string {
	var list []string
	for i := range a.Claims {
		if a.Claims[i].refused() {
			list = addLine(list, strings.TrimPrefix(a.Claims[i].Claim.Place, "args."))
		}
	}
	return list
}

// Note is what the model is told of a refusal: a sentence for each claim, five at most, and the message of the Claims; without
// one, what to call first, where names knows it.
func (a *Arguments) Note(names func(ToolRef) []string) string {
	var lines []string
	for i := range a.Claims {
		if a.Claims[i].refused() && len(lines) < maxHints {
			c := a.Claims[i].Claim
			lines = addLine(lines, a.Claims[i].why("The "+kindWord(c.Kind)+" "+short(subject(c)), "has no source in this turn")+".")
		}
	}
	if lines == nil {
		return ""
	}
	switch call := a.call(names); {
	case a.Message != "":
		lines = append(lines, a.Message)
	case call != "":
		lines = append(lines, "Call "+call+" first.")
	default:
		lines = append(lines, "Look it up first, or ask the customer.")
	}
	return strings.Join(lines, " ")
}

// call names the tools to call first, three at most.
func (a *Arguments) call(names func(ToolRef) []string) string {
	const most = 3
	var list []string
	for _, ref := range a.From {
		for _, name := range names(ref) {
			if list = addLine(list, name); len(list) == most {
				return either(list)
			}
		}
	}
	return either(list)
}

// subject is the value of a claim among the arguments: as a figure, in the currency that is stated with it.
func subject(c *guard.Claim) string {
	switch c.Kind {
	case guard.Money, guard.Percent, guard.Date:
		return c.Figure()
	default:
		return c.Text
	}
}

// kindWord is what a model reads for a kind.
func kindWord(k guard.Kind) string {
	switch k {
	case guard.Money:
		return "amount"
	case guard.Percent:
		return "percentage"
	default:
		return k.String()
	}
}
