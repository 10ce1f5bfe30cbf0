package policytest

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/lacuna-go/lacuna/engine"
	"github.com/lacuna-go/lacuna/eval"
	"github.com/lacuna-go/lacuna/rules"
)

// Suite is a directory of policies with its golden tests. It is read once, and safe for concurrent use.
type Suite struct {
	// Dir that was read.
	Dir string
	// Set of the policies, nil where another player stands in for them.
	Set *rules.Set
	// Files in the order of their paths.
	Files []*File

	options options
	shelf   shelf
	files   map[string][]byte // of a candidate, by path below Dir; nil for those on disk
}

type options struct {
	functions []engine.Function
	player    Player
	run       *regexp.Regexp
	update    bool
	coverage  bool
	parallel  int
	shuffle   uint64
	mutants   int
	coverMin  float64
	mutateMin float64
	allTested bool
}

// Option changes how a suite is loaded and run.
type Option func(*options)

// WithFunctions adds the functions that the policies use beyond the language.
func WithFunctions(list ...engine.Function) Option {
	return func(o *options) { o.functions = append(o.functions, list...) }
}

// WithPlayer tests something else than the directory's policies, which are then not read.
func WithPlayer(p Player) Option { return func(o *options) { o.player = p } }

// WithFilter plays only the cases whose "file/name" matches, as "pricing_test.yaml/hourly".
func WithFilter(re *regexp.Regexp) Option { return func(o *options) { o.run = re } }

// WithUpdate writes the golden files of the cases that pass. It never writes a want.
func WithUpdate(update bool) Option { return func(o *options) { o.update = update } }

// WithCoverage notes what the cases exercise of the policies: see [Report.Coverage]. Cases take about twice as long. It has no
// effect with [WithPlayer].
func WithCoverage() Option { return func(o *options) { o.coverage = true } }

// WithParallel plays so many cases at once, in as many goroutines, which have ended when Run returns; 0, the default, is
// [runtime.GOMAXPROCS]. Every case has an engine and a clock of its own, and the report is the same.
func WithParallel(n int) Option { return func(o *options) { o.parallel = n } }

// WithShuffle plays the cases in an order that the seed decides, to show cases that depend on each other; 0 is the order of files and
// cases. The report is in that order anyway.
func WithShuffle(seed uint64) Option { return func(o *options) { o.shuffle = seed } }

// Load reads the policies below a directory, and every *_test.yaml. It fails where the policies do not load, by a
// [*rules.LoadError], and where a file cannot be read. What is wrong with a test file is not an error: it is a failure of the run.
func Load(dir string, opts ...Option) (*Suite, error) {
	s := &Suite{Dir: dir}
	for _, opt := range opts {
		opt(&s.options)
	}
	info, err := os.Stat(dir)
	if err != nil {
		return nil, fmt.Errorf("policies: %w", err)
	}
	if !info.IsDir() {
		return nil, fmt.Errorf("policies: %s is no directory", dir)
	}
	fsys := os.DirFS(dir)
	if s.options.player == nil {
		set, err := rules.Load(fsys, rules.WithDir(filepath.ToSlash(dir)), rules.WithFunctions(s.options.functions...))
		if err != nil {
			return nil, err
		}
		s.Set, s.options.player = set, Engine(set)
	}
	files := map[string][]byte{}
	if err := readFiles(fsys, ".", 0, files); err != nil {
		return s, err
	}
	s.parse(files)
	return s, nil
}

const (
	suffix      = "_test.yaml"
	maxDirDepth = 32
)

// readFiles reads the files of tests and fixtures by the rules of policy files: links are followed, names that begin with a dot are
// skipped.
func readFiles(fsys fs.FS, dir string, depth int, into map[string][]byte) error {
	if depth > maxDirDepth {
		return fmt.Errorf("directories nest deeper than %d, at %s", maxDirDepth, dir)
	}
	entries, err := fs.ReadDir(fsys, dir)
	if err != nil {
		return fmt.Errorf("tests can't be read: %w", err)
	}
	for _, e := range entries {
		name := path.Join(dir, e.Name())
		if strings.HasPrefix(e.Name(), ".") {
			continue
		}
		info, err := fs.Stat(fsys, name)
		switch {
		case errors.Is(err, fs.ErrNotExist):
			continue // a link to nothing
		case err != nil:
			return fmt.Errorf("tests can't be read: %w", err)
		case info.IsDir():
			err = readFiles(fsys, name, depth+1, into)
		case strings.HasSuffix(name, suffix), strings.HasSuffix(name, fixturesSuffix):
			into[name], err = read(fsys, name)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func read(fsys fs.FS, name string) ([]byte, error) {
	f, err := fsys.Open(name)
	if err != nil {
		return nil, fmt.Errorf("tests can't be read: %w", err)
	}
	src, err := io.ReadAll(io.LimitReader(f, MaxFileSize+1))
	if err = errors.Join(err, f.Close()); err != nil {
		return nil, fmt.Errorf("tests can't be read: %w", err)
	}
	return src, nil
}

// parse reads the texts of files, by their paths below the directory: first fixtures, then the tests that use them, several at once.
func (s *Suite) parse(files map[string][]byte) {
	var tests []string
	for _, name := range slices.Sorted(maps.Keys(files)) {
		full := path.Join(filepath.ToSlash(s.Dir), name)
		switch {
		case strings.HasSuffix(name, fixturesSuffix):
			s.shelf.add(full, files[name])
		case strings.HasSuffix(name, suffix):
			tests = append(tests, name)
		}
	}
	s.Files = make([]*File, len(tests))
	each(s.options.workers(), len(tests), func(i int) {
		s.Files[i] = readFile(path.Join(filepath.ToSlash(s.Dir), tests[i]), files[tests[i]], &s.shelf)
	})
}

// shelfOf reads the fixtures that a test file by itself sees: those of its directory, and of those above as long as there are any.
func shelfOf(name string) *shelf {
	s := &shelf{}
	for dir := filepath.Dir(filepath.FromSlash(name)); ; dir = filepath.Dir(dir) {
		list, err := filepath.Glob(filepath.Join(dir, "*"+fixturesSuffix))
		if err != nil || len(list) == 0 {
			return s
		}
		for _, file := range list {
			if src, err := os.ReadFile(file); err == nil {
				s.add(filepath.ToSlash(file), src)
			}
		}
		if dir == filepath.Dir(dir) {
			return s
		}
	}
}

// Snippet returns the line of a position in a file of tests or fixtures, and a caret below the column; "" for any other position.
func (s *Suite) Snippet(at eval.Pos) string {
	for _, f := range slices.Concat(s.Files, s.shelf.files) {
		if f.Name == at.File {
			return f.Snippet(at)
		}
	}
	return ""
}
