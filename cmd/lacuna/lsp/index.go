package lsp

import (
	"path"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/lacuna-go/lacuna/eval"
)

// index says what the files of a set declare, and where. It is immutable.
type index struct {
	files map[string]*eval.File // by the name in positions, each as it last parsed

	purposes   []string // as members of Purpose
	facts      map[string]declaration
	policies   map[string]declaration
	conditions map[string]declaration // by policy/key
	tools      map[string]declaration // the policies of tools, by server/tool
	constants  map[string]declaration // purposes, by member
}

// declaration is something that rules can name.
type declaration struct {
	name, typ, doc string
	pos            eval.Pos
	runes          int // how long it is
}

func newIndex(files map[string]*eval.File) *index {
	x := &index{
		files: files, facts: map[string]declaration{}, policies: map[string]declaration{}, conditions: map[string]declaration{},
		tools: map[string]declaration{}, constants: map[string]declaration{},
	}
	for _, f := range files {
		for _, n := range rootsOf(f) {
			x.root(f, n)
		}
	}
	if x.purposes == nil {
		x.purposes = []string{"CHAT"}
	}
	return x
}

// rootsOf are the literals of a file.
func rootsOf(f *eval.File) []eval.Node {
	root := f.Root()
	if root.Shape() == eval.List {
		return root.Elems()
	}
	return []eval.Node{root}
}

func (x *index) root(f *eval.File, n eval.Node) {
	fields := map[string]eval.Node{}
	for _, field := range n.Fields() {
		fields[field.Name] = field.Value
	}
	switch n.TypeName() {
	case "Turn":
		x.turn(f, fields)
	case "Policy", "Claims", "Known":
		name, ok := fields["name"].Str()
		if !ok {
			return
		}
		doc, _ := fields["doc"].Str()
		at := fields["name"]
		x.policies[name] = declaration{name, n.TypeName(), doc, at.Pos(), runes(at)}
		for _, group := range []string{"forbid", "require", "unavailable_when", "sourced_by", "unless"} {
			x.keys(name, fields[group])
		}
		for _, step := range fields["when_unavailable"].Elems() {
			for _, field := range step.Fields() {
				if field.Name == "require" {
					x.keys(name, field.Value)
				}
			}
		}
		x.toolsOf(x.policies[name], fields)
	}
}

func (x *index) turn(f *eval.File, fields map[string]eval.Node) {
	for _, e := range fields["facts"].Entries() {
		name, _ := e.Key.Str()
		typ := e.Value.Text()
		if inner, ok := strings.CutPrefix(typ, "["); ok {
			typ = "list of " + strings.TrimSuffix(inner, "]")
		}
		x.facts[name] = declaration{name, typ, remark(f, e.Key.Pos()), e.Key.Pos(), runes(e.Key)}
	}
	for _, e := range fields["purposes"].Elems() {
		if name, ok := e.Str(); ok {
			member := strings.ToUpper(name)
			x.purposes = append(x.purposes, member)
			x.constants[member] = declaration{member, "Purpose", "", e.Pos(), runes(e)}
		}
	}
}

// remark is the comment at the end of a line.
func remark(f *eval.File, at eval.Pos) string {
	for _, t := range eval.Tokens(f.Line(at.Line)) {
		if t.Kind == eval.TokenComment {
			return strings.TrimSpace(strings.TrimPrefix(t.Text, "//"))
		}
	}
	return ""
}

func (x *index) keys(policy string, conditions eval.Node) {
	for _, e := range conditions.Entries() {
		if key, ok := e.Key.Str(); ok {
			x.conditions[policy+"/"+key] = declaration{key, "", e.Value.Text(), e.Key.Pos(), runes(e.Key)}
		}
	}
}

func (x *index) toolsOf(policy declaration, fields map[string]eval.Node) {
	for _, server := range append(fields["server"].Elems(), fields["server"]) {
		for _, tool := range fields["tools"].Elems() {
			s, ok := server.Str()
			t, named := tool.Str()
			if ok && named {
				x.tools[s+"/"+t] = policy
			}
		}
	}
}

func runes(n eval.Node) int { return utf8.RuneCountInString(n.Text()) }

// span is where a declaration stands, in the units of the protocol.
func (x *index) span(d declaration) span {
	f := x.files[d.pos.File]
	if f == nil {
		return span{}
	}
	line := newText(f.Line(d.pos.Line))
	s := line.span(d.pos.Col-1, d.pos.Col-1+d.runes)
	s.Start.Line, s.End.Line = d.pos.Line-1, d.pos.Line-1
	return s
}

// names are the names of declarations, sorted.
func names(all map[string]declaration) []string {
	var list []string
	for name := range all {
		list = append(list, name)
	}
	slices.Sort(list)
	return list
}

func isPolicyFile(name string) bool { return path.Ext(name) == ".cel" }
