package rules_test

import (
	"context"
	"errors"
	"os"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"

	"github.com/lacuna-go/lacuna/rules"
)

const patience = 10 * time.Second

// watching runs Watch over p, and returns what sends at each change.
func watching(t *testing.T, tr tree, o rules.WatchOptions) <-chan struct{} {
	t.Helper()
	changed, done := make(chan struct{}, 100), make(chan error, 1)
	ctx, cancel := context.WithCancel(t.Context())
	began, before := make(chan struct{}), goleak.IgnoreCurrent()
	calls := 0
	seen := ""
	o.Seen = func() string { // the first call is when it listens
		if calls++; calls == 1 {
			seen = rules.Fingerprint(os.DirFS(tr.path("p")))
			close(began)
		}
		return seen
	}
	go func() {
		done <- rules.Watch(ctx, tr.path("p"), o, func() { seen = rules.Fingerprint(os.DirFS(tr.path("p"))); changed <- struct{}{} })
	}()
	<-began
	t.Cleanup(func() {
		cancel()
		assert.ErrorIs(t, <-done, context.Canceled)
		goleak.VerifyNone(t, before)
	})
	return changed
}

func await(t *testing.T, changed <-chan struct{}, what string) {
	t.Helper()
	select {
	case <-changed:
	case <-time.After(patience):
		require.Fail(t, "not noticed", what)
	}
}

// Each change is noticed by an event: the rescan is out of reach.
func TestWatchEvents(t *testing.T) {
	tr := newTree(t)
	tr.write("v1/a.cel", "a")
	tr.write("v2/a.cel", "b")
	tr.link("v1", "p")
	changed := watching(t, tr, rules.WatchOptions{Rescan: time.Hour})
	for _, c := range []struct {
		what string
		do   func() error
	}{
		{"a write", func() error { tr.write("p/a.cel", "c"); return nil }},
		{"a new file", func() error { tr.write("p/b.cel", "c"); return nil }},
		{"new directories with a file in them", func() error { tr.write("p/x/y/c.cel", "c"); return nil }},
		{"a write in one of them", func() error { tr.write("p/x/y/c.cel", "d"); return nil }},
		{"one renamed", func() error { return os.Rename(tr.path("p/x"), tr.path("p/z")) }},
		{"a write in the renamed", func() error { tr.write("p/z/y/c.cel", "e"); return nil }},
		{"a file deleted", func() error { return os.Remove(tr.path("p/b.cel")) }},
		{"directories deleted", func() error { return os.RemoveAll(tr.path("p/z")) }},
		{"and made again", func() error { tr.write("p/z/y/c.cel", "f"); return nil }},
		{"a write in what was made again", func() error { tr.write("p/z/y/c.cel", "g"); return nil }},
		{"the real directory gone", func() error { return os.Rename(tr.path("v1"), tr.path("v0")) }},
		{"and back", func() error { return os.Rename(tr.path("v0"), tr.path("v1")) }},
		{"the link replaced", func() error {
			return errors.Join(os.Symlink("v2", tr.path("next")), os.Rename(tr.path("next"), tr.path("p")))
		}},
		{"a write in the new target", func() error { tr.write("v2/a.cel", "h"); return nil }},
		{"the link gone", func() error { return os.Remove(tr.path("p")) }},
		{"a directory in its place", func() error { return os.Rename(tr.path("v1"), tr.path("p")) }},
		{"a link to a file elsewhere", func() error { tr.write("o/l.cel", "i"); tr.link("../o/l.cel", "p/l.cel"); return nil }},
		{"a write in that file", func() error { tr.write("o/l.cel", "j"); return nil }},
		{"a file saved over it", func() error {
			tr.write("o/l.tmp", "k")
			return os.Rename(tr.path("o/l.tmp"), tr.path("o/l.cel"))
		}},
	} {
		require.NoError(t, c.do(), c.what)
		await(t, changed, c.what)
		for len(changed) > 0 { // a change that took longer than the quiet time
			<-changed
		}
	}
}

func TestWatchPolls(t *testing.T) {
	tr := newTree(t)
	tr.write("p/a.cel", "a")
	changed := watching(t, tr, rules.WatchOptions{Poll: true, Rescan: 20 * ms, Quiet: 10 * ms})
	tr.write("p/a.cel", "b")
	await(t, changed, "a write")
	require.NoError(t, os.RemoveAll(tr.path("p")))
	await(t, changed, "the directory gone")
	tr.write("p/a.cel", "b")
	await(t, changed, "and back")
}

// A directory further up is no part of what is watched.
func TestWatchRescans(t *testing.T) {
	tr := newTree(t)
	tr.write("up/p/a.cel", "a")
	tr.link("up/p", "p")
	changed := watching(t, tr, rules.WatchOptions{Rescan: 50 * ms})
	require.NoError(t, os.Rename(tr.path("up"), tr.path("away")))
	await(t, changed, "renamed away")
	tr.write("up/p/a.cel", "b")
	await(t, changed, "another in its place")
	tr.write("up/p/a.cel", "c")
	await(t, changed, "a write there")
}

func TestWatchErrors(t *testing.T) {
	before := goleak.IgnoreCurrent()
	none := func() { t.Error("changed") }
	assert.EqualError(t, rules.Watch(t.Context(), "", rules.WatchOptions{}, none), "no directory to watch")
	assert.EqualError(t, rules.Watch(t.Context(), ".", rules.WatchOptions{Rescan: -1}, none), "the times of a watch can't be negative")
	lost := errors.New("ownership lost")
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(lost)
	assert.Equal(t, lost, rules.Watch(ctx, "testdata/nowhere", rules.WatchOptions{}, none), "the context's cause")
	goleak.VerifyNone(t, before)
}
