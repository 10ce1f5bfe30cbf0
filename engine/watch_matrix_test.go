package engine_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/lacuna-go/lacuna/engine"
	"github.com/lacuna-go/lacuna/rules"
)

// act is something that happens to a directory, and what the engine then does.
type act struct {
	do func(t *testing.T, s shelf)
	// live is the version that goes live, or stays live where the directory comes back as it was; 0 for none.
	live int
	// refused is what the error says; the last good set stays.
	refused string
}

// row is a way in which policies change on disk.
type row struct {
	name string
	acts []act
	o    rules.WatchOptions
}

const team = 11

// all are the files of a team in one version.
func all(version int) (files []string) {
	for i := range team {
		name := string(rune('a' + i))
		files = append(files, name+".cel", policy(name, version)+"\n")
	}
	return files
}

func put(version int) func(*testing.T, shelf) {
	return func(_ *testing.T, s shelf) {
		files := all(version)
		for i := 0; i < len(files); i += 2 {
			s.write(files[i], files[i+1])
		}
	}
}

// one writes a file, which is a version of its own beside the others of version 1.
func one(text string) func(*testing.T, shelf) {
	return func(_ *testing.T, s shelf) { s.write("a.cel", text) }
}

var second = policy("a", 2) + "\n"

// saves are the ways in which tools write one file.
var saves = []struct {
	name string
	save func(t *testing.T, s shelf)
}{
	{"truncate and write", one(second)},
	{"truncate, and write in pieces", func(t *testing.T, s shelf) {
		f, err := os.Create(s.path("a.cel"))
		require.NoError(t, err)
		for _, b := range []byte(second) {
			_, err := f.Write([]byte{b})
			require.NoError(t, err)
		}
		require.NoError(t, f.Close())
	}},
	{"an IDE: write beside it, rename over it", func(t *testing.T, s shelf) {
		s.write("a.cel.tmp", second)
		require.NoError(t, os.Rename(s.path("a.cel.tmp"), s.path("a.cel")))
	}},
	{"an IDE: write beside it, remove it, rename", func(t *testing.T, s shelf) {
		s.write("a.cel___jb_tmp___", second)
		require.NoError(t, os.Rename(s.path("a.cel"), s.path("a.cel___jb_old___")))
		require.NoError(t, os.Rename(s.path("a.cel___jb_tmp___"), s.path("a.cel")))
		require.NoError(t, os.Remove(s.path("a.cel___jb_old___")))
	}},
	{"rename to a backup, write anew", func(t *testing.T, s shelf) {
		require.NoError(t, os.Rename(s.path("a.cel"), s.path("a.cel~")))
		s.write("a.cel", second)
		require.NoError(t, os.Remove(s.path("a.cel~")))
	}},
	{"emacs: a lock that is a link to nothing, a backup, write in place", func(t *testing.T, s shelf) {
		require.NoError(t, os.Symlink("me@host.1:2", s.path(".#a.cel")))
		s.write("#a.cel#", second)
		s.write("a.cel~", policy("a", 1))
		s.write("a.cel", second)
		require.NoError(t, os.Remove(s.path("#a.cel#")))
		require.NoError(t, os.Remove(s.path(".#a.cel")))
	}},
	{"delete and create", func(t *testing.T, s shelf) {
		require.NoError(t, os.Remove(s.path("a.cel")))
		s.write("a.cel", second)
	}},
	{"vim's steps: a swap file, a probe, a backup, write anew", func(t *testing.T, s shelf) {
		s.write(".a.cel.swp", "b0VIM")
		s.write("4913", "")
		require.NoError(t, os.Remove(s.path("4913")))
		require.NoError(t, os.Rename(s.path("a.cel"), s.path("a.cel~")))
		s.write("a.cel", second)
		require.NoError(t, os.Chmod(s.path("a.cel"), 0o600))
		require.NoError(t, os.Remove(s.path("a.cel~")))
		require.NoError(t, os.Remove(s.path(".a.cel.swp")))
	}},
	{"vim", program("vim", "-u", "NONE", "-es", "-c", "set backup backupcopy=no", "-c", "%s/version 1/version 2/", "-c", "wq", "a.cel")},
	{"vim, copying", program("vim", "-u", "NONE", "-es", "-c", "set backup backupcopy=yes", "-c", "%s/version 1/version 2/", "-c", "wq", "a.cel")},
	{"emacs", program("emacs", "-Q", "--batch", "a.cel", "--eval", `(progn (while (search-forward "version 1" nil t) (replace-match "version 2")) (save-buffer))`)},
	{"sed -i", program("sed", "-i", "s/version 1/version 2/", "a.cel")},
	{"cp", func(t *testing.T, s shelf) {
		next := newShelf(t, "a.cel", second)
		run(t, s.dir, "cp", next.path("a.cel"), "a.cel")
	}},
	{"mv from another directory", func(t *testing.T, s shelf) {
		next := newShelf(t, "a.cel", second)
		run(t, s.dir, "mv", next.path("a.cel"), "a.cel")
	}},
	{"the file a link to another, which changes", func(t *testing.T, s shelf) {
		other := newShelf(t, "other.cel", second)
		require.NoError(t, os.Remove(s.path("a.cel")))
		require.NoError(t, os.Symlink(other.path("other.cel"), s.path("a.cel")))
	}},
}

