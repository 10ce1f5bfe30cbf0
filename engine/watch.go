package engine

import (
	"context"
	"errors"

	"github.com/lacuna-go/lacuna/rules"
)

// Watch reloads the policies when their files change, until ctx is done, and returns the context's cause. It runs in the
// caller's goroutine, so begin it with go. What does not load is refused as by [Engine.Reload], and [Status].Err says
// why until it is mended; a directory that is gone counts as such. An edit is live some 100 ms after its last write, at
// most about 5 s where the system tells of no changes; see [rules.Watch]. The machine's clock counts, whatever [WithClock] says.
//
// An engine that [New] made has no directory: that is an error at once.
func (e *Engine) Watch(ctx context.Context) error {
	if e.dir == "" {
		return errors.New("an engine made by New has no directory to watch")
	}
	o := e.options.watch
	o.Also = e.options.trial.Reads
	o.Seen = e.lastSeen
	o.Warn = func(err error) { e.options.logger.Warn().Str("event", "watch").Err(err).Send() }
	return rules.Watch(ctx, e.dir, o, func() {
		_ = e.Reload(ctx) // Status and the observers tell
	})
}

func (e *Engine) lastSeen() string {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.seen
}
