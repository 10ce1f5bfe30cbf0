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
var casesOnly = []string{"name", "want", "golden", "rows"}

// readFile reads a test file, whose cases may use the fixtures of a shelf; nil is an empty one.
func readFile(name string, src []byte, shared *shelf) *File {
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
	var known []fixture
	if own := root.get("fixtures"); own != nil {
		known = d.fixtures(own)
	}
	known = append(known, shared.of(name)...)
	defaults := d.scene("a test file", root.without("tests", "fixtures"), casesOnly, "tests", "fixtures")
	tests := root.get("tests")
	switch {
	case tests == nil || tests.shape == null:
		d.fail(root.at, "the file has no tests")
	case tests.shape != list:
		d.fail(tests.at, "tests takes a list of cases, not %s", tests.shape)
	case len(tests.items) == 0:
		d.fail(tests.at, "the file has no case")
	default:
		f.cases(tests.items, defaults, known)
	}
	return f
}

// scene checks a part of cases, such as the top of a file, once and not with each of its cases, and returns what is known of it. Fields
// that belong to a case alone, and unknown ones, are left out; besides are those that it takes and a case does not.
func (d *decoder) scene(what string, v *value, notHere []string, besides ...string) *value {
	fields := slices.DeleteFunc(slices.Clone(caseFields), func(f field[Case]) bool { return slices.Contains(notHere, f.name) })
	top := slices.Clone(fields)
	for _, name := range besides {
		top = append(top, field[Case]{name: name})
	}
	var c Case
	for _, e := range v.entries {
		if slices.Contains(notHere, e.key) {
			d.fail(e.at, "%s belongs to a case, not to %s", e.key, whole(what))
			v = v.without(e.key)
		}
	}
	object(d, what, top, &c, partial(v))
	var unknown []string
	for _, e := range v.entries {
		if !slices.ContainsFunc(fields, func(f field[Case]) bool { return f.name == e.key }) {
			unknown = append(unknown, e.key)
		}
	}
	return v.without(unknown...)
}

func whole(what string) string {
	if what == "a test file" {
		return "the top of the file"
	}
	return what
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

func (f *File) cases(items []*value, defaults *value, known []fixture) {
	first := map[string]eval.Pos{}
	for _, item := range items {
		d := &decoder{}
		base := d.used(item, defaults, known)
		rows := d.rows(item)
		if len(d.problems) > 0 {
			f.Broken = append(f.Broken, BrokenCase{item.get("name").word(), item.at, eval.SortProblems(d.problems)})
			continue
		}
		for _, row := range rows {
			f.row(row, base, first)
		}
	}
}

// row reads one case. first holds where each name was given first.
func (f *File) row(item, base *value, first map[string]eval.Pos) {
	c, problems := readCase(item, base)
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
		return
	}
	f.Cases = append(f.Cases, c)
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
	for _, pair := range exclusive {
		if own(pair[0]) && own(pair[1]) {
			d.fail(item.at, "a case takes %s or %s, not both", pair[0], pair[1])
		}
	}
	object(d, "a case", caseFields, c, overlay(item, defaults))
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