func program(name string, args ...string) func(*testing.T, shelf) {
	return func(t *testing.T, s shelf) { run(t, s.dir, name, args...) }
}

func run(t *testing.T, dir, name string, args ...string) {
	t.Helper()
	if _, err := exec.LookPath(name); err != nil {
		t.Skip(err)
	}
	cmd := exec.CommandContext(t.Context(), name, args...)
	cmd.Dir = dir
	out, err := cmd.CombinedOutput()
	require.NoError(t, err, "%s", out)
}

// Each way in which a tool saves a file: it is live once, and nothing else ever was.
func TestWatchMatrixSaves(t *testing.T) {
	for _, c := range saves {
		t.Run(c.name, func(t *testing.T) {
			s := newShelf(t, "a.cel", policy("a", 1)+"\n", "b.cel", policy("b", 1))
			w := watch(t, s, byEvents)
			before := w.digest()
			c.save(t, s)
			saved := time.Now()
			w.awaits(t)
			t.Logf("live %v after the save", time.Since(saved).Round(time.Millisecond))
			assert.Equal(t, []string{before, w.digest()}, w.published())
		})
	}
}

// broken are states of a file that must not go live.
var broken = []struct{ name, text, why string }{
	{"a half-written file", policy("a", 2)[:20], "a.cel:1"},
	{"an empty file", "", "a.cel:1:1"},
	{"nothing but a comment", "// soon\n", "a.cel"},
	{"no text", "Policy{name: \"\xff\xfe\"}", "a.cel:1:15"},
	{"the name of another", policy("b", 1), `"b"`},
	{"a merge that was left unfinished", "<<<<<<< HEAD\n" + second + "=======\n" + policy("a", 3) + "\n>>>>>>> other\n", "a.cel:"},
}

