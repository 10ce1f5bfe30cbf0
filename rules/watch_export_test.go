package rules

import (
	"context"
	"time"

	"github.com/fsnotify/fsnotify"
)

// WatchFake is Watch with a directory and a system made up by the test.
type WatchFake struct {
	Read   func() string
	Lock   func() string
	Told   chan fsnotify.Event // all of them concern the policies
	Failed chan error
	// Listened counts how often watching began, Open how many watches are.
	Listened, Open int
}

func (f *WatchFake) Watch(ctx context.Context, o WatchOptions, changed func()) error {
	w := &watcher{options: o.orDefault(), read: f.Read, writing: f.Lock, changed: changed}
	w.listen = func() *events {
		f.Listened++
		f.Open++
		here := layout{"p": {all: true}}
		return &events{told: f.Told, failed: f.Failed, layout: here, closer: func() error { f.Open--; return nil }}
	}
	return w.run(ctx)
}

// Burst returns when a burst of events at the times is due, after the first of them.
func Burst(quiet, atMost time.Duration, at ...time.Duration) time.Duration {
	start := time.Unix(0, 0)
	var b burst
	for _, d := range at {
		b = b.add(start.Add(d), true)
	}
	return b.due(quiet, atMost).Sub(b.first)
}

// Survey returns the watched directories, each with the names that count in it, "*" for all.
func Survey(dir string) map[string][]string {
	found := map[string][]string{}
	for d, h := range survey(dir) {
		if h.all {
			found[d] = append(found[d], "*")
		}
		for name := range h.names {
			found[d] = append(found[d], name)
		}
	}
	return found
}

// Checkout returns the file that says that git writes files.
func Checkout(dir string) string { return checkout(dir) }

// Concerns reports whether an event of a file would make Watch look.
func Concerns(dir, file string) bool {
	e := &events{layout: survey(dir)}
	return e.concerns(fsnotify.Event{Name: file, Op: fsnotify.Write})
}
