package eval

import (
	"cmp"
	"math"
	"regexp"
	"slices"
	"strings"
	"time"

	"cel.dev/cel-go/common/ast"
	"cel.dev/cel-go/common/operators"
	"cel.dev/cel-go/common/types"
	"cel.dev/cel-go/common/types/ref"

	"github.com/lacuna-go/lacuna/guard"
)

// boolean makes the test of a condition of any known shape; nil for an unknown one.
func (b *quickBuilder) boolean(e ast.Expr) operand[bool] {
	switch {
	case isPresence(e):
		return b.presence(e)
	case e.Kind() == ast.ComprehensionKind:
		return b.loop(e)
	case e.Kind() != ast.CallKind:
	case e.AsCall().IsMemberFunction():
		if f := b.method(e.AsCall()); f != nil {
			return f
		}
	case len(e.AsCall().Args()) == 2:
		if f := b.comparison(e.AsCall().FunctionName(), e.AsCall().Args()[0], e.AsCall().Args()[1]); f != nil {
			return f
		}
	}
	return b.truth(e)
}

// comparison makes the test of an operator between two operands.
func (b *quickBuilder) comparison(name string, x, y ast.Expr) operand[bool] {
	switch name {
	case operators.Equals:
		return b.equality(x, y)
	case operators.NotEquals:
		return then(b.equality(x, y), func(holds bool) (bool, bool) { return !holds, true })
	case operators.Less:
		return b.order(x, y, func(n int) bool { return n < 0 })
	case operators.LessEquals:
		return b.order(x, y, func(n int) bool { return n <= 0 })
	case operators.Greater:
		return b.order(x, y, func(n int) bool { return n > 0 })
	case operators.GreaterEquals:
		return b.order(x, y, func(n int) bool { return n >= 0 })
	case operators.In:
		return b.membership(x, y)
	}
	return nil
}

// presence is has() of a field, a fact or an entry of vars: it can be read without an error.
func (b *quickBuilder) presence(e ast.Expr) operand[bool] {
	if i, ok := b.fact(e); ok {
		return func(s scope) (bool, bool) { return s.in.fact(i) != nil, true }
	}
	id, elem, ok := b.field(e)
	if !ok {
		return nil
	}
	sel := e.AsSelect()
	class := b.x.env.classOf(b.x.hook, b.x.vars, sel.Operand().AsIdent())
	if elem {
		class = classSource
	}
	switch class.fields[sel.FieldName()].typ.Kind() {
	case types.StringKind:
		return func(s scope) (bool, bool) { _, ok := s.reader(elem).text(id); return ok, true }
	case types.IntKind, types.BoolKind, types.DurationKind, types.OpaqueKind:
		return func(s scope) (bool, bool) { _, ok := s.reader(elem).number(id); return ok, true }
	case types.TimestampKind:
		return func(s scope) (bool, bool) { _, ok := s.reader(elem).time(id); return ok, true }
	default:
		return nil
	}
}

// truth reads a bool: an argument, a fact, an entry of vars or what a function comes to.
func (b *quickBuilder) truth(e ast.Expr) operand[bool] {
	return then(b.boxed(e), func(v ref.Val) (bool, bool) { holds, ok := v.(types.Bool); return bool(holds), ok })
}

// equality compares two operands of one type, or one whose type is known only now with another one.
func (b *quickBuilder) equality(x, y ast.Expr) operand[bool] {
	if b.kindOf(x) == types.DynKind || b.kindOf(y) == types.DynKind {
		return pair(b.either(x), b.either(y), func(a, c unboxed) (bool, bool) { return a.equal(&c) })
	}
	if f := pair(b.amount(x), b.amount(y), func(a, c guard.Amount) (bool, bool) { return a.Equal(c), true }); f != nil {
		return f
	}
	return b.order(x, y, func(n int) bool { return n == 0 })
}

