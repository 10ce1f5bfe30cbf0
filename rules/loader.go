package rules

import (
	"bytes"
	"io/fs"
	"slices"

	"github.com/lacuna-go/lacuna/eval"
)

// Loader loads one set after the other, as [Load] does, and compiles anew only what may have changed: a file whose bytes
// differ, and everything after a change of what expressions can read, which the Turn says. What files say to each other is checked
// every time. The set, and every problem, are those that [Load] would give; sets share what did not change.
//
// A Loader keeps the files of its last load, and is not safe for concurrent use.
type Loader struct {
	options options
	units   map[string]*unit
	env     *eval.Env
	facts   []eval.FactDecl // that env was built for, with its purposes
	terms   []string
}

// unit is one policy file, and what came of it. It does not change but for what it was compiled to.
type unit struct {
	bytes    []byte
	file     *eval.File // nil if the text is at fault
	problems []eval.Problem
	roots    []eval.Node
	unknown  bool // one of its literals may be meant as a Turn or a policy
	compiled *compiled
}

// compiled is what a file's literals came to in one language.
type compiled struct {
	env      *eval.Env
	langs    []string
	policies []*Policy
	claims   []*Claims
	known    []*Known
	problems []eval.Problem
	blurred  bool
}

// NewLoader returns a loader. Every set has the generation of [WithGeneration].
func NewLoader(opts ...Option) *Loader {
	l := &Loader{options: options{dir: "."}}
	for _, opt := range opts {
		opt(&l.options)
	}
	return l
}

// Load reads the directory and returns the set, or what is wrong with it, as the function [Load] does.
func (l *Loader) Load(fsys fs.FS) (*Set, error) {
	sources, err := Read(fsys)
	if err != nil {
		return nil, err
	}
	return l.Compile(sources)
}

// Compile is Load for files that have been read.
func (l *Loader) Compile(sources *Sources) (*Set, error) {
	run := loading{Loader: l, files: map[string]*eval.File{}, sources: map[string][]byte{}}
	return run.set(sources)
}

// parse returns the unit of a file, the last one if the file is the same.
func (l *Loader) parse(name string, src []byte) *unit {
	if u := l.units[name]; u != nil && bytes.Equal(u.bytes, src) {
		return u
	}
	return newUnit(name, src)
}

func newUnit(name string, src []byte) *unit {
	u := &unit{bytes: src}
	if u.file, u.problems = eval.Parse(name, src); u.file != nil {
		d := &decoder{}
		u.roots = d.roots(u.file.Root())
		u.problems, u.unknown = d.problems, d.unknown
	}
	return u
}

// compile returns what a file comes to in a language, which env and langs are.
func (u *unit) compile(env *eval.Env, langs []string) *compiled {
	if c := u.compiled; c != nil && c.env == env && slices.Equal(c.langs, langs) {
		return c
	}
	d := &decoder{env: env, langs: langs}
	c := &compiled{env: env, langs: langs}
	for _, n := range u.roots {
		d.root(c, n)
	}
	c.problems, c.blurred = d.problems, d.blurred
	u.compiled = c
	return c
}

// language returns the environments for what the Turn declares, the last ones if that is the same.
func (l *Loader) language(turn Turn) (*eval.Env, []eval.Problem) {
	same := func(a, b eval.FactDecl) bool { return a.Name == b.Name && a.Type == b.Type && a.List == b.List }
	if l.env != nil && slices.Equal(l.terms, turn.Purposes) && slices.EqualFunc(l.facts, turn.Facts, same) {
		return l.env, nil
	}
	env, problems := eval.NewEnv(eval.Options{Purposes: turn.Purposes, Facts: turn.Facts, Functions: l.options.functions})
	l.env, l.terms, l.facts = env, turn.Purposes, turn.Facts
	return env, problems
}
