package rules

// index finds the policies that apply to a tool, and keeps the plans made from them.
type index struct {
	servers map[string]*serverIndex // "" holds the policies for every server

	plans *planTable
}

type serverIndex struct {
	exact    map[string][]*Policy
	prefixes map[string][]*Policy
	all      []*Policy
}

func newIndex(s *Set) *index {
	ix := &index{servers: map[string]*serverIndex{}, plans: newPlanTable()}
	for _, p := range s.Policies {
		servers := p.Servers
		if len(servers) == 0 {
			servers = []string{""}
		}
		for _, name := range servers {
			ix.server(name).add(p)
		}
	}
	return ix
}

func (ix *index) server(name string) *serverIndex {
	si := ix.servers[name]
	if si == nil {
		si = &serverIndex{}
		ix.servers[name] = si
	}
	return si
}

func (si *serverIndex) add(p *Policy) {
	if len(p.Tools) == 0 {
		si.all = append(si.all, p)
		return
	}
	for _, t := range p.Tools {
		if t.Prefix {
			addTo(&si.prefixes, t.Text, p)
		} else {
			addTo(&si.exact, t.Text, p)
		}
	}
}

// addTo adds to a list of an index that may be empty yet.
func addTo(lists *map[string][]*Policy, name string, p *Policy) {
	if *lists == nil {
		*lists = map[string][]*Policy{}
	}
	(*lists)[name] = append((*lists)[name], p)
}

// specificity of a match: first how the tool matches (an exact name over a longer prefix over none), then whether the server is
// given. Higher is more specific.
type specificity struct {
	exact  bool
	prefix int
	server bool
}

func (a specificity) compare(b specificity) int {
	switch {
	case a.exact != b.exact:
		return sign(a.exact)
	case a.prefix != b.prefix:
		return sign(a.prefix > b.prefix)
	case a.server != b.server:
		return sign(a.server)
	}
	return 0
}

func sign(higher bool) int {
	if higher {
		return 1
	}
	return -1
}

type match struct {
	policy *Policy
	spec   specificity
}

// matches lists the policies that apply to a tool, each with its most specific match.
func (ix *index) matches(server, tool string) []match {
	var list []match
	seen := map[*Policy]int{}
	add := func(policies []*Policy, spec specificity) {
		for _, p := range policies {
			i, ok := seen[p]
			switch {
			case !ok:
				seen[p] = len(list)
				list = append(list, match{p, spec})
			case spec.compare(list[i].spec) > 0:
				list[i].spec = spec
			}
		}
	}
	names := []string{server, ""}
	if server == "" {
		names = names[:1]
	}
	for _, name := range names {
		si := ix.servers[name]
		if si == nil {
			continue
		}
		given := name != ""
		add(si.exact[tool], specificity{exact: true, server: given})
		for n := len(tool); n >= 0; n-- {
			add(si.prefixes[tool[:n]], specificity{prefix: n + 1, server: given})
		}
		add(si.all, specificity{server: given})
	}
	return list
}
