package eval

import (
	"fmt"
	"strconv"

	"cel.dev/cel-go/common/ast"
	"cel.dev/cel-go/common/types"
	"cel.dev/cel-go/common/types/ref"
)

// key tells expressions apart, wherever they stand. Where two have one text, they mean the same in the same hook; where they have one
// shape, they differ in the values of literals only, and what a type check and an estimate of cost say of the one they say of the other.
type key struct {
	text, shape []byte
	digest      digest // of text, hook and what it must come to, once sums was called
	// ids of all parts in the order in which cel-go numbers them, and literals by the same order, nil for what is none.
	ids      []int64
	literals []ref.Val
	// vars: it may read the vars of its policy, so that what it means depends on them.
	vars bool
	// exact counts the calls around whose cost a literal decides by its value.
	exact int
}

// keyOf returns the key of an expression. It costs one walk of the tree.
func keyOf(e ast.Expr) *key {
	const few, short = 32, 512
	k := &key{ids: make([]int64, 0, few), literals: make([]ref.Val, 0, few), text: make([]byte, 0, short), shape: make([]byte, 0, short)}
	k.expr(e)
	return k
}

// part begins a part: what it is made of, and of how many others.
func (k *key) part(id int64, what byte, count int) {
	k.ids = append(k.ids, id)
	k.literals = append(k.literals, nil)
	k.text = strconv.AppendInt(append(k.text, what), int64(count), 10)
	k.shape = strconv.AppendInt(append(k.shape, what), int64(count), 10)
}

// name adds a name. Its length stands before it, so that no two rows of names read alike.
func (k *key) name(s string) {
	k.text = named(k.text, s)
	k.shape = named(k.shape, s)
}

func named(b []byte, s string) []byte {
	b = strconv.AppendInt(append(b, ' '), int64(len(s)), 10)
	return append(append(b, ':'), s...)
}

func (k *key) expr(e ast.Expr) {
	switch e.Kind() {
	case ast.CallKind:
		k.call(e)
	case ast.ComprehensionKind:
		c := e.AsComprehension()
		k.part(e.ID(), 'o', 5)
		k.name(c.IterVar())
		k.name(c.IterVar2())
		k.name(c.AccuVar())
		for _, part := range children(e) {
			k.expr(part)
		}
	case ast.IdentKind:
		k.part(e.ID(), 'i', 0)
		k.name(e.AsIdent())
		k.vars = k.vars || e.AsIdent() == "vars"
	case ast.ListKind:
		list := e.AsList()
		k.part(e.ID(), 'l', list.Size())
		for _, i := range list.OptionalIndices() {
			k.name(strconv.Itoa(int(i)))
		}
		for _, elem := range list.Elements() {
			k.expr(elem)
		}
	case ast.LiteralKind:
		k.literal(e)
	case ast.MapKind:
		k.part(e.ID(), 'm', e.AsMap().Size())
		for _, entry := range e.AsMap().Entries() {
			m := entry.AsMapEntry()
			k.part(entry.ID(), 'e', asCount(m.IsOptional()))
			k.expr(m.Key())
			k.expr(m.Value())
		}
	case ast.SelectKind:
		s := e.AsSelect()
		k.part(e.ID(), 's', asCount(s.IsTestOnly()))
		k.name(s.FieldName())
		k.expr(s.Operand())
	case ast.StructKind, ast.UnspecifiedExprKind: // neither stands in an expression that compiles
		k.part(e.ID(), 'x', 0)
	}
}

func (k *key) call(e ast.Expr) {
	c := e.AsCall()
	if c.IsMemberFunction() {
		k.part(e.ID(), 'c', len(c.Args()))
		k.name(c.FunctionName())
		k.expr(c.Target())
	} else {
		k.part(e.ID(), 'f', len(c.Args()))
		k.name(c.FunctionName())
	}
	if ranges(c.FunctionName()) {
		k.exact++
		defer func() { k.exact-- }()
	}
	for _, arg := range c.Args() {
		k.expr(arg)
	}
}

// ranges reports whether a function makes a list as long as a literal says.
func ranges(function string) bool { return function == "range" || function == "lists.range" }

func (k *key) literal(e ast.Expr) {
	k.part(e.ID(), 'v', 0)
	v := e.AsLiteral()
	k.literals[len(k.literals)-1] = v
	k.name(v.Type().TypeName())
	switch v := v.(type) {
	case types.String:
		k.text = named(k.text, string(v))
		k.shape = strconv.AppendInt(k.shape, int64(stretch(len(v))), 10)
	case types.Bytes:
		k.text = named(k.text, string(v))
		k.shape = strconv.AppendInt(k.shape, int64(stretch(len(v))), 10)
	case types.Double: // its bits are its value
		k.text = strconv.AppendFloat(append(k.text, ' '), float64(v), 'x', -1, 64)
	default:
		k.text = named(k.text, fmt.Sprint(v.Value()))
		if k.exact > 0 {
			k.shape = named(k.shape, fmt.Sprint(v.Value()))
		}
	}
}

// stretch returns the length that a text counts as in an estimate of cost: lengths are few, so that shapes are.
func stretch(length int) int {
	const least = 64
	n := least
	for n < length {
		n *= 4
	}
	return n
}

func asCount(b bool) int {
	if b {
		return 1
	}
	return 0
}
