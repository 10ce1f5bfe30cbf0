package policytest

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
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
	files   map[string][]byte // of a candidate, by path below Dir; nil for those on disk
}

type options struct {
	functions []engine.Function
	player    Player
	run       *regexp.Regexp
	update    bool
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

// Run plays the cases, in the order of files and cases, and compares. It stops where ctx ends, and says so in the report.
func (s *Suite) Run(ctx context.Context, opts ...Option) *Report {
	run := *s
	for _, opt := range opts {
		opt(&run.options)
	}
	r := &Report{Dir: s.Dir}
	for _, f := range s.Files {
		run.file(ctx, f, r)
	}
	at := eval.Pos{}
	switch {
	case len(s.Files) == 0:
		r.Problems = append(r.Problems, eval.Problem{Pos: at, Message: "no *" + suffix + " below " + s.Dir + ": nothing is tested"})
	case len(r.Results) == 0 && len(r.Problems) == 0:
		r.Problems = append(r.Problems, eval.Problem{Pos: at, Message: fmt.Sprintf("no case matches %s", run.options.run)})
	}
	return r
}

func (s *Suite) file(ctx context.Context, f *File, r *Report) {
	r.Problems = append(r.Problems, f.Problems...)
	first := len(r.Results)
	defer func() {
		slices.SortStableFunc(r.Results[first:], func(a, b Result) int { return a.Pos.Compare(b.Pos) })
	}()
	for _, b := range f.Broken {
		if s.selects(f, b.Name) {
			r.Results = append(r.Results, Result{File: f.Name, Name: b.Name, Pos: b.Pos, Problems: b.Problems})
		}
	}
	for _, c := range f.Cases {
		switch {
		case !s.selects(f, c.Name):
		case ctx.Err() != nil:
			r.Problems = append(r.Problems, eval.Problem{Pos: c.Pos, Message: "not played: " + context.Cause(ctx).Error()})
			return
		case len(f.Problems) > 0: // what the file means is not certain
			r.Results = append(r.Results, Result{File: f.Name, Name: c.Name, Pos: c.Pos, NotPlayed: true})
		default:
			r.Results = append(r.Results, s.play(ctx, f, c))
		}
	}
}

func (s *Suite) selects(f *File, name string) bool {
	return s.options.run == nil || s.options.run.MatchString(path.Base(f.Name)+"/"+name)
}

// play plays one case.
func (s *Suite) play(ctx context.Context, f *File, c *Case) Result {
	out := Result{File: f.Name, Name: c.Name, Pos: c.Pos}
	played, err := s.options.player.Play(ctx, c)
	if err != nil {
		out.Problems = []eval.Problem{problemOf(c, err)}
		return out
	}
	out.Taken = played.taken()
	record := s.record(played)
	if out.Diffs = record.compare(c); len(out.Diffs) > 0 {
		out.Faults = played.faults()
	}
	if c.Golden != "" && len(out.Diffs) == 0 {
		s.golden(f, c, record, &out)
	}
	return out
}

func problemOf(c *Case, err error) eval.Problem {
	var p eval.Problem
	if errors.As(err, &p) {
		return p
	}
	return eval.Problem{Pos: c.Pos, Message: err.Error()}
}
