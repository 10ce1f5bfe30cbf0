package eval

import (
	"fmt"
	"slices"

	"cel.dev/cel-go/cel"
	"cel.dev/cel-go/common/ast"
	"cel.dev/cel-go/common/operators"
	"cel.dev/cel-go/common/overloads"
	"cel.dev/cel-go/common/types"
	exprpb "google.golang.org/genproto/googleapis/api/expr/v1alpha1"
)

// Want says what an expression must come to.
type Want uint8

// The wants. WantKey is a list literal whose elements may have different types; WantAny is any value.
const (
	WantAny Want = iota
	WantBool
	WantDuration
	WantString
	WantKey
)

func (w Want) typ() *cel.Type {
	switch w {
	case WantBool:
		return cel.BoolType
	case WantDuration:
		return cel.DurationType
	case WantString:
		return cel.StringType
	default:
	}
	return nil
}

// Compile checks an expression in the environment of its hook, with a policy's vars or nil, and compiles it. && and
// || come out strict: an error in an operand that is evaluated is the expression's error. Every fault is returned, at its first
// offending rune. It costs tens of microseconds, a few where the hook had an expression that differs in literals only, and less
// where it had the same one.
func (e *Env) Compile(h Hook, w Want, v *Vars, n Node) (*Expr, []Problem) {
	if problems := checkExpression(n); problems != nil {
		return nil, problems
	}
	if problems := shadowing(h, n); problems != nil {
		return nil, problems
	}
	if w == WantKey {
		return e.compileKey(h, v, n)
	}
	x := e.exprAt(h, w, v, n)
	k, scope := keyOf(n.expr), e.hooks[h]
	k.sums(h, w)
	if k.vars && v != nil && len(v.entries) > 0 {
		own, err := v.hookEnv(h)
		if err != nil {
			return nil, []Problem{{n.Pos(), err.Error()}}
		}
		scope = own
	} else if x.code = e.shared.code(k); x.code != nil {
		return x, nil
	}
	return e.compile(x, n, k, scope)
}

// exprAt is the expression that a node is, yet to be compiled.
func (e *Env) exprAt(h Hook, w Want, v *Vars, n Node) *Expr {
	from, to := n.extent()
	return &Expr{env: e, file: n.tree.file, from: n.tree.from + from, to: n.tree.from + to, want: w, hook: h, vars: v}
}

// compile is Compile for an expression that nothing is known of.
func (e *Env) compile(x *Expr, n Node, k *key, scope *cel.Env) (*Expr, []Problem) {
	f, iss := e.check(x.hook, scope, k, n)
	if iss.Err() != nil {
		return nil, e.issues(x.hook, x.want, x.vars, n, iss)
	}
	x.code = f.code
	if x.validate(n, f.ast) != nil {
		return nil, x.validate(n, f.own())
	}
	if x.tooCostly(n, f.ast) != nil {
		return x, x.tooCostly(n, f.own())
	}
	if problems := x.plan(f.ast); problems != nil {
		return x, problems
	}
	if scope == e.hooks[x.hook] {
		e.shared.keepCode(k, x.code)
	}
	return x, nil
}

// compileKey compiles each element of a list on its own, so that they may have different types.
func (e *Env) compileKey(h Hook, v *Vars, n Node) (*Expr, []Problem) {
	if n.Shape() != List || n.HasOptionalElem() {
		return nil, []Problem{{n.Pos(), "a key is a list such as [call.args.sku, call.args.currency]"}}
	}
	x := e.exprAt(h, WantKey, v, n)
	x.code = &code{facts: &facts{typ: cel.ListType(cel.DynType), paths: readPaths(n.expr)}}
	var problems []Problem
	for _, elem := range n.Elems() {
		part, faults := e.Compile(h, WantAny, v, elem)
		problems = append(problems, faults...)
		if part != nil && wholeObject(part.typ) {
			problems = append(problems, Problem{elem.Pos(), fmt.Sprintf("a key holds single values, and %s is a whole object: name the fields that matter", elem.Text())})
		}
		x.parts = append(x.parts, part)
	}
	if len(x.parts) == 0 {
		problems = append(problems, Problem{n.Pos(), "an empty key would give every call the same value"})
	}
	return x, problems
}

// wholeObject reports whether values of a type are objects of the language, such as turn, or lists of them.
func wholeObject(t *cel.Type) bool {
	switch t.Kind() {
	case types.StructKind:
		return !t.IsExactType(moneyType)
	case types.ListKind:
		return wholeObject(t.Parameters()[0])
	default:
		return false
	}
}

// shadowing reports the elements of macros that are named as a variable of the hook is.
func shadowing(h Hook, n Node) []Problem {
	var problems []Problem
	walk(n.expr, func(e ast.Expr) {
		written, ok := n.tree.ast.SourceInfo().GetMacroCall(e.ID())
		if !ok || written.Kind() != ast.CallKind || len(written.AsCall().Args()) < 2 {
			return
		}
		element := written.AsCall().Args()[0]
		if element.Kind() != ast.IdentKind {
			return
		}
		if name := element.AsIdent(); name == "vars" || slices.Contains(h.Variables(), name) {
			problems = append(problems, n.tree.problemAt(element, "%s names an element here and would hide the variable %s: choose another name", name, name))
		}
	})
	return SortProblems(problems)
}

