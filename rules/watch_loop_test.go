package rules_test

import (
	"context"
	"errors"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/fsnotify/fsnotify"
	"github.com/stretchr/testify/assert"

	"github.com/lacuna-go/lacuna/rules"
)

const ms = time.Millisecond

func TestWatchBurst(t *testing.T) {
	for _, c := range []struct {
		name string
		at   []time.Duration
		due  time.Duration
	}{
		{"one event", []time.Duration{0}, 100 * ms},
		{"another within the quiet time", []time.Duration{0, 60 * ms}, 160 * ms},
		{"several at once", []time.Duration{0, 0, 0}, 100 * ms},
		{"counted from the first", []time.Duration{5000 * ms, 5050 * ms}, 150 * ms},
		{"noise ends a quiet time before the most", []time.Duration{0, 300 * ms, 600 * ms, 850 * ms}, 900 * ms},
		{"late signs put nothing off", []time.Duration{0, 5000 * ms}, 900 * ms},
	} {
		t.Run(c.name, func(t *testing.T) {
			assert.Equal(t, c.due, rules.Burst(100*ms, 1000*ms, c.at...))
		})
	}
}

// step is something that happens at a time of a scene.
type step struct {
	at    time.Duration
	text  string // what is in the directory from now on
	event bool
	lock  bool // there is a checkout from now on
	free  bool // there is none any more
	lost  bool // an overflow
}

// play runs a scene in virtual time and returns when changed was called, and what was there.
func play(t *testing.T, o rules.WatchOptions, until time.Duration, steps ...step) (at []time.Duration, texts []string) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		var text, lock atomic.Value
		text.Store("a")
		lock.Store("")
		read := func() string { return text.Load().(string) }
		f := &rules.WatchFake{Read: read, Lock: func() string { return lock.Load().(string) }, Told: make(chan fsnotify.Event), Failed: make(chan error)}
		stop := errors.New("enough")
		ctx, cancel := context.WithCancelCause(t.Context())
		start, done := time.Now(), make(chan error)
		go func() {
			done <- f.Watch(ctx, o, func() { at, texts = append(at, time.Since(start)), append(texts, read()) })
		}()
		synctest.Wait()
		for _, s := range steps {
			<-time.After(s.at - time.Since(start))
			if s.text != "" {
				text.Store(s.text)
			}
			if s.lock {
				lock.Store(".git/index.lock")
			}
			if s.free {
				lock.Store("")
			}
			if s.event {
				f.Told <- fsnotify.Event{Name: "p/a.cel", Op: fsnotify.Write}
			}
			if s.lost {
				f.Failed <- fsnotify.ErrEventOverflow
			}
			synctest.Wait()
		}
		<-time.After(until - time.Since(start))
		cancel(stop)
		assert.Equal(t, stop, <-done)
		assert.Zero(t, f.Open, "a watch is left")
	})
	return at, texts
}

func TestWatchLoop(t *testing.T) {
	noise := func(every, until time.Duration) (steps []step) {
		for at := every; at <= until; at += every {
			steps = append(steps, step{at: at, event: true})
		}
		steps[0].text = "b"
		return steps
	}
	// writes changes a file again and again, told by an event each time.
	writes := func(every, until time.Duration) (steps []step) {
		for at := every; at <= until; at += every {
			steps = append(steps, step{at: at, text: at.String(), event: true})
		}
		return steps
	}
	for _, c := range []struct {
		name  string
		steps []step
		at    []time.Duration
		texts []string
	}{
		{"nothing", nil, nil, nil},
		{"an event without a change", []step{{at: 1000 * ms, event: true}}, nil, nil},
		{"an edit", []step{{at: 1000 * ms, text: "b", event: true}}, []time.Duration{1100 * ms}, []string{"b"}},
		{"eleven files", []step{
			{at: 1000 * ms, text: "b", event: true}, {at: 1090 * ms, text: "c", event: true}, {at: 1180 * ms, text: "d", event: true},
		}, []time.Duration{1280 * ms}, []string{"d"}},
		{"there and back", []step{{at: 1000 * ms, text: "b", event: true}, {at: 1050 * ms, text: "a", event: true}}, nil, nil},
		{"noise", noise(50*ms, 2500*ms), []time.Duration{1050 * ms}, []string{"b"}},
		{"files that change without a pause", writes(90*ms, 2700*ms), []time.Duration{2890 * ms}, []string{"2.7s"}},
		{"files that change for ever", writes(70*ms, 40*time.Second), []time.Duration{30070 * ms}, []string{"30.03s"}},
		{"a checkout with pauses", []step{
			{at: 1000 * ms, text: "b", event: true, lock: true}, {at: 2000 * ms, text: "c", event: true}, {at: 2550 * ms, free: true},
		}, []time.Duration{2600 * ms}, []string{"c"}},
		{"a lock that is left behind", []step{{at: 1000 * ms, text: "b", event: true, lock: true}}, []time.Duration{31000 * ms}, []string{"b"}},
		{"lost events", []step{{at: 1000 * ms, text: "b", lost: true}}, []time.Duration{1100 * ms}, []string{"b"}},
		{"no event", []step{{at: 1000 * ms, text: "b"}}, []time.Duration{5100 * ms}, []string{"b"}},
		{"no event, and still changing at the rescan", []step{
			{at: 1000 * ms, text: "b"}, {at: 5050 * ms, text: "c"}, {at: 5150 * ms, text: "d"},
		}, []time.Duration{5300 * ms}, []string{"d"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			until := 6 * time.Second
			for _, at := range c.at {
				until = max(until, at+500*ms)
			}
			at, texts := play(t, rules.WatchOptions{}, until, c.steps...)
			assert.Equal(t, c.at, at)
			assert.Equal(t, c.texts, texts)
		})
	}
}

// Another reader may have seen what the watch did not.
func TestWatchSeen(t *testing.T) {
	seen := "b"
	o := rules.WatchOptions{Seen: func() string { return seen }, Rescan: time.Second}
	at, _ := play(t, o, 1500*ms, step{at: 500 * ms, text: "b", event: true})
	assert.Equal(t, []time.Duration{100 * ms}, at, "what changed before it began; what is known by then is no change")
	seen = "a"
	at, _ = play(t, o, 3500*ms)
	assert.Empty(t, at)
	seen = "never"
	at, _ = play(t, o, 2500*ms)
	assert.Len(t, at, 3, "until the caller has seen it")
}

func TestWatchWarnsOfALock(t *testing.T) {
	var warned []string
	o := rules.WatchOptions{Warn: func(err error) { warned = append(warned, err.Error()) }, Settle: time.Second}
	play(t, o, 4*time.Second, step{at: 1000 * ms, text: "b", event: true, lock: true})
	assert.Equal(t, []string{"policies are loaded although .git/index.lock is there: was it left behind?"}, warned)
}

func TestWatchWarnsOnce(t *testing.T) {
	var warned []string
	o := rules.WatchOptions{Warn: func(err error) { warned = append(warned, err.Error()) }}
	play(t, o, 4*time.Second, step{at: 1000 * ms, lost: true}, step{at: 2000 * ms, lost: true})
	assert.Equal(t, []string{fsnotify.ErrEventOverflow.Error()}, warned)
}
