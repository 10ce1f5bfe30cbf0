package main

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/lacuna-go/lacuna/engine/mcpadapter"
	"github.com/lacuna-go/lacuna/eval"
	"github.com/lacuna-go/lacuna/rules"
)

// toolCheck compares policies with the tools that servers list.
type toolCheck struct {
	lint
	tools map[string]map[string]mcpadapter.Shape // by server and tool
}

// readTools reads files of tools: a snapshot, or, as server=file, what one server's tools/list returned.
func readTools(files []string) (map[string]map[string]mcpadapter.Shape, error) {
	all := map[string]map[string]mcpadapter.Shape{}
	for _, arg := range files {
		server, file, named := strings.Cut(arg, "=")
		if !named {
			server, file = "", arg
		}
		s, err := mcpadapter.ReadSnapshot(file)
		if err != nil {
			return nil, err
		}
		for name, tools := range s {
			if name == "" {
				name = server
			}
			if name == "" {
				return nil, fmt.Errorf("%s is the list of one server: say which, as pricing=%s", file, file)
			}
			if all[name] == nil {
				all[name] = map[string]mcpadapter.Shape{}
			}
			for _, t := range tools {
				all[name][t.Name] = mcpadapter.ShapeOf(t)
			}
		}
	}
	return all, nil
}

// toolWarnings lists where policies and tools do not fit.
func toolWarnings(set *rules.Set, tools map[string]map[string]mcpadapter.Shape) []eval.Problem {
	c := &toolCheck{lint{set: set}, tools}
	c.uncovered()
	nodes := c.policyNodes()
	for _, p := range set.Policies {
		c.missing(p)
		if n, ok := nodes[p.Name]; ok {
			c.arguments(p, n)
			c.targets(n)
		}
	}
	return eval.SortProblems(c.found)
}

// policyNodes finds each policy where it is written.
func (c *toolCheck) policyNodes() map[string]eval.Node {
	nodes := map[string]eval.Node{}
	for _, name := range c.set.Files() {
		root := c.set.File(name).Root()
		for _, n := range append(root.Elems(), root) {
			for _, f := range n.Fields() {
				if text, ok := f.Value.Str(); ok && f.Name == "name" && n.TypeName() == "Policy" {
					nodes[text] = n
				}
			}
		}
	}
	return nodes
}

func (c *toolCheck) uncovered() {
	for _, server := range slices.Sorted(maps.Keys(c.tools)) {
		for _, tool := range slices.Sorted(maps.Keys(c.tools[server])) {
			if !c.set.Plan(server, tool).Covered {
				c.warn(eval.Pos{}, "no policy covers %s/%s: it is a write, without retry, that fails hard", server, tool)
			}
		}
	}
}

// missing finds selectors that select nothing.
func (c *toolCheck) missing(p *rules.Policy) {
	for _, server := range p.Servers {
		if c.tools[server] == nil {
			c.warn(p.Pos, "policy %q is for a server %q that the tools do not have%s", p.Name, server,
				suggest(server, slices.Sorted(maps.Keys(c.tools))))
		}
	}
	for _, pattern := range p.Tools {
		found, known := false, false
		var names []string
		for server, tools := range c.tools {
			if len(p.Servers) > 0 && !slices.Contains(p.Servers, server) {
				continue
			}
			known = true
			for tool := range tools {
				names = append(names, tool)
				found = found || pattern.Match(tool)
			}
		}
		if known && !found {
			slices.Sort(names)
			c.warn(pattern.Pos, "policy %q is for a tool %q that its servers do not have%s", p.Name, pattern, suggest(pattern.Text, names))
		}
	}
}

func suggest(word string, among []string) string {
	if near := eval.Nearest(word, among); near != "" {
		return fmt.Sprintf("; did you mean %q?", near)
	}
	return ""
}

// shapes are the tools that a policy applies to, sorted by name.
func (c *toolCheck) shapes(p *rules.Policy) (names []string, shapes []mcpadapter.Shape) {
	for _, server := range slices.Sorted(maps.Keys(c.tools)) {
		if len(p.Servers) > 0 && !slices.Contains(p.Servers, server) {
			continue
		}
		for _, tool := range slices.Sorted(maps.Keys(c.tools[server])) {
			if len(p.Tools) == 0 || slices.ContainsFunc(p.Tools, func(t rules.Pattern) bool { return t.Match(tool) }) {
				names, shapes = append(names, server+"/"+tool), append(shapes, c.tools[server][tool])
			}
		}
	}
	return names, shapes
}

// arguments finds what a policy reads of call.args and no tool of its takes.
func (c *toolCheck) arguments(p *rules.Policy, n eval.Node) {
	names, shapes := c.shapes(p)
	if len(shapes) == 0 {
		return
	}
	for _, arg := range n.Arguments() {
		if slices.ContainsFunc(shapes, func(s mcpadapter.Shape) bool { return s.Has(arg.Path) }) {
			continue
		}
		var declared []string
		for _, s := range shapes {
			declared = append(declared, s.Names()...)
		}
		slices.Sort(declared)
		c.warn(arg.Pos, "%s takes no argument %s%s", strings.Join(names, ", "), arg, suggest(arg.Path[0], slices.Compact(declared)))
	}
}

// targets compares the arguments of fallbacks with what their tools take.
func (c *toolCheck) targets(n eval.Node) {
	for _, f := range n.Fields() {
		if f.Name != "when_unavailable" {
			continue
		}
		for _, step := range f.Value.Elems() {
			if step.TypeName() == "UseTool" {
				c.target(step)
			}
		}
	}
}

func (c *toolCheck) target(step eval.Node) {
	var server, tool string
	var args eval.Node
	for _, f := range step.Fields() {
		switch f.Name {
		case "server":
			server, _ = f.Value.Str()
		case "tool":
			tool, _ = f.Value.Str()
		case "args":
			args = f.Value
		}
	}
	tools := c.tools[server]
	if tools == nil {
		return // a server that is not there is the matter of its own policy
	}
	shape, ok := tools[tool]
	if !ok {
		c.warn(step.Pos(), "%s has no tool %q, which is to be the fallback%s", server, tool, suggest(tool, slices.Sorted(maps.Keys(tools))))
		return
	}
	if !args.Valid() || args.Shape() != eval.Map {
		return
	}
	var given []string
	for _, e := range args.Entries() {
		name, isText := e.Key.Str()
		if !isText {
			return
		}
		given = append(given, name)
		if !shape.Has([]string{name}) {
			c.warn(e.Key.Pos(), "%s/%s takes no argument %s%s", server, tool, name, suggest(name, shape.Names()))
		}
	}
	for _, need := range shape.Required() {
		if !slices.Contains(given, need) {
			c.warn(args.Pos(), "%s/%s needs the argument %s, which is not given", server, tool, need)
		}
	}
}