// cut returns the node as an expression of its own. Ids, and so positions, stay those of the file; the source
// information holds only the node's own, for a check costs what it holds.
func (n Node) cut() *cel.Ast {
	factory := ast.NewExprFactory()
	expr := factory.CopyExpr(n.expr)
	all := n.tree.ast.SourceInfo()
	info := ast.NewSourceInfo(nil)
	ast.PostOrderVisit(expr, ast.NewExprVisitor(func(e ast.Expr) {
		if r, ok := all.GetOffsetRange(e.ID()); ok {
			info.SetOffsetRange(e.ID(), r)
		}
		if m, ok := all.GetMacroCall(e.ID()); ok {
			info.SetMacroCall(e.ID(), factory.CopyExpr(m))
		}
	}))
	a := cel.ParsedExprToAstWithSource(&exprpb.ParsedExpr{}, n.tree.source)
	*a.NativeRep() = *ast.NewAST(expr, info)
	return a
}

// validate holds what the type check does not: the kind of the result, mixed lists and maps, literal arguments.
func (x *Expr) validate(n Node, a *ast.AST) []Problem {
	var problems []Problem
	if want := x.want.typ(); want != nil && !x.typ.IsExactType(want) && x.typ.Kind() != types.DynKind {
		branch := n.branch()
		return []Problem{{branch.Pos(), wantMessage(x.want, x.typ, branch)}}
	}
	walk(a.Expr(), func(e ast.Expr) {
		switch e.Kind() {
		case ast.ListKind:
			problems = append(problems, n.mixed(a, e.AsList().Elements())...)
		case ast.MapKind:
			var values []ast.Expr
			for _, m := range e.AsMap().Entries() {
				values = append(values, m.AsMapEntry().Value())
			}
			problems = append(problems, n.mixed(a, values)...)
		case ast.CallKind:
			problems = append(problems, n.literalArguments(e)...)
		default:
		}
	})
	return problems
}

// branch returns the first value of a conditional expression, and the expression itself if it is none.
func (n Node) branch() Node {
	e := n.expr
	for e.Kind() == ast.CallKind && e.AsCall().FunctionName() == operators.Conditional {
		e = e.AsCall().Args()[1]
	}
	if e == n.expr {
		return n
	}
	return Node{n.tree, e, -1}
}

// mixed refuses elements of different types: [Effect.READ, "read"] would compare nothing with half of them.
func (n Node) mixed(a *ast.AST, elems []ast.Expr) []Problem {
	var first *types.Type
	for _, e := range elems {
		t := a.GetType(e.ID())
		switch {
		case t == nil || t.Kind() == types.DynKind:
		case first == nil:
			first = t
		case !first.IsEquivalentType(t):
			return []Problem{{n.posOf(e.ID()), fmt.Sprintf("the elements are of different types: %s and %s", typeName(first), typeName(t))}}
		}
	}
	return nil
}

func (n Node) literalArguments(e ast.Expr) []Problem {
	call := e.AsCall()
	switch {
	case call.FunctionName() == "money" && !call.IsMemberFunction() && len(call.Args()) == 2:
		v, c := call.Args()[0], call.Args()[1]
		if v.Kind() != ast.LiteralKind || c.Kind() != ast.LiteralKind {
			return nil
		}
		if err, ok := newMoney(v.AsLiteral(), c.AsLiteral()).(*types.Err); ok {
			return []Problem{{n.posOf(v.ID()), err.String()}}
		}
	case call.FunctionName() == "format" && call.IsMemberFunction() && len(call.Args()) > 0: // a second one is the turn
		arg := call.Args()[0]
		if arg.Kind() != ast.LiteralKind {
			return nil
		}
		if layout, ok := arg.AsLiteral().(types.String); ok && !variesLayout(string(layout)) {
			return []Problem{{n.posOf(arg.ID()), fmt.Sprintf("the layout %q gives the same text for every time; a Go layout is written with 2006-01-02 15:04:05", string(layout))}}
		}
	}
	return nil
}

// strict turns a && b into a ? b : false and a || b into a ? true : b, in place, so that an error is never
// absorbed, and hands the Input to the functions that need it.
func strict(a *ast.AST) {
	s := &rewriter{ast: a, factory: ast.NewExprFactory(), next: ast.MaxID(a)}
	s.rewrite(a.Expr())
}

type rewriter struct {
	ast     *ast.AST
	factory ast.ExprFactory
	next    int64
}

func (s *rewriter) rewrite(e ast.Expr) {
	for _, c := range children(e) {
		s.rewrite(c)
	}
	if e.Kind() != ast.CallKind {
		return
	}
	call := e.AsCall()
	switch call.FunctionName() {
	case operators.LogicalAnd:
		s.conditional(e, call.Args()[0], call.Args()[1], s.literal(false))
	case operators.LogicalOr:
		s.conditional(e, call.Args()[0], s.literal(true), call.Args()[1])
	default:
		ids := s.ast.GetOverloadIDs(e.ID())
		if len(ids) != 1 || contextual[ids[0]] == "" {
			return
		}
		s.next++
		in := s.factory.NewIdent(s.next, "@in")
		s.ast.SetType(in.ID(), inputType)
		s.ast.SetReference(in.ID(), ast.NewIdentReference("@in", nil))
		args := append(call.Args()[:len(call.Args()):len(call.Args())], in)
		e.SetKindCase(s.factory.NewMemberCall(e.ID(), call.FunctionName(), call.Target(), args...))
		s.ast.SetReference(e.ID(), ast.NewFunctionReference(contextual[ids[0]]))
	}
}

func (s *rewriter) conditional(e, cond, yes, no ast.Expr) {
	e.SetKindCase(s.factory.NewCall(e.ID(), operators.Conditional, cond, yes, no))
	s.ast.SetReference(e.ID(), ast.NewFunctionReference(overloads.Conditional))
}

func (s *rewriter) literal(b bool) ast.Expr {
	s.next++
	s.ast.SetType(s.next, types.BoolType)
	return s.factory.NewLiteral(s.next, types.Bool(b))
}
