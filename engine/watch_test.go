package engine_test

import (
	"context"
	"fmt"
	"os"
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
