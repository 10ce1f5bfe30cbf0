package lint

import (
	"cmp"
	"slices"

	"github.com/lacuna-go/lacuna/rules"
)

// anyName stands for a server or a tool that no policy names: no name holds a star.
const anyName = "*"

// named are the tools that policies name, by server; those of no server under "".
type named struct {
	tools   map[string][]string
	servers []string
}

func namedBy(set *rules.Set) named {
	n := named{tools: map[string][]string{}}
	for _, p := range set.Policies {
		for _, server := range orAny(p.Servers, "") {
			list := n.tools[server]
			for _, t := range p.Tools {
				list = append(list, t.String())
			}
			n.tools[server] = list
		}
	}
	for server, list := range n.tools {
		slices.Sort(list)
		n.tools[server] = slices.Compact(list)
		if server != "" {
			n.servers = append(n.servers, server)
		}
	}
	slices.Sort(n.servers)
	return n
}

func orAny(list []string, otherwise string) []string {
	if len(list) == 0 {
		return []string{otherwise}
	}
	return list
}

// placesOf returns, for each policy, the plans of tools that stand for all that it covers: its own, and those within that another policy
// names. They are sorted by server and tool.
func placesOf(set *rules.Set) map[*rules.Policy][]*rules.Plan {
	n := namedBy(set)
	places := map[*rules.Policy][]*rules.Plan{}
	for _, p := range set.Policies {
		places[p] = n.of(set, p)
	}
	return places
}

func (n named) of(set *rules.Set, p *rules.Policy) []*rules.Plan {
	servers := p.Servers
	if len(servers) == 0 {
		servers = append([]string{anyName}, n.servers...)
	}
	var list []*rules.Plan
	for _, server := range servers {
		for _, tool := range n.within(p, server) {
			list = append(list, set.Plan(server, tool))
		}
	}
	slices.SortFunc(list, func(a, b *rules.Plan) int {
		return cmp.Or(cmp.Compare(a.Server, b.Server), cmp.Compare(a.Tool, b.Tool))
	})
	return slices.Compact(list)
}

// within lists the tools of a server that a policy covers, each once.
func (n named) within(p *rules.Policy, server string) []string {
	var tools []string
	open := len(p.Tools) == 0
	for _, t := range p.Tools {
		tools = append(tools, t.String())
		open = open || t.Prefix
	}
	if len(p.Tools) == 0 {
		tools = append(tools, anyName)
	}
	if open {
		for _, tool := range slices.Concat(n.tools[server], n.tools[""]) {
			if len(p.Tools) == 0 || slices.ContainsFunc(p.Tools, func(t rules.Pattern) bool { return t.Match(tool) }) {
				tools = append(tools, tool)
			}
		}
	}
	slices.Sort(tools)
	return slices.Compact(tools)
}
