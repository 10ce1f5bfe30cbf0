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
// as it is. Load takes time in proportion to the number of expressions, tens of microseconds each; who loads again and again
// keeps a [Loader].
func Load(fsys fs.FS, opts ...Option) (*Set, error) { return NewLoader(opts...).Load(fsys) }

// loading is one run of a Loader.
type loading struct {
	*Loader
	files    map[string]*eval.File
	sources  map[string][]byte
	read     []*unit // that parsed, in the order of their names
	broken   bool    // a file did not parse
	problems []eval.Problem
}

func (l *loading) set(sources *Sources) (*Set, error) {
	if len(sources.policies) == 0 {
		l.problems = []eval.Problem{{Message: "no .cel file in " + l.place("")}}
		return nil, l.err()
	}
	l.parseAll(sources.policies)
	set := l.decode()
	if err := l.err(); err != nil {
		return nil, err
	}
	set.Digest = sources.digest
	return set, nil
}

// place is a path as positions show it.
func (l *loading) place(p string) string {
	switch {
	case l.options.dir != ".":
		return path.Join(l.options.dir, p)
	case p == "":
		return "the directory"
	default:
		return p
	}
}

// parseAll reads the texts. What the loader keeps from now on is what they came to.
func (l *loading) parseAll(sources []source) {
	units := make(map[string]*unit, len(sources))
	for _, src := range sources {
		name := l.place(src.path)
		u := l.parse(name, src.bytes)
		units[name] = u
		l.sources[name] = u.bytes
		l.problems = append(l.problems, u.problems...)
		if u.file == nil {
			l.broken = true
			continue
		}
		l.files[name] = u.file
		l.read = append(l.read, u)
	}
	l.units = units
}

// decode builds the set from the files that parsed: first the Turn, which the language depends on, then the rest.
func (l *loading) decode() *Set {
	d := &decoder{}
	var roots []eval.Node
	for _, u := range l.read {
		roots = append(roots, u.roots...)
		d.unknown = d.unknown || u.unknown
	}
	s := &Set{Turn: d.onlyTurn(roots), Generation: l.options.generation, files: l.files}
	lost := l.broken && s.Turn.Pos == (eval.Pos{})
	var langs []string
	if !lost && !d.unwritten {
		langs = s.Turn.Languages
	}
	if !lost && !d.unspoken {
		env, problems := l.language(s.Turn)
		d.problems = append(d.problems, problems...)
		s.Env = env
	}
	for _, u := range l.read {
		c := u.compile(s.Env, langs)
		s.add(c)
		d.problems = append(d.problems, c.problems...)
		d.blurred = d.blurred || c.blurred
	}
	s.sort()
	s.index = newIndex(s)
	d.checkSet(s, !l.broken && !d.unknown)
	l.problems = append(l.problems, d.problems...)
	return s
}

func (s *Set) add(c *compiled) {
	s.Policies = append(s.Policies, c.policies...)
	s.Claims = append(s.Claims, c.claims...)
	s.Known = append(s.Known, c.known...)
}

// err returns what is wrong, or nil.
func (l *loading) err() error {
	if len(l.problems) == 0 {
		return nil
	}
	return &LoadError{Problems: eval.SortProblems(l.problems), Files: l.files, sources: l.sources}
}
