package rules

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"time"
)

// WatchOptions says how [Watch] waits. The zero value is right for most.
type WatchOptions struct {
	// Quiet is how long nothing may happen before the directory is read; 0 is 100 ms.
	Quiet time.Duration
	// AtMost is how long a run of events may put the reading off; 0 is 1 s.
	AtMost time.Duration
	// Settle is how long files may put it off that still change after AtMost, and a checkout of git that is under way; 0 is 30 s.
	Settle time.Duration
	// Rescan is how long after the last look the directory is read although no event came; 0 is 5 s.
	Rescan time.Duration
	// Poll asks the system for no events, so that only the rescan finds changes.
	Poll bool
	// Also are the endings of names of files that count besides policies, as for [Read].
	Also []string
	// Seen returns what the caller has read last: the [Sources.Fingerprint], or the text of the error if it could not be read. It is
	// called in the goroutine of Watch. nil is the directory as it was when Watch began, or last called changed.
	Seen func() string
	// Warn is told why the system gives no events, or not of all directories; the rescan finds changes then. An error
	// that repeats is told once. nil drops them.
	Warn func(error)
}

// Watch calls changed when the policies below dir are no longer those last seen, until ctx is done; then it returns
// the context's cause. It runs in the caller's goroutine, in which it calls changed too, and leaves none behind.
//
// Events of the system only say when to look: all files are read, and their digest alone decides. Watched are the
// directories below dir, those that links lead to, the links themselves, and the name of dir in the one above it. A
// change that comes otherwise, as by renaming a directory further up or on a network's file system, is found by the
// rescan. While files still change, or git has the index.lock of the working tree that dir lies in, changed is not called, for what
// is there may be half of a checkout; Settle bounds that. It is no error that dir is missing, now or later: that is a change like another, and so is its return.
func Watch(ctx context.Context, dir string, o WatchOptions, changed func()) error {
	if dir == "" {
		return errors.New("no directory to watch")
	}
	if o.Quiet < 0 || o.AtMost < 0 || o.Settle < 0 || o.Rescan < 0 {
		return errors.New("the times of a watch can't be negative")
	}
	w := &watcher{
		options: o.orDefault(),
		read:    func() string { return Fingerprint(os.DirFS(dir), o.Also...) },
		writing: func() string { return checkout(dir) },
		changed: changed,
	}
	w.listen = func() *events { return listen(dir, w.warn) }
	if o.Poll {
		w.listen = func() *events { return &events{} }
	}
	return w.run(ctx)
}

func (o WatchOptions) orDefault() WatchOptions {
	set := func(d *time.Duration, value time.Duration) {
		if *d == 0 {
			*d = value
		}
	}
	set(&o.Quiet, 100*time.Millisecond)
	set(&o.AtMost, time.Second)
	set(&o.Settle, 30*time.Second)
	set(&o.Rescan, 5*time.Second)
	return o
}

// Fingerprint returns the [Sources.Fingerprint] of what [Read] reads, or the text of its error.
func Fingerprint(fsys fs.FS, also ...string) string {
	sources, err := Read(fsys, also...)
	if err != nil {
		return err.Error()
	}
	return sources.Fingerprint()
}
