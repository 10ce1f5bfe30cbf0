package rules_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/lacuna-go/lacuna/rules"
)

// tree is a directory of a test, at its real path.
type tree struct {
	t   *testing.T
	dir string
}

func newTree(t *testing.T) tree {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	require.NoError(t, err)
	return tree{t, dir}
}

func (tr tree) path(name string) string { return filepath.Join(tr.dir, filepath.FromSlash(name)) }

func (tr tree) write(name, text string) {
	tr.t.Helper()
	require.NoError(tr.t, os.MkdirAll(filepath.Dir(tr.path(name)), 0o755))
	require.NoError(tr.t, os.WriteFile(tr.path(name), []byte(text), 0o644))
}

func (tr tree) link(target, name string) {
	tr.t.Helper()
	require.NoError(tr.t, os.Symlink(filepath.FromSlash(target), tr.path(name)))
}

// relative is a survey with paths below the test's directory; those above are left out.
func (tr tree) survey(name string) map[string][]string {
	found := map[string][]string{}
	for dir, names := range rules.Survey(tr.path(name)) {
		if rel, err := filepath.Rel(tr.dir, dir); err == nil && filepath.IsLocal(rel) {
			found[filepath.ToSlash(rel)] = names
		}
	}
	return found
}

func TestWatchSurvey(t *testing.T) {
	for _, c := range []struct {
		name  string
		build func(tree)
		want  map[string][]string
	}{
		{
			"a directory and its name in the one above", func(tr tree) { tr.write("p/a.cel", "") },
			map[string][]string{".": {"p"}, "p": {"*"}},
		},
		{
			"directories below, but for hidden ones", func(tr tree) { tr.write("p/x/y/a.cel", ""); tr.write("p/.git/a.cel", "") },
			map[string][]string{".": {"p"}, "p": {"*"}, "p/x": {"*"}, "p/x/y": {"*"}},
		},
		{
			"a link to the directory", func(tr tree) { tr.write("v1/a.cel", ""); tr.link("v1", "p") },
			map[string][]string{".": {"p", "v1"}, "v1": {"*"}},
		},
		{"links that lead to links", func(tr tree) {
			tr.write("x/v1/a.cel", "")
			tr.link("v1", "x/now")
			tr.link("x/now", "p")
		}, map[string][]string{".": {"p"}, "x": {"now", "v1"}, "x/v1": {"*"}}},
		{"a ConfigMap", func(tr tree) {
			tr.write("p/..2026_1/a.cel", "")
			tr.link("..2026_1", "p/..data")
			tr.link("..data/a.cel", "p/a.cel")
		}, map[string][]string{".": {"p"}, "p": {"*", "a.cel", "..data"}, "p/..2026_1": {"a.cel"}}},
		{"links to a file and a directory elsewhere", func(tr tree) {
			tr.write("other/a.cel", "")
			tr.write("team/sub/b.cel", "")
			tr.write("p/c.cel", "")
			tr.link("../other/a.cel", "p/a.cel")
			tr.link("../team/../team/.", "p/team")
		}, map[string][]string{".": {"p", "team"}, "p": {"*", "a.cel", "team"}, "other": {"a.cel"}, "team": {"*"}, "team/sub": {"*"}}},
		{
			"a link to nothing", func(tr tree) { tr.write("p/a.cel", ""); tr.link("../gone/b.cel", "p/b.cel") },
			map[string][]string{".": {"gone", "p"}, "p": {"*", "b.cel"}},
		},
		{"nothing there", func(tree) {}, map[string][]string{".": {"p"}}},
		{"a link to itself", func(tr tree) { tr.link("p", "p") }, map[string][]string{".": {"p"}}},
		{
			"a link to one above", func(tr tree) { tr.write("p/a.cel", ""); tr.link(".", "p/again") },
			map[string][]string{".": {"p"}, "p": {"*", "again"}},
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			tr := newTree(t)
			c.build(tr)
			found := tr.survey("p")
			for dir, want := range c.want {
				assert.ElementsMatch(t, want, found[dir], dir)
			}
			assert.Len(t, found, len(c.want), "%v", found)
		})
	}
}

func TestWatchConcerns(t *testing.T) {
	tr := newTree(t)
	tr.write("p/..1/a.cel", "")
	tr.link("..1", "p/..data")
	tr.link("..data/a.cel", "p/a.cel")
	tr.write("other/b.cel", "")
	tr.link("../other/b.cel", "p/b.cel")
	for name, want := range map[string]bool{
		"p": true, "p/a.cel": true, "p/new": true, "p/..data": true, "p/..1": true, "p/..1/a.cel": true, "other/b.cel": true,
		"q": false, "p/.a.cel.swp": false, "p/..1/z": false, "other/log": false, "p/new/b.cel": false,
	} {
		assert.Equal(t, want, rules.Concerns(tr.path("p"), tr.path(name)), name)
	}
}
