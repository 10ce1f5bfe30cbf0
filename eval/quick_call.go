package eval

import (
	"strings"
	"time"

	"cel.dev/cel-go/common/ast"
	"cel.dev/cel-go/common/functions"
	"cel.dev/cel-go/common/types"
	"cel.dev/cel-go/common/types/ref"
)

// called calls a function of cel-go's, or of the program, that has no flat form: by itself, with operands that are read flat. An error, and a
// panic, is undecided. It is nil for an operator, for a function of which an operand is unknown, and for one whose value has no flat form.
func (c *quickCompiler) called(e ast.Expr) func(scope) ref.Val {
	if !isFunction(e) || !c.hasForm(e) {
		return nil
	}
	call, f := e.AsCall(), c.overload(e)
	args := call.Args()
	if call.IsMemberFunction() {
		args = append([]ast.Expr{call.Target()}, args...)
	}
	reads := make([]func(scope) ref.Val, len(args))
	for i, a := range args {
		if reads[i] = c.box(a); reads[i] == nil || f == nil {
			return nil
		}
	}
	c.foreign++
	return func(s scope) (v ref.Val) {
		defer func() {
			if recover() != nil {
				v = nil
			}
		}()
		var few [3]ref.Val
		vals := few[:0]
		for _, read := range reads {
			v := read(s)
			if v == nil {
				return nil
			}
			vals = append(vals, v)
		}
		return apply(f, vals)
	}
}

// isFunction reports whether an expression calls a function, no operator: those begin with a sign.
func isFunction(e ast.Expr) bool {
	return e.Kind() == ast.CallKind && strings.IndexByte("_!-@", e.AsCall().FunctionName()[0]) < 0
}

// hasForm reports whether values of the expression's type have a flat form.
func (c *quickCompiler) hasForm(e ast.Expr) bool {
	switch c.typeOf(e).Kind() {
	case types.StringKind, types.IntKind, types.DoubleKind, types.BoolKind, types.DurationKind, types.TimestampKind:
		return true
	default:
		return c.typeOf(e).IsExactType(moneyType)
	}
}

// overload returns what cel-go would call, or nil.
func (c *quickCompiler) overload(e ast.Expr) *functions.Overload {
	ids, name := c.ast.GetOverloadIDs(e.ID()), e.AsCall().FunctionName()
	bindings, err := c.x.scope.Functions()[name].Bindings()
	if err != nil {
		return nil
	}
	var found *functions.Overload
	for _, f := range bindings {
		switch {
		case f.NonStrict || f.LateBound || f.Async != nil:
		case len(ids) == 1 && f.Operator == ids[0]:
			return f
		case f.Operator == name:
			found = f
		}
	}
	return found
}

// apply calls a function; nil where it has no such form.
func apply(f *functions.Overload, vals []ref.Val) ref.Val {
	switch {
	case len(vals) > 0 && f.OperandTrait != 0 && !vals[0].Type().HasTrait(f.OperandTrait):
		return nil
	case len(vals) == 1 && f.Unary != nil:
		return f.Unary(vals[0])
	case len(vals) == 2 && f.Binary != nil:
		return f.Binary(vals[0], vals[1])
	case f.Function != nil:
		return f.Function(append([]ref.Val(nil), vals...)...)
	}
	return nil
}

// box reads an operand into CEL's box; nil for an unknown one. It reads nil where there is no value.
func (c *quickCompiler) box(e ast.Expr) func(scope) ref.Val {
	switch e.Kind() {
	case ast.LiteralKind:
		v := e.AsLiteral()
		return func(scope) ref.Val { return v }
	case ast.IdentKind:
		if id, ok := objectNames[e.AsIdent()]; ok && c.typeOf(e).Kind() == types.StructKind {
			return func(s scope) ref.Val { return s.in.object(id) }
		}
	default:
	}
	if read := c.boxed(e); read != nil || isFunction(e) {
		return read
	}
	switch c.typeOf(e).Kind() {
	case types.StringKind:
		return boxOf(c.text(e), func(v string) ref.Val { return types.String(v) })
	case types.IntKind:
		return boxOf(c.number(e), func(v int64) ref.Val { return types.Int(v) })
	case types.TimestampKind:
		return boxOf(c.time(e), func(v time.Time) ref.Val { return types.Timestamp{Time: v} })
	default:
	}
	return nil
}

func boxOf[T any, F ~func(scope) (T, bool)](read F, box func(T) ref.Val) func(scope) ref.Val {
	if read == nil {
		return nil
	}
	return func(s scope) ref.Val {
		if v, ok := read(s); ok {
			return box(v)
		}
		return nil
	}
}
