package eval

import (
	"strings"

	"cel.dev/cel-go/common/ast"
	"cel.dev/cel-go/common/operators"
)

// Op names what a node does with its operands: an operator as it is written ("&&", "==", "!", "in", "?:", "[]"), or a function or macro by
// its name ("has", "exists", "duration"). It is "" for literals, names and selections.
func (n Node) Op() string {
	if n.expr == nil {
		return ""
	}
	e := n.asWritten()
	if e.Kind() != ast.CallKind {
		return ""
	}
	name := e.AsCall().FunctionName()
	switch name {
	case operators.Conditional:
		return "?:"
	case operators.Index:
		return "[]"
	case operators.OptIndex:
		return "[?]"
	case operators.OptSelect:
		return ".?"
	}
	if symbol, ok := operators.FindReverse(name); ok && symbol != "" {
		return symbol
	}
	return name
}

// Operands lists the direct parts of a node as they stand in the file: of a call its target, where it has one, and its arguments; of a
// macro those of its call; of a selection what it selects from.
func (n Node) Operands() []Node {
	if n.expr == nil {
		return nil
	}
	var list []Node
	for _, e := range children(n.asWritten()) {
		list = append(list, Node{n.tree, e, -1})
	}
	return list
}

// Path returns the variable or field that a node is, as "call.args.sku", and "" for anything else. An index by a literal text counts as
// a selection.
func (n Node) Path() string {
	if n.expr == nil {
		return ""
	}
	e := n.asWritten()
	switch e.Kind() {
	case ast.IdentKind:
		return e.AsIdent()
	case ast.SelectKind:
		if base := (Node{n.tree, e.AsSelect().Operand(), -1}).Path(); base != "" && !e.AsSelect().IsTestOnly() {
			return base + "." + e.AsSelect().FieldName()
		}
	case ast.CallKind:
		if e.AsCall().FunctionName() != operators.Index {
			return ""
		}
		base := Node{n.tree, e.AsCall().Args()[0], -1}.Path()
		if key, ok := (Node{n.tree, e.AsCall().Args()[1], -1}).Str(); ok && base != "" {
			return base + "." + key
		}
	default:
	}
	return ""
}

// End returns the place right behind the node's last rune.
func (n Node) End() Pos {
	if n.expr == nil {
		return Pos{}
	}
	_, to := n.tree.span(n.expr)
	return n.tree.pos(to)
}

// asWritten returns the call of a macro in place of what it was expanded to.
func (n Node) asWritten() ast.Expr {
	if m, ok := n.tree.ast.SourceInfo().GetMacroCall(n.expr.ID()); ok {
		return m
	}
	return n.expr
}

// Comment is one comment of a policy file.
type Comment struct {
	// Pos of its slashes.
	Pos Pos
	// Text behind the slashes, without blanks at its ends.
	Text string
	// Alone reports whether nothing stands before it on its line.
	Alone bool
}

// Comments lists the comments of a file, in its order.
func (f *File) Comments() []Comment {
	var list []Comment
	line, whole := 0, f.tree()
	for i, t := range whole.tokens {
		at := f.pos(t.from)
		if t.kind == tokenComment {
			text := strings.TrimSpace(strings.TrimPrefix(whole.word(i), "//"))
			list = append(list, Comment{Pos: at, Text: text, Alone: line != at.Line})
		}
		line = f.pos(t.to).Line
	}
	return list
}

// Node returns the expression as it stands in its file. It is parsed for that, unless it was a short while ago.
func (x *Expr) Node() Node { return x.kept().node(x) }

// Fixed reports whether the expression comes to the same wherever it is evaluated: it reads no variable, and calls nothing that depends on the
// turn or on the embedder's own functions.
func (x *Expr) Fixed() bool { return x.Const() && !x.asks }

// Vars returns the vars that the expression may read, nil for none.
func (x *Expr) Vars() *Vars { return x.vars }

// Expr returns the compiled entry of a name, and nil for an unknown one.
func (v *Vars) Expr(name string) *Expr {
	if v == nil || v.entries[name] == nil {
		return nil
	}
	return v.entries[name].expr
}
