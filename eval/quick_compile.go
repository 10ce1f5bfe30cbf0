package eval

import (
	"math"

	"cel.dev/cel-go/cel"
	"cel.dev/cel-go/common/ast"
	"cel.dev/cel-go/common/operators"
	"cel.dev/cel-go/common/types"
)

// quickCompiler makes the quick forms of one checked and strict expression. What it does not know it leaves to cel-go: a part of a
// condition as a test of its own, or the expression as a whole.
type quickCompiler struct {
	x   *Expr
	ast *ast.AST
	// part plans a part of the expression for cel-go.
	part func(ast.Expr) (cel.Program, error)
	// elem names the element of the loop whose body is compiled, a source, and item one that is an element of an argument's or a fact's
	// list; both are "" outside of loops.
	elem, item string
	// looped is what the loops can cost at most, as it was estimated. Each is charged for its rounds.
	looped uint64
	// known counts the tests that are not left to cel-go, foreign those that are.
	known, foreign int
}

// label is where a test goes on to, before the place is known.
type label struct {
	at   int16
	uses []*int16
}

func (l *label) use(target *int16) {
	*target = l.at
	if l.at == unplaced {
		l.uses = append(l.uses, target)
	}
}

const unplaced = math.MinInt16

// maxTests bounds a quick: the places of its tests are 16 bits wide.
const maxTests = 1000

// quickOf compiles a condition, or returns nil where cel-go does as well.
func (c *quickCompiler) quickOf(e ast.Expr) *quick {
	b := &quickBuilder{quickCompiler: c, tests: []*test{}}
	yes, no := &label{at: isTrue}, &label{at: isFalse}
	if !b.condition(e, yes, no) || len(b.tests) > maxTests || len(b.tests) == 0 {
		return nil
	}
	q := &quick{tests: make([]test, len(b.tests)), sets: b.sets, funcs: b.funcs}
	for i, t := range b.tests {
		q.tests[i] = *t
	}
	return q
}

// quickBuilder collects the tests of one condition.
type quickBuilder struct {
	*quickCompiler
	tests []*test
	sets  [][]string
	funcs []operand[bool]
}

// condition emits the tests of a condition. It reports whether all of it could be.
func (b *quickBuilder) condition(e ast.Expr, yes, no *label) bool {
	if e.Kind() == ast.CallKind {
		call := e.AsCall()
		switch call.FunctionName() {
		case operators.LogicalNot:
			return b.condition(call.Args()[0], no, yes)
		case operators.Conditional:
			return b.conditional(call.Args(), yes, no)
		}
	}
	t, negated, ok := b.leaf(e)
	if !ok {
		return false
	}
	if negated {
		yes, no = no, yes
	}
	b.emit(t, yes, no)
	return true
}

// conditional emits c ? a : b, which && and || have become as well: one of their values is then a literal.
func (b *quickBuilder) conditional(args []ast.Expr, yes, no *label) bool {
	then, otherwise := b.branch(args[1], yes, no), b.branch(args[2], yes, no)
	if !b.condition(args[0], then, otherwise) {
		return false
	}
	for i, l := range []*label{then, otherwise} {
		if l == yes || l == no {
			continue
		}
		b.place(l)
		if !b.condition(args[i+1], yes, no) {
			return false
		}
	}
	return true
}

// branch returns where a value of a conditional is decided: at once for a literal, else at tests yet to be emitted.
func (b *quickBuilder) branch(e ast.Expr, yes, no *label) *label {
	if e.Kind() == ast.LiteralKind {
		switch e.AsLiteral() {
		case types.True:
			return yes
		case types.False:
			return no
		}
	}
	return &label{at: unplaced}
}

func (b *quickBuilder) place(l *label) {
	l.at = int16(min(len(b.tests), maxTests+1))
	for _, target := range l.uses {
		*target = l.at
	}
}

func (b *quickBuilder) emit(t test, yes, no *label) {
	kept := &t
	yes.use(&kept.yes)
	no.use(&kept.no)
	b.tests = append(b.tests, kept)
}

// leaf makes the test of a condition that is none of several. negated means that it tests the opposite.
func (b *quickBuilder) leaf(e ast.Expr) (t test, negated, ok bool) {
	if t, negated, ok = b.flat(e); ok {
		b.known++
		return t, negated, true
	}
	f := b.boolean(e)
	if f != nil {
		b.known++
	} else {
		b.foreign++
		f = b.left(e)
	}
	return b.function(f), false, f != nil
}

func (b *quickBuilder) function(f operand[bool]) test {
	b.funcs = append(b.funcs, f)
	return test{op: opFunc, n: int64(len(b.funcs) - 1)}
}

func (b *quickBuilder) set(texts []string) int64 {
	b.sets = append(b.sets, texts)
	return int64(len(b.sets) - 1)
}

// left leaves a condition to cel-go: one outside of loops, for cel-go does not know their elements.
func (c *quickCompiler) left(e ast.Expr) operand[bool] {
	if c.elem+c.item != "" {
		return nil
	}
	program, err := c.part(e)
	if err != nil {
		return nil
	}
	return func(f scope) (bool, bool) {
		v, _, err := program.Eval(f.in)
		holds, ok := v.(types.Bool)
		return bool(holds), ok && err == nil
	}
}
