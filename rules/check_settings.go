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
	servers := p.Servers
	if len(servers) == 0 {
		servers = []string{""}
	}
	list := make([]place, 0, len(servers)*max(len(p.Tools), 1))
	for _, s := range servers {
		if len(p.Tools) == 0 {
			list = append(list, place{s, ""})
		}
		for _, t := range p.Tools {
			list = append(list, place{s, t.String()})
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

// settingNames are the settings of a policy.
var settingNames = [...]string{
	"effect", "timeout", "expected", "retry", "breaker", "store", "evidence", "when_unavailable", "when_uncertain", "when_refused",
	"drill", "hide_after", "show_after",
}

// settingsAt returns where a policy defines each of its settings, by the order of settingNames; the zero Pos where it does not.
func (p *Policy) settingsAt() [len(settingNames)]eval.Pos {
	return [...]eval.Pos{
		p.Effect.Pos(), p.Timeout.Pos(), p.Expected.Pos(), p.Retry.Pos(), p.Breaker.Pos(), p.Store.Pos(), p.Evidence.Pos(), p.WhenUnavailable.Pos(),
		p.WhenUncertain.Pos(), p.WhenRefused.Pos(), p.Drill.Pos(), p.HideAfter.Pos(), p.ShowAfter.Pos(),
	}
}

// defines reports whether a policy defines any setting.
func (p *Policy) defines() bool {
	return p.Effect.Set() || p.Timeout.Set() || p.Expected.Set() || p.Retry.Set() || p.Breaker.Set() || p.Store.Set() || p.Evidence.Set() ||
		p.WhenUnavailable.Set() || p.WhenUncertain.Set() || p.WhenRefused.Set() || p.Drill.Set() || p.HideAfter.Set() || p.ShowAfter.Set()
}

// slots are the policies that define the settings of one place, by the order of settingNames.
type slots [len(settingNames)]*Policy

// conflicts reports two policies of equal specificity that define the same setting for the same tool: neither
// would win. Each setting of a policy is reported once.
func (d *decoder) conflicts(policies []*Policy) {
	all := map[place]*slots{}
	inFileOrder := slices.DeleteFunc(slices.Clone(policies), func(p *Policy) bool { return !p.defines() })
	slices.SortFunc(inFileOrder, func(a, b *Policy) int { return a.Pos.Compare(b.Pos) })
	for _, p := range inFileOrder {
		reported := [len(settingNames)]bool{}
		for _, at := range p.places() {
			taken := all[at]
			if taken == nil {
				taken = &slots{}
				all[at] = taken
			}
			d.take(taken, p, at, &reported)
		}
	}
}

// take enters the settings of a policy for one place, and reports those that are taken.
func (d *decoder) take(taken *slots, p *Policy, at place, reported *[len(settingNames)]bool) {
	for i, pos := range p.settingsAt() {
		first := taken[i]
		switch {
		case pos == eval.Pos{}:
			continue
		case first == nil:
			taken[i] = p
			continue
		case !reported[i] && first.Name != p.Name:
			d.fail(pos, "%s is set for %s by policy %q too, at %s, and neither is more specific",
				settingNames[i], at.named(), first.Name, first.settingsAt()[i])
		}
		reported[i] = true
	}
}