func TestWatchMatrix(t *testing.T) {
	rows := []row{
		{name: "a checkout of eleven files", acts: []act{{do: put(2), live: 2}, {do: put(3), live: 3}}},
		{name: "a checkout of eleven files that deletes all of them first", acts: []act{{do: func(t *testing.T, s shelf) {
			for i := range team {
				require.NoError(t, os.Remove(s.path(string(rune('a'+i))+".cel")))
			}
			put(2)(t, s)
		}, live: 2}}},
		{name: "git checkout and git stash", acts: []act{
			{do: func(t *testing.T, s shelf) {
				for _, args := range []string{"init -q", "add .", "commit -qm one"} {
					git(t, s, args)
				}
				put(2)(t, s)
			}, live: 2},
			{do: func(t *testing.T, s shelf) { git(t, s, "stash -q") }, live: 1},
			{do: func(t *testing.T, s shelf) { git(t, s, "stash pop -q") }, live: 2},
			{do: func(t *testing.T, s shelf) { git(t, s, "commit -qam two"); git(t, s, "checkout -q HEAD~1") }, live: 1},
		}},
		{name: "a file deleted, and all of them", acts: []act{
			{do: func(t *testing.T, s shelf) { require.NoError(t, os.Remove(s.path("b.cel"))) }, live: 1},
			{do: func(t *testing.T, s shelf) {
				for i := range team {
					require.NoError(t, os.RemoveAll(s.path(string(rune('a'+i))+".cel")))
				}
			}, refused: "no .cel file in "},
			{do: func(_ *testing.T, s shelf) { s.write("sub/b.cel", policy("b", 2)) }, live: 2},
			{do: func(t *testing.T, s shelf) { require.NoError(t, os.RemoveAll(s.path("sub"))) }, refused: "no .cel file in "},
			{do: put(3), live: 3},
		}},
		{name: "a directory renamed away and back", acts: []act{
			{do: func(t *testing.T, s shelf) { require.NoError(t, os.Rename(s.dir, s.dir+".away")) }, refused: "no such file or directory"},
			{do: func(t *testing.T, s shelf) { require.NoError(t, os.Rename(s.dir+".away", s.dir)) }, live: 1},
			{do: put(2), live: 2},
			{do: func(t *testing.T, s shelf) { require.NoError(t, os.RemoveAll(s.dir)) }, refused: "no such file or directory"},
			{do: put(3), live: 3},
		}},
		{name: "a directory exchanged for another", acts: []act{{do: func(t *testing.T, s shelf) {
			next := newShelf(t, all(2)...)
			require.NoError(t, os.Rename(s.dir, s.dir+".old"))
			require.NoError(t, os.Rename(next.dir, s.dir))
		}, live: 2}, {do: put(3), live: 3}}},
		{name: "a directory below, moved in and out", acts: []act{
			{do: func(t *testing.T, s shelf) {
				next := newShelf(t, "z.cel", policy("z", 1))
				require.NoError(t, os.Rename(next.dir, s.path("sub")))
			}, live: 1},
			{do: func(t *testing.T, s shelf) { require.NoError(t, os.Rename(s.path("sub"), s.path(".sub"))) }, live: 1},
		}},
		{name: "a link in it retargeted", acts: []act{
			{do: func(t *testing.T, s shelf) {
				require.NoError(t, os.Symlink(newShelf(t, "z.cel", policy("z", 1)).dir, s.path("sub")))
			}, live: 1},
			{do: func(t *testing.T, s shelf) {
				require.NoError(t, os.Remove(s.path("sub")))
				require.NoError(t, os.Symlink(newShelf(t, "y.cel", policy("y", 1)).dir, s.path("sub")))
			}, live: 1},
		}},
		{name: "the rights of a file", acts: []act{
			{do: func(t *testing.T, s shelf) {
				require.NoError(t, os.Chmod(s.path("a.cel"), 0))
				if _, err := os.ReadFile(s.path("a.cel")); err == nil {
					t.Skip("whoever runs the tests may read anything")
				}
			}, refused: "permission denied"},
			{do: func(t *testing.T, s shelf) { require.NoError(t, os.Chmod(s.path("a.cel"), 0o644)) }, live: 1},
		}},
		{name: "the rights of a file, still readable, and an edit", acts: []act{{do: func(t *testing.T, s shelf) {
			require.NoError(t, os.Chmod(s.path("a.cel"), 0o600))
			put(2)(t, s)
		}, live: 2}}},
		{name: "a link to nothing", acts: []act{
			{do: func(t *testing.T, s shelf) { require.NoError(t, os.Symlink("gone.cel", s.path("z.cel"))) }, refused: "no such file or directory"},
			{do: func(t *testing.T, s shelf) { require.NoError(t, os.Remove(s.path("z.cel"))) }, live: 1},
		}},
		{name: "no events", o: rules.WatchOptions{Poll: true, Rescan: 20 * ms}, acts: []act{
			{do: put(2), live: 2}, {do: one(""), refused: "a.cel:1:1"}, {do: put(3), live: 3},
		}},
	}
	for _, b := range broken {
		rows = append(rows, row{name: b.name, acts: []act{{do: one(b.text), refused: b.why}, {do: one(policy("a", 1) + "\n"), live: 1}, {do: put(2), live: 2}}})
	}
	for _, r := range rows {
		t.Run(r.name, func(t *testing.T) { r.play(t, newShelf(t, all(1)...)) })
	}
}

