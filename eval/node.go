package eval

import (
	"time"

	"cel.dev/cel-go/common/ast"
	"cel.dev/cel-go/common/operators"
	"cel.dev/cel-go/common/types"
)

// Shape says what a [Node] is made of.
type Shape uint8

// The shapes of a node. Other is any expression that is neither a literal nor a container.
const (
	Other Shape = iota
	Struct
	List
	Map
	Literal
)

// Node is one expression of a parsed policy file. The zero Node is none; its methods return nothing.
type Node struct {
	tree *tree
	expr ast.Expr
	// from is the rune offset where the node's text begins, parentheses included; -1 if only the
	// expression's own position is known.
	from int32
}

// Field is one field of a struct literal, Policy{name: ...}.
type Field struct {
	Name string
	// Pos of the field's name.
	Pos      Pos
	Value    Node
	Optional bool // written with a question mark, which a policy file does not take
}

// Entry is one entry of a map literal.
type Entry struct {
	Key, Value Node
	Optional   bool
}

// Valid reports whether the node exists.
func (n Node) Valid() bool { return n.expr != nil }

// Shape returns what the node is made of. duration("2s"), timestamp("...") and negative numbers count as literals.
func (n Node) Shape() Shape {
	if n.expr == nil {
		return Other
	}
	switch n.expr.Kind() {
	case ast.StructKind:
		return Struct
	case ast.ListKind:
		return List
	case ast.MapKind:
		return Map
	case ast.LiteralKind:
		return Literal
	case ast.CallKind:
		if _, ok := n.Duration(); ok {
			return Literal
		}
		if _, ok := n.Timestamp(); ok {
			return Literal
		}
	default:
	}
	return Other
}

// TypeName returns the name of a struct literal, as "Policy".
func (n Node) TypeName() string {
	if n.Shape() != Struct {
		return ""
	}
	return n.expr.AsStruct().TypeName()
}

// Fields returns the fields of a struct literal, in the order of the file, repeated ones included.
func (n Node) Fields() []Field {
	if n.Shape() != Struct {
		return nil
	}
	given := n.expr.AsStruct().Fields()
	fields := make([]Field, 0, len(given))
	for _, e := range given {
		f := e.AsStructField()
		name, value := n.tree.around(e.ID())
		fields = append(fields, Field{
			Name: f.Name(), Pos: n.tree.pos(name), Optional: f.IsOptional(),
			Value: Node{n.tree, f.Value(), value},
		})
	}
	return fields
}

// Elems returns the elements of a list literal.
func (n Node) Elems() []Node {
	if n.Shape() != List {
		return nil
	}
	given := n.expr.AsList().Elements()
	elems := make([]Node, 0, len(given))
	for _, e := range given {
		elems = append(elems, Node{n.tree, e, -1})
	}
	return elems
}

// HasOptionalElem reports whether a list literal has an element written with a question mark.
func (n Node) HasOptionalElem() bool {
	return n.Shape() == List && len(n.expr.AsList().OptionalIndices()) > 0
}

// Entries returns the entries of a map literal, in the order of the file, repeated keys included.
func (n Node) Entries() []Entry {
	if n.Shape() != Map {
		return nil
	}
	var entries []Entry
	for _, e := range n.expr.AsMap().Entries() {
		m := e.AsMapEntry()
		_, value := n.tree.around(e.ID())
		entries = append(entries, Entry{
			Key: Node{n.tree, m.Key(), -1}, Value: Node{n.tree, m.Value(), value}, Optional: m.IsOptional(),
		})
	}
	return entries
}

// Pos returns the place of the node's first rune.
func (n Node) Pos() Pos {
	if n.expr == nil {
		return Pos{}
	}
	return n.tree.pos(n.start())
}

func (n Node) start() int32 {
	if n.from >= 0 {
		return n.from
	}
	from, _ := n.tree.span(n.expr)
	return from
}

// extent returns where the node begins and ends in its text.
func (n Node) extent() (from, to int32) {
	from, to = n.tree.span(n.expr)
	if n.from >= 0 {
		from = n.from
	}
	return from, to
}

// Text returns the node's source, as written.
func (n Node) Text() string {
	if n.expr == nil {
		return ""
	}
	return n.tree.slice(n.extent())
}

// Str returns the value of a string literal.
func (n Node) Str() (string, bool) {
	s, ok := literal[types.String](n)
	return string(s), ok
}

// Bool returns the value of true or false.
func (n Node) Bool() (value, ok bool) {
	b, ok := literal[types.Bool](n)
	return bool(b), ok
}

// Int returns the value of an integer literal.
func (n Node) Int() (int64, bool) {
	i, ok := literal[types.Int](n)
	return int64(i), ok
}

// Double returns the value of a double literal, or of an integer one.
func (n Node) Double() (float64, bool) {
	if d, ok := literal[types.Double](n); ok {
		return float64(d), true
	}
	i, ok := literal[types.Int](n)
	return float64(i), ok
}

// Duration returns the value of duration("...") with a literal string that is a valid duration.
func (n Node) Duration() (time.Duration, bool) {
	text, ok := n.conversion("duration")
	if !ok {
		return 0, false
	}
	d, ok := types.String(text).ConvertToType(types.DurationType).(types.Duration)
	return d.Duration, ok
}

// Timestamp returns the value of timestamp("...") with a literal string that is a valid RFC 3339 time.
func (n Node) Timestamp() (time.Time, bool) {
	text, ok := n.conversion("timestamp")
	if !ok {
		return time.Time{}, false
	}
	t, ok := types.String(text).ConvertToType(types.TimestampType).(types.Timestamp)
	return t.Time, ok
}

// Ident returns the name of a bare identifier, as "bool".
func (n Node) Ident() (string, bool) {
	if n.expr == nil || n.expr.Kind() != ast.IdentKind {
		return "", false
	}
	return n.expr.AsIdent(), true
}

// Enum returns the two halves of a qualified constant such as Effect.READ.
func (n Node) Enum() (typ, member string, ok bool) {
	if n.expr == nil || n.expr.Kind() != ast.SelectKind || n.expr.AsSelect().IsTestOnly() {
		return "", "", false
	}
	sel := n.expr.AsSelect()
	if sel.Operand().Kind() != ast.IdentKind {
		return "", "", false
	}
	return sel.Operand().AsIdent(), sel.FieldName(), true
}

// Call returns the function's name where the node is a call, and "" otherwise.
func (n Node) Call() string {
	if n.expr == nil || n.expr.Kind() != ast.CallKind {
		return ""
	}
	return n.expr.AsCall().FunctionName()
}

// IsTrue reports whether the node is the literal true.
func (n Node) IsTrue() bool {
	b, ok := n.Bool()
	return ok && b
}

// conversion returns the argument of name("...") where that is a string literal.
func (n Node) conversion(name string) (string, bool) {
	if n.expr == nil || n.expr.Kind() != ast.CallKind {
		return "", false
	}
	call := n.expr.AsCall()
	if call.FunctionName() != name || call.IsMemberFunction() || len(call.Args()) != 1 {
		return "", false
	}
	return Node{n.tree, call.Args()[0], -1}.Str()
}

func literal[T any](n Node) (value T, ok bool) {
	if n.expr == nil {
		return value, false
	}
	switch n.expr.Kind() {
	case ast.LiteralKind:
		value, ok = n.expr.AsLiteral().(T)
	case ast.CallKind: // -(5) is written so by some; -5 is a literal already
		call := n.expr.AsCall()
		if call.FunctionName() == operators.Negate && len(call.Args()) == 1 {
			return value, false
		}
	default:
	}
	return value, ok
}
