package policytest

import (
	"fmt"
	"strings"

	"github.com/lacuna-go/lacuna/eval"
	"github.com/lacuna-go/lacuna/rules"
)

// pointer builds the points of a set, with what a tally holds of each.
type pointer struct {
	set    *rules.Set
	tally  *tally
	byFile map[string][]Point
}

// coverage returns what the tally says of a set.
func (t *tally) coverage(set *rules.Set) *Coverage {
	p := &pointer{set: set, tally: t, byFile: map[string][]Point{}}
	p.turn()
	for _, policy := range set.Policies {
		p.policy(policy)
	}
	for _, c := range set.Claims {
		p.add(Point{Kind: PointClaims, Name: "claims " + c.Name}, c.Pos, "Claims", p.marked(c.Pos, "passed", "failed"))
	}
	for _, k := range set.Known {
		p.add(Point{Kind: PointKnown, Name: "known statement " + k.Name}, k.Pos, "Known", []Side{{reached, t.words["known:"+k.Name]}})
	}
	for _, u := range uses(set) {
		p.expr(u)
	}
	c := &Coverage{}
	for _, name := range set.Files() {
		points := p.byFile[name]
		sortPoints(points)
		c.Files = append(c.Files, FileCoverage{File: name, Points: points})
	}
	return c
}

// add puts a point at a place; text is what stands there.
func (p *pointer) add(point Point, at eval.Pos, text string, sides []Side) {
	if at == (eval.Pos{}) {
		return
	}
	point.Line, point.Col, point.Sides = at.Line, at.Col, sides
	point.EndLine, point.EndCol = at.Line, at.Col
	for _, r := range text {
		if point.EndCol++; r == '\n' {
			point.EndLine, point.EndCol = point.EndLine+1, 1
		}
	}
	p.byFile[at.File] = append(p.byFile[at.File], point)
}

// marked are the two sides of a part that is taken or passed over.
func (p *pointer) marked(at eval.Pos, yes, no string) []Side {
	var n sideCount
	if m := p.tally.marks[at]; m != nil {
		n = *m
	}
	return []Side{{yes, n.of(eval.SawTrue)}, {no, n.of(eval.SawFalse)}}
}

func (p *pointer) policy(policy *rules.Policy) {
	p.add(Point{Kind: PointPolicy, Name: "policy " + policy.Name}, policy.Pos, "Policy", []Side{{reached, p.tally.policies[policy]}})
	for i := range policy.WhenUnavailable.Value() {
		step := &policy.WhenUnavailable.Value()[i]
		sides := p.marked(step.Pos, "taken", "passed over")
		if step.Ends() {
			sides = sides[:1]
		}
		name := fmt.Sprintf("%s, step %d (%s)", policy.Name, i+1, step.Kind)
		p.add(Point{Kind: PointStep, Name: name}, step.Pos, structName(step.Kind), sides)
		if step.MaxAge != nil {
			at := step.MaxAge.Pos()
			p.add(Point{Kind: PointCondition, Name: policy.Name + "/max_age"}, at, step.MaxAge.Source(), p.marked(at, "young enough", "too old"))
		}
	}
	if policy.WhenUncertain.Set() {
		at := policy.WhenUncertain.Value().Pos
		p.add(Point{Kind: PointStep, Name: policy.Name + "/when_uncertain"}, at, "HardFail", p.marked(at, "taken", "")[:1])
	}
	if policy.WhenRefused.Set() {
		at := policy.WhenRefused.Pos()
		p.add(Point{Kind: PointStep, Name: policy.Name + "/when_refused"}, at, "when_refused", p.marked(at, "taken", "")[:1])
	}
}

func structName(k eval.StepKind) string {
	switch k {
	case eval.StepCached:
		return "Cached"
	case eval.StepUseTool:
		return "UseTool"
	case eval.StepOmit:
		return "Omit"
	default:
		return "HardFail"
	}
}

// expr adds an expression and its operands. One that reads nothing cannot go two ways.
func (p *pointer) expr(u use) {
	if u.expr.Const() {
		return
	}
	branches := u.expr.Branches()
	seen := p.tally.exprs[u.expr] // of each branch, or of the whole where there is none; nil if it was never evaluated
	if len(branches) == 0 || !branches[0].Whole {
		p.add(Point{Kind: PointValue, Name: u.id}, u.expr.Pos(), u.expr.Source(), []Side{{reached, most(seen)}})
	}
	for i, b := range branches {
		var n sideCount
		if seen != nil {
			n = seen[i]
		}
		point := Point{Kind: PointOperand, Name: u.id, Text: b.Text}
		if b.Whole {
			point = Point{Kind: PointCondition, Name: u.id}
		}
		p.add(point, b.Pos, b.Text, []Side{{"true", n.of(eval.SawTrue)}, {"false", n.of(eval.SawFalse)}})
	}
}

// most is in how many cases an expression was evaluated, as far as what was seen of its parts tells.
func most(seen []sideCount) int {
	n := 0
	for _, counts := range seen {
		for _, c := range counts {
			n = max(n, c)
		}
	}
	return n
}

// turn adds what the Turn declares.
func (p *pointer) turn() {
	file := p.set.File(p.set.Turn.Pos.File)
	if file == nil {
		return
	}
	for _, root := range roots(file) {
		if root.TypeName() != "Turn" {
			continue
		}
		for _, f := range root.Fields() {
			switch f.Name {
			case "purposes", "languages":
				for _, e := range f.Value.Elems() {
					word, _ := e.Str()
					p.declared(strings.TrimSuffix(f.Name, "s")+" "+word, e)
				}
			case "facts":
				for _, e := range f.Value.Entries() {
					word, _ := e.Key.Str()
					p.declared("facts."+word, e.Key)
				}
			}
		}
	}
}

func (p *pointer) declared(name string, n eval.Node) {
	p.add(Point{Kind: PointTurn, Name: name}, n.Pos(), n.Text(), []Side{{reached, p.tally.words[name]}})
}

// roots are the literals of a file.
func roots(f *eval.File) []eval.Node {
	root := f.Root()
	if root.Shape() == eval.List {
		return root.Elems()
	}
	return []eval.Node{root}
}