func (r row) play(t *testing.T, s shelf) {
	if r.o.Rescan == 0 {
		r.o = byEvents
	}
	w := watch(t, s, r.o)
	var live []string // every state that may be
	for _, a := range append([]act{{do: func(*testing.T, shelf) {}, live: 1}}, r.acts...) {
		a.do(t, s)
		done := time.Now()
		if a.refused != "" {
			w.refuses(t, a.refused)
			continue
		}
		w.awaits(t)
		t.Logf("live %v after the change", time.Since(done).Round(time.Millisecond))
		assert.Equal(t, []string{fmt.Sprintf("version %d", a.live)}, versions(w.Set()))
		live = append(live, w.digest())
	}
	live = slices.Compact(live)
	assert.Eventually(t, func() bool { return len(w.published()) >= len(live) }, patience, ms, "observers are told after the set is live")
	assert.Equal(t, live, w.published(), "each state once, and nothing in between")
}

// git runs it in a repository that is the directory of the policies.
func git(t *testing.T, s shelf, args string) {
	t.Helper()
	who := []string{"-c", "user.name=a", "-c", "user.email=a@example.com", "-c", "commit.gpgsign=false"}
	run(t, s.dir, "git", append(who, strings.Fields(args)...)...)
}

// The directory itself may be a link.
func TestWatchMatrixLink(t *testing.T) {
	one, two := newShelf(t, all(1)...), newShelf(t, all(2)...)
	s := shelf{t, filepath.Join(t.TempDir(), "live")}
	require.NoError(t, os.Symlink(one.dir, s.dir))
	row{acts: []act{
		{do: func(t *testing.T, s shelf) {
			require.NoError(t, os.Symlink(two.dir, s.dir+".next"))
			require.NoError(t, os.Rename(s.dir+".next", s.dir))
		}, live: 2},
		{do: func(t *testing.T, _ shelf) { put(3)(t, two) }, live: 3},
		{do: func(t *testing.T, s shelf) { require.NoError(t, os.Remove(s.dir)) }, refused: "no such file or directory"},
		{do: func(t *testing.T, s shelf) { require.NoError(t, os.Symlink(one.dir, s.dir)) }, live: 1},
	}}.play(t, s)
}

// While git has its lock nothing goes live, however long it pauses; then everything does at once.
func TestWatchMatrixSlowCheckout(t *testing.T) {
	s := newShelf(t, all(1)...)
	w := watch(t, s, rules.WatchOptions{Rescan: time.Hour, Quiet: 5 * ms, AtMost: 10 * ms})
	s.write(".git/index.lock", "")
	files := all(2)
	for i := 0; i < len(files); i += 2 {
		s.write(files[i], files[i+1])
		<-time.After(15 * ms) // git pauses for longer than the quiet time: the one thing here that is about the machine's time
	}
	assert.Len(t, w.published(), 1)
	require.NoError(t, os.Remove(s.path(".git/index.lock")))
	w.awaits(t)
	assert.Len(t, w.published(), 2)
	assert.Equal(t, engine.ReloadCounts{engine.ReloadLive: 2}, w.Status().Reloads)
}
