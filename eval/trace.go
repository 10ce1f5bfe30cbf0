package eval

import (
	"maps"
	"slices"
	"sync"

	"cel.dev/cel-go/common/types/ref"
)

// Sides is what was seen of an expression, a branch or another part of a policy: a set of the Saw constants.
type Sides uint8

// The sides. SawValue is a value that is no bool.
const (
	SawTrue Sides = 1 << iota
	SawFalse
	SawError
	SawValue
)

// Has reports whether all of the sides were seen.
func (s Sides) Has(all Sides) bool { return s&all == all }

// maxTraced bounds the evaluations that a Trace keeps with their values.
const maxTraced = 500

// Trace notes what the expressions of one turn come to, for coverage and to show why. Each evaluation costs several times as
// much while it is on, and comes to the same. It is safe for concurrent use. The zero Trace is ready.
type Trace struct {
	// Values also keeps each evaluation with the values of its operands, the first 500 of them.
	Values bool

	mu     sync.Mutex
	exprs  map[*Expr][]Sides // of each branch, or of the whole where there is none
	marks  map[Pos]Sides
	values []Traced
}

// Traced is one evaluation.
type Traced struct {
	Expr *Expr
	Explanation
}

// Traced reports whether the turn has a Trace.
func (in *Input) Traced() bool { return in.Turn != nil && in.Turn.Trace != nil }

// Mark notes that a part of a policy was taken or passed over, where the Input is traced.
func (in *Input) Mark(at Pos, taken bool) {
	if !in.Traced() {
		return
	}
	side := SawFalse
	if taken {
		side = SawTrue
	}
	in.Turn.Trace.mark(at, side)
}

func (t *Trace) mark(at Pos, side Sides) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.marks == nil {
		t.marks = map[Pos]Sides{}
	}
	t.marks[at] |= side
}

// Reset forgets what was noted.
func (t *Trace) Reset() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.exprs, t.marks, t.values = nil, nil, nil
}

// Marks returns what was noted of parts of policies, by their place.
func (t *Trace) Marks() map[Pos]Sides {
	t.mu.Lock()
	defer t.mu.Unlock()
	return maps.Clone(t.marks)
}

// Exprs returns what was seen of each expression that was evaluated: the sides of its branches, in the order of
// [Expr.Branches], or one element for an expression without any.
func (t *Trace) Exprs() map[*Expr][]Sides {
	t.mu.Lock()
	defer t.mu.Unlock()
	out := make(map[*Expr][]Sides, len(t.exprs))
	for x, seen := range t.exprs {
		out[x] = slices.Clone(seen)
	}
	return out
}

// Evaluations returns those that were kept, sorted by place; equal ones once.
func (t *Trace) Evaluations() []Traced {
	t.mu.Lock()
	defer t.mu.Unlock()
	out := slices.Clone(t.values)
	slices.SortStableFunc(out, func(a, b Traced) int { return a.Expr.Pos().Compare(b.Expr.Pos()) })
	return out
}

// note tells the trace of the turn what an evaluation came to. The expression is evaluated once more, watched, so that a trace can
// never change what a rule comes to.
func (x *Expr) note(in *Input, v ref.Val, fault *Fault) {
	t := in.Turn.Trace
	seen := []Sides{SawError}
	if fault == nil {
		seen[0] = sideOf(v)
	}
	if branches := x.watch(); branches != nil {
		outer := in.seen
		in.seen = make([]Sides, branches.count)
		_, _, _ = branches.program.Eval(in) // what it comes to is known
		seen, in.seen = in.seen, outer
	}
	var kept *Traced
	if t.Values {
		cost := in.cost
		kept = &Traced{x, x.Explain(in)}
		in.cost = cost
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.exprs == nil {
		t.exprs = map[*Expr][]Sides{}
	}
	if t.exprs[x] == nil {
		t.exprs[x] = make([]Sides, len(seen))
	}
	for i, s := range seen {
		t.exprs[x][i] |= s
	}
	if kept != nil && len(t.values) < maxTraced {
		t.values = append(t.values, *kept)
	}
}
