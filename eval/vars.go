package eval

import (
	"fmt"
	"slices"
	"strings"

	"cel.dev/cel-go/cel"
	"cel.dev/cel-go/common/ast"
	"cel.dev/cel-go/common/types"
	"cel.dev/cel-go/common/types/ref"
)

// Named is an entry of a policy's vars.
type Named struct {
	Name string
	Pos  Pos
	Node Node
}

// Vars are the compiled vars of one policy: evaluated lazily, and at most once per decision. They may read one
// another in any order, without cycles. A nil *Vars has none.
type Vars struct {
	env     *Env
	entries map[string]*varEntry
	all     *class // every entry: what hooks with a call see
	list    *class // the entries that do not read the call: what the list hook sees
	hooks   map[Hook]*cel.Env
}

type varEntry struct {
	name string
	node Node
	pos  Pos
	deps []string
	// callOnly names what the entry reads, itself or through another, that the list hook has not.
	callOnly string
	expr     *Expr
}

// Vars compiles a policy's vars. Every fault of every entry is reported; entries without a fault work.
func (e *Env) Vars(policy string, entries []Named) (*Vars, []Problem) {
	v := &Vars{env: e, entries: map[string]*varEntry{}, all: newClass("vars"), list: newClass("vars"), hooks: map[Hook]*cel.Env{}}
	var problems []Problem
	for _, n := range entries {
		v.entries[n.Name] = &varEntry{name: n.Name, node: n.Node, pos: n.Pos, deps: varReferences(n.Node.expr)}
	}
	order, cycle := v.order()
	if cycle != nil {
		return v, []Problem{{cycle[0].pos, "vars read each other in a circle: " + cyclePath(cycle)}}
	}
	for _, entry := range order {
		expr, faults := e.Compile(HookCall, WantAny, v, entry.node)
		if faults != nil {
			problems = append(problems, faults...)
			continue
		}
		if fault := expr.AlwaysErrs(); fault != nil {
			problems = append(problems, Problem{fault.Pos, fmt.Sprintf("vars.%s never comes to a value: %s", entry.name, fault.Message)})
			continue
		}
		v.add(entry, expr)
	}
	return v, problems
}

// All returns the entries that compiled, by name in the order of the file.
func (v *Vars) All() []NamedExpr {
	if v == nil {
		return nil
	}
	var list []NamedExpr
	for _, e := range v.entries {
		if e.expr != nil {
			list = append(list, NamedExpr{e.name, e.pos, e.expr})
		}
	}
	slices.SortFunc(list, func(a, b NamedExpr) int { return a.Pos.Compare(b.Pos) })
	return list
}

// NamedExpr is a compiled entry of vars.
type NamedExpr struct {
	Name string
	// Pos of the name.
	Pos  Pos
	Expr *Expr
}

func (v *Vars) add(entry *varEntry, expr *Expr) {
	entry.expr = expr
	entry.callOnly = expr.callOnly()
	for _, d := range entry.deps {
		if dep := v.entries[d]; dep != nil && entry.callOnly == "" {
			entry.callOnly = dep.callOnly
		}
	}
	f := ownField(entry.name, expr.typ, func(o *object) (ref.Val, error) { return o.in.memo.value(entry, o.in) })
	v.all.fields[entry.name] = f
	if entry.callOnly == "" {
		v.list.fields[entry.name] = f
	}
}

// order sorts the entries so that each comes after those it reads, ties by name; a cycle is returned instead.
func (v *Vars) order() (order, cycle []*varEntry) {
	names := make([]string, 0, len(v.entries))
	for n := range v.entries {
		names = append(names, n)
	}
	slices.Sort(names)
	done := map[string]bool{}
	var path []*varEntry
	var visit func(name string) bool
	visit = func(name string) bool {
		entry := v.entries[name]
		if entry == nil || done[name] {
			return true
		}
		if i := slices.Index(path, entry); i >= 0 {
			cycle = path[i:]
			return false
		}
		path = append(path, entry)
		for _, d := range entry.deps {
			if !visit(d) {
				return false
			}
		}
		path = path[:len(path)-1]
		done[name] = true
		order = append(order, entry)
		return true
	}
	for _, n := range names {
		if !visit(n) {
			return nil, cycle
		}
	}
	return order, nil
}

func cyclePath(cycle []*varEntry) string {
	var names []string
	for _, c := range cycle {
		names = append(names, "vars."+c.name)
	}
	return strings.Join(append(names, "vars."+cycle[0].name), " -> ")
}

func varReferences(e ast.Expr) []string {
	var names []string
	if e == nil {
		return nil
	}
	walk(e, func(e ast.Expr) {
		if e.Kind() != ast.SelectKind {
			return
		}
		s := e.AsSelect()
		if s.Operand().Kind() == ast.IdentKind && s.Operand().AsIdent() == "vars" {
			names = append(names, s.FieldName())
		}
	})
	slices.Sort(names)
	return slices.Compact(names)
}

func (v *Vars) classFor(h Hook) *class {
	if h == HookList {
		return v.list
	}
	return v.all
}

// hookEnv returns the hook's environment with this policy's vars in it.
func (v *Vars) hookEnv(h Hook) (*cel.Env, error) {
	if v == nil || len(v.entries) == 0 {
		return nil, nil
	}
	if env := v.hooks[h]; env != nil {
		return env, nil
	}
	c := v.classFor(h)
	env, err := v.env.hooks[h].Extend(cel.Types(c), cel.Variable("vars", types.NewObjectType(c.TypeName())))
	if err != nil {
		return nil, fmt.Errorf("vars: %w", err)
	}
	v.hooks[h] = env
	return env, nil
}

// memo keeps the values of vars for one decision.
type memo struct{ values []memoValue }

type memoValue struct {
	entry *varEntry
	val   ref.Val
	fault *Fault
}

func (m *memo) reset() { m.values = m.values[:0] }

func (m *memo) value(entry *varEntry, in *Input) (ref.Val, error) {
	for _, v := range m.values {
		if v.entry == entry {
			return v.result()
		}
	}
	val, fault := entry.expr.eval(in)
	v := memoValue{entry, val, fault}
	m.values = append(m.values, v)
	return v.result()
}

func (v memoValue) result() (ref.Val, error) {
	if v.fault != nil {
		return nil, v.fault // a *Fault keeps its own position: the definition's
	}
	return v.val, nil
}
