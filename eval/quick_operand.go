package eval

import (
	"time"

	"cel.dev/cel-go/common/ast"
	"cel.dev/cel-go/common/operators"
	"cel.dev/cel-go/common/types"
	"cel.dev/cel-go/common/types/ref"
)

// operand is a part of an expression. It reports whether it has a value: without one the expression is undecided.
type operand[T any] func(scope) (T, bool)

// then makes an operand of another one; nil if that is unknown.
func then[T, U any](x operand[T], f func(T) (U, bool)) operand[U] {
	if x == nil {
		return nil
	}
	return func(s scope) (u U, ok bool) {
		if v, ok := x(s); ok {
			return f(v)
		}
		return u, false
	}
}

// pair makes an operand of two, which are read in their order; nil if either is unknown.
func pair[T, V, U any](x operand[T], y operand[V], f func(T, V) (U, bool)) operand[U] {
	if x == nil || y == nil {
		return nil
	}
	return func(s scope) (u U, ok bool) {
		a, ok := x(s)
		if !ok {
			return u, false
		}
		b, ok := y(s)
		if !ok {
			return u, false
		}
		return f(a, b)
	}
}

// choice makes c ? a : b of two operands of one type; nil where a part is unknown.
func choice[T any](c *quickCompiler, args []ast.Expr, of func(ast.Expr) operand[T]) operand[T] {
	a, b := of(args[1]), of(args[2])
	cond := c.quickOf(args[0])
	if a == nil || b == nil || cond == nil {
		return nil
	}
	return func(s scope) (none T, ok bool) {
		holds, ok := cond.run(s)
		switch {
		case !ok:
			return none, false
		case holds:
			return a(s)
		}
		return b(s)
	}
}

// read makes an operand of what is read as it is: a constant, a field, or what is boxed; nil for anything else.
func read[T any](c *quickCompiler, e ast.Expr, field func(fieldReader, fieldID) (T, bool), unbox func(ref.Val) (T, bool)) operand[T] {
	if k := c.constant(e); k != nil {
		v, ok := unbox(k)
		return func(scope) (T, bool) { return v, ok }
	}
	if id, elem, ok := c.field(e); ok && !isPresence(e) {
		return func(s scope) (T, bool) { return field(s.reader(elem), id) }
	}
	return then(c.boxed(e), unbox)
}

func (c *quickCompiler) typeOf(e ast.Expr) *types.Type { return c.ast.GetType(e.ID()) }

func (c *quickCompiler) kindOf(e ast.Expr) types.Kind { return c.typeOf(e).Kind() }

func sameType(a, b *types.Type) bool { return a.IsExactType(b) }

// constant returns the value of a literal, of an enumeration's member, and of duration(), timestamp() and money() of literals; nil for
// anything else.
func (c *quickCompiler) constant(e ast.Expr) ref.Val {
	switch e.Kind() {
	case ast.LiteralKind:
		return e.AsLiteral()
	case ast.IdentKind:
		if r, ok := c.ast.ReferenceMap()[e.ID()]; ok {
			return r.Value
		}
	case ast.CallKind:
		if v := constantCall(e.AsCall()); v != nil && !types.IsError(v) {
			return v
		}
	default:
	}
	return nil
}

func constantCall(call ast.CallExpr) ref.Val {
	var texts []types.String
	for _, a := range call.Args() {
		s, ok := literalText(a)
		if !ok {
			return nil
		}
		texts = append(texts, types.String(s))
	}
	switch name := call.FunctionName(); {
	case call.IsMemberFunction():
	case name == "duration" && len(texts) == 1:
		return texts[0].ConvertToType(types.DurationType)
	case name == "timestamp" && len(texts) == 1:
		if t, err := time.Parse(time.RFC3339Nano, string(texts[0])); err == nil {
			return types.Timestamp{Time: t}
		}
	case name == "money" && len(texts) == 2:
		return newMoney(texts[0], texts[1])
	}
	return nil
}

