package main

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/signal"
	"path/filepath"
	"strings"

	"github.com/lacuna-go/lacuna/rules"
)

// watched plays the tests, and again after each change of a policy, a test or a fixture, until it is interrupted.
func (t *testFlags) watched(ctx context.Context, dirs []string) error {
	ctx, stop := signal.NotifyContext(ctx, os.Interrupt)
	defer stop()
	played := fingerprints(dirs)
	_ = t.all(ctx, dirs) // what fails is on the screen
	again := func() {
		if now := fingerprints(dirs); now != played {
			played = now
			_, _ = fmt.Fprintln(t.stdout, "\n-- changed")
			_ = t.all(ctx, dirs)
		}
	}
	changes := make(chan struct{}, 1)
	for _, dir := range dirs {
		go t.watchDir(ctx, dir, changes)
	}
	_, _ = fmt.Fprintln(t.stdout, "waiting for changes; interrupt to end")
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-changes:
			again()
		}
	}
}

// watchDir tells of each change that may concern the directory. The watch knows policies alone, so it is told that nothing was seen,
// and what has really changed is decided by fingerprints.
func (t *testFlags) watchDir(ctx context.Context, dir string, changes chan<- struct{}) {
	err := rules.Watch(ctx, dir, rules.WatchOptions{
		Seen: func() string { return "" },
		Warn: func(err error) { _, _ = fmt.Fprintf(t.stderr, "lacuna: %v\n", err) },
	}, func() {
		select {
		case changes <- struct{}{}:
		default: // one is waiting
		}
	})
	if err != nil && !errors.Is(err, context.Canceled) {
		_, _ = fmt.Fprintf(t.stderr, "lacuna: %v\n", err)
	}
}

// fingerprints sums up every file below the directories that a run reads.
func fingerprints(dirs []string) string {
	h := sha256.New()
	for _, dir := range dirs {
		_ = filepath.WalkDir(dir, func(name string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || strings.HasPrefix(d.Name(), ".") {
				return nil //nolint:nilerr // what can't be read has no part in it
			}
			switch filepath.Ext(name) {
			case ".cel", ".yaml", ".json":
				b, _ := os.ReadFile(name)
				_, _ = fmt.Fprintf(h, "%s %d %x\n", name, len(b), sha256.Sum256(b))
			}
			return nil
		})
	}
	return string(h.Sum(nil))
}
