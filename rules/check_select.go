package rules

import (
	"cmp"
	"maps"
	"slices"
	"strings"
	"sync"
)

// anyName stands for a server or a tool that no policy names: no name holds a star. A tool "search_*" stands for
// one with that prefix that no policy names more closely.
const anyName = "*"

// selection finds policies by tool, for checks that need to know which one wins. A policy with a when defines no
// settings, so that what wins is known without running anything.
type selection struct {
	index *index
	// byServer returns the places of all policies by server, "" for every server, without repetition.
	byServer func() map[string][]place
}

func newSelection(s *Set) *selection {
	return &selection{index: s.index, byServer: sync.OnceValue(func() map[string][]place { return placesByServer(s.Policies) })}
}

func placesByServer(policies []*Policy) map[string][]place {
	byServer := map[string][]place{}
	seen := make(map[place]bool, len(policies))
	for _, p := range policies {
		for _, at := range p.places() {
			if !seen[at] {
				byServer[at.server] = append(byServer[at.server], at)
			}
			seen[at] = true
		}
	}
	return byServer
}

// match returns the policies that apply to a tool, the most specific first.
func (s *selection) match(at place) []*Policy {
	matches := s.index.matches(at.server, at.tool)
	slices.SortStableFunc(matches, func(a, b match) int { return b.spec.compare(a.spec) })
	policies := make([]*Policy, len(matches))
	for i, m := range matches {
		policies[i] = m.policy
	}
	return policies
}

// winner returns the first policy that has a setting, or nil.
func winner(list []*Policy, has func(*Policy) bool) *Policy {
	for _, p := range list {
		if has(p) {
			return p
		}
	}
	return nil
}

// reach lists tools that stand for all that a policy covers: its own places, and each place of another policy
// within them, where something else may win. They are sorted, and name no "".
func (s *selection) reach(p *Policy) []place {
	found := map[place]bool{}
	for _, own := range p.places() {
		if own.server != "" && own.tool != "" && !strings.HasSuffix(own.tool, "*") {
			found[own] = true
			continue
		}
		for _, server := range s.besides(own.server) {
			places := s.byServer()[server]
			for _, other := range append(places[:len(places):len(places)], place{server: server}) {
				if both, ok := own.meet(other); ok {
					found[both] = true
				}
			}
		}
	}
	list := slices.Collect(maps.Keys(found))
	slices.SortFunc(list, func(a, b place) int {
		return cmp.Or(cmp.Compare(a.server, b.server), cmp.Compare(a.tool, b.tool))
	})
	return list
}

// besides lists the servers whose places may meet those of a server.
func (s *selection) besides(server string) []string {
	if server == "" {
		return slices.Collect(maps.Keys(s.byServer()))
	}
	var list []string
	for _, name := range []string{server, ""} {
		if _, ok := s.byServer()[name]; ok {
			list = append(list, name)
		}
	}
	return list
}

// meet returns the narrowest place that both places hold, with anyName for "".
func (p place) meet(q place) (place, bool) {
	server := cmp.Or(p.server, q.server, anyName)
	tool, ok := meetTools(p.tool, q.tool)
	return place{server, cmp.Or(tool, anyName)}, ok && (q.server == "" || q.server == server)
}

func meetTools(a, b string) (string, bool) {
	if a == "" || b == "" || a == b {
		return cmp.Or(a, b), true
	}
	prefixA, isA := strings.CutSuffix(a, "*")
	prefixB, isB := strings.CutSuffix(b, "*")
	switch {
	case isA && strings.HasPrefix(b, prefixA):
		return b, true
	case isB && strings.HasPrefix(a, prefixB):
		return a, true
	default:
		return "", false
	}
}