func literalText(e ast.Expr) (string, bool) {
	if e.Kind() != ast.LiteralKind {
		return "", false
	}
	s, ok := e.AsLiteral().(types.String)
	return string(s), ok
}

// field returns the id of a select that reads a field by its number; elem says that it is one of the loop's element.
func (c *quickCompiler) field(e ast.Expr) (id fieldID, elem, ok bool) {
	if e.Kind() != ast.SelectKind || e.AsSelect().Operand().Kind() != ast.IdentKind {
		return 0, false, false
	}
	variable, name := e.AsSelect().Operand().AsIdent(), e.AsSelect().FieldName()
	class := c.x.env.classOf(c.x.hook, c.x.vars, variable)
	if variable == c.elem && c.elem != "" {
		class, elem = classSource, true
	}
	if class == nil || class.fields[name] == nil {
		return 0, false, false
	}
	id = class.fields[name].id
	return id, elem, id != noField
}

// fact returns the index of a fact that is read.
func (c *quickCompiler) fact(e ast.Expr) (int, bool) {
	if e.Kind() != ast.SelectKind || !isIdent(e.AsSelect().Operand(), "facts") {
		return 0, false
	}
	i := c.x.env.facts.index(e.AsSelect().FieldName())
	return i, i >= 0
}

// variable returns the entry of vars that is read.
func (c *quickCompiler) variable(e ast.Expr) *varEntry {
	if c.x.vars == nil || e.Kind() != ast.SelectKind || e.AsSelect().IsTestOnly() || !isIdent(e.AsSelect().Operand(), "vars") {
		return nil
	}
	return c.x.vars.entries[e.AsSelect().FieldName()]
}

// argument returns the name of an argument that is read, or asked for by has(): call.args.sku or call.args["sku"].
func (c *quickCompiler) argument(e ast.Expr) (string, bool) {
	switch e.Kind() {
	case ast.SelectKind:
		return e.AsSelect().FieldName(), isArgs(e.AsSelect().Operand())
	case ast.CallKind:
		call := e.AsCall()
		if call.FunctionName() == operators.Index && isArgs(call.Args()[0]) {
			return literalText(call.Args()[1])
		}
	default:
	}
	return "", false
}

func isArgs(e ast.Expr) bool {
	return e.Kind() == ast.SelectKind && !e.AsSelect().IsTestOnly() && e.AsSelect().FieldName() == "args" && isIdent(e.AsSelect().Operand(), "call")
}

func isIdent(e ast.Expr, name string) bool { return e.Kind() == ast.IdentKind && e.AsIdent() == name }

// boxed reads an argument, a fact, an entry of vars, an element of a list or what a function comes to; nil for anything else.
func (c *quickCompiler) boxed(e ast.Expr) operand[ref.Val] {
	if isPresence(e) {
		return nil
	}
	if c.item != "" && isIdent(e, c.item) {
		return func(s scope) (ref.Val, bool) { return s.item, true }
	}
	if name, ok := c.argument(e); ok {
		return then(argumentOf(name), func(a *argument) (ref.Val, bool) { return a.value(), true })
	}
	if i, ok := c.fact(e); ok {
		return func(s scope) (ref.Val, bool) { v := s.in.fact(i); return v, v != nil }
	}
	if entry := c.variable(e); entry != nil && entry.expr != nil {
		return func(s scope) (ref.Val, bool) { v, err := s.in.memo.value(entry, s.in); return v, err == nil }
	}
	return c.called(e)
}

// argumentOf reads an argument of the call.
func argumentOf(name string) operand[*argument] {
	return func(s scope) (*argument, bool) {
		if s.in.Call == nil {
			return nil, false
		}
		a := s.in.Call.Args.find(name)
		return a, a != nil
	}
}

// fact returns a fact's value, or nil.
func (in *Input) fact(i int) ref.Val {
	if in.Facts == nil {
		return nil
	}
	return in.Facts.vals[i]
}

func isPresence(e ast.Expr) bool { return e.Kind() == ast.SelectKind && e.AsSelect().IsTestOnly() }