// order compares two operands of one type.
func (b *quickBuilder) order(x, y ast.Expr, holds func(int) bool) operand[bool] {
	if !sameType(b.typeOf(x), b.typeOf(y)) {
		return nil
	}
	switch b.kindOf(x) {
	case types.IntKind, types.DurationKind, types.BoolKind, types.OpaqueKind:
		return pair(b.number(x), b.number(y), func(a, c int64) (bool, bool) { return holds(cmp.Compare(a, c)), true })
	case types.StringKind:
		return pair(b.text(x), b.text(y), func(a, c string) (bool, bool) { return holds(strings.Compare(a, c)), true })
	case types.TimestampKind:
		return pair(b.time(x), b.time(y), func(a, c time.Time) (bool, bool) { return holds(a.Compare(c)), true })
	case types.DoubleKind:
		return pair(b.double(x), b.double(y), func(a, c float64) (bool, bool) {
			return holds(cmp.Compare(a, c)), !math.IsNaN(a) && !math.IsNaN(c)
		})
	case types.StructKind:
		return pair(b.amount(x), b.amount(y), func(a, c guard.Amount) (bool, bool) {
			n, err := a.Compare(c)
			return holds(n), err == nil
		})
	default:
		return nil
	}
}

// either reads an operand of any type that an argument can equal.
func (b *quickBuilder) either(e ast.Expr) operand[unboxed] {
	if name, ok := b.argument(e); ok && !isPresence(e) {
		return then(argumentOf(name), func(a *argument) (unboxed, bool) { return a.unboxed, true })
	}
	switch b.kindOf(e) {
	case types.DynKind:
		return then(b.boxed(e), func(v ref.Val) (unboxed, bool) { u := unbox(v); return u, u.kind != otherScalar })
	case types.StringKind:
		return then(b.text(e), func(v string) (unboxed, bool) { return unboxed{kind: textScalar, text: v}, true })
	case types.IntKind:
		return then(b.number(e), func(v int64) (unboxed, bool) { return unboxed{kind: numberScalar, number: v}, true })
	case types.BoolKind:
		return then(b.number(e), func(v int64) (unboxed, bool) { return unboxed{kind: boolScalar, number: v}, true })
	default:
		return nil
	}
}

// method makes the test of a method of a text.
func (b *quickBuilder) method(call ast.CallExpr) operand[bool] {
	if len(call.Args()) != 1 {
		return nil
	}
	x, part := b.anyText(call.Target()), call.Args()[0]
	test := map[string]func(s, part string) bool{"startsWith": strings.HasPrefix, "endsWith": strings.HasSuffix, "contains": strings.Contains}[call.FunctionName()]
	switch {
	case test != nil:
		return pair(x, b.anyText(part), func(a, c string) (bool, bool) { return test(a, c), true })
	case call.FunctionName() == "matches":
		pattern, ok := literalText(part)
		if re, err := regexp.Compile(pattern); ok && err == nil {
			return then(x, func(s string) (bool, bool) { return re.MatchString(s), true })
		}
	}
	return nil
}

// membership makes the test of x in a list of texts or numbers, in turn.cached, or in an argument.
func (b *quickBuilder) membership(x, list ast.Expr) operand[bool] {
	if id, _, ok := b.field(list); ok && id == turnCached {
		cached := func(s scope) ([]string, bool) { return s.reader(false).texts(id) }
		return pair(b.text(x), cached, func(s string, list []string) (bool, bool) { return slices.Contains(list, s), true })
	}
	if items := b.items(list); items != nil {
		return pair(b.either(x), items, amongItems)
	}
	if list.Kind() != ast.ListKind || len(list.AsList().OptionalIndices()) > 0 {
		return nil
	}
	var tests []operand[bool]
	for _, e := range list.AsList().Elements() {
		f := b.equality(x, e)
		if f == nil {
			return nil
		}
		tests = append(tests, f)
	}
	return func(s scope) (bool, bool) {
		found := false
		for _, test := range tests {
			holds, ok := test(s)
			if !ok {
				return false, false
			}
			found = found || holds
		}
		return found, true
	}
}

// maxItems is how many elements are looked through here; cel-go meters longer lists.
const maxItems = 1000

// amongItems looks for a value in a list whose elements' types are known only now.
func amongItems(v unboxed, items []ref.Val) (holds, ok bool) {
	if len(items) > maxItems {
		return false, false
	}
	for _, item := range items {
		w := unbox(item)
		if holds, ok := v.equal(&w); !ok || holds {
			return holds, ok
		}
	}
	return false, true
}
