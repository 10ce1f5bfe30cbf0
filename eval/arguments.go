package eval

import (
	"cmp"
	"slices"
	"strings"

	"cel.dev/cel-go/common/ast"
	"cel.dev/cel-go/common/operators"
)

// Argument is a place where a rule reads an argument of the call.
type Argument struct {
	// Path of the argument, outermost first, as far as the rule names it: call.args.items[0].sku is items.
	Path []string
	Pos  Pos
}

// String returns the path as items.sku.
func (a Argument) String() string { return strings.Join(a.Path, ".") }

// Arguments lists what a value reads of call.args, also by call.money, sorted by position. A nested read counts once, with its
// longest path.
func (n Node) Arguments() []Argument {
	var found []Argument
	var visit func(e ast.Expr)
	visit = func(e ast.Expr) {
		if macro, ok := n.tree.ast.SourceInfo().GetMacroCall(e.ID()); ok { // as written, not as it was expanded
			for _, c := range children(macro) {
				visit(c)
			}
			return
		}
		if path, ok := argumentPath(e); ok && len(path) > 0 {
			found = append(found, Argument{path, Node{n.tree, e, -1}.Pos()})
			return
		}
		found = append(found, n.moneyArguments(e)...)
		for _, c := range children(e) {
			visit(c)
		}
	}
	visit(n.expr)
	slices.SortStableFunc(found, func(a, b Argument) int {
		return cmp.Or(cmp.Compare(a.Pos.Line, b.Pos.Line), cmp.Compare(a.Pos.Col, b.Pos.Col), cmp.Compare(a.String(), b.String()))
	})
	return slices.CompactFunc(found, func(a, b Argument) bool { return a.Pos == b.Pos && a.String() == b.String() })
}

// moneyArguments are the two that call.money("amount", "currency") reads.
func (n Node) moneyArguments(e ast.Expr) []Argument {
	if e.Kind() != ast.CallKind || e.AsCall().FunctionName() != "money" || !e.AsCall().IsMemberFunction() {
		return nil
	}
	if pathOf(e.AsCall().Target(), nil) != "call" {
		return nil
	}
	var found []Argument
	for _, arg := range e.AsCall().Args() {
		value := Node{n.tree, arg, -1}
		if name, ok := value.Str(); ok {
			found = append(found, Argument{strings.Split(name, "."), value.Pos()})
		}
	}
	return found
}

// argumentPath returns the path below call.args that an expression is, empty for call.args itself.
func argumentPath(e ast.Expr) ([]string, bool) {
	switch e.Kind() {
	case ast.SelectKind:
		sel := e.AsSelect()
		if sel.FieldName() == "args" && pathOf(sel.Operand(), nil) == "call" {
			return []string{}, true
		}
		if base, ok := argumentPath(sel.Operand()); ok {
			return append(base, sel.FieldName()), true
		}
	case ast.CallKind:
		c := e.AsCall()
		name := c.FunctionName()
		if len(c.Args()) != 2 || name != operators.Index && name != operators.OptIndex && name != operators.OptSelect {
			return nil, false
		}
		base, ok := argumentPath(c.Args()[0])
		if !ok {
			return nil, false
		}
		if lit := c.Args()[1]; lit.Kind() == ast.LiteralKind {
			if field, isText := lit.AsLiteral().Value().(string); isText {
				return append(base, field), true
			}
		}
		return base, len(base) > 0
	default:
	}
	return nil, false
}
