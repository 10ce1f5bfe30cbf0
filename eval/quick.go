package eval

import (
	"slices"

	"cel.dev/cel-go/common/types/ref"

	"github.com/lacuna-go/lacuna/guard"
)

// quick is a condition compiled to flat typed tests over the Input: no boxes, no interfaces, no allocation. && and ||, ! and
// ?: are not there at run time; they are where each test goes on to. Since they are strict, one test after the other decides
// as CEL does.
//
// It answers only where it is sure. On whatever would be an error, and on a value of a type that it was not made for, it is
// undecided, and cel-go, the reference, evaluates the whole expression: errors and their texts are always cel-go's.
type quick struct {
	tests []test
	sets  [][]string
	funcs []boolFunc
}

// test is one test of a quick, and where to go on.
type test struct {
	op    op
	rel   relation
	field fieldID
	elem  bool // the field is the loop element's, not the variable's
	// yes and no are the next test, or isTrue or isFalse.
	yes, no int16
	n       int64
	text    string
}

// The ends of a quick.
const (
	isTrue  = -1
	isFalse = -2
)

type op uint8

const (
	opNumber    op = iota // the field's number stands in the relation to n
	opMask                // the field's number is one of the bits of n
	opText                // the field's text is text
	opTextIn              // the field's text is one of set n
	opArg                 // the argument called text is there
	opArgText             // the argument called text is the text of set n, or one of them
	opArgNumber           // the argument called text stands in the relation to n
	opArgHolds            // the argument called text, a list of texts, holds the text of set n
	opFact                // fact n, a bool
	opFunc                // func n
)

// relation is an order; the others are these with yes and no exchanged.
type relation uint8

const (
	equal relation = iota
	below
	atMost
)

func (r relation) holds(a, b int64) bool {
	switch r {
	case equal:
		return a == b
	case below:
		return a < b
	}
	return a <= b
}

// scope is what a test reads: the Input, and within a loop its element.
type scope struct {
	in *Input
	// At most one of these is set: a source, or an element of an argument's or a fact's list.
	elem *guard.Source
	item ref.Val
}

type boolFunc func(scope) (holds, ok bool)

func (f scope) reader(elem bool) fieldReader {
	if elem {
		return fieldReader{f.in, f.elem, nil}
	}
	return fieldReader{f.in, f.in.Source, f.in.Breaker}
}

// run returns whether the condition holds; ok is false where it is undecided. Its cost is a few nanoseconds a test.
func (q *quick) run(f scope) (holds, ok bool) {
	i := int16(0)
	for i >= 0 {
		t := &q.tests[i]
		if holds, ok = q.test(t, f); !ok {
			return false, false
		}
		if holds {
			i = t.yes
		} else {
			i = t.no
		}
	}
	return i == isTrue, true
}

func (q *quick) test(t *test, f scope) (holds, ok bool) {
	switch t.op {
	case opNumber:
		n, ok := f.reader(t.elem).number(t.field)
		return t.rel.holds(n, t.n), ok
	case opMask:
		n, ok := f.reader(t.elem).number(t.field)
		return t.n>>n&1 != 0, ok
	case opText:
		s, ok := f.reader(t.elem).text(t.field)
		return s == t.text, ok
	case opTextIn:
		s, ok := f.reader(t.elem).text(t.field)
		return slices.Contains(q.sets[t.n], s), ok
	case opFact:
		n, ok := f.in.factNumber(int(t.n))
		return n != 0, ok
	case opFunc:
		return q.funcs[t.n](f)
	default:
		return q.argument(t, f)
	}
}

// argument tests an argument of the call, whose type is known only now. == across types is false, an order is undecided.
func (q *quick) argument(t *test, f scope) (holds, ok bool) {
	if f.in.Call == nil {
		return false, false
	}
	a := f.in.Call.Args.find(t.text)
	switch {
	case t.op == opArg:
		return a != nil, true
	case a == nil:
		return false, false
	case t.op == opArgHolds:
		return slices.Contains(a.texts, q.sets[t.n][0]), a.texts != nil
	case a.kind == otherScalar:
		return false, false
	case t.op == opArgText:
		return a.kind == textScalar && slices.Contains(q.sets[t.n], a.text), true
	case a.kind == numberScalar:
		return t.rel.holds(a.number, t.n), true
	}
	return false, t.rel == equal
}
