package eval

import (
	"cel.dev/cel-go/common/ast"
	"cel.dev/cel-go/common/operators"
	"cel.dev/cel-go/common/types"
	"cel.dev/cel-go/common/types/ref"

	"github.com/lacuna-go/lacuna/guard"
)

// maxQuickLoop is what a loop may cost that is run here, in CEL's units; a longer one is left to cel-go, which meters it and looks at
// the decision's time.
const maxQuickLoop = 200_000

// loop makes the test of exists() or all() over the claim's sources, the evidence, or the list in an argument or a fact.
func (b *quickBuilder) loop(e ast.Expr) operand[bool] {
	c := e.AsComprehension()
	wanted, body := loopBody(c)
	if body == nil || b.elem+b.item != "" {
		return nil
	}
	inner := &quickCompiler{x: b.x, ast: b.ast}
	sources, items := sourcesOf(c.IterRange()), b.items(c.IterRange())
	switch {
	case sources != nil:
		inner.elem = c.IterVar()
	case items != nil:
		inner.item = c.IterVar()
	default:
		return nil
	}
	q := inner.quickOf(body)
	b.foreign += inner.foreign
	if q == nil {
		return nil
	}
	b.looped += estimate(b.ast, e)
	cost := estimate(b.ast, body) + 1
	if sources != nil {
		return rounds(sources, wanted, cost, func(s scope, elem *guard.Source) (bool, bool) { return q.run(scope{in: s.in, elem: elem}) })
	}
	return rounds(items, wanted, cost, func(s scope, item ref.Val) (bool, bool) { return q.run(scope{in: s.in, item: item}) })
}

// rounds runs a loop until an element comes to what is wanted.
func rounds[T any](list operand[[]T], wanted bool, cost uint64, test func(scope, T) (bool, bool)) operand[bool] {
	return func(s scope) (bool, bool) {
		elems, ok := list(s)
		if !ok || uint64(len(elems))*cost > maxQuickLoop {
			return false, false
		}
		for _, e := range elems {
			s.in.cost += cost
			holds, ok := test(s, e)
			if !ok {
				return false, false
			}
			if holds == wanted {
				return wanted, true
			}
		}
		return !wanted, true
	}
}

// sourcesOf reads the evidence, or the claim's sources.
func sourcesOf(e ast.Expr) operand[[]*guard.Source] {
	switch pathOf(e, nil) {
	case "evidence":
		return func(s scope) ([]*guard.Source, bool) { return s.in.Evidence, true }
	case "claim.sources":
		return func(s scope) ([]*guard.Source, bool) {
			if s.in.Claim == nil {
				return nil, false
			}
			return s.in.Claim.Sources, true
		}
	}
	return nil
}

// items reads the list in an argument or a fact; nil for anything else.
func (c *quickCompiler) items(e ast.Expr) operand[[]ref.Val] {
	if isPresence(e) {
		return nil
	}
	if name, ok := c.argument(e); ok {
		return then(argumentOf(name), func(a *argument) ([]ref.Val, bool) { return a.items(), a.items() != nil })
	}
	if i, ok := c.fact(e); ok {
		return func(s scope) ([]ref.Val, bool) {
			if s.in.Facts == nil {
				return nil, false
			}
			items := s.in.Facts.itemsOf(i)
			return items, items != nil
		}
	}
	return nil
}

// loopBody recognises exists(), which ends at the first element that holds, and all(), which ends at the first one that does not, in their
// strict form. It returns what ends the loop, and the condition; nil for another loop.
func loopBody(c ast.ComprehensionExpr) (wanted bool, body ast.Expr) {
	step := c.LoopStep()
	if c.AccuInit().Kind() != ast.LiteralKind || !isIdent(c.Result(), c.AccuVar()) || step.Kind() != ast.CallKind ||
		step.AsCall().FunctionName() != operators.Conditional || c.HasIterVar2() {
		return false, nil
	}
	args := step.AsCall().Args()
	if !isIdent(args[0], c.AccuVar()) {
		return false, nil
	}
	switch {
	case c.AccuInit().AsLiteral() == types.False && args[1].Kind() == ast.LiteralKind && args[1].AsLiteral() == types.True:
		return true, args[2]
	case c.AccuInit().AsLiteral() == types.True && args[2].Kind() == ast.LiteralKind && args[2].AsLiteral() == types.False:
		return false, args[1]
	}
	return false, nil
}
