package eval

import (
	"math"
	"time"

	"cel.dev/cel-go/common/ast"
	"cel.dev/cel-go/common/operators"
	"cel.dev/cel-go/common/types"

	"github.com/lacuna-go/lacuna/guard"
)

// number makes an operand that is an int, a duration, a bool or an enumeration's member; nil for an unknown one.
func (c *quickCompiler) number(e ast.Expr) numberFunc {
	switch c.typeOf(e).Kind() {
	case types.IntKind, types.DurationKind, types.BoolKind, types.OpaqueKind:
	default:
		return nil
	}
	if k, ok := c.constant(e); ok {
		return func(scope) (int64, bool) { return k.number, k.numeric() }
	}
	if e.Kind() == ast.SelectKind && e.AsSelect().IsTestOnly() {
		return nil
	}
	if id, elem, ok := c.field(e); ok {
		return func(f scope) (int64, bool) { return f.reader(elem).number(id) }
	}
	if read := c.boxed(e); read != nil {
		return func(s scope) (int64, bool) {
			v := unbox(read(s))
			return v.number, v.numeric()
		}
	}
	if e.Kind() != ast.CallKind || e.AsCall().IsMemberFunction() {
		return nil
	}
	switch args := e.AsCall().Args(); {
	case e.AsCall().FunctionName() == operators.Conditional && c.typeOf(e).Kind() != types.BoolKind:
		return choice(c, args, c.number)
	case len(args) == 2:
		return c.arithmetic(e)
	}
	return nil
}

// choice makes c ? a : b of two operands of one type; nil where a part is unknown.
func choice[T any, F ~func(scope) (T, bool)](c *quickCompiler, args []ast.Expr, operand func(ast.Expr) F) F {
	a, b := operand(args[1]), operand(args[2])
	cond := c.quickOf(args[0])
	if a == nil || b == nil || cond == nil {
		return nil
	}
	return func(s scope) (T, bool) {
		holds, ok := cond.run(s)
		switch {
		case !ok:
			var none T
			return none, false
		case holds:
			return a(s)
		}
		return b(s)
	}
}

// arithmetic makes the sum or the difference of two ints, durations or timestamps, or the product of two ints, or of a duration and a
// number. An overflow is undecided.
func (c *quickCompiler) arithmetic(e ast.Expr) numberFunc {
	call := e.AsCall()
	x, y := call.Args()[0], call.Args()[1]
	if c.typeOf(e).Kind() == types.DurationKind && call.FunctionName() == operators.Multiply {
		return c.scaled(x, y)
	}
	if call.FunctionName() == operators.Subtract && c.typeOf(x).Kind() == types.TimestampKind && c.typeOf(y).Kind() == types.TimestampKind {
		return c.since(x, y)
	}
	if !sameType(c.typeOf(x), c.typeOf(e)) || !sameType(c.typeOf(y), c.typeOf(e)) {
		return nil
	}
	p, q := c.number(x), c.number(y)
	var do func(a, b int64) (int64, bool)
	switch call.FunctionName() {
	case operators.Add:
		do = func(a, b int64) (int64, bool) { s := a + b; return s, (s > a) == (b > 0) }
	case operators.Subtract:
		do = func(a, b int64) (int64, bool) { s := a - b; return s, (s < a) == (b > 0) }
	case operators.Multiply:
		do = product
	}
	if p == nil || q == nil || do == nil {
		return nil
	}
	return func(f scope) (int64, bool) {
		a, ok := p(f)
		if !ok {
			return 0, false
		}
		b, ok := q(f)
		if !ok {
			return 0, false
		}
		return do(a, b)
	}
}

func product(a, b int64) (int64, bool) {
	if a == 0 || b == 0 {
		return 0, true
	}
	p := a * b
	return p, p/b == a && (a != math.MinInt64 || b != -1) && (b != math.MinInt64 || a != -1)
}

