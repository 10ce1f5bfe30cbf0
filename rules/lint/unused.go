package lint

import (
	"slices"
	"strings"

	"github.com/lacuna-go/lacuna/eval"
	"github.com/lacuna-go/lacuna/internal/spelling"
	"github.com/lacuna-go/lacuna/rules"
)

// unused finds facts and vars that nothing reads, and servers that a condition misspells.
func (l *linter) unused() {
	read := map[string]bool{}
	for _, name := range l.set.Files() {
		pathsOf(l.set.File(name).Root(), read)
	}
	if len(l.set.Policies)+len(l.set.Claims) > 0 {
		l.unusedFacts(read)
	}
	for _, p := range l.set.Policies {
		l.unusedVars(p)
	}
	l.misspelt()
}

// pathsOf collects what a value reads, each path with those that it goes through.
func pathsOf(n eval.Node, into map[string]bool) {
	if n.Shape() == eval.Struct {
		for _, f := range n.Fields() {
			pathsOf(f.Value, into)
		}
		return
	}
	for path := n.Path(); path != ""; {
		into[path] = true
		cut := strings.LastIndexByte(path, '.')
		path = path[:max(cut, 0)]
	}
	for _, o := range n.Operands() {
		pathsOf(o, into)
	}
}

func (l *linter) unusedFacts(read map[string]bool) {
	facts, _ := l.field(l.set.Turn.Pos, "facts")
	for _, e := range facts.Value.Entries() {
		if name, _ := e.Key.Str(); !read["facts."+name] {
			l.report("unused-fact", e.Key, "nothing reads facts.%s: the orchestrator supplies it for nothing", name)
		}
	}
}

func (l *linter) unusedVars(p *rules.Policy) {
	vars, ok := l.field(p.Pos, "vars")
	if !ok {
		return
	}
	read := map[string]bool{}
	pathsOf(l.structs[p.Pos], read)
	for _, e := range vars.Value.Entries() {
		if name, _ := e.Key.Str(); !read["vars."+name] {
			l.report("unused-var", e.Key, "nothing reads vars.%s", name).of(p.Name)
		}
	}
}

// maxMisspelt bounds how many unknown names are compared with those that are known, each of which costs a walk over all of them.
const maxMisspelt = 100

// misspelt finds names of servers that are one slip away from one that a policy is for.
func (l *linter) misspelt() {
	servers := namedBy(l.set).servers
	for server := range l.tools {
		servers = append(servers, server)
	}
	slices.Sort(servers)
	meant := map[string]string{} // what an unknown name was probably meant to be
	visit := func(owner string, n eval.Node) {
		for _, lit := range serversIn(n) {
			name, _ := lit.Str()
			if _, known := slices.BinarySearch(servers, name); known {
				continue
			}
			near, tried := meant[name]
			if !tried && len(meant) < maxMisspelt {
				near = spelling.Nearest(name, servers)
				meant[name] = near
			}
			if near != "" {
				l.report("unknown-server", lit, "no policy is for a server %q", name).of(owner).help("did you mean %q?", near)
			}
		}
	}
	l.eachCondition(func(w written) { visit(w.owner(), w.expr.Node()) })
}

// serversIn lists the literals that a condition compares the name of a server with.
func serversIn(n eval.Node) []eval.Node {
	ops := n.Operands()
	var list []eval.Node
	switch op := n.Op(); {
	case (op == "==" || op == "!=" || op == "in") && len(ops) == 2:
		for i, o := range ops {
			if strings.HasSuffix(o.Path(), ".server") || o.Path() == "turn.cached" {
				list = append(list, literalsOf(ops[1-i])...)
			}
		}
	default:
		for _, o := range ops {
			list = append(list, serversIn(o)...)
		}
	}
	return list
}

func literalsOf(n eval.Node) []eval.Node {
	if _, ok := n.Str(); ok {
		return []eval.Node{n}
	}
	return slices.DeleteFunc(n.Elems(), func(e eval.Node) bool { _, ok := e.Str(); return !ok })
}
