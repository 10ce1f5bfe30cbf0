package policytest

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/lacuna-go/lacuna/engine"
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
	return s, s.readFiles(fsys, ".", 0)
}

const (
	suffix      = "_test.yaml"
	maxDirDepth = 32
)

// readFiles reads test files by the rules of policy files: links are followed, names that begin with a dot are skipped.
func (s *Suite) readFiles(fsys fs.FS, dir string, depth int) error {
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
			err = s.readFiles(fsys, name, depth+1)
		case strings.HasSuffix(name, suffix):
			err = s.read(fsys, name)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func (s *Suite) read(fsys fs.FS, name string) error {
	f, err := fsys.Open(name)
	if err != nil {
		return fmt.Errorf("tests can't be read: %w", err)
	}
	src, err := io.ReadAll(io.LimitReader(f, MaxFileSize+1))
	if err = errors.Join(err, f.Close()); err != nil {
		return fmt.Errorf("tests can't be read: %w", err)
	}
	s.Files = append(s.Files, readFile(path.Join(filepath.ToSlash(s.Dir), name), src))
	return nil
}
