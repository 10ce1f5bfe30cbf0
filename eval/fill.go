package eval

import (
	"slices"

	"cel.dev/cel-go/common/ast"
	"cel.dev/cel-go/common/types/ref"
)

// filler puts other literals into an expression, by the numbers of its parts.
type filler struct {
	ast.ExprFactory
	literals []ref.Val
}

// fill returns the expression with other literals: itself where there are none in it, else a copy of what holds them.
func (f filler) fill(e ast.Expr) ast.Expr {
	switch e.Kind() {
	case ast.LiteralKind:
		if i := e.ID() - 1; i < int64(len(f.literals)) && f.literals[i] != nil {
			return f.NewLiteral(e.ID(), f.literals[i])
		}
	case ast.CallKind:
		return f.call(e)
	case ast.SelectKind:
		s := e.AsSelect()
		operand := f.fill(s.Operand())
		switch {
		case operand == s.Operand():
		case s.IsTestOnly():
			return f.NewPresenceTest(e.ID(), operand, s.FieldName())
		default:
			return f.NewSelect(e.ID(), operand, s.FieldName())
		}
	case ast.ListKind:
		if list, other := f.fillAll(e.AsList().Elements()); other {
			return f.NewList(e.ID(), list, e.AsList().OptionalIndices())
		}
	case ast.MapKind:
		return f.mapOf(e)
	case ast.ComprehensionKind:
		c := e.AsComprehension()
		if p, other := f.fillAll(children(e)); other {
			return f.NewComprehensionTwoVar(e.ID(), p[0], c.IterVar(), c.IterVar2(), c.AccuVar(), p[1], p[2], p[3], p[4])
		}
	default: // a name; the rest stands in no expression that compiles
	}
	return e
}

func (f filler) call(e ast.Expr) ast.Expr {
	c := e.AsCall()
	args, other := f.fillAll(c.Args())
	if !c.IsMemberFunction() {
		if other {
			return f.NewCall(e.ID(), c.FunctionName(), args...)
		}
		return e
	}
	if target := f.fill(c.Target()); other || target != c.Target() {
		return f.NewMemberCall(e.ID(), c.FunctionName(), target, args...)
	}
	return e
}

func (f filler) mapOf(e ast.Expr) ast.Expr {
	entries, other := slices.Clone(e.AsMap().Entries()), false
	for i, entry := range entries {
		m := entry.AsMapEntry()
		k, v := f.fill(m.Key()), f.fill(m.Value())
		if k != m.Key() || v != m.Value() {
			entries[i], other = f.NewMapEntry(entry.ID(), k, v, m.IsOptional()), true
		}
	}
	if !other {
		return e
	}
	return f.NewMap(e.ID(), entries)
}

// fillAll fills each, and reports whether one is another now. It does not change the list.
func (f filler) fillAll(list []ast.Expr) (filled []ast.Expr, other bool) {
	filled = list
	for i, e := range list {
		to := f.fill(e)
		if to == e {
			continue
		}
		if !other {
			filled, other = slices.Clone(list), true
		}
		filled[i] = to
	}
	return filled, other
}
