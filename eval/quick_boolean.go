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
func (b *quickBuilder) boolean(e ast.Expr) boolFunc {
	switch e.Kind() {
	case ast.SelectKind:
		if e.AsSelect().IsTestOnly() {
			return b.presence(e)
		}
		return b.truth(e)
	case ast.ComprehensionKind:
		return b.loop(e)
	case ast.CallKind:
	default:
		return nil
	}
	call := e.AsCall()
	if call.IsMemberFunction() {
		if f := b.method(call); f != nil {
			return f
		}
		return b.truth(e)
	}
	args := call.Args()
	if len(args) != 2 {
		return b.truth(e)
	}
	switch call.FunctionName() {
	case operators.Equals:
		return b.equality(args[0], args[1])
	case operators.NotEquals:
		return not(b.equality(args[0], args[1]))
	case operators.Less:
		return b.order(args[0], args[1], func(n int) bool { return n < 0 })
	case operators.LessEquals:
		return b.order(args[0], args[1], func(n int) bool { return n <= 0 })
	case operators.Greater:
		return b.order(args[0], args[1], func(n int) bool { return n > 0 })
	case operators.GreaterEquals:
		return b.order(args[0], args[1], func(n int) bool { return n >= 0 })
	case operators.In:
		return b.membership(args[0], args[1])
	}
	return b.truth(e)
}

func not(f boolFunc) boolFunc {
	if f == nil {
		return nil
	}
	return func(s scope) (bool, bool) {
		holds, ok := f(s)
		return !holds, ok
	}
}

