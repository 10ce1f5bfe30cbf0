package eval

import (
	"fmt"
	"strings"

	"cel.dev/cel-go/common"
	"cel.dev/cel-go/common/ast"
	"cel.dev/cel-go/common/operators"
)

// CheckExpression is checkExpression for tests.
var CheckExpression = checkExpression

// Piece is a sub-expression of a file, for tests of ranges.
type Piece struct {
	Tree     string // the expression without ids
	Text     string
	From, To int
}

// Pieces lists the sub-expressions of a file that its author wrote, not what a macro made of it.
func (file *File) Pieces() []Piece {
	var list []Piece
	f := file.tree()
	info := f.ast.SourceInfo()
	var visit func(e ast.Expr, macro int32)
	visit = func(e ast.Expr, macro int32) {
		at, ok := info.GetOffsetRange(e.ID())
		if ok && at.Start != macro {
			from, to := f.span(e)
			list = append(list, Piece{dump(e), f.slice(from, to), int(from), int(to)})
		}
		if _, ok := info.GetMacroCall(e.ID()); ok {
			macro = at.Start // what the macro made is placed at its parenthesis too
		}
		for i, c := range children(e) {
			if i == 1 && e.Kind() == ast.CallKind && e.AsCall().FunctionName() == operators.OptSelect {
				continue // the name in a.?name is a string in the tree, but not in the text
			}
			visit(c, macro)
		}
	}
	visit(f.ast.Expr(), -1)
	return list
}

// Tree returns the whole file without ids.
func (f *File) Tree() string { return dump(f.tree().ast.Expr()) }

// DumpAST writes a parsed expression without ids.
func DumpAST(e ast.Expr) string { return dump(e) }

// Tokens returns the texts of a file's tokens, comments included.
func (file *File) Tokens() []string {
	var list []string
	f := file.tree()
	for i := range f.tokens {
		list = append(list, f.word(i))
	}
	return list
}

// dump writes an expression such that equal texts mean equal trees.
func dump(e ast.Expr) string {
	var b strings.Builder
	var write func(e ast.Expr)
	all := func(list []ast.Expr) {
		for _, e := range list {
			write(e)
		}
	}
	write = func(e ast.Expr) {
		fmt.Fprintf(&b, "(%d ", e.Kind())
		switch e.Kind() {
		case ast.UnspecifiedExprKind:
		case ast.LiteralKind:
			fmt.Fprintf(&b, "%s %#v", e.AsLiteral().Type().TypeName(), e.AsLiteral().Value())
		case ast.IdentKind:
			b.WriteString(e.AsIdent())
		case ast.SelectKind:
			fmt.Fprintf(&b, "%s %v", e.AsSelect().FieldName(), e.AsSelect().IsTestOnly())
			write(e.AsSelect().Operand())
		case ast.CallKind:
			c := e.AsCall()
			fmt.Fprintf(&b, "%s/%d", c.FunctionName(), len(c.Args()))
			if c.IsMemberFunction() {
				write(c.Target())
			}
			all(c.Args())
		case ast.ListKind:
			fmt.Fprintf(&b, "%v", e.AsList().OptionalIndices())
			all(e.AsList().Elements())
		case ast.MapKind:
			for _, m := range e.AsMap().Entries() {
				fmt.Fprintf(&b, "%v", m.AsMapEntry().IsOptional())
				write(m.AsMapEntry().Key())
				write(m.AsMapEntry().Value())
			}
		case ast.StructKind:
			b.WriteString(e.AsStruct().TypeName())
			for _, m := range e.AsStruct().Fields() {
				fmt.Fprintf(&b, " %v %q", m.AsStructField().IsOptional(), m.AsStructField().Name())
				write(m.AsStructField().Value())
			}
		case ast.ComprehensionKind:
			c := e.AsComprehension()
			fmt.Fprintf(&b, "%s %s %s", c.IterVar(), c.IterVar2(), c.AccuVar())
			all([]ast.Expr{c.IterRange(), c.AccuInit(), c.LoopCondition(), c.LoopStep(), c.Result()})
		}
		b.WriteString(")")
	}
	write(e)
	return b.String()
}

// Source is what later stages of cel-go see of a file.
func (f *File) Source() common.Source { return f.tree().source }

// Bracket is a bracket of a file: its rune offset, its line, its partner's, and the lines of the literal around both.
type Bracket struct {
	At             int
	Line, PairLine int
	Enclosing      []int
}

// Brackets lists a file's brackets.
func (file *File) Brackets() []Bracket {
	var list []Bracket
	f := file.tree()
	for i, t := range f.tokens {
		if t.kind != tokenOpen && t.kind != tokenClose {
			continue
		}
		b := Bracket{At: int(t.from), Line: f.pos(t.from).Line, PairLine: f.pos(f.tokens[t.pair].from).Line}
		first, last := 1, len(f.text.lines)
		if open := f.enclosing(min(i, int(t.pair))); open >= 0 {
			first, last = f.pos(f.tokens[open].from).Line, f.pos(f.tokens[f.tokens[open].pair].from).Line
		}
		for line := first; line <= last; line++ {
			b.Enclosing = append(b.Enclosing, line)
		}
		list = append(list, b)
	}
	return list
}
