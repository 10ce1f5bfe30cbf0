package engine

import "github.com/lacuna-go/lacuna/rules"

// WithWatch sets how Watch waits, as for a file system without events.
func WithWatch(w rules.WatchOptions) Option { return func(o *options) { o.watch = w } }
