package rules

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/lacuna-go/lacuna/eval"
)

// Edit is one place at which the text of two sets differs: comments, layout, and the order of files and of fields aside.
type Edit struct {
	// Type and Name of the value, as "Policy" and "pricing"; a Turn has no name.
	Type, Name string
	// Path of what differs in it, as "when_unavailable[0].max_age" or `forbid["not in a chat"]`; "" for the whole value, which is
	// only in one of the sets.
	Path string
	// Old and New are the text on one line, and where it stands; "" and the zero Pos where there is none.
	Old, New       string
	OldPos, NewPos eval.Pos
	// OldNode and NewNode are what was written.
	OldNode, NewNode eval.Node
}

// Edits lists what differs between two sets, sorted by type, name and path.
func Edits(before, after *Set) []Edit {
	a, b := before.values(), after.values()
	var l edits
	for key := range keysOf(a, b) {
		l.value(key, a[key], b[key])
	}
	slices.SortStableFunc(l, func(a, b Edit) int {
		return cmp.Or(cmp.Compare(a.Type, b.Type), cmp.Compare(a.Name, b.Name), cmp.Compare(a.Path, b.Path))
	})
	return l
}

// valueKey names a value of a set.
type valueKey struct{ typ, name string }

// values are the literals of the set's files.
func (s *Set) values() map[valueKey]eval.Node {
	out := map[valueKey]eval.Node{}
	for _, f := range s.files {
		roots := []eval.Node{f.Root()}
		if f.Root().Shape() == eval.List {
			roots = f.Root().Elems()
		}
		for _, n := range roots {
			name, _ := fieldNamed(n, "name").Str()
			out[valueKey{n.TypeName(), name}] = n
		}
	}
	return out
}

func fieldNamed(n eval.Node, name string) eval.Node {
	for _, f := range n.Fields() {
		if f.Name == name {
			return f.Value
		}
	}
	return eval.Node{}
}

func keysOf[K comparable, V any](a, b map[K]V) map[K]bool {
	keys := map[K]bool{}
	for k := range a {
		keys[k] = true
	}
	for k := range b {
		keys[k] = true
	}
	return keys
}

type edits []Edit

func (l *edits) value(key valueKey, a, b eval.Node) {
	if a.Valid() && b.Valid() {
		l.node(key, "", a, b)
		return
	}
	l.add(key, "", a, b)
}

func (l *edits) add(key valueKey, path string, a, b eval.Node) {
	*l = append(*l, Edit{key.typ, key.name, path, textOf(a), textOf(b), a.Pos(), b.Pos(), a, b})
}

// whole are the fields whose lists are compared as a whole: the place in them means nothing.
var whole = []string{"server", "tools", "kinds", "store.key"}

// node descends as far as both are made of the same parts.
func (l *edits) node(key valueKey, path string, a, b eval.Node) {
	switch {
	case a.Valid() && b.Valid() && slices.Contains(whole, path):
		if textOf(a) != textOf(b) {
			l.add(key, path, a, b)
		}
	case a.Valid() && b.Valid() && path == "when_unavailable" && a.Shape() == eval.List && b.Shape() == eval.List:
		l.steps(key, path, a.Elems(), b.Elems())
	case a.Valid() && b.Valid() && a.Shape() == b.Shape() && a.TypeName() == b.TypeName() && divides(a.Shape()):
		x, y := partsOf(a, path), partsOf(b, path)
		for _, part := range slices.Sorted(maps.Keys(keysOf(x, y))) {
			l.node(key, part, x[part], y[part])
		}
	case textOf(a) != textOf(b):
		l.add(key, path, a, b)
	}
}

func divides(s eval.Shape) bool { return s == eval.Struct || s == eval.Map || s == eval.List }

// partsOf are the parts of a literal by their paths.
func partsOf(n eval.Node, path string) map[string]eval.Node {
	parts := map[string]eval.Node{}
	for _, f := range n.Fields() {
		parts[strings.TrimPrefix(path+"."+f.Name, ".")] = f.Value
	}
	for _, e := range n.Entries() {
		key, ok := e.Key.Str()
		if !ok {
			key = textOf(e.Key)
		}
		parts[fmt.Sprintf("%s[%q]", path, key)] = e.Value
	}
	for i, e := range n.Elems() {
		parts[fmt.Sprintf("%s[%d]", path, i)] = e
	}
	return parts
}

// textOf is a node on one line, without comments.
func textOf(n eval.Node) string {
	if !n.Valid() {
		return ""
	}
	if _, ok := n.Str(); ok {
		return n.Text()
	}
	var lines []string
	for line := range strings.Lines(n.Text()) {
		if !strings.HasPrefix(strings.TrimSpace(line), "//") {
			lines = append(lines, line)
		}
	}
	return strings.Join(strings.Fields(strings.Join(lines, "")), " ")
}

// Applying lists the policies that have a say for the plan's tool, by name.
func (p *Plan) Applying() []string {
	var names []string
	for _, m := range p.set.index.matches(p.Server, p.Tool) {
		names = append(names, m.policy.Name)
	}
	slices.Sort(names)
	return slices.Compact(names)
}
