package policytest

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/lacuna-go/lacuna/eval"
)

// Coverage says what the cases of a run exercised of the policies, file by file. It is plain data.
type Coverage struct {
	// Files of policies in the order of their names, those without a point included.
	Files []FileCoverage `json:"files"`
}

// FileCoverage is the coverage of one policy file.
type FileCoverage struct {
	// File by the name in positions.
	File string `json:"file"`
	// Points in the order of the file; where several begin at one place, the wider one first.
	Points []Point `json:"points"`
}

// PointKind says what a point of coverage is.
type PointKind string

// The kinds of points.
const (
	// PointPolicy, PointClaims and PointKnown are literals as a whole.
	PointPolicy PointKind = "policy"
	PointClaims PointKind = "claims"
	PointKnown  PointKind = "known"
	// PointStep is a step of a chain, or when_uncertain or when_refused.
	PointStep PointKind = "step"
	// PointCondition is a condition, PointOperand a part of one on which its result hangs, or what stands before a ?.
	PointCondition PointKind = "condition"
	PointOperand   PointKind = "operand"
	// PointValue is an expression that computes something: a timeout, a key, a disclosure, a var.
	PointValue PointKind = "value"
	// PointTurn is what the Turn declares: a purpose, a language, a fact.
	PointTurn PointKind = "turn"
)

// Point is a part of a policy that cases can exercise.
type Point struct {
	Kind PointKind `json:"kind"`
	// Name says which, as "policy pricing", "pricing/binds nobody" or "semantic, step 2 (cached)".
	Name string `json:"name"`
	// Text of an operand, as written; "" of anything else.
	Text string `json:"text,omitempty"`
	// Line and Col where it begins, and EndLine and EndCol behind its last rune; 1-based, columns in runes.
	Line    int `json:"line"`
	Col     int `json:"col"`
	EndLine int `json:"end_line"`
	EndCol  int `json:"end_col"`
	// Sides that it can go, each with the number of cases in which it did.
	Sides []Side `json:"sides"`
}

// Side is one way that a point can go.
type Side struct {
	// Name is "true", "false", "taken", "passed over", "passed", "failed", "young enough", "too old" or "reached".
	Name  string `json:"name"`
	Cases int    `json:"cases"`
}

// Missed lists the sides that no case went.
func (p *Point) Missed() []string {
	var list []string
	for _, s := range p.Sides {
		if s.Cases == 0 {
			list = append(list, s.Name)
		}
	}
	return list
}

// String says what is missed, as "pricing/binds nobody is never false", and "" where nothing is.
func (p *Point) String() string {
	missed := p.Missed()
	what := p.Name
	if p.Kind == PointOperand {
		what += ": " + strings.Join(strings.Fields(p.Text), " ")
	}
	switch {
	case len(missed) == 0:
		return ""
	case len(missed) == len(p.Sides) && len(missed) > 1, slices.Equal(missed, []string{reached}):
		return what + " is never reached"
	default:
		return what + " is never " + strings.Join(missed, ", nor ")
	}
}

const reached = "reached"

// Count returns how many sides the points of a file have, and how many of them some case went.
func (f *FileCoverage) Count() (covered, sides int) {
	for i := range f.Points {
		for _, s := range f.Points[i].Sides {
			sides++
			if s.Cases > 0 {
				covered++
			}
		}
	}
	return covered, sides
}

// Count sums up the files.
func (c *Coverage) Count() (covered, sides int) {
	for i := range c.Files {
		a, b := c.Files[i].Count()
		covered, sides = covered+a, sides+b
	}
	return covered, sides
}

// Percent is the share of the sides that some case went, rounded down to a tenth, so that 100 is all of them; of nothing it is 100.
func Percent(covered, sides int) float64 {
	if sides == 0 {
		return 100
	}
	return float64(covered*1000/sides) / 10
}

// Percent is the share of all sides that some case went.
func (c *Coverage) Percent() float64 { return Percent(c.Count()) }

// Missed lists the points of the file with a side that no case went. Of what is never reached, its parts are left out.
func (f *FileCoverage) Missed() []*Point {
	var list []*Point
	var unreached *Point
	for i := range f.Points {
		p := &f.Points[i]
		missed := len(p.Missed())
		if missed == 0 || unreached != nil && p.within(unreached) {
			continue
		}
		list = append(list, p)
		if missed == len(p.Sides) {
			unreached = p
		}
	}
	return list
}

// within reports whether a point lies inside another.
func (p *Point) within(o *Point) bool {
	from := cmp.Or(p.Line-o.Line, p.Col-o.Col)
	to := cmp.Or(o.EndLine-p.EndLine, o.EndCol-p.EndCol)
	return from >= 0 && to >= 0
}

// Missed lists what [FileCoverage.Missed] does of every file, as problems at their places.
func (c *Coverage) Missed() []eval.Problem {
	var list []eval.Problem
	for i := range c.Files {
		f := &c.Files[i]
		for _, p := range f.Missed() {
			list = append(list, eval.Problem{Pos: eval.Pos{File: f.File, Line: p.Line, Col: p.Col}, Message: p.String()})
		}
	}
	return list
}

// Untested lists the policies, claims and known statements that no case reaches.
func (c *Coverage) Untested() []eval.Problem {
	var list []eval.Problem
	for _, f := range c.Files {
		for i := range f.Points {
			p := &f.Points[i]
			whole := p.Kind == PointPolicy || p.Kind == PointClaims || p.Kind == PointKnown
			if whole && len(p.Missed()) == len(p.Sides) {
				at := eval.Pos{File: f.File, Line: p.Line, Col: p.Col}
				list = append(list, eval.Problem{Pos: at, Message: fmt.Sprintf("no case tests the %s", p.Name)})
			}
		}
	}
	return list
}

func sortPoints(points []Point) {
	slices.SortStableFunc(points, func(a, b Point) int {
		return cmp.Or(a.Line-b.Line, a.Col-b.Col, b.EndLine-a.EndLine, b.EndCol-a.EndCol)
	})
}
