package rules

import (
	"io/fs"
	"path"

	"github.com/lacuna-go/lacuna/eval"
)

// Option changes how a set is loaded.
type Option func(*options)

type options struct {
	functions  []eval.Function
	dir        string
	generation uint64
}

// WithFunctions adds functions to the language.
func WithFunctions(functions ...eval.Function) Option {
	return func(o *options) { o.functions = append(o.functions, functions...) }
}

// WithDir names the directory that the file system is of: positions begin with it. The default is no name.
func WithDir(dir string) Option { return func(o *options) { o.dir = path.Clean(dir) } }

// WithGeneration numbers the set; the default is 0.
func WithGeneration(n uint64) Option { return func(o *options) { o.generation = n } }

// Load reads every *.cel file below the root of fsys, and returns the set or a [*LoadError] with all that is wrong
// with it. Names that begin with a dot are skipped; links are followed. An error of the file system is returned
// as it is. Load takes time in proportion to the number of expressions, tens of microseconds each.
func Load(fsys fs.FS, opts ...Option) (*Set, error) {
	o := options{dir: "."}
	for _, opt := range opts {
		opt(&o)
	}
	sources, err := readSources(fsys)
	if err != nil {
		return nil, err
	}
	l := loading{options: o, files: map[string]*eval.File{}, sources: map[string][]byte{}}
	if len(sources) == 0 {
		l.problems = []eval.Problem{{Message: "no .cel file in " + l.place("")}}
		return nil, l.err()
	}
	l.parse(sources)
	set := l.decode()
	if err := l.err(); err != nil {
		return nil, err
	}
	set.Digest = digestOf(sources)
	set.index = newIndex(set)
	return set, nil
}

// loading is one run of Load.
type loading struct {
	options
	files    map[string]*eval.File
	sources  map[string][]byte
	names    []string // of the files that parsed, in order
	broken   bool     // a file did not parse
	problems []eval.Problem
}

// place is a path as positions show it.
func (l *loading) place(p string) string {
	switch {
	case l.dir != ".":
		return path.Join(l.dir, p)
	case p == "":
		return "the directory"
	default:
		return p
	}
}

func (l *loading) parse(sources []source) {
	for _, src := range sources {
		name := l.place(src.path)
		l.sources[name] = src.bytes
		file, problems := eval.Parse(name, src.bytes)
		l.problems = append(l.problems, problems...)
		if file == nil {
			l.broken = true
			continue
		}
		l.files[name] = file
		l.names = append(l.names, name)
	}
}

// decode builds the set from the files that parsed: first the Turn, which the language depends on, then the rest.
func (l *loading) decode() *Set {
	d := &decoder{}
	var roots []eval.Node
	for _, name := range l.names {
		roots = append(roots, d.roots(l.files[name].Root())...)
	}
	s := &Set{Turn: d.onlyTurn(roots), Generation: l.generation, files: l.files}
	if lost := l.broken && s.Turn.Pos == (eval.Pos{}); !lost && !d.unwritten {
		d.langs = s.Turn.Languages
	}
	l.language(d, s)
	for _, n := range roots {
		d.root(s, n)
	}
	s.sort()
	d.checkSet(s, !l.broken && !d.unknown)
	l.problems = append(l.problems, d.problems...)
	return s
}

// language builds the environments, where the Turn is known well enough.
func (l *loading) language(d *decoder, s *Set) {
	if d.unspoken || l.broken && s.Turn.Pos == (eval.Pos{}) {
		return
	}
	env, problems := eval.NewEnv(eval.Options{Purposes: s.Turn.Purposes, Facts: s.Turn.Facts, Functions: l.functions})
	d.problems = append(d.problems, problems...)
	d.env, s.Env = env, env
}

// err returns what is wrong, or nil.
func (l *loading) err() error {
	if len(l.problems) == 0 {
		return nil
	}
	return &LoadError{Problems: eval.SortProblems(l.problems), Files: l.files, sources: l.sources}
}
