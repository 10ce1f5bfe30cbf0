package rules_test

import (
	"os"
	"os/exec"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/lacuna-go/lacuna/rules"
)

func TestWatchCheckout(t *testing.T) {
	for _, c := range []struct {
		name  string
		build func(tree)
		want  string // the lock below the test's directory
	}{
		{"no repository", func(tr tree) { tr.write("repo/p/a.cel", "") }, ""},
		{"nothing under way", func(tr tree) { tr.write("repo/p/a.cel", ""); tr.write("repo/.git/HEAD", "") }, ""},
		{"in a directory of the working tree", func(tr tree) { tr.write("repo/p/a.cel", ""); tr.write("repo/.git/index.lock", "") }, "repo/.git/index.lock"},
		{"at the top of it", func(tr tree) { tr.write("repo/p/.git/index.lock", "") }, "repo/p/.git/index.lock"},
		{"in the nearest one only", func(tr tree) { tr.write("repo/p/.git/HEAD", ""); tr.write("repo/.git/index.lock", "") }, ""},
		{"in a linked working tree", func(tr tree) {
			tr.write("repo/p/a.cel", "")
			tr.write("repo/.git", "gitdir: ../main/.git/worktrees/repo\n")
			tr.write("main/.git/worktrees/repo/index.lock", "")
		}, "main/.git/worktrees/repo/index.lock"},
		{"behind a link", func(tr tree) {
			tr.write("other/policies/a.cel", "")
			tr.write("other/.git/index.lock", "")
			tr.write("repo/README", "")
			tr.link("../other/policies", "repo/p")
		}, "other/.git/index.lock"},
		{"while the directory is gone", func(tr tree) { tr.write("repo/.git/index.lock", "") }, "repo/.git/index.lock"},
		{"a file that says nothing", func(tr tree) { tr.write("repo/p/a.cel", ""); tr.write("repo/.git", "?") }, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			tr := newTree(t)
			c.build(tr)
			want := c.want
			if want != "" {
				want = tr.path(want)
			}
			assert.Equal(t, want, rules.Checkout(tr.path("repo/p")))
		})
	}
}

// Git itself has the lock while it runs a filter for the file that it writes.
func TestWatchCheckoutByGit(t *testing.T) {
	tr := newTree(t)
	seen := tr.path("seen")
	git := func(args ...string) {
		t.Helper()
		cmd := exec.CommandContext(t.Context(), "git", args...)
		cmd.Dir = tr.dir
		cmd.Env = append(os.Environ(), "GIT_CONFIG_GLOBAL=/dev/null", "GIT_CONFIG_SYSTEM=/dev/null",
			"GIT_AUTHOR_NAME=a", "GIT_AUTHOR_EMAIL=a@b", "GIT_COMMITTER_NAME=a", "GIT_COMMITTER_EMAIL=a@b")
		out, err := cmd.CombinedOutput()
		require.NoError(t, err, "%s", out)
	}
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip(err)
	}
	git("init", "-q", "-b", "main")
	tr.write(".gitattributes", "*.cel filter=look\n")
	tr.write("p/a.cel", "1")
	git("add", ".")
	git("commit", "-qm", "one")
	tr.write("p/a.cel", "2")
	git("commit", "-qam", "two")
	git("config", "filter.look.smudge", "ls .git/index.lock > '"+seen+"'; cat")
	git("checkout", "-q", "HEAD~1")
	text, err := os.ReadFile(seen)
	require.NoError(t, err)
	assert.Equal(t, ".git/index.lock\n", string(text))
	assert.Empty(t, rules.Checkout(tr.path("p")), "it is over")
}
