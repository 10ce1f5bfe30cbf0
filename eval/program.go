package eval

import (
	"sync/atomic"

	"cel.dev/cel-go/cel"
	"cel.dev/cel-go/common/ast"
	"cel.dev/cel-go/common/types"
)

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
	return x.once(&x.planned, opts...)
}

// tracing returns a program that keeps the value of every part.
func (x *Expr) tracing() (cel.Program, error) {
	return x.once(&x.traced, scaleFunctions(), cel.EvalOptions(cel.OptTrackState), cel.CostLimit(MaxExprCost))
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
	f, iss := x.env.check(x.hook, x.scope, keyOf(x.node.expr), x.node)
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