// since makes the difference of two timestamps. One that time.Sub would cut off is undecided.
func (c *quickCompiler) since(x, y ast.Expr) numberFunc {
	p, q := c.time(x), c.time(y)
	if p == nil || q == nil {
		return nil
	}
	return func(f scope) (int64, bool) {
		a, ok := p(f)
		if !ok {
			return 0, false
		}
		b, ok := q(f)
		d := int64(a.Sub(b))
		return d, ok && d != math.MinInt64 && d != math.MaxInt64
	}
}

// scaled makes a duration times a number, in either order.
func (c *quickCompiler) scaled(x, y ast.Expr) numberFunc {
	if c.typeOf(x).Kind() != types.DurationKind {
		x, y = y, x
	}
	d := c.number(x)
	if d == nil || c.typeOf(x).Kind() != types.DurationKind {
		return nil
	}
	switch c.typeOf(y).Kind() {
	case types.IntKind:
		if n := c.number(y); n != nil {
			return func(f scope) (int64, bool) {
				a, ok1 := d(f)
				b, ok2 := n(f)
				p, ok := product(a, b)
				return p, ok && ok1 && ok2
			}
		}
	case types.DoubleKind:
		if n := c.double(y); n != nil {
			return func(f scope) (int64, bool) {
				a, ok1 := d(f)
				b, ok2 := n(f)
				p := float64(a) * b
				return int64(math.Round(p)), ok1 && ok2 && math.Abs(p) < math.MaxInt64
			}
		}
	default:
	}
	return nil
}

// double makes an operand that is a double; nil for an unknown one.
func (c *quickCompiler) double(e ast.Expr) doubleFunc {
	if c.typeOf(e).Kind() != types.DoubleKind || isPresence(e) {
		return nil
	}
	if k, ok := c.constant(e); ok {
		return func(scope) (float64, bool) { return k.double, k.kind == doubleScalar }
	}
	if id, elem, ok := c.field(e); ok {
		return func(f scope) (float64, bool) { return f.reader(elem).double(id) }
	}
	if read := c.boxed(e); read != nil {
		return func(s scope) (float64, bool) { v, ok := read(s).(types.Double); return float64(v), ok }
	}
	return nil
}

// time makes an operand that is a timestamp; nil for an unknown one.
func (c *quickCompiler) time(e ast.Expr) timeFunc {
	if c.typeOf(e).Kind() != types.TimestampKind || isPresence(e) {
		return nil
	}
	if isIdent(e, "now") {
		return func(f scope) (time.Time, bool) { return f.in.Now, true }
	}
	if k, ok := c.constant(e); ok {
		return func(scope) (time.Time, bool) { return k.time, k.kind == timeScalar }
	}
	if id, elem, ok := c.field(e); ok {
		return func(f scope) (time.Time, bool) { return f.reader(elem).time(id) }
	}
	if read := c.boxed(e); read != nil {
		return func(s scope) (time.Time, bool) { v, ok := read(s).(types.Timestamp); return v.Time, ok }
	}
	return nil
}

// amount makes an operand that is money; nil for an unknown one.
func (c *quickCompiler) amount(e ast.Expr) amountFunc {
	if !c.typeOf(e).IsExactType(moneyType) || isPresence(e) {
		return nil
	}
	if k, ok := c.constant(e); ok {
		return func(scope) (guard.Amount, bool) { return k.amount, k.kind == amountScalar }
	}
	if id, elem, ok := c.field(e); ok {
		return func(f scope) (guard.Amount, bool) { return f.reader(elem).amount(id) }
	}
	if read := c.boxed(e); read != nil {
		return func(s scope) (guard.Amount, bool) { v, ok := read(s).(moneyValue); return v.Amount, ok }
	}
	return nil
}

func isPresence(e ast.Expr) bool { return e.Kind() == ast.SelectKind && e.AsSelect().IsTestOnly() }
