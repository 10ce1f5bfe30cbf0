package eval

import (
	"cel.dev/cel-go/common/ast"
	"cel.dev/cel-go/common/operators"
)

// Compared lists the texts that the expression compares the field at a path with, by == or in, as they stand in it:
// "pricing" of source.server == "pricing". What stands below a ! is left out, and so are loops. Its cost is a walk over the expression.
func (x *Expr) Compared(path string) []string {
	var list []string
	var visit func(e ast.Expr)
	visit = func(e ast.Expr) {
		if e.Kind() == ast.ComprehensionKind {
			return
		}
		if e.Kind() == ast.CallKind {
			call := e.AsCall()
			switch call.FunctionName() {
			case operators.LogicalNot, operators.NotEquals:
				return
			case operators.Equals, operators.In:
				a, b := call.Args()[0], call.Args()[1]
				if pathOf(a, nil) == path {
					list = append(list, literals(b)...)
				} else if pathOf(b, nil) == path {
					list = append(list, literals(a)...)
				}
				return
			}
		}
		for _, c := range children(e) {
			visit(c)
		}
	}
	visit(x.Node().expr)
	return list
}

// literals returns the texts of a literal, or of a list of them.
func literals(e ast.Expr) []string {
	switch e.Kind() {
	case ast.LiteralKind:
		if s, ok := e.AsLiteral().Value().(string); ok {
			return []string{s}
		}
	case ast.ListKind:
		var list []string
		for _, item := range e.AsList().Elements() {
			list = append(list, literals(item)...)
		}
		return list
	default:
	}
	return nil
}
