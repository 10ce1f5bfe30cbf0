package engine_test

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"sync"
	"testing"
	"testing/fstest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"

	"github.com/lacuna-go/lacuna/engine"
	"github.com/lacuna-go/lacuna/rules"
)

const (
	ms       = time.Millisecond
	patience = 10 * time.Second
)

// byEvents leaves no change to the rescan.
var byEvents = rules.WatchOptions{Rescan: time.Hour}

// watched is an engine that watches a shelf, and every set that it published.
type watched struct {
	shelf
	*engine.Engine
	mu      sync.Mutex
	digests []string
}

func watch(t *testing.T, s shelf, o rules.WatchOptions, opts ...engine.Option) *watched {
	t.Helper()
	w := &watched{shelf: s}
	before := goleak.IgnoreCurrent()
	w.Engine = s.open(append(opts, engine.WithWatch(o), engine.WithObserver(func(ev engine.Event) {
		if r, ok := ev.(engine.ReloadEvent); ok && r.Result == engine.ReloadLive {
			w.mu.Lock()
			defer w.mu.Unlock()
			w.digests = append(w.digests, r.Digest)
		}
	}))...)
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() { done <- w.Watch(ctx) }()
	t.Cleanup(func() {
		cancel()
		assert.ErrorIs(t, <-done, context.Canceled)
		goleak.VerifyNone(t, before)
	})
	return w
}

// awaits waits until the directory as it is now is live and nothing is wrong.
func (w *watched) awaits(t *testing.T) {
	t.Helper()
	want := w.digest()
	require.Eventually(t, func() bool { st := w.Status(); return st.Digest == want && st.Err == nil }, patience, 5*ms)
}

// refuses waits until the directory is refused for a reason.
func (w *watched) refuses(t *testing.T, why string) {
	t.Helper()
	before := w.Set()
	require.Eventually(t, func() bool { return w.Status().Err != nil }, patience, 5*ms)
	assert.ErrorContains(t, w.Status().Err, why)
	assert.Same(t, before, w.Set(), "the last good set stays")
}

// published returns all digests that ever were live.
func (w *watched) published() []string {
	w.mu.Lock()
	defer w.mu.Unlock()
	return slices.Clone(w.digests)
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
func TestWatchSaves(t *testing.T) {
	for _, c := range []struct {
		name string
		save func(t *testing.T, s shelf, to string)
	}{
		{"truncate and write", func(_ *testing.T, s shelf, to string) { s.write("a.cel", to) }},
		{"truncate, and write in pieces", func(t *testing.T, s shelf, to string) {
			f, err := os.Create(s.path("a.cel"))
			require.NoError(t, err)
			for _, b := range []byte(to) {
				_, err := f.Write([]byte{b})
				require.NoError(t, err)
			}
			require.NoError(t, f.Close())
		}},
		{"rename over it", func(t *testing.T, s shelf, to string) {
			s.write("a.cel.tmp", to)
			require.NoError(t, os.Rename(s.path("a.cel.tmp"), s.path("a.cel")))
		}},
		{"rename to a backup, write anew", func(t *testing.T, s shelf, to string) {
			require.NoError(t, os.Rename(s.path("a.cel"), s.path("a.cel~")))
			s.write("a.cel", to)
			require.NoError(t, os.Remove(s.path("a.cel~")))
		}},
		{"copy to a backup and a lock, write in place", func(t *testing.T, s shelf, to string) {
			require.NoError(t, os.Symlink("me@host.1:2", s.path(".#a.cel")))
			s.write("a.cel~", policy("a", 1))
			s.write("a.cel", to)
			require.NoError(t, os.Remove(s.path(".#a.cel")))
		}},
		{"delete and create", func(t *testing.T, s shelf, to string) {
			require.NoError(t, os.Remove(s.path("a.cel")))
			s.write("a.cel", to)
		}},
		{"a probe, a swap file and a rename", func(t *testing.T, s shelf, to string) {
			s.write(".a.cel.swp", "b0VIM")
			s.write("4913", "")
			require.NoError(t, os.Remove(s.path("4913")))
			require.NoError(t, os.Rename(s.path("a.cel"), s.path("a.cel~")))
			s.write("a.cel", to)
			require.NoError(t, os.Chmod(s.path("a.cel"), 0o600))
			require.NoError(t, os.Remove(s.path("a.cel~")))
			require.NoError(t, os.Remove(s.path(".a.cel.swp")))
		}},
		{"sed -i", func(t *testing.T, s shelf, _ string) { run(t, s.dir, "sed", "-i", "s/version 1/version 2/", "a.cel") }},
		{"vim", func(t *testing.T, s shelf, _ string) {
			run(t, s.dir, "vim", "-u", "NONE", "-es", "-c", "set backup backupcopy=no", "-c", "%s/version 1/version 2/", "-c", "wq", "a.cel")
		}},
		{"vim, copying", func(t *testing.T, s shelf, _ string) {
			run(t, s.dir, "vim", "-u", "NONE", "-es", "-c", "set backup backupcopy=yes", "-c", "%s/version 1/version 2/", "-c", "wq", "a.cel")
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := newShelf(t, "a.cel", policy("a", 1)+"\n", "b.cel", policy("b", 1))
			w := watch(t, s, byEvents)
			before := w.digest()
			c.save(t, s, policy("a", 2)+"\n")
			w.awaits(t)
			assert.Equal(t, []string{before, w.digest()}, w.published())
		})
	}
}

// Each state of a directory that must not go live, and its cure.
func TestWatchRefuses(t *testing.T) {
	for _, c := range []struct {
		name, text, why string
	}{
		{"a half-written file", policy("a", 2)[:20], "a.cel:1"},
		{"an empty file", "", "a.cel:1:1"},
		{"nothing but a comment", "// soon\n", "a.cel"},
		{"no text", "Policy{name: \"\xff\xfe\"}", "a.cel:1:15"},
		{"the name of another", policy("b", 1), `"b"`},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := watch(t, newShelf(t, "a.cel", policy("a", 1), "b.cel", policy("b", 1)), byEvents)
			w.write("a.cel", c.text)
			w.refuses(t, c.why)
			w.write("a.cel", policy("a", 2))
			w.awaits(t)
			assert.Len(t, w.published(), 2)
		})
	}
}

