package eval

import (
	"slices"

	"cel.dev/cel-go/common/ast"
	"cel.dev/cel-go/common/operators"
	"cel.dev/cel-go/common/types"
)

// flat makes the test of the common shapes: a field, a fact or an argument against a constant.
func (b *quickBuilder) flat(e ast.Expr) (t test, negated, ok bool) {
	switch e.Kind() {
	case ast.SelectKind:
		return b.flatSelect(e)
	case ast.ComprehensionKind:
		t, ok = b.flatExists(e.AsComprehension())
		return t, false, ok
	case ast.CallKind:
	default:
		return test{}, false, false
	}
	call := e.AsCall()
	args := call.Args()
	if len(args) != 2 {
		return test{}, false, false
	}
	x, y := args[0], args[1]
	switch call.FunctionName() {
	case operators.Equals, operators.NotEquals:
		negated = call.FunctionName() == operators.NotEquals
		if t, ok = b.against(x, y, equal); !ok {
			t, ok = b.against(y, x, equal)
		}
	case operators.Less:
		t, ok = b.against(x, y, below)
	case operators.LessEquals:
		t, ok = b.against(x, y, atMost)
	case operators.Greater:
		negated = true
		t, ok = b.against(x, y, atMost)
	case operators.GreaterEquals:
		negated = true
		t, ok = b.against(x, y, below)
	case operators.In:
		t, ok = b.among(x, y)
	}
	return t, negated, ok
}

// flatSelect makes the test of a bool field, of a bool fact, and of has() of an argument.
func (b *quickBuilder) flatSelect(e ast.Expr) (t test, negated, ok bool) {
	if name, isArg := b.argument(e); isArg {
		return test{op: opArg, name: name}, false, e.AsSelect().IsTestOnly()
	}
	if e.AsSelect().IsTestOnly() || !b.typeOf(e).IsExactType(types.BoolType) {
		return test{}, false, false
	}
	if id, elem, isField := b.field(e); isField {
		return test{op: opNumber, field: id, elem: elem, n: 1}, false, true
	}
	if i, isFact := b.fact(e); isFact {
		return test{op: opFact, n: int64(i)}, false, true
	}
	return test{}, false, false
}

// flatExists makes the test of list.exists(x, x == text), where the list is an argument: that of text in list.
func (b *quickBuilder) flatExists(c ast.ComprehensionExpr) (test, bool) {
	wanted, body := loopBody(c)
	if !wanted || body.Kind() != ast.CallKind || body.AsCall().FunctionName() != operators.Equals || !isIdent(body.AsCall().Args()[0], c.IterVar()) {
		return test{}, false
	}
	return b.holds(body.AsCall().Args()[1], c.IterRange())
}

// holds makes the test of a constant text in the list that an argument is.
func (b *quickBuilder) holds(x, list ast.Expr) (test, bool) {
	name, isArg := b.argument(list)
	k := unbox(b.constant(x))
	if !isArg || isPresence(list) || k.kind != textScalar {
		return test{}, false
	}
	return test{op: opArgHolds, name: name, text: k.text}, true
}

// against makes the test of x against a constant y.
func (b *quickBuilder) against(x, y ast.Expr, rel relation) (test, bool) {
	k := unbox(b.constant(y))
	if name, isArg := b.argument(x); isArg {
		switch {
		case k.kind == textScalar && rel == equal:
			return test{op: opArgText, name: name, text: k.text}, true
		case k.kind == numberScalar:
			return test{op: opArgNumber, rel: rel, name: name, n: k.number}, true
		}
		return test{}, false
	}
	id, elem, isField := b.field(x)
	if !isField || !sameType(b.typeOf(x), b.typeOf(y)) {
		return test{}, false
	}
	switch {
	case k.kind == textScalar && rel == equal:
		return test{op: opText, field: id, elem: elem, text: k.text}, true
	case k.numeric():
		return test{op: opNumber, rel: rel, field: id, elem: elem, n: k.number}, true
	}
	return test{}, false
}

// among makes the test of x in a list of constants.
func (b *quickBuilder) among(x, list ast.Expr) (test, bool) {
	if list.Kind() != ast.ListKind {
		return b.holds(x, list)
	}
	var texts []string
	mask := int64(0)
	for _, e := range list.AsList().Elements() {
		switch k := unbox(b.constant(e)); {
		case k.kind == textScalar:
			texts = append(texts, k.text)
		case k.kind == memberScalar && k.number < 64:
			mask |= 1 << k.number
		default:
			return test{}, false
		}
	}
	if len(list.AsList().OptionalIndices()) > 0 || texts != nil && mask != 0 {
		return test{}, false
	}
	if name, isArg := b.argument(x); isArg {
		return test{op: opArgTextIn, name: name, n: b.set(texts)}, texts != nil
	}
	id, elem, ok := b.field(x)
	switch {
	case !ok:
	case texts != nil && b.typeOf(x).IsExactType(types.StringType):
		return test{op: opTextIn, field: id, elem: elem, n: b.set(slices.Clip(texts))}, true
	case mask != 0 && b.typeOf(x).Kind() == types.OpaqueKind:
		return test{op: opMask, field: id, elem: elem, n: mask}, true
	}
	return test{}, false
}
