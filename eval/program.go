package eval

import (
	"sync"
	"sync/atomic"
	"weak"

	"cel.dev/cel-go/cel"
	"cel.dev/cel-go/common/ast"
	"cel.dev/cel-go/common/types"
)

// made is what was made of an expression since it was loaded, as it was needed: most need none of it.
type made struct {
	mu     sync.Mutex
	parsed weak.Pointer[tree]

	planned atomic.Pointer[cel.Program] // cel-go's
	traced  atomic.Pointer[cel.Program] // the same, which keeps the values of its parts

	watching sync.Once
	watched  *watchedProgram // nil where it has no branch but the whole
}

// kept returns what was made of the expression.
func (x *Expr) kept() *made {
	if m := x.made.Load(); m != nil {
		return m
	}
	x.made.CompareAndSwap(nil, &made{})
	return x.made.Load()
}

// node returns the expression as it was parsed, by itself: the numbers of its parts are the same whenever it is.
func (m *made) node(x *Expr) Node {
	m.mu.Lock()
	defer m.mu.Unlock()
	if t := m.parsed.Value(); t != nil {
		return t.root()
	}
	t := partOf(x.file, x.from, x.to).rebuild()
	m.parsed = weak.Make(t)
	return t.root()
}

// program returns cel-go's program, the reference of what the expression comes to. It is made when it is first asked for, which takes
// some hundred microseconds, and kept.
func (x *Expr) program() (cel.Program, error) {
	opts := []cel.ProgramOption{cel.EvalOptions(cel.OptOptimize), scaleFunctions()}
	if x.static > trackedFrom {
		opts = append(opts, cel.CostLimit(MaxExprCost))
	}
	if x.loops {
		opts = append(opts, cel.InterruptCheckFrequency(100))
	}
	return x.once(&x.kept().planned, opts...)
}

// tracing returns a program that keeps the value of every part.
func (x *Expr) tracing() (cel.Program, error) {
	return x.once(&x.kept().traced, scaleFunctions(), cel.EvalOptions(cel.OptTrackState), cel.CostLimit(MaxExprCost))
}

// once plans the expression, unless it is in kept already. Two that come at the same time both do: programs are equal.
func (x *Expr) once(kept *atomic.Pointer[cel.Program], opts ...cel.ProgramOption) (cel.Program, error) {
	if p := kept.Load(); p != nil {
		return *p, nil
	}
	program, err := x.replan(opts...)
	if err != nil {
		return nil, err
	}
	kept.Store(&program)
	return program, nil
}

// replan makes a program of the expression anew.
func (x *Expr) replan(opts ...cel.ProgramOption) (cel.Program, error) {
	n := x.Node()
	f, iss := x.env.check(x.hook, x.scope, keyOf(n.expr), n)
	if iss.Err() != nil {
		return nil, iss.Err()
	}
	return x.scope.PlanProgram(f.own(), opts...)
}

// compileQuick makes the form that does without cel-go, where there is one. What is metered has none.
func (x *Expr) compileQuick(a *ast.AST) {
	if x.static == 0 || x.static > trackedFrom && !x.loops {
		return
	}
	c := &quickCompiler{x: x, ast: a, part: func(e ast.Expr) (cel.Program, error) {
		part := ast.NewCheckedAST(ast.NewAST(e, a.SourceInfo()), a.TypeMap(), a.ReferenceMap())
		return x.scope.PlanProgram(part, cel.EvalOptions(cel.OptOptimize), scaleFunctions())
	}}
	switch {
	case x.typ.IsExactType(types.BoolType):
		if x.quick = c.quickOf(a.Expr()); c.known == 0 {
			x.quick = nil
		}
	case x.typ.IsExactType(types.DurationType):
		x.number = c.number(a.Expr())
	case x.typ.IsExactType(types.StringType):
		x.text = c.text(a.Expr())
	}
	x.foreign, x.charge = c.foreign > 0, x.static-min(c.looped, x.static-1)
	if x.charge > trackedFrom || x.foreign && x.static > trackedFrom { // cel-go has to meter it
		x.quick, x.number, x.text, x.foreign = nil, nil, nil, false
	}
}