func TestWatchDeletes(t *testing.T) {
	w := watch(t, newShelf(t, "a.cel", policy("a", 1), "sub/b.cel", policy("b", 1)), byEvents)
	require.NoError(t, os.RemoveAll(w.path("sub")))
	w.awaits(t)
	assert.Len(t, w.Set().Policies, 1)
	require.NoError(t, os.Remove(w.path("a.cel")))
	w.refuses(t, "no .cel file in ")
	w.write("sub/b.cel", policy("b", 1))
	w.awaits(t)
}

func TestWatchDirectoryAwayAndBack(t *testing.T) {
	w := watch(t, newShelf(t, "a.cel", policy("a", 1)), byEvents)
	away := w.dir + ".away"
	require.NoError(t, os.Rename(w.dir, away))
	w.refuses(t, "no such file or directory")
	assert.Equal(t, 1, w.Status().Reloads[engine.ReloadUnreadable])
	require.NoError(t, os.Rename(away, w.dir))
	w.awaits(t)
	assert.Len(t, w.published(), 1, "it is what was live all along")
	w.write("a.cel", policy("a", 2))
	w.awaits(t)
	require.NoError(t, os.RemoveAll(w.dir))
	w.refuses(t, "no such file or directory")
	w.write("sub/a.cel", policy("a", 3))
	w.awaits(t)
}

// A ConfigMap's files are links through a directory that is swapped at once.
func TestWatchConfigMap(t *testing.T) {
	const names = 11
	s := newShelf(t)
	known := map[string]bool{}
	swap := func(version int) {
		stamp := fmt.Sprintf("..2026_%d", version)
		for i := range names {
			name := string(rune('a' + i))
			s.write(stamp+"/"+name+".cel", policy(name, version))
		}
		known[rules.Fingerprint(os.DirFS(s.path(stamp)))] = true
		old, _ := os.Readlink(s.path("..data"))
		require.NoError(t, os.Symlink(stamp, s.path("..data_tmp")))
		require.NoError(t, os.Rename(s.path("..data_tmp"), s.path("..data")))
		if old != "" {
			require.NoError(t, os.RemoveAll(s.path(old)))
		}
	}
	swap(0)
	for i := range names {
		name := string(rune('a'+i)) + ".cel"
		require.NoError(t, os.Symlink(filepath.Join("..data", name), s.path(name)))
	}
	w := watch(t, s, byEvents)
	for v := 1; v <= 3; v++ {
		swap(v)
		w.awaits(t)
	}
	for v := 4; v <= 200; v++ {
		swap(v)
	}
	w.awaits(t)
	assert.Equal(t, []string{"version 200"}, versions(w.Set()))
	for _, d := range w.published() {
		assert.True(t, known[d], "a mixed set was live")
	}
}

