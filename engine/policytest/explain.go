package policytest

import (
	"context"
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"github.com/lacuna-go/lacuna/engine"
	"github.com/lacuna-go/lacuna/eval"
	"github.com/lacuna-go/lacuna/rules"
)

// ExplainedCall is what came of a call, and all that led there.
type ExplainedCall struct {
	PlayedCall
	Call engine.Call
	// Admission explains the state in which the call was admitted, Chain that in which its chain was entered; Chain is nil
	// where it was not, or at once.
	Admission, Chain *rules.Explanation
}

// Steps are those of the chain, none if it was not entered.
func (e *ExplainedCall) Steps() []rules.ExplainedStep {
	if e.Chain != nil {
		return e.Chain.Steps
	}
	if e.Admission == nil {
		return nil
	}
	return e.Admission.Steps
}

// Explained is what came of a case, call by call.
type Explained struct {
	Played
	Explained []ExplainedCall
	// Claims of the reply.
	Claims []rules.ExplainedClaim
}

// ReadInput reads one case: one by itself, of which neither name nor want is asked, or the only one that a test file
// holds or the filter leaves (nil leaves all). The case is nil where the file has problems.
func ReadInput(name string, src []byte, filter *regexp.Regexp) (*Case, *File) {
	root, problems := parse(name, src)
	if len(problems) == 0 && root.get("tests") != nil {
		return onlyCase(readFile(name, src, shelfOf(name)), filter)
	}
	f := &File{Name: name, src: string(src), Problems: problems}
	if len(problems) > 0 {
		return nil, f
	}
	d := &decoder{}
	base := d.used(root, &value{shape: mapping, at: root.at}, shelfOf(name).of(name))
	if rows := root.get("rows"); rows != nil {
		d.fail(rows.at, "one case by itself has no rows: put it under tests, and choose a row by its name")
	}
	c, problems := readCase(root, base)
	problems = append(problems, d.problems...)
	if f.Problems = eval.SortProblems(problems); len(problems) > 0 {
		return nil, f
	}
	return c, f
}

func onlyCase(f *File, filter *regexp.Regexp) (*Case, *File) {
	s := Suite{options: options{run: filter}}
	var cases []*Case
	for _, c := range f.Cases {
		if s.selects(f, c.Name) {
			cases = append(cases, c)
		}
	}
	for _, b := range f.Broken {
		if s.selects(f, b.Name) {
			f.Problems = append(f.Problems, b.Problems...)
		}
	}
	switch at := (eval.Pos{File: f.Name, Line: 1, Col: 1}); {
	case len(f.Problems) > 0:
		return nil, f
	case len(cases) == 0:
		f.Problems = []eval.Problem{{Pos: at, Message: "no case matches" + listed(f.Cases)}}
		return nil, f
	case len(cases) > 1:
		f.Problems = []eval.Problem{{Pos: cases[1].Pos, Message: "more than one case: choose one by its name (--run)" + listed(cases)}}
		return nil, f
	}
	return cases[0], f
}

// listed names the first cases of a file.
func listed(cases []*Case) string {
	const shown = 5
	var b strings.Builder
	for i, c := range cases[:min(len(cases), shown)] {
		b.WriteString([]string{"; they are ", ", "}[min(i, 1)] + strconv.Quote(c.Name))
	}
	if more := len(cases) - shown; more > 0 {
		fmt.Fprintf(&b, " and %d more", more)
	}
	return b.String()
}

// Explain plays a case and explains each of its calls in the states in which they were decided.
func Explain(ctx context.Context, set *rules.Set, c *Case) (*Explained, error) {
	played, err := Engine(set).Play(ctx, c)
	if err != nil {
		return nil, err
	}
	out := &Explained{Played: *played}
	for i := range c.Calls {
		one := ExplainedCall{PlayedCall: played.Calls[i], Call: c.Calls[i].Call}
		if one.Record != nil {
			if err := one.explain(ctx, set, c, i); err != nil {
				return nil, err
			}
		}
		out.Explained = append(out.Explained, one)
	}
	if c.Reply != nil {
		out.Claims, err = explainReply(ctx, set, c)
	}
	return out, err
}

// explainReply plays all calls on a stage of its own, and explains the reply there.
func explainReply(ctx context.Context, set *rules.Set, c *Case) ([]rules.ExplainedClaim, error) {
	s, err := newStage(ctx, set, c)
	if err != nil {
		return nil, err
	}
	defer s.turn.End()
	for i := range c.Calls {
		s.call(ctx, i)
	}
	return s.turn.ExplainReply(*c.Reply), nil
}

// explain plays up to the call on a stage of its own, and explains there.
func (e *ExplainedCall) explain(ctx context.Context, set *rules.Set, c *Case, i int) error {
	s, err := newStage(ctx, set, c)
	if err != nil {
		return err
	}
	defer s.turn.End()
	for j := range i {
		s.call(ctx, j)
	}
	call := c.Calls[i].Call
	if e.Admission, err = s.turn.Explain(ctx, call, nil); err != nil {
		return err
	}
	failure, entered := e.Record.Chained()
	if failure == nil {
		return nil
	}
	s.clock.Advance(entered)
	s.turn.SeedSpent(entered, e.Record.Attempts, e.Record.Retries)
	e.Chain, err = s.turn.Explain(ctx, call, failure)
	return err
}
