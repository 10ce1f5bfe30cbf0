package rules

import (
	"context"
	"fmt"
	"time"
)

// watcher is one run of Watch. It needs the machine's own timer, since it waits for events and for time at once, and
// files change in no other time.
type watcher struct {
	options WatchOptions
	read    func() string  // the fingerprint of the directory
	listen  func() *events // from now on
	writing func() string  // the file that says that somebody is writing others, or ""
	changed func()

	events *events
	burst  burst
	looked time.Time // when the last look ended
	own    string    // what was seen last, for a caller that does not say
	found  string    // what the last look of a burst read
	warned string
}

func (w *watcher) run(ctx context.Context) error {
	w.events = w.listen()
	defer func() { w.events.close() }()
	if w.options.Seen == nil {
		w.own = w.read()
		w.options.Seen = func() string { return w.own }
	}
	w.rescan(time.Now()) // what changed before the first event could be told
	timer := time.NewTimer(0)
	defer timer.Stop()
	for ctx.Err() == nil {
		timer.Reset(time.Until(w.next()))
		select {
		case <-ctx.Done():
		case ev := <-w.events.told:
			if w.events.concerns(ev) {
				w.burst = w.burst.add(time.Now(), true)
			}
		case err := <-w.events.failed: // events were lost, any of them
			w.warn(err)
			w.burst = w.burst.add(time.Now(), true)
		case <-timer.C:
			w.look(time.Now())
		}
	}
	return context.Cause(ctx)
}

func (w *watcher) next() time.Time {
	if w.burst.started() {
		return w.burst.due(w.options.Quiet, w.options.AtMost)
	}
	return w.looked.Add(w.options.Rescan)
}

func (w *watcher) look(now time.Time) {
	if w.burst.started() {
		w.settle(now)
	} else {
		w.rescan(now)
	}
	w.looked = time.Now()
}

// rescan looks for a change that no event told. One may be under way just now, so it only begins a burst.
func (w *watcher) rescan(now time.Time) {
	if w.found = w.read(); w.found != w.options.Seen() {
		w.burst = w.burst.add(now, false)
	}
	w.looked = now
}

// settle ends a burst, or puts its end off while files still change. Listening anew comes before reading: what happens after the
// reading is told, and no watch points to a directory that was moved away.
func (w *watcher) settle(now time.Time) {
	w.events.close()
	w.events = w.listen()
	before := w.found
	w.found = w.read()
	if w.found == w.options.Seen() {
		w.burst = burst{}
		return
	}
	lock := w.writing()
	rest := w.burst.quiet(now, w.options.Quiet) || w.found == before
	if now.Before(w.burst.first.Add(w.options.Settle)) && (lock != "" || !rest) {
		w.burst.again = now.Add(w.options.Quiet)
		return
	}
	if lock != "" {
		w.warn(fmt.Errorf("policies are loaded although %s is there: was it left behind?", lock))
	}
	w.burst, w.own = burst{}, w.found
	w.changed()
}

// warn passes an error on unless it was the last one too.
func (w *watcher) warn(err error) {
	if err == nil || w.options.Warn == nil || err.Error() == w.warned {
		return
	}
	w.warned = err.Error()
	w.options.Warn(err)
}
