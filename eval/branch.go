package eval

import (
	"cel.dev/cel-go/cel"
	"cel.dev/cel-go/common/ast"
	"cel.dev/cel-go/common/operators"
	"cel.dev/cel-go/common/types"
	"cel.dev/cel-go/common/types/ref"
	"cel.dev/cel-go/interpreter"
)

// Branch is a part of an expression whose truth decides the way: the whole of a condition, an operand of && or ||, or what
// stands before the ? of a choice.
type Branch struct {
	Pos Pos
	// Text as written, with the parentheses around it.
	Text string
	// Whole: it is all of the expression.
	Whole bool

	id int64
}

// Branches lists the branches of the expression in the order of the file, the whole of a condition first; none of an
// expression that decides nothing. Operands that are literals are left out. It costs one walk of the tree.
func (x *Expr) Branches() []Branch {
	var list []Branch
	n := x.Node()
	if x.want == WantBool || x.typ.IsExactType(cel.BoolType) {
		list = append(list, n.branchOf(n.expr))
		list[0].Whole, list[0].Pos, list[0].Text = true, x.Pos(), x.Source()
	}
	n.branches(n.expr, &list)
	return list
}

func (n Node) branchOf(e ast.Expr) Branch {
	part := Node{n.tree, e, -1}
	return Branch{Pos: part.Pos(), Text: part.Text(), id: e.ID()}
}

// branches adds those inside e, macros as they are written.
func (n Node) branches(e ast.Expr, list *[]Branch) {
	if m, ok := n.tree.ast.SourceInfo().GetMacroCall(e.ID()); ok {
		e = m
	}
	op, args := "", children(e)
	if e.Kind() == ast.CallKind {
		op = e.AsCall().FunctionName()
	}
	for i, arg := range args {
		decides := op == operators.LogicalAnd || op == operators.LogicalOr || op == operators.Conditional && i == 0
		chained := arg.Kind() == ast.CallKind && arg.AsCall().FunctionName() == op && op != operators.Conditional
		if decides && !chained && arg.Kind() != ast.LiteralKind {
			*list = append(*list, n.branchOf(arg))
		}
		n.branches(arg, list)
	}
}

// watchedProgram is an expression whose branches tell what they come to.
type watchedProgram struct {
	program cel.Program
	count   int
}

// watch returns the expression as planWatched makes it, once.
func (x *Expr) watch() *watchedProgram {
	m := x.kept()
	m.watching.Do(func() { m.watched = x.planWatched() })
	return m.watched
}

// planWatched plans the expression so that each branch tells what it comes to, in loops every time.
func (x *Expr) planWatched() *watchedProgram {
	branches := x.Branches()
	if len(branches) == 0 || len(branches) == 1 && branches[0].Whole {
		return nil
	}
	index := map[int64]int{}
	for i, b := range branches {
		index[b.id] = i
	}
	watch := func(i interpreter.InterpretableV2) (interpreter.InterpretableV2, error) {
		n, ok := index[i.ID()]
		if _, twice := i.(*probe); !ok || twice {
			return i, nil
		}
		return &probe{i, n}, nil
	}
	program, err := x.replan(scaleFunctions(), cel.CostLimit(MaxExprCost), cel.CustomDecoratorV2(watch))
	if err != nil { // it was planned before
		return nil
	}
	return &watchedProgram{program, len(branches)}
}

// probe is a branch of a watched expression.
type probe struct {
	interpreter.InterpretableV2
	branch int
}

// Exec implements interpreter.InterpretableV2.
func (p *probe) Exec(frame *interpreter.ExecutionFrame) ref.Val {
	v := p.InterpretableV2.Exec(frame)
	if in, ok := frame.ResolveName("@in"); ok {
		in.(*inputValue).in.seen[p.branch] |= sideOf(v)
	}
	return v
}

// Eval implements interpreter.Interpretable.
func (p *probe) Eval(vars interpreter.Activation) ref.Val {
	return interpreter.EvalActivation(vars, p.Exec)
}

func sideOf(v ref.Val) Sides {
	switch v := v.(type) {
	case types.Bool:
		if v {
			return SawTrue
		}
		return SawFalse
	case *types.Err:
		return SawError
	}
	return SawValue
}
