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
// panic, is undecided. It is nil for an operator, and for a function of which an operand is unknown.
func (c *quickCompiler) called(e ast.Expr) operand[ref.Val] {
	if !isFunction(e) {
		return nil
	}
	f, args := c.overload(e), children(e)
	reads := make([]operand[ref.Val], len(args))
	for i, a := range args {
		if reads[i] = c.box(a); reads[i] == nil || f == nil {
			return nil
		}
	}
	c.foreign++
	return func(s scope) (v ref.Val, ok bool) {
		defer func() {
			if recover() != nil {
				v, ok = nil, false
			}
		}()
		var few [3]ref.Val
		vals := few[:0]
		for _, read := range reads {
			v, ok := read(s)
			if !ok {
				return nil, false
			}
			vals = append(vals, v)
		}
		v = apply(f, vals)
		return v, v != nil && !types.IsUnknownOrError(v)
	}
}

// isFunction reports whether an expression calls a function, no operator: those begin with a sign.
func isFunction(e ast.Expr) bool {
	return e.Kind() == ast.CallKind && strings.IndexByte("_!-@", e.AsCall().FunctionName()[0]) < 0
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

// box reads an operand into CEL's box; nil for an unknown one.
func (c *quickCompiler) box(e ast.Expr) operand[ref.Val] {
	if k := c.constant(e); k != nil {
		return func(scope) (ref.Val, bool) { return k, true }
	}
	if e.Kind() == ast.IdentKind && c.kindOf(e) == types.StructKind {
		if id, ok := objectNames[e.AsIdent()]; ok {
			return func(s scope) (ref.Val, bool) { return s.in.object(id), true }
		}
	}
	if x := c.boxed(e); x != nil || isFunction(e) {
		return x
	}
	switch c.kindOf(e) {
	case types.StringKind:
		return then(c.text(e), func(v string) (ref.Val, bool) { return types.String(v), true })
	case types.IntKind:
		return then(c.number(e), func(v int64) (ref.Val, bool) { return types.Int(v), true })
	case types.TimestampKind:
		return then(c.time(e), func(v time.Time) (ref.Val, bool) { return types.Timestamp{Time: v}, true })
	default:
		return nil
	}
}
