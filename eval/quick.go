package eval

import (
	"slices"

	"cel.dev/cel-go/common/types"
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
	funcs []operand[bool]
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
	name    string // of an argument
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
	opArg                 // the argument is there
	opArgText             // the argument is text
	opArgTextIn           // the argument is one of the texts of set n
	opArgNumber           // the argument stands in the relation to n
	opArgHolds            // the argument, a list of texts, holds text
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
	case atMost:
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

func (s scope) reader(elem bool) fieldReader {
	if elem {
		return fieldReader{s.in, s.elem, nil}
	}
	return fieldReader{s.in, s.in.Source, s.in.Breaker}
}

// run returns whether the condition holds; ok is false where it is undecided. Its cost is a few nanoseconds a test.
func (q *quick) run(s scope) (holds, ok bool) {
	i := int16(0)
	for i >= 0 {
		t := &q.tests[i]
		holds, ok = q.test(t, s)
		if !ok {
			return false, false
		}
		if i = t.no; holds {
			i = t.yes
		}
	}
	return i == isTrue, true
}

// test runs one test.
func (q *quick) test(t *test, s scope) (holds, ok bool) {
	switch t.op {
	case opNumber:
		n, ok := s.reader(t.elem).number(t.field)
		return t.rel.holds(n, t.n), ok
	case opMask:
		n, ok := s.reader(t.elem).number(t.field)
		return t.n>>n&1 != 0, ok
	case opText:
		text, ok := s.reader(t.elem).text(t.field)
		return text == t.text, ok
	case opTextIn:
		text, ok := s.reader(t.elem).text(t.field)
		return slices.Contains(q.sets[t.n], text), ok
	case opFact:
		holds, ok := s.in.fact(int(t.n)).(types.Bool)
		return bool(holds), ok
	case opFunc:
		return q.funcs[t.n](s)
	default:
		if s.in.Call == nil {
			return false, false
		}
		return q.argument(t, s.in.Call.Args.find(t.name))
	}
}

// argument tests an argument of the call, whose type is known only now. == across types is false, an order is undecided, and so is whatever is
// asked of one that is not there.
func (q *quick) argument(t *test, a *argument) (holds, ok bool) {
	switch {
	case t.op == opArg:
		return a != nil, true
	case a == nil:
		return false, false
	case t.op == opArgHolds:
		texts := a.texts()
		return slices.Contains(texts, t.text), texts != nil
	case a.kind == otherScalar:
		return false, false
	case t.op == opArgText:
		return a.kind == textScalar && a.text == t.text, true
	case t.op == opArgTextIn:
		return a.kind == textScalar && slices.Contains(q.sets[t.n], a.text), true
	case a.kind == numberScalar:
		return t.rel.holds(a.number, t.n), true
	}
	return false, t.rel == equal
}