// A checkout writes each file in turn.
func TestWatchElevenFiles(t *testing.T) {
	s := newShelf(t)
	checkout := func(version int) {
		for i := range 11 {
			name := string(rune('a' + i))
			require.NoError(t, os.RemoveAll(s.path(name+".cel")))
			s.write(name+".cel", policy(name, version))
		}
	}
	checkout(1)
	w := watch(t, s, byEvents)
	for v := 2; v <= 4; v++ {
		checkout(v)
		w.awaits(t)
		assert.Equal(t, []string{fmt.Sprintf("version %d", v)}, versions(w.Set()))
	}
	assert.Len(t, w.published(), 4)
}

func TestWatchLinkRetargeted(t *testing.T) {
	one, two := newShelf(t, "a.cel", policy("a", 1)), newShelf(t, "a.cel", policy("a", 2))
	s := shelf{t, filepath.Join(t.TempDir(), "live")}
	require.NoError(t, os.Symlink(one.dir, s.dir))
	w := watch(t, s, byEvents)
	require.NoError(t, os.Symlink(two.dir, s.dir+".next"))
	require.NoError(t, os.Rename(s.dir+".next", s.dir))
	w.awaits(t)
	assert.Equal(t, []string{"version 2"}, versions(w.Set()))
	two.write("a.cel", policy("a", 3))
	w.awaits(t)
	require.NoError(t, os.Remove(s.dir))
	w.refuses(t, "no such file or directory")
	require.NoError(t, os.Symlink(one.dir, s.dir))
	w.awaits(t)
	assert.Equal(t, []string{"version 1"}, versions(w.Set()))
}

func TestWatchChmod(t *testing.T) {
	w := watch(t, newShelf(t, "a.cel", policy("a", 1)), byEvents)
	require.NoError(t, os.Chmod(w.path("a.cel"), 0o600))
	w.write("b.cel", policy("b", 1)) // so that there is something to wait for
	w.awaits(t)
	assert.Len(t, w.published(), 2)
	require.NoError(t, os.Chmod(w.path("a.cel"), 0))
	if _, err := os.ReadFile(w.path("a.cel")); err == nil {
		t.Skip("whoever runs the tests may read anything")
	}
	w.refuses(t, "permission denied")
	require.NoError(t, os.Chmod(w.path("a.cel"), 0o644))
	w.awaits(t)
	assert.Len(t, w.published(), 2)
}

func TestWatchWithoutEvents(t *testing.T) {
	w := watch(t, newShelf(t, "a.cel", policy("a", 1)), rules.WatchOptions{Poll: true, Rescan: 20 * ms})
	w.write("a.cel", policy("a", 2))
	w.awaits(t)
	w.write("a.cel", "")
	w.refuses(t, "a.cel:1:1")
	w.write("a.cel", policy("a", 3))
	w.awaits(t)
	assert.Len(t, w.published(), 3)
}

// What changed between Open and Watch is a change too; what Reload has seen is none.
func TestWatchBegins(t *testing.T) {
	s := newShelf(t, "a.cel", policy("a", 1))
	eng := s.open()
	s.write("a.cel", policy("a", 2))
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() { done <- eng.Watch(ctx) }()
	require.Eventually(t, func() bool { return eng.Status().Digest == s.digest() }, patience, 5*ms)
	cancel()
	require.ErrorIs(t, <-done, context.Canceled)
	assert.Equal(t, engine.ReloadCounts{engine.ReloadLive: 2}, eng.Status().Reloads)
}

func TestWatchHoldsARollback(t *testing.T) {
	w := watch(t, newShelf(t, "a.cel", policy("a", 1)), rules.WatchOptions{Rescan: 20 * ms})
	w.write("a.cel", policy("a", 2))
	w.awaits(t)
	require.NoError(t, w.Rollback())
	w.write("a.cel", "Policy{")
	w.refuses(t, "a.cel:1")
	w.write("a.cel", policy("a", 2))
	require.Eventually(t, func() bool { return w.Status().Err == nil }, patience, 5*ms)
	assert.Equal(t, []string{"version 1"}, versions(w.Set()))
	w.write("a.cel", policy("a", 3))
	w.awaits(t)
}

func TestWatchNeedsADirectory(t *testing.T) {
	eng, err := engine.New(fstest.MapFS{"a.cel": {Data: []byte(policy("a", 1))}})
	require.NoError(t, err)
	assert.EqualError(t, eng.Watch(t.Context()), "an engine made by New has no directory to watch")
}
