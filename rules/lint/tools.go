package lint

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/lacuna-go/lacuna/eval"
	"github.com/lacuna-go/lacuna/internal/spelling"
	"github.com/lacuna-go/lacuna/rules"
)

// listedTool is a tool that a server lists, by "server/tool".
type listedTool struct {
	name  string
	shape Shape
}

// toolsOf are the listed tools that a policy applies to, sorted by name.
func (l *linter) toolsOf(p *rules.Policy) []listedTool {
	var list []listedTool
	for _, server := range slices.Sorted(maps.Keys(l.tools)) {
		if len(p.Servers) > 0 && !slices.Contains(p.Servers, server) {
			continue
		}
		for _, tool := range slices.Sorted(maps.Keys(l.tools[server])) {
			if len(p.Tools) == 0 || slices.ContainsFunc(p.Tools, func(t rules.Pattern) bool { return t.Match(tool) }) {
				list = append(list, listedTool{server + "/" + tool, l.tools[server][tool]})
			}
		}
	}
	return list
}

// listed finds where policies and tools do not fit.
func (l *linter) listed() {
	for _, server := range slices.Sorted(maps.Keys(l.tools)) {
		for _, tool := range slices.Sorted(maps.Keys(l.tools[server])) {
			if !l.set.Plan(server, tool).Covered {
				l.reportAt("tool-uncovered", eval.Pos{}, eval.Pos{}, "no policy covers %s/%s: it is a write, without retry, that fails hard", server, tool)
			}
		}
	}
	for _, p := range l.set.Policies {
		l.missing(p)
		l.unknownArguments(p)
		for _, step := range p.WhenUnavailable.Value() {
			if step.Kind == eval.StepUseTool {
				l.target(p, step)
			}
		}
	}
}

// missing finds selectors that select nothing.
func (l *linter) missing(p *rules.Policy) {
	f, _ := l.field(p.Pos, "server")
	for _, lit := range literalsOf(f.Value) {
		if server, _ := lit.Str(); l.tools[server] == nil {
			near(l.report("selector-without-tool", lit, "policy %q is for a server %q that the tools do not have", p.Name, server).of(p.Name),
				server, slices.Sorted(maps.Keys(l.tools)))
		}
	}
	for _, pattern := range p.Tools {
		found, known := false, false
		var names []string
		for server, tools := range l.tools {
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
			near(l.reportAt("selector-without-tool", pattern.Pos, eval.Pos{}, "policy %q is for a tool %q that its servers do not have", p.Name, pattern).of(p.Name),
				pattern.Text, names)
		}
	}
}

// near suggests the one that a word was probably meant to be.
func near(r reported, word string, among []string) {
	if n := spelling.Nearest(word, among); n != "" {
		r.help("did you mean %q?", n)
	}
}

// unknownArguments finds what a policy reads of call.args and no tool of its takes.
func (l *linter) unknownArguments(p *rules.Policy) {
	tools := l.toolsOf(p)
	if len(tools) == 0 {
		return
	}
	var names, declared []string
	for _, t := range tools {
		names, declared = append(names, t.name), append(declared, t.shape.Names()...)
	}
	slices.Sort(declared)
	for _, arg := range l.structs[p.Pos].Arguments() {
		if !slices.ContainsFunc(tools, func(t listedTool) bool { return t.shape.Has(arg.Path) }) {
			near(l.reportAt("unknown-argument", arg.Pos, eval.Pos{}, "%s takes no argument %s", strings.Join(names, ", "), arg).of(p.Name),
				arg.Path[0], slices.Compact(declared))
		}
	}
}

// target compares a fallback with the tool that it calls.
func (l *linter) target(p *rules.Policy, step rules.Step) {
	for _, server := range l.targetServers(p, step) {
		tools := l.tools[server]
		if tools == nil {
			continue // a server that is not there is the matter of its own policy
		}
		shape, ok := tools[step.Tool]
		if !ok {
			near(l.report("fallback-without-tool", l.structs[step.Pos], "%s has no tool %q, which is to be the fallback", server, step.Tool).of(p.Name),
				step.Tool, slices.Sorted(maps.Keys(tools)))
			continue
		}
		l.targetArguments(p, step, fmt.Sprintf("%s/%s", server, step.Tool), shape)
	}
}

// targetServers are the servers that a fallback may go to.
func (l *linter) targetServers(p *rules.Policy, step rules.Step) []string {
	if step.Server != "" {
		return []string{step.Server}
	}
	return p.Servers
}

// targetArguments compares what a fallback hands over, which is laid over the call's own arguments.
func (l *linter) targetArguments(p *rules.Policy, step rules.Step, name string, shape Shape) {
	f, given := l.field(step.Pos, "args")
	if !given {
		return
	}
	var handed []string
	for _, e := range f.Value.Entries() {
		arg, _ := e.Key.Str()
		handed = append(handed, arg)
		if !shape.Has([]string{arg}) {
			near(l.report("fallback-arguments", e.Key, "%s takes no argument %s", name, arg).of(p.Name), arg, shape.Names())
		}
	}
	for _, need := range shape.Required() {
		if !slices.Contains(handed, need) && !l.always(p, need) {
			l.report("fallback-arguments", f.Value, "%s needs the argument %s, which is not given", name, need).of(p.Name)
		}
	}
}

// always reports whether every listed tool of a policy requires an argument, so that its calls have it.
func (l *linter) always(p *rules.Policy, argument string) bool {
	tools := l.toolsOf(p)
	return len(tools) > 0 && !slices.ContainsFunc(tools, func(t listedTool) bool { return !slices.Contains(t.shape.Required(), argument) })
}
