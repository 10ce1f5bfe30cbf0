package eval

import (
	"fmt"
	"slices"
	"strings"

	"cel.dev/cel-go/cel"
	"cel.dev/cel-go/common/ast"
	"cel.dev/cel-go/common/operators"
	"cel.dev/cel-go/common/types"
)

// noOverload words a call that no function takes, at the operand or argument that does not fit.
func (r *reporter) noOverload(function, signature string) (Pos, string) {
	if r.at == nil || r.at.Kind() != ast.CallKind {
		return r.pos(), fmt.Sprintf("%s can't be applied to %s", function, plainTypes(signature))
	}
	operands := r.at.AsCall().Args()
	if r.at.AsCall().IsMemberFunction() {
		operands = append([]ast.Expr{r.at.AsCall().Target()}, operands...)
	}
	got := splitTypes(signature)
	if len(got) != len(operands) {
		return r.pos(), fmt.Sprintf("%s can't be applied to %s%s", function, plainTypes(signature), r.hint(signature))
	}
	op, isOp := operatorNames[function]
	if !isOp {
		return r.wrongArgument(function, operands, got), fmt.Sprintf("%s can't be applied to %s%s", function, plainTypes(signature), r.hint(function+signature))
	}
	switch function {
	case operators.LogicalAnd, operators.LogicalOr, operators.LogicalNot:
		for i, t := range got {
			if t != "bool" {
				return r.posAt(operands[i]), conditionDue(t)
			}
		}
	case operators.Conditional:
		if got[0] != "bool" {
			return r.posAt(operands[0]), conditionDue(got[0])
		}
		return r.posAt(operands[r.wrongBranch(operands, got)]),
			fmt.Sprintf("the two values of ? : are of different types: %s and %s%s", plainTypes(got[1]), plainTypes(got[2]), r.hint(signature))
	}
	if len(got) == 1 {
		return r.pos(), fmt.Sprintf("%s can't be applied to a %s%s", op, plainTypes(got[0]), r.hint(signature))
	}
	at := r.pos()
	if i := wrongOperand(function, operands, got); i >= 0 {
		at = r.posAt(operands[i])
	}
	return at, fmt.Sprintf("%s can't be applied to %s and %s%s", op, plainTypes(got[0]), plainTypes(got[1]), r.hint(signature))
}

func conditionDue(got string) string {
	return fmt.Sprintf("a condition (bool) is due here, not a %s", plainTypes(got))
}

// posAt returns the place of a part of the expression, that of the whole for one that no one wrote.
func (r *reporter) posAt(e ast.Expr) Pos {
	if r.node.tree.tokenOf(e.ID()) < 0 {
		return r.pos()
	}
	return Node{r.node.tree, e, -1}.Pos()
}

// wrongBranch picks the value of a condition that is not what is wanted, else the one that is a constant, else the second.
func (r *reporter) wrongBranch(operands []ast.Expr, got []string) int {
	if want := r.want.typ(); want != nil {
		for i := 1; i <= 2; i++ {
			if got[i] != cel.FormatCELType(want) {
				return i
			}
		}
	}
	if constant(operands[1]) && !constant(operands[2]) {
		return 1
	}
	return 2
}

// wrongOperand picks the operand that is a constant where the other is none, and the one that is no text of a sum with a
// text; -1 for neither.
func wrongOperand(function string, operands []ast.Expr, got []string) int {
	first, second := constant(operands[0]), constant(operands[1])
	if i := slices.Index(got, "string"); function == operators.Add && i >= 0 && got[1-i] != "string" &&
		!(got[1-i] == "google.protobuf.Duration" && constant(operands[i])) {
		return 1 - i
	}
	switch {
	case second && !first:
		return 1
	case first && !second:
		return 0
	default:
		return -1
	}
}

// constant reports whether an expression reads nothing: a literal, a constant, or a call or list of them.
func constant(e ast.Expr) bool {
	switch e.Kind() {
	case ast.LiteralKind:
		return true
	case ast.SelectKind:
		operand := e.AsSelect().Operand()
		return operand.Kind() == ast.IdentKind && (EnumMembers(operand.AsIdent()) != nil || operand.AsIdent() == "Purpose")
	case ast.CallKind, ast.ListKind:
		parts := children(e)
		return len(parts) > 0 && !slices.ContainsFunc(parts, func(e ast.Expr) bool { return !constant(e) })
	default:
		return false
	}
}

// wrongArgument returns the place of the first argument that the function does not take after the ones before it. That of a
// function that the value does not have at all is its name.
func (r *reporter) wrongArgument(function string, operands []ast.Expr, got []string) Pos {
	member := r.at.AsCall().IsMemberFunction()
	fits := 0 // how many of the operands fit at most
	if f := r.env.base.Functions()[function]; f != nil {
		for _, o := range f.OverloadDecls() {
			if o.IsMemberFunction() != member {
				continue
			}
			n := 0
			for n < len(got) && n < len(o.ArgTypes()) && accepts(o.ArgTypes()[n], got[n]) {
				n++
			}
			if n == len(got) { // and more are due
				n--
			}
			fits = max(fits, n)
		}
	}
	if member && fits == 0 || fits >= len(operands) {
		return r.node.tree.pos(r.node.tree.nameOf(r.at))
	}
	if r.tooFew(function, got, member) {
		return r.node.tree.pos(r.node.tree.nameOf(r.at))
	}
	return r.posAt(operands[fits])
}

// tooFew reports whether all arguments would fit a form of the function that takes more.
func (r *reporter) tooFew(function string, got []string, member bool) bool {
	f := r.env.base.Functions()[function]
	if f == nil {
		return false
	}
	for _, o := range f.OverloadDecls() {
		if o.IsMemberFunction() != member || len(o.ArgTypes()) <= len(got) {
			continue
		}
		fits := true
		for i, t := range got {
			fits = fits && accepts(o.ArgTypes()[i], t)
		}
		if fits {
			return true
		}
	}
	return false
}

// accepts reports whether a parameter takes a type, as far as its name tells.
func accepts(param *types.Type, got string) bool {
	switch kind := param.Kind(); {
	case kind == types.TypeParamKind || kind == types.DynKind || got == "dyn":
		return true
	case kind == types.ListKind:
		return strings.HasPrefix(got, "list(")
	case kind == types.MapKind:
		return strings.HasPrefix(got, "map(")
	}
	return strings.HasPrefix(got, "optional_type(") && param.TypeName() == "optional_type" || cel.FormatCELType(param) == got
}

// splitTypes cuts "T.(A, B)" into T, A and B, and "(A, B)" into A and B.
func splitTypes(signature string) []string {
	var list []string
	if target, rest, ok := strings.Cut(signature, ".("); ok && !strings.HasPrefix(signature, "(") {
		list, signature = append(list, target), "("+rest
	}
	body := strings.TrimSuffix(strings.TrimPrefix(signature, "("), ")")
	depth, from := 0, 0
	for i, c := range body {
		switch c {
		case '(':
			depth++
		case ')':
			depth--
		case ',':
			if depth == 0 {
				list = append(list, strings.TrimSpace(body[from:i]))
				from = i + 1
			}
		}
	}
	if strings.TrimSpace(body) != "" {
		list = append(list, strings.TrimSpace(body[from:]))
	}
	return list
}
