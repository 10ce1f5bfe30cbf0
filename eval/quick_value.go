package eval

import (
	"math"
	"time"

	"cel.dev/cel-go/common/ast"
	"cel.dev/cel-go/common/operators"
	"cel.dev/cel-go/common/types"
	"cel.dev/cel-go/common/types/ref"

	"github.com/lacuna-go/lacuna/guard"
)

// number makes an operand that is an int, a duration, a bool or an enumeration's member; nil for an unknown one.
func (c *quickCompiler) number(e ast.Expr) operand[int64] {
	switch c.kindOf(e) {
	case types.IntKind, types.DurationKind, types.BoolKind, types.OpaqueKind:
	default:
		return nil
	}
	x := read(c, e, fieldReader.number, func(v ref.Val) (int64, bool) { u := unbox(v); return u.number, u.numeric() })
	if x != nil || e.Kind() != ast.CallKind || e.AsCall().IsMemberFunction() {
		return x
	}
	switch args := e.AsCall().Args(); {
	case e.AsCall().FunctionName() == operators.Conditional && c.kindOf(e) != types.BoolKind:
		return choice(c, args, c.number)
	case len(args) == 2:
		return c.arithmetic(e, args[0], args[1])
	}
	return nil
}

// arithmetic makes the sum or the difference of two ints, durations or timestamps, or the product of two ints, or of a duration and a
// number. An overflow is undecided.
func (c *quickCompiler) arithmetic(e, x, y ast.Expr) operand[int64] {
	switch name := e.AsCall().FunctionName(); {
	case name == operators.Multiply && c.kindOf(e) == types.DurationKind:
		return c.scaled(x, y)
	case name == operators.Subtract && c.kindOf(x) == types.TimestampKind && c.kindOf(y) == types.TimestampKind:
		return pair(c.time(x), c.time(y), func(a, b time.Time) (int64, bool) {
			d := int64(a.Sub(b)) // which cuts off what is too long
			return d, d != math.MinInt64 && d != math.MaxInt64
		})
	case !sameType(c.typeOf(x), c.typeOf(e)) || !sameType(c.typeOf(y), c.typeOf(e)):
	case name == operators.Add:
		return pair(c.number(x), c.number(y), func(a, b int64) (int64, bool) { s := a + b; return s, (s > a) == (b > 0) })
	case name == operators.Subtract:
		return pair(c.number(x), c.number(y), func(a, b int64) (int64, bool) { s := a - b; return s, (s < a) == (b > 0) })
	case name == operators.Multiply:
		return pair(c.number(x), c.number(y), product)
	}
	return nil
}

func product(a, b int64) (int64, bool) {
	if a == 0 || b == 0 {
		return 0, true
	}
	p := a * b
	return p, p/b == a && (a != math.MinInt64 || b != -1) && (b != math.MinInt64 || a != -1)
}

// scaled makes a duration times a number, in either order.
func (c *quickCompiler) scaled(x, y ast.Expr) operand[int64] {
	if c.kindOf(x) != types.DurationKind {
		x, y = y, x
	}
	switch {
	case c.kindOf(x) != types.DurationKind:
	case c.kindOf(y) == types.IntKind:
		return pair(c.number(x), c.number(y), product)
	case c.kindOf(y) == types.DoubleKind:
		return pair(c.number(x), c.double(y), func(a int64, b float64) (int64, bool) {
			p := float64(a) * b
			return int64(math.Round(p)), math.Abs(p) < math.MaxInt64
		})
	}
	return nil
}

// double makes an operand that is a double; nil for an unknown one.
func (c *quickCompiler) double(e ast.Expr) operand[float64] {
	if c.kindOf(e) != types.DoubleKind {
		return nil
	}
	return read(c, e, fieldReader.double, func(v ref.Val) (float64, bool) { d, ok := v.(types.Double); return float64(d), ok })
}

// time makes an operand that is a timestamp; nil for an unknown one.
func (c *quickCompiler) time(e ast.Expr) operand[time.Time] {
	if c.kindOf(e) != types.TimestampKind {
		return nil
	}
	if isIdent(e, "now") {
		return func(s scope) (time.Time, bool) { return s.in.Now, true }
	}
	return read(c, e, fieldReader.time, func(v ref.Val) (time.Time, bool) { t, ok := v.(types.Timestamp); return t.Time, ok })
}

// amount makes an operand that is money; nil for an unknown one.
func (c *quickCompiler) amount(e ast.Expr) operand[guard.Amount] {
	if !c.typeOf(e).IsExactType(moneyType) {
		return nil
	}
	return read(c, e, fieldReader.amount, func(v ref.Val) (guard.Amount, bool) { m, ok := v.(moneyValue); return m.Amount, ok })
}

// text makes an operand that is a text; nil for an unknown one.
func (c *quickCompiler) text(e ast.Expr) operand[string] {
	if c.kindOf(e) != types.StringKind {
		return nil
	}
	return c.anyText(e)
}

// anyText makes an operand that must be a text, also one whose type is known only now.
func (c *quickCompiler) anyText(e ast.Expr) operand[string] {
	x := read(c, e, fieldReader.text, func(v ref.Val) (string, bool) { s, ok := v.(types.String); return string(s), ok })
	if x != nil || e.Kind() != ast.CallKind {
		return x
	}
	switch call := e.AsCall(); {
	case call.FunctionName() == operators.Add && len(call.Args()) == 2:
		return pair(c.text(call.Args()[0]), c.text(call.Args()[1]), func(a, b string) (string, bool) { return a + b, true })
	case call.FunctionName() == operators.Conditional:
		return choice(c, call.Args(), c.text)
	case call.IsMemberFunction():
		return c.rendered(call)
	}
	return nil
}

// rendered makes the text of a time in the turn's zone and language.
func (c *quickCompiler) rendered(call ast.CallExpr) operand[string] {
	render := map[string]func(*Input, time.Time) string{
		"clock": func(in *Input, t time.Time) string { return clock(t, in.Now, in.language()) },
		"date":  func(in *Input, t time.Time) string { return date(t, in.language()) },
	}[call.FunctionName()]
	t := c.time(call.Target())
	if t == nil || render == nil {
		return nil
	}
	return func(s scope) (string, bool) {
		at, ok := t(s)
		if !ok {
			return "", false
		}
		return render(s.in, at.In(s.in.location())), true
	}
}
