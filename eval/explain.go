package eval

import (
	"slices"

	"cel.dev/cel-go/common/ast"
	"cel.dev/cel-go/common/types"
)

// Operand is a part of an expression with the value that it had.
type Operand struct {
	Pos  Pos
	Text string
	// Value is plain Go data, as [Expr.Any] gives it; an error's text where the part erred.
	Value any
}

// Explanation says what an expression came to, and why.
type Explanation struct {
	Value    any
	Fault    *Fault
	Operands []Operand
}

// Explain evaluates like the other methods and reports the value of every operand that was evaluated, in the order of
// the file, literals left out. The cost limit stays on. Within a loop the last round's values are given.
func (x *Expr) Explain(in *Input) Explanation {
	if x.parts != nil {
		return x.explainParts(in)
	}
	if fault := x.before(in); fault != nil {
		return Explanation{Fault: fault}
	}
	program, err := x.tracing()
	if err != nil {
		return Explanation{Fault: x.fault(err)}
	}
	val, det, err := program.Eval(in)
	x.meter(in, det)
	out := Explanation{}
	if err != nil {
		out.Fault = x.fault(err)
	} else {
		out.Value = plain(val)
	}
	if det == nil || det.State() == nil {
		return out
	}
	whole := x.Node()
	whole.eachWritten(whole.expr, func(e ast.Expr) {
		v, ok := det.State().Value(e.ID())
		if !ok || types.IsUnknown(v) {
			return
		}
		if _, isObject := v.(*object); isObject {
			return
		}
		n := Node{whole.tree, e, -1}
		value := plain(v)
		if e, ok := v.(*types.Err); ok {
			value = "error: " + e.String()
		}
		out.Operands = append(out.Operands, Operand{n.Pos(), n.Text(), value})
	})
	slices.SortStableFunc(out.Operands, func(a, b Operand) int { return a.Pos.Compare(b.Pos) })
	return out
}

func (x *Expr) explainParts(in *Input) Explanation {
	var out Explanation
	var values []any
	for _, p := range x.parts {
		part := p.Explain(in)
		out.Operands = append(out.Operands, part.Operands...)
		values = append(values, part.Value)
		if out.Fault == nil {
			out.Fault = part.Fault
		}
	}
	if out.Fault == nil {
		out.Value = values
	}
	return out
}

// eachWritten visits the sub-expressions as they stand in the file: of a macro its call, not its expansion.
func (n Node) eachWritten(e ast.Expr, visit func(ast.Expr)) {
	info := n.tree.ast.SourceInfo()
	if m, ok := info.GetMacroCall(e.ID()); ok {
		visit(e)
		for _, c := range children(m) {
			n.eachWritten(c, visit)
		}
		return
	}
	if e.Kind() != ast.LiteralKind && e.Kind() != ast.UnspecifiedExprKind {
		visit(e)
	}
	for _, c := range children(e) {
		n.eachWritten(c, visit)
	}
}
