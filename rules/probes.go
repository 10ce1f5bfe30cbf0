package rules

import (
	"cmp"
	"slices"

	"github.com/lacuna-go/lacuna/state"
)

// Probes lists the tools that can be probed without a turn: those that a policy names exactly, with its server, and whose breaker has
// probe_args; sorted.
func (s *Set) Probes() []state.Key {
	var keys []state.Key
	for _, p := range s.Policies {
		if !p.Breaker.Set() || p.Breaker.Value().ProbeArgs == nil {
			continue
		}
		for _, server := range p.Servers {
			for _, t := range p.Tools {
				if !t.Prefix {
					keys = append(keys, state.Key{Server: server, Tool: t.Text})
				}
			}
		}
	}
	slices.SortFunc(keys, func(a, b state.Key) int {
		return cmp.Or(cmp.Compare(a.Server, b.Server), cmp.Compare(a.Tool, b.Tool))
	})
	return slices.Compact(keys)
}