// presence is has() of a field, a fact or an entry of vars: it can be read without an error.
func (b *quickBuilder) presence(e ast.Expr) boolFunc {
	if i, ok := b.fact(e); ok {
		return func(f scope) (bool, bool) { return f.in.fact(i) != nil, true }
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
	switch typ := class.fields[sel.FieldName()].typ; typ.Kind() {
	case types.StringKind:
		return func(f scope) (bool, bool) { _, ok := f.reader(elem).text(id); return ok, true }
	case types.IntKind, types.BoolKind, types.DurationKind, types.OpaqueKind:
		return func(f scope) (bool, bool) { _, ok := f.reader(elem).number(id); return ok, true }
	case types.TimestampKind:
		return func(f scope) (bool, bool) { _, ok := f.reader(elem).time(id); return ok, true }
	default:
		return nil
	}
}

// truth reads a bool: an argument, a fact, an entry of vars or what a function comes to.
func (b *quickBuilder) truth(e ast.Expr) boolFunc {
	read := b.boxed(e)
	if read == nil {
		return nil
	}
	return func(s scope) (bool, bool) {
		holds, ok := read(s).(types.Bool)
		return bool(holds), ok
	}
}

// equality compares two operands of one type, or one whose type is known only now with another one.
func (b *quickBuilder) equality(x, y ast.Expr) boolFunc {
	if f := b.mixed(x, y); f != nil {
		return func(s scope) (bool, bool) {
			a, c, ok := f(s)
			if !ok {
				return false, false
			}
			return a.equal(&c)
		}
	}
	if p, q := b.amount(x), b.amount(y); p != nil && q != nil {
		return pair(p, q, func(a, c guard.Amount) (bool, bool) { return a.Equal(c), true })
	}
	return b.order(x, y, func(n int) bool { return n == 0 })
}

// order compares two operands of one type.
func (b *quickBuilder) order(x, y ast.Expr, holds func(int) bool) boolFunc {
	if !sameType(b.typeOf(x), b.typeOf(y)) {
		return nil
	}
	switch b.typeOf(x).Kind() {
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

// pair combines two operands; nil if either is unknown.
func pair[T any, F ~func(scope) (T, bool)](x, y F, test func(a, c T) (bool, bool)) boolFunc {
	if x == nil || y == nil {
		return nil
	}
	return func(f scope) (bool, bool) {
		a, ok := x(f)
		if !ok {
			return false, false
		}
		c, ok := y(f)
		if !ok {
			return false, false
		}
		return test(a, c)
	}
}

// mixed reads two operands of which at least one is an argument, whose type is known only now; nil where there is none.
func (b *quickBuilder) mixed(x, y ast.Expr) func(scope) (a, c unboxed, ok bool) {
	if b.typeOf(x).Kind() != types.DynKind && b.typeOf(y).Kind() != types.DynKind {
		return nil
	}
	p, q := b.either(x), b.either(y)
	if p == nil || q == nil {
		return nil
	}
	return func(f scope) (a, c unboxed, ok bool) {
		if a, ok = p(f); !ok {
			return a, c, false
		}
		c, ok = q(f)
		return a, c, ok
	}
}

// either reads an operand of any type that an argument can equal.
func (b *quickBuilder) either(e ast.Expr) func(scope) (unboxed, bool) {
	if name, ok := b.argument(e); ok && !isPresence(e) {
		return func(s scope) (unboxed, bool) {
			if a := s.argument(name); a != nil {
				return a.unboxed, true
			}
			return unboxed{}, false
		}
	}
	switch b.typeOf(e).Kind() {
	case types.DynKind:
		if read := b.boxed(e); read != nil {
			return func(s scope) (unboxed, bool) { v := unbox(read(s)); return v, v.kind != otherScalar }
		}
	case types.StringKind:
		if s := b.text(e); s != nil {
			return func(f scope) (unboxed, bool) { v, ok := s(f); return unboxed{kind: textScalar, text: v}, ok }
		}
	case types.IntKind:
		if n := b.number(e); n != nil {
			return func(f scope) (unboxed, bool) { v, ok := n(f); return unboxed{kind: numberScalar, number: v}, ok }
		}
	case types.BoolKind:
		if n := b.number(e); n != nil {
			return func(f scope) (unboxed, bool) { v, ok := n(f); return unboxed{kind: boolScalar, number: v}, ok }
		}
	default:
	}
	return nil
}

// method makes the test of a method of a text.
func (b *quickBuilder) method(call ast.CallExpr) boolFunc {
	if len(call.Args()) != 1 {
		return nil
	}
	x, y := b.anyText(call.Target()), b.anyText(call.Args()[0])
	if x == nil || y == nil {
		return nil
	}
	decided := func(f func(s, part string) bool) func(a, c string) (bool, bool) {
		return func(a, c string) (bool, bool) { return f(a, c), true }
	}
	switch call.FunctionName() {
	case "startsWith":
		return pair(x, y, decided(strings.HasPrefix))
	case "endsWith":
		return pair(x, y, decided(strings.HasSuffix))
	case "contains":
		return pair(x, y, decided(strings.Contains))
	case "matches":
		pattern, ok := literalText(call.Args()[0])
		re, err := regexp.Compile(pattern)
		if !ok || err != nil {
			return nil
		}
		return func(f scope) (bool, bool) {
			s, ok := x(f)
			return ok && re.MatchString(s), ok
		}
	}
	return nil
}

// membership makes the test of x in a list of texts or numbers, in turn.cached, or in an argument.
func (b *quickBuilder) membership(x, list ast.Expr) boolFunc {
	if id, _, ok := b.field(list); ok && id == turnCached {
		return pairWith(b.text(x), func(f scope, s string) (bool, bool) {
			cached, ok := f.reader(false).texts(id)
			return slices.Contains(cached, s), ok
		})
	}
	if read, items := b.either(x), b.items(list); items != nil {
		return amongItems(read, items)
	}
	if list.Kind() != ast.ListKind || len(list.AsList().OptionalIndices()) > 0 {
		return nil
	}
	var tests []boolFunc
	for _, e := range list.AsList().Elements() {
		f := b.equality(x, e)
		if f == nil {
			return nil
		}
		tests = append(tests, f)
	}
	return func(f scope) (bool, bool) {
		found := false
		for _, test := range tests {
			holds, ok := test(f)
			if !ok {
				return false, false
			}
			found = found || holds
		}
		return found, true
	}
}

// amongItems makes the test of an operand in a list whose elements' types are known only now.
func amongItems(x func(scope) (unboxed, bool), list func(scope) ([]ref.Val, bool)) boolFunc {
	if x == nil {
		return nil
	}
	return func(s scope) (bool, bool) {
		v, ok := x(s)
		if !ok {
			return false, false
		}
		items, ok := list(s)
		if !ok || len(items) > maxItems {
			return false, false
		}
		for _, item := range items {
			w := unbox(item)
			holds, ok := v.equal(&w)
			if !ok || holds {
				return holds, ok
			}
		}
		return false, true
	}
}

// maxItems is how many elements are looked through here; cel-go meters longer lists.
const maxItems = 1000

func pairWith(x textFunc, test func(scope, string) (bool, bool)) boolFunc {
	if x == nil {
		return nil
	}
	return func(f scope) (bool, bool) {
		s, ok := x(f)
		if !ok {
			return false, false
		}
		return test(f, s)
	}
}
