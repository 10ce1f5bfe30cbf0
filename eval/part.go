package eval

import (
	"strings"

	"cel.dev/cel-go/common/ast"
	"cel.dev/cel-go/common/operators"
)

// Operator returns the operator at the top of an expression and its place: "&&", "==", "!", "?" and the like; "" where there is
// none.
func (n Node) Operator() (string, Pos) {
	if n.expr == nil || n.expr.Kind() != ast.CallKind {
		return "", Pos{}
	}
	if _, macro := n.tree.ast.SourceInfo().GetMacroCall(n.expr.ID()); macro {
		return "", Pos{}
	}
	name := n.expr.AsCall().FunctionName()
	at := n.tree.tokenOf(n.expr.ID())
	if at < 0 {
		return "", Pos{}
	}
	pos := n.tree.pos(n.tree.tokens[at].from)
	switch op, binary := operators.FindReverseBinaryOperator(name); {
	case binary:
		return op, pos
	case name == operators.Conditional:
		return "?", pos
	case name == operators.LogicalNot, name == operators.Negate:
		return strings.TrimSuffix(name, "_"), pos
	}
	return "", Pos{}
}

// Parts returns the direct sub-expressions as they are written: the operands of an operator, the receiver and arguments of a
// call, what a field is selected of, the elements of a list. Of a macro they are those of its call, not of what it expands to.
func (n Node) Parts() []Node {
	if n.expr == nil {
		return nil
	}
	e := n.expr
	if m, ok := n.tree.ast.SourceInfo().GetMacroCall(e.ID()); ok {
		e = m
	}
	var list []Node
	for _, c := range children(e) {
		if c.Kind() != ast.UnspecifiedExprKind {
			list = append(list, Node{n.tree, c, -1})
		}
	}
	return list
}
