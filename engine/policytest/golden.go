package policytest

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/lacuna-go/lacuna/eval"
)

// maxGoldenDiffs bounds what one golden file shows.
const maxGoldenDiffs = 20

// golden compares a case with its golden file, or writes it.
func (s *Suite) golden(f *File, c *Case, r *record, out *Result) {
	fail := func(format string, args ...any) {
		out.Problems = append(out.Problems, eval.Problem{Pos: c.Pos, Message: fmt.Sprintf(format, args...)})
	}
	name := filepath.Join(filepath.Dir(filepath.FromSlash(f.Name)), filepath.FromSlash(c.Golden))
	got, err := r.golden()
	if err != nil {
		fail("golden: %v", err)
		return
	}
	want, err := s.readGolden(name)
	missing := errors.Is(err, fs.ErrNotExist)
	switch {
	case err == nil && bytes.Equal(want, got):
		return
	case err != nil && !missing:
		fail("golden: %v", err)
	case s.options.update:
		if err := write(name, got); err != nil {
			fail("golden: %v", err)
			return
		}
		out.Updated = filepath.ToSlash(name)
	case missing:
		fail("the golden file %s is missing: run with --update to write it", filepath.ToSlash(name))
	default:
		s.goldenDiffs(c, want, got, fail, out)
	}
}

// readGolden reads a golden file: that of a candidate as it was beside the policies.
func (s *Suite) readGolden(name string) ([]byte, error) {
	if s.files == nil {
		return os.ReadFile(name)
	}
	b, ok := s.files[strings.TrimPrefix(filepath.ToSlash(name), s.prefix())]
	if !ok {
		return nil, fs.ErrNotExist
	}
	return b, nil
}

func (s *Suite) goldenDiffs(c *Case, want, got []byte, fail func(string, ...any), out *Result) {
	before, err := decodeJSON(want)
	if err != nil {
		fail("the golden file %s is no JSON: %v", c.Golden, err)
		return
	}
	after, err := decodeJSON(got)
	if err != nil {
		fail("golden: %v", err)
		return
	}
	out.Diffs = changes(c.Golden+":", before, after)
	for i := range out.Diffs {
		out.Diffs[i].Pos = c.Pos
	}
	if len(out.Diffs) == 0 {
		return // another layout of the same
	}
	out.Diffs = out.Diffs[:min(len(out.Diffs), maxGoldenDiffs)]
}

func write(name string, b []byte) error {
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		return err
	}
	return os.WriteFile(name, b, 0o644)
}

// changes lists where two JSON values differ, by path.
func changes(path string, want, got any) []Diff {
	switch w := want.(type) {
	case map[string]any:
		if g, ok := got.(map[string]any); ok {
			keys := maps.Clone(w)
			maps.Copy(keys, g)
			var diffs []Diff
			for _, k := range slices.Sorted(maps.Keys(keys)) {
				diffs = append(diffs, changes(join(path, k), w[k], g[k])...)
			}
			return diffs
		}
	case []any:
		if g, ok := got.([]any); ok && len(g) == len(w) {
			var diffs []Diff
			for i := range w {
				diffs = append(diffs, changes(fmt.Sprintf("%s[%d]", path, i), w[i], g[i])...)
			}
			return diffs
		}
	}
	a, b := compact(want), compact(got)
	if bytes.Equal(a, b) {
		return nil
	}
	return []Diff{{Field: path, Want: words(a), Got: words(b)}}
}
