package eval

import (
	"crypto/sha256"
	"slices"
	"strings"
	"sync"

	"cel.dev/cel-go/cel"
	"cel.dev/cel-go/common/ast"
	"cel.dev/cel-go/common/types"
	"cel.dev/cel-go/common/types/ref"
)

// How many there are of what an environment keeps. When one more is met, all are forgotten: they only save work.
const (
	maxShapes = 4096
	maxCodes  = 16_384
)

// shared is what expressions of one environment have in common. It is safe for concurrent use, and holds nothing that an
// expression could not find out anew.
type shared struct {
	mu     sync.Mutex
	shapes map[string]*shape
	codes  map[digest]*code
}

// digest stands for the text of an expression, which hook it is in, and what it must come to.
type digest [16]byte

// sums fills in the digest.
func (k *key) sums(h Hook, w Want) {
	sum := sha256.Sum256(append(k.text, byte(h), byte(w)))
	k.digest = digest(sum[:len(digest{})])
}

// shape is what was found for all expressions that differ in literals only. Its parts are numbered from 1 in the order
// of [key].ids; those that [strict] made follow. It is immutable.
type shape struct {
	ast   *ast.AST
	known *facts
}

// code returns what an expression of a key whose digest is known was compiled to, or nil.
func (s *shared) code(k *key) *code {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.codes[k.digest]
}

func (s *shared) keepCode(k *key, c *code) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.codes == nil || len(s.codes) >= maxCodes {
		s.codes = map[digest]*code{}
	}
	s.codes[k.digest] = c
}

func (s *shared) shape(h Hook, k *key) *shape {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.shapes[string(append(k.shape, byte(h)))]
}

func (s *shared) keepShape(h Hook, k *key, found *shape) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.shapes == nil || len(s.shapes) >= maxShapes {
		s.shapes = map[string]*shape{}
	}
	s.shapes[string(append(k.shape, byte(h)))] = found
}

// found is what [Env.check] found: the expression, checked and strict, and what of its code does not depend on its literals.
type found struct {
	// ast has the numbers of the shape, and own those of the expression, by which positions go. They are one where no shape is known.
	ast  *ast.AST
	own  func() *ast.AST
	code *code
}

// check type-checks an expression and makes it strict. Issues are those of cel-go.
func (e *Env) check(h Hook, scope *cel.Env, k *key, n Node) (found, *cel.Issues) {
	if scope == e.hooks[h] {
		s := e.shared.shape(h, k)
		if s == nil {
			if s = newShape(scope, k, n); s != nil {
				e.shared.keepShape(h, k, s)
			}
		}
		if s != nil {
			return found{s.with(k.literals), func() *ast.AST { return s.at(k) }, &code{facts: s.known}}, nil
		}
	}
	checked, iss := scope.Check(n.cut())
	if iss.Err() != nil {
		return found{}, iss
	}
	a := checked.NativeRep()
	strict(a)
	return found{a, func() *ast.AST { return a }, &code{facts: newFacts(scope, checked.OutputType(), a, n)}}, nil
}

// newFacts looks at an expression that is checked and strict.
func newFacts(scope *cel.Env, typ *cel.Type, a *ast.AST, n Node) *facts {
	c := &facts{scope: scope, typ: typ, paths: readPaths(n.expr), static: estimate(a, stretched(a.Expr()))}
	walk(a.Expr(), func(e ast.Expr) {
		c.asks = c.asks || asks(a, e)
		c.loops = c.loops || e.Kind() == ast.ComprehensionKind
	})
	return c
}

// stretched returns a copy whose texts are as long as those of its shape may be.
func stretched(e ast.Expr) ast.Expr {
	factory := ast.NewExprFactory()
	e = factory.CopyExpr(e)
	walk(e, func(e ast.Expr) {
		if e.Kind() != ast.LiteralKind {
			return
		}
		switch v := e.AsLiteral().(type) {
		case types.String:
			e.SetKindCase(factory.NewLiteral(e.ID(), types.String(strings.Repeat("x", stretch(len(v))))))
		case types.Bytes:
			e.SetKindCase(factory.NewLiteral(e.ID(), types.Bytes(make([]byte, stretch(len(v))))))
		}
	})
	return e
}

// newShape checks an expression for all of its shape. It returns nil where that has issues: they are found again, with the numbers that
// positions go by.
func newShape(scope *cel.Env, k *key, n Node) *shape {
	cut := n.cut()
	a := cut.NativeRep()
	number := int64(0)
	a.Expr().RenumberIDs(func(int64) int64 { number++; return number })
	*a = *ast.NewAST(a.Expr(), ast.NewSourceInfo(nil))
	checked, iss := scope.Check(cut)
	if iss.Err() != nil || number != int64(len(k.ids)) {
		return nil
	}
	strict(checked.NativeRep())
	return &shape{ast: checked.NativeRep(), known: newFacts(scope, checked.OutputType(), checked.NativeRep(), n)}
}

// with returns the checked expression with other literals. Its numbers are those of the shape, of which it shares all that holds none.
func (s *shape) with(literals []ref.Val) *ast.AST {
	f := filler{ast.NewExprFactory(), literals}
	return ast.NewCheckedAST(ast.NewAST(f.fill(s.ast.Expr()), s.ast.SourceInfo()), s.ast.TypeMap(), s.ast.ReferenceMap())
}

// at returns the checked expression of a key, with the numbers of its parts; what [strict] made comes after all others.
func (s *shape) at(k *key) *ast.AST {
	last := slices.Max(k.ids)
	own := func(number int64) int64 {
		if n := int64(len(k.ids)); number > n {
			return last + number - n
		}
		return k.ids[number-1]
	}
	expr := ast.NewExprFactory().CopyExpr(s.with(k.literals).Expr())
	expr.RenumberIDs(own)
	a := ast.NewAST(expr, ast.NewSourceInfo(nil))
	for number, t := range s.ast.TypeMap() {
		a.SetType(own(number), t)
	}
	for number, r := range s.ast.ReferenceMap() {
		a.SetReference(own(number), r)
	}
	return a
}
