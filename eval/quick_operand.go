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

// fixed is a value that is known when the rules are loaded.
type fixed struct {
	unboxed
	double float64
	time   time.Time
	amount guard.Amount
}

const (
	doubleScalar = otherScalar + 1 + iota
	timeScalar
	amountScalar
)

func constantOf(v ref.Val) (fixed, bool) {
	k := fixed{unboxed: unbox(v)}
	switch v := v.(type) {
	case types.Double:
		k.kind, k.double = doubleScalar, float64(v)
	case types.Timestamp:
		k.kind, k.time = timeScalar, v.Time
	case moneyValue:
		k.kind, k.amount = amountScalar, v.Amount
	}
	return k, k.kind != otherScalar
}

// constant returns the value of a literal, of an enumeration's member, and of duration(), timestamp() and money() of literals.
func (c *quickCompiler) constant(e ast.Expr) (fixed, bool) {
	switch e.Kind() {
	case ast.LiteralKind:
		return constantOf(e.AsLiteral())
	case ast.IdentKind:
		if r, ok := c.ast.ReferenceMap()[e.ID()]; ok && r.Value != nil {
			return constantOf(r.Value)
		}
	case ast.CallKind:
		return c.constantCall(e)
	default:
	}
	return fixed{}, false
}

func (c *quickCompiler) constantCall(e ast.Expr) (fixed, bool) {
	call := e.AsCall()
	var texts []string
	for _, a := range call.Args() {
		s, ok := literalText(a)
		if !ok {
			return fixed{}, false
		}
		texts = append(texts, s)
	}
	if call.IsMemberFunction() || len(texts) == 0 {
		return fixed{}, false
	}
	first := types.String(texts[0])
	switch {
	case call.FunctionName() == "duration" && len(texts) == 1:
		return constantOf(first.ConvertToType(types.DurationType))
	case call.FunctionName() == "timestamp" && len(texts) == 1:
		t, err := time.Parse(time.RFC3339Nano, texts[0])
		return fixed{unboxed: unboxed{kind: timeScalar}, time: t}, err == nil
	case call.FunctionName() == "money" && len(texts) == 2:
		return constantOf(newMoney(first, types.String(texts[1])))
	}
	return fixed{}, false
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

// boxed reads an argument, a fact, an entry of vars, an element of a list or what a function comes to; nil for anything else. It reads nil where
// there is none.
func (c *quickCompiler) boxed(e ast.Expr) func(scope) ref.Val {
	if isPresence(e) {
		return nil
	}
	if c.item != "" && isIdent(e, c.item) {
		return func(s scope) ref.Val { return s.item }
	}
	if name, ok := c.argument(e); ok {
		return func(s scope) ref.Val {
			if a := s.argument(name); a != nil {
				return a.value()
			}
			return nil
		}
	}
	if i, ok := c.fact(e); ok {
		return func(s scope) ref.Val { return s.in.fact(i) }
	}
	if entry := c.variable(e); entry != nil && entry.expr != nil {
		return func(s scope) ref.Val {
			if v, err := s.in.memo.value(entry, s.in); err == nil {
				return v
			}
			return nil
		}
	}
	return c.called(e)
}

// argument returns an argument of the call, or nil.
func (s scope) argument(name string) *argument {
	if s.in.Call == nil {
		return nil
	}
	return s.in.Call.Args.find(name)
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
