package policytest

import (
	"slices"
	"strings"
	"time"

	"github.com/lacuna-go/lacuna/eval"
)

// File is one *_test.yaml as read.
type File struct {
	// Name as positions show it.
	Name string
	// Cases that are sound, in the order of the file.
	Cases []*Case
	// Broken cases, by what is wrong with each; none of them can be played.
	Broken []BrokenCase
	// Problems of the file as a whole: none of its cases is to be trusted then.
	Problems []eval.Problem

	src string
}

// BrokenCase is a case that cannot be played.
type BrokenCase struct {
	Name     string
	Pos      eval.Pos
	Problems []eval.Problem
}

// casesOnly are fields of a case that make no sense as a default.
var casesOnly = []string{"name", "want", "golden"}

// readFile reads a test file.
func readFile(name string, src []byte) *File {
	f := &File{Name: name, src: string(src)}
	root, problems := parse(name, src)
	f.Problems = problems
	if len(problems) > 0 {
		return f
	}
	d := &decoder{}
	defer func() { f.Problems = append(f.Problems, eval.SortProblems(d.problems)...) }()
	if root.shape != mapping {
		d.fail(root.at, "a test file is a map with tests, not %s", root.shape)
		return f
	}
	defaults := d.defaults(root)
	tests := root.get("tests")
	switch {
	case tests == nil || tests.shape == null:
		d.fail(root.at, "the file has no tests")
	case tests.shape != list:
		d.fail(tests.at, "tests takes a list of cases, not %s", tests.shape)
	case len(tests.items) == 0:
		d.fail(tests.at, "the file has no case")
	default:
		f.cases(tests.items, defaults)
	}
	return f
}

// defaults checks the top of a file, once and not with each of its cases.
func (d *decoder) defaults(root *value) *value {
	defaults := root.without("tests")
	fields := slices.DeleteFunc(slices.Clone(caseFields), func(f field[Case]) bool { return slices.Contains(casesOnly, f.name) })
	top := append(fields, field[Case]{name: "tests"})
	var c Case
	for _, e := range defaults.entries {
		if slices.Contains(casesOnly, e.key) {
			d.fail(e.at, "%s belongs to a case, not to the top of the file", e.key)
			defaults = defaults.without(e.key)
		}
	}
	object(d, "a test file", top, &c, partial(defaults))
	var unknown []string
	for _, e := range defaults.entries {
		if !slices.ContainsFunc(fields, func(f field[Case]) bool { return f.name == e.key }) {
			unknown = append(unknown, e.key)
		}
	}
	return defaults.without(unknown...)
}

// partial leaves out what may be incomplete among the defaults, as each case completes it: it is checked there.
func partial(defaults *value) *value {
	out := *defaults
	out.entries = nil
	for _, e := range defaults.entries {
		switch e.key {
		case "call", "calls", "failure", "breaker", "latency", "cached", "tools":
			e.value = &value{at: e.at, shape: null}
		}
		out.entries = append(out.entries, e)
	}
	return &out
}

func (f *File) cases(items []*value, defaults *value) {
	first := map[string]eval.Pos{}
	for _, item := range items {
		c, problems := readCase(item, defaults)
		if at, twice := first[c.Name]; twice && c.Name != "" {
			problems = append(problems, eval.Problem{Pos: c.Pos, Message: "the name is given twice, first in line " + lineOf(at)})
		} else {
			first[c.Name] = c.Pos
		}
		if c.Name == "" {
			problems = append(problems, eval.Problem{Pos: c.Pos, Message: "the case has no name"})
		}
		if c.want == nil || c.want.shape == mapping && len(c.want.entries) == 0 {
			problems = append(problems, eval.Problem{Pos: c.Pos, Message: "the case has no want: nothing is tested"})
		}
		if len(problems) > 0 {
			f.Broken = append(f.Broken, BrokenCase{c.Name, c.Pos, eval.SortProblems(problems)})
			continue
		}
		f.Cases = append(f.Cases, c)
	}
}

// defaultNow is when a case plays that does not say.
func defaultNow() time.Time { return time.Date(2026, 1, 1, 12, 0, 0, 0, time.UTC) }

// readCase reads a case over the defaults of its file.
func readCase(item, defaults *value) (*Case, []eval.Problem) {
	d := &decoder{}
	c := &Case{Pos: item.at, Now: defaultNow()}
	if item.shape != mapping {
		d.fail(item.at, "a case is a map, not %s", item.shape)
		return c, d.problems
	}
	own := func(key string) bool { v := item.get(key); return v != nil && v.shape != null }
	for _, pair := range [][2]string{{"call", "calls"}, {"reply", "stream"}} {
		switch {
		case own(pair[0]) && own(pair[1]):
			d.fail(item.at, "a case takes %s or %s, not both", pair[0], pair[1])
		case own(pair[0]):
			defaults = defaults.without(pair[1])
		case own(pair[1]):
			defaults = defaults.without(pair[0])
		}
	}
	object(d, "a case", caseFields, c, merge(item, defaults))
	d.whole(c)
	return c, d.problems
}

// whole checks what only the whole case shows.
func (d *decoder) whole(c *Case) {
	if len(c.Calls) == 0 && c.Reply == nil {
		d.fail(c.Pos, "the case has no call and no reply: nothing happens in it")
	}
	if c.want != nil {
		if c.Reply != nil {
			d.want(c.want, verdictFields, "a verdict")
		} else {
			d.want(c.want, decisionFields, "a decision")
		}
	}
	if c.Golden != "" {
		if why := goldenPath(c.Golden); why != "" {
			d.fail(c.Pos, "%s", why)
		}
	}
	for i := range c.Calls {
		fill(&c.Calls[i], i+1)
	}
}

// Snippet returns the line of a position, and below it a caret under its column; "" for a position that is not in the file.
func (f *File) Snippet(at eval.Pos) string {
	lines := strings.Split(f.src, "\n")
	if at.File != f.Name || at.Line < 1 || at.Line > len(lines) {
		return ""
	}
	line := strings.TrimSuffix(lines[at.Line-1], "\r")
	var below strings.Builder
	for i, r := range []rune(line) {
		if i == at.Col-1 {
			break
		}
		if r != '\t' {
			r = ' '
		}
		below.WriteRune(r)
	}
	return line + "\n" + below.String() + "^"
}
