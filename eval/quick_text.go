package eval

import (
	"time"

	"cel.dev/cel-go/common/ast"
	"cel.dev/cel-go/common/operators"
	"cel.dev/cel-go/common/types"
)

// text makes an operand that is a text; nil for an unknown one.
func (c *quickCompiler) text(e ast.Expr) textFunc {
	if c.typeOf(e).Kind() != types.StringKind {
		return nil
	}
	return c.anyText(e)
}

// anyText makes an operand that must be a text, also one whose type is known only now.
func (c *quickCompiler) anyText(e ast.Expr) textFunc {
	if isPresence(e) {
		return nil
	}
	if k, ok := c.constant(e); ok {
		return func(scope) (string, bool) { return k.text, k.kind == textScalar }
	}
	if id, elem, ok := c.field(e); ok && c.typeOf(e).Kind() == types.StringKind {
		return func(f scope) (string, bool) { return f.reader(elem).text(id) }
	}
	if read := c.boxed(e); read != nil {
		return func(s scope) (string, bool) { v, ok := read(s).(types.String); return string(v), ok }
	}
	if e.Kind() != ast.CallKind {
		return nil
	}
	call := e.AsCall()
	switch {
	case call.FunctionName() == operators.Add && len(call.Args()) == 2:
		return c.joined(call.Args()[0], call.Args()[1])
	case call.FunctionName() == operators.Conditional:
		return choice(c, call.Args(), c.text)
	case call.IsMemberFunction():
		return c.rendered(call)
	}
	return nil
}

// joined makes what + makes of two texts.
func (c *quickCompiler) joined(x, y ast.Expr) textFunc {
	p, q := c.text(x), c.text(y)
	if p == nil || q == nil {
		return nil
	}
	return func(f scope) (string, bool) {
		a, ok := p(f)
		if !ok {
			return "", false
		}
		b, ok := q(f)
		return a + b, ok
	}
}

// rendered makes the text of a time in the turn's zone and language.
func (c *quickCompiler) rendered(call ast.CallExpr) textFunc {
	t := c.time(call.Target())
	if t == nil {
		return nil
	}
	var render func(in *Input, t time.Time) string
	switch call.FunctionName() {
	case "clock":
		render = func(in *Input, t time.Time) string { return clock(t, in.Now, in.language()) }
	case "date":
		render = func(in *Input, t time.Time) string { return date(t, in.language()) }
	default:
		return nil
	}
	return func(f scope) (string, bool) {
		at, ok := t(f)
		if !ok {
			return "", false
		}
		return render(f.in, at.In(f.in.location())), true
	}
}
