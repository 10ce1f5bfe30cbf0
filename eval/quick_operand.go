package eval

import (
	"time"

	"cel.dev/cel-go/common/ast"
	"cel.dev/cel-go/common/operators"
	"cel.dev/cel-go/common/types"
	"cel.dev/cel-go/common/types/ref"

	"github.com/lacuna-go/lacuna/guard"
)

// The operands by type. Each reports whether it has a value.
type (
	numberFunc func(scope) (int64, bool)
	textFunc   func(scope) (string, bool)
	doubleFunc func(scope) (float64, bool)
	timeFunc   func(scope) (time.Time, bool)
	amountFunc func(scope) (guard.Amount, bool)
)

func (c *quickCompiler) typeOf(e ast.Expr) *types.Type { return c.ast.GetType(e.ID()) }

func sameType(a, b *types.Type) bool { return a.IsExactType(b) }

// constant returns the value of a literal, of an enumeration's member, and of duration(), timestamp() and money() of literals.
func (c *quickCompiler) constant(e ast.Expr) (unboxed, bool) {
	switch e.Kind() {
	case ast.LiteralKind:
		k := unbox(e.AsLiteral())
		return k, k.kind != otherScalar
	case ast.IdentKind:
		if r, ok := c.ast.ReferenceMap()[e.ID()]; ok && r.Value != nil {
			k := unbox(r.Value)
			return k, k.kind != otherScalar
		}
	case ast.CallKind:
		return c.constantCall(e)
	default:
	}
	return unboxed{}, false
}

func (c *quickCompiler) constantCall(e ast.Expr) (unboxed, bool) {
	call := e.AsCall()
	var texts []string
	for _, a := range call.Args() {
		s, ok := literalText(a)
		if !ok {
			return unboxed{}, false
		}
		texts = append(texts, s)
	}
	if call.IsMemberFunction() || len(texts) == 0 {
		return unboxed{}, false
	}
	boxed := types.String(texts[0])
	k := unboxed{}
	switch {
	case call.FunctionName() == "duration" && len(texts) == 1:
		k = unbox(boxed.ConvertToType(types.DurationType))
	case call.FunctionName() == "timestamp" && len(texts) == 1:
		if t, err := time.Parse(time.RFC3339Nano, texts[0]); err == nil {
			k = unboxed{kind: timeScalar, time: t}
		}
	case call.FunctionName() == "money" && len(texts) == 2:
		k = unbox(newMoney(boxed, types.String(texts[1])))
	}
	return k, k.kind != noScalar && k.kind != otherScalar
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

// unboxed reads an argument, a fact or an entry of vars; nil for anything else.
func (c *quickCompiler) unboxed(e ast.Expr) func(scope) (unboxed, bool) {
	if isPresence(e) {
		return nil
	}
	if c.item != "" && isIdent(e, c.item) {
		return func(s scope) (unboxed, bool) { return unbox(s.item), true }
	}
	if name, ok := c.argument(e); ok {
		return func(f scope) (unboxed, bool) {
			if f.in.Call == nil {
				return unboxed{}, false
			}
			a := f.in.Call.Args.find(name)
			if a == nil {
				return unboxed{}, false
			}
			return unbox(a.val), true
		}
	}
	if i, ok := c.fact(e); ok {
		return func(f scope) (unboxed, bool) {
			v := f.in.fact(i)
			if v == nil {
				return unboxed{}, false
			}
			return unbox(v), true
		}
	}
	if entry := c.variable(e); entry != nil && entry.expr != nil {
		return func(f scope) (unboxed, bool) {
			v, err := f.in.memo.value(entry, f.in)
			if err != nil {
				return unboxed{}, false
			}
			return unbox(v), true
		}
	}
	return nil
}

// fact returns a fact's value, or nil.
func (in *Input) fact(i int) ref.Val {
	if in.Facts == nil {
		return nil
	}
	return in.Facts.vals[i]
}

// factNumber reads a bool fact.
func (in *Input) factNumber(i int) (int64, bool) {
	b, ok := in.fact(i).(types.Bool)
	n, _ := flag(bool(b))
	return n, ok
}
