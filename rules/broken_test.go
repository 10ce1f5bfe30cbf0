package rules_test

import (
	"errors"
	"flag"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/rogpeppe/go-internal/txtar"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/lacuna-go/lacuna/eval"
	"github.com/lacuna-go/lacuna/rules"
)

var update = flag.Bool("update", false, "write the golden files")

// Each archive of testdata/broken holds files that do not load, and in "want" exactly what Load says of them.
func TestBroken(t *testing.T) {
	paths, err := filepath.Glob("testdata/broken/*.txtar")
	require.NoError(t, err)
	require.GreaterOrEqual(t, len(paths), 60)
	for _, path := range paths {
		t.Run(strings.TrimSuffix(filepath.Base(path), ".txtar"), func(t *testing.T) {
			archive, err := txtar.ParseFile(path)
			require.NoError(t, err)
			last := len(archive.Files) - 1
			require.Equal(t, "want", archive.Files[last].Name)
			fsys := files(archive.Files[:last])
			_, err = rules.Load(fsys)
			require.Error(t, err, "it loads")
			checkProblems(t, fsys, err)
			if *update {
				archive.Files[last].Data = []byte(err.Error() + "\n")
				require.NoError(t, os.WriteFile(path, txtar.Format(archive), 0o644))
			}
			assert.Equal(t, strings.TrimSuffix(string(archive.Files[last].Data), "\n"), err.Error())
		})
	}
}

// checkProblems holds what is true of every LoadError: one line each, sorted, at a place that exists.
func checkProblems(t *testing.T, fsys fs.FS, err error) {
	var broken *rules.LoadError
	require.ErrorAs(t, err, &broken)
	assert.Len(t, strings.Split(err.Error(), "\n"), len(broken.Problems))
	for i, p := range broken.Problems {
		text, err := fs.ReadFile(fsys, p.Pos.File)
		require.NoError(t, err, "%v names a file", p)
		lines := strings.Split(string(text), "\n")
		require.LessOrEqual(t, p.Pos.Line, len(lines))
		assert.LessOrEqual(t, p.Pos.Col, len([]rune(lines[p.Pos.Line-1]))+1, "%v is on its line", p)
		if i > 0 {
			assert.LessOrEqual(t, broken.Problems[i-1].Pos.Compare(p.Pos), 0, "%v comes in order", p)
		}
	}
}

func files(list []txtar.File) fstest.MapFS {
	fsys := fstest.MapFS{}
	for _, f := range list {
		fsys[f.Name] = &fstest.MapFile{Data: f.Data}
	}
	return fsys
}

// load returns the set of some files, given as name, text, name, text.
func load(t testing.TB, texts ...string) *rules.Set {
	t.Helper()
	set, err := rules.Load(mapFS(texts...))
	require.NoError(t, err)
	return set
}

func mapFS(texts ...string) fstest.MapFS {
	fsys := fstest.MapFS{}
	for i := 0; i < len(texts); i += 2 {
		fsys[texts[i]] = &fstest.MapFile{Data: []byte(texts[i+1])}
	}
	return fsys
}

// problems returns what is wrong with a file p.cel.
func problems(t testing.TB, text string) []eval.Problem {
	t.Helper()
	_, err := rules.Load(mapFS("p.cel", text))
	var broken *rules.LoadError
	if err == nil {
		return nil
	}
	require.True(t, errors.As(err, &broken), "%v", err)
	return broken.Problems
}
