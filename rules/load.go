package rules

import (
	"bytes"
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
	sources  map[string][]byte // of files that do not parse
	read     []*unit           // that parsed, in the order of their names
	broken   bool              // a file did not parse
	problems []eval.Problem
}

func (l *loading) set(sources *Sources) (*Set, error) {
	if len(sources.policies) == 0 {
		l.problems = []eval.Problem{{Message: "no .cel file in " + l.place("")}}
		return nil, l.err()
	}
	l.readAll(sources.policies)
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

// readAll reads the texts: first those that may hold the Turn, so that each of the others can be compiled as soon as it is parsed, and
// no more than one tree is held at a time. What the loader keeps from now on is what they came to.
func (l *loading) readAll(sources []source) {
	list := make([]*unit, len(sources))
	for i, src := range sources {
		if bytes.Contains(src.bytes, []byte("Turn")) {
			list[i] = l.unit(l.place(src.path), src.bytes)
		}
	}
	expected, ok := l.expected(list)
	for i, src := range sources {
		if list[i] != nil {
			continue
		}
		list[i] = l.unit(l.place(src.path), src.bytes)
		if ok && list[i].file != nil {
			list[i].compile(expected)
		}
	}
	l.keep(sources, list)
}

// expected returns the language of the set, if it is what it seems after a look at the files that may hold a Turn.
func (l *loading) expected(list []*unit) (language, bool) {
	d := &decoder{}
	for _, u := range list {
		if u != nil && u.file == nil {
			return language{}, false
		}
		if u != nil {
			l.read = append(l.read, u)
		}
	}
	turn := l.turn(d)
	l.read = nil
	if len(d.problems) > 0 {
		return language{}, false
	}
	env, problems := l.language(turn)
	return language{env, turn.Languages}, len(problems) == 0
}

func (l *loading) keep(sources []source, list []*unit) {
	units := make(map[string]*unit, len(sources))
	for i, u := range list {
		name := l.place(sources[i].path)
		units[name] = u
		l.problems = append(l.problems, u.problems...)
		if u.file == nil {
			l.broken, l.sources[name] = true, u.faulty
			continue
		}
		l.files[name] = u.file
		l.read = append(l.read, u)
	}
	l.units = units
}

// turn returns the one Turn of the files that were read.
func (l *loading) turn(d *decoder) Turn {
	var turns []turnLiteral
	for _, u := range l.read {
		turns = append(turns, u.turns...)
		d.unknown = d.unknown || u.unknown
	}
	return d.onlyTurn(turns)
}

// decode builds the set from the files that parsed.
func (l *loading) decode() *Set {
	d := &decoder{}
	s := &Set{Turn: l.turn(d), Generation: l.options.generation, files: l.files}
	lost := l.broken && s.Turn.Pos == (eval.Pos{})
	var in language
	if !lost && !d.unwritten {
		in.langs = s.Turn.Languages
	}
	if !lost && !d.unspoken {
		env, problems := l.language(s.Turn)
		d.problems = append(d.problems, problems...)
		in.env, s.Env = env, env
	}
	for _, u := range l.read {
		c := u.compile(in)
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
