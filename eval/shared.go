package eval

import (
	"sync"

	"cel.dev/cel-go/cel"
	"cel.dev/cel-go/common/ast"
	"cel.dev/cel-go/common/types"
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
	codes  map[string]*code
}

// shape is what a type check found for all expressions that differ in literals only. Its parts are numbered from 1 in the order
// of [key].ids. It is immutable.
type shape struct {
	expr  ast.Expr
	typ   []*types.Type // by number, nil where the check says nothing
	refs  []*ast.ReferenceInfo
	given *types.Type
}

// code returns what an expression of this text was compiled to, or nil.
func (s *shared) code(h Hook, w Want, k *key) *code {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.codes[string(append(k.text, byte(h), byte(w)))]
}

func (s *shared) keepCode(h Hook, w Want, k *key, c *code) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.codes == nil || len(s.codes) >= maxCodes {
		s.codes = map[string]*code{}
	}
	s.codes[string(append(k.text, byte(h), byte(w)))] = c
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

// check type-checks an expression. Its parts keep their numbers. Issues are those of cel-go.
func (e *Env) check(h Hook, scope *cel.Env, k *key, n Node) (*ast.AST, *cel.Type, *cel.Issues) {
	if scope == e.hooks[h] {
		s := e.shared.shape(h, k)
		if s == nil {
			if s = newShape(scope, k, n); s != nil {
				e.shared.keepShape(h, k, s)
			}
		}
		if s != nil {
			return s.at(k), s.given, nil
		}
	}
	checked, iss := scope.Check(n.cut())
	if iss.Err() != nil {
		return nil, nil, iss
	}
	return checked.NativeRep(), checked.OutputType(), nil
}

// newShape checks an expression for all of its shape. It returns nil where that has issues: they are found again, with the numbers that
// positions go by.
func newShape(scope *cel.Env, k *key, n Node) *shape {
	a := n.cut()
	number := int64(0)
	a.NativeRep().Expr().RenumberIDs(func(int64) int64 { number++; return number })
	checked, iss := scope.Check(a)
	if iss.Err() != nil || number != int64(len(k.ids)) {
		return nil
	}
	found := checked.NativeRep()
	s := &shape{expr: found.Expr(), given: checked.OutputType()}
	s.typ, s.refs = make([]*types.Type, number), make([]*ast.ReferenceInfo, number)
	for id, t := range found.TypeMap() {
		s.typ[id-1] = t
	}
	for id, r := range found.ReferenceMap() {
		s.refs[id-1] = r
	}
	return s
}

// at returns the checked expression of a key.
func (s *shape) at(k *key) *ast.AST {
	factory := ast.NewExprFactory()
	expr := factory.CopyExpr(s.expr)
	walk(expr, func(e ast.Expr) {
		if e.Kind() == ast.LiteralKind && k.literals[e.ID()-1] != nil {
			e.SetKindCase(factory.NewLiteral(e.ID(), k.literals[e.ID()-1]))
		}
	})
	expr.RenumberIDs(func(number int64) int64 { return k.ids[number-1] })
	typ, refs := make(map[int64]*types.Type, len(s.typ)), make(map[int64]*ast.ReferenceInfo)
	for i, id := range k.ids {
		if s.typ[i] != nil {
			typ[id] = s.typ[i]
		}
		if s.refs[i] != nil {
			refs[id] = s.refs[i]
		}
	}
	return ast.NewCheckedAST(ast.NewAST(expr, ast.NewSourceInfo(nil)), typ, refs)
}
