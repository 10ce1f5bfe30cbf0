package rules

import (
	"slices"

	"github.com/lacuna-go/lacuna/eval"
)

// place is a selector of one specificity: a tool pattern, or "" for every tool, of a server, or "" for every server.
// Two policies are of equal specificity for some tool exactly if they share a place.
type place struct{ server, tool string }

// places lists the places of a policy.
func (p *Policy) places() []place {
	servers, tools := p.Servers, []string{}
	if len(servers) == 0 {
		servers = []string{""}
	}
	for _, t := range p.Tools {
		tools = append(tools, t.String())
	}
	if len(tools) == 0 {
		tools = []string{""}
	}
	var list []place
	for _, s := range servers {
		for _, t := range tools {
			list = append(list, place{s, t})
		}
	}
	return list
}

// named says which tools a place holds, for messages.
func (p place) named() string {
	server, tool := p.server, p.tool
	if server == "" || server == anyName {
		server = "every server"
	}
	if tool == "" || tool == anyName {
		return "every tool of " + server
	}
	return tool + " of " + server
}

// given is a setting that a policy defines.
type given struct {
	name string
	pos  eval.Pos
}

// given lists the settings that a policy defines.
func (p *Policy) given() []given {
	all := []given{
		{"effect", p.Effect.Pos},
		{"timeout", p.Timeout.Pos},
		{"expected", p.Expected.Pos},
		{"retry", p.Retry.Pos},
		{"breaker", p.Breaker.Pos},
		{"store", p.Store.Pos},
		{"evidence", p.Evidence.Pos},
		{"when_unavailable", p.WhenUnavailable.Pos},
		{"when_uncertain", p.WhenUncertain.Pos},
		{"when_refused", p.WhenRefused.Pos},
		{"drill", p.Drill.Pos},
		{"hide_after", p.HideAfter.Pos},
		{"show_after", p.ShowAfter.Pos},
	}
	return slices.DeleteFunc(all, func(g given) bool { return g.pos == eval.Pos{} })
}

// conflicts reports two policies of equal specificity that define the same setting for the same tool: neither
// would win. Each setting of a policy is reported once.
func (d *decoder) conflicts(policies []*Policy) {
	type slot struct {
		place
		setting string
	}
	type taken struct {
		policy string
		pos    eval.Pos
	}
	slots := map[slot]taken{}
	inFileOrder := slices.Clone(policies)
	slices.SortFunc(inFileOrder, func(a, b *Policy) int { return a.Pos.Compare(b.Pos) })
	for _, p := range inFileOrder {
		for _, g := range p.given() {
			reported := false
			for _, at := range p.places() {
				key := slot{at, g.name}
				first, clash := slots[key]
				if !clash {
					slots[key] = taken{p.Name, g.pos}
					continue
				}
				if !reported && first.policy != p.Name {
					d.fail(g.pos, "%s is set for %s by policy %q too, at %s, and neither is more specific", g.name, at.named(), first.policy, first.pos)
				}
				reported = true
			}
		}
	}
}
