package rules

import (
	"io/fs"
	"slices"

	"github.com/lacuna-go/lacuna/eval"
)

// Loader loads one set after the other, as [Load] does, and compiles anew only what may have changed: a file whose bytes
// differ, and everything after a change of what expressions can read, which the Turn says. What files say to each other is checked
// every time. The set, and every problem, are those that [Load] would give; sets share what did not change.
//
// A Loader keeps what the files of its last load came to, and of the files their text alone. It is not safe for concurrent use.
type Loader struct {
	options options
	units   map[string]*unit
	env     *eval.Env
	facts   []eval.FactDecl // that env was built for, with its purposes
	terms   []string
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

// unit returns that of a file, the last one if the file is the same.
func (l *Loader) unit(name string, src []byte) *unit {
	if u := l.units[name]; u != nil {
		if u.reads(src) {
			return u
		}
		if next := u.changed(name, src); next != nil {
			return next
		}
	}
	return newUnit(name, src)
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
