package engine

import (
	"context"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/lacuna-go/lacuna/rules"
)

// WatchCandidate loads the candidate of [Engine.LoadCandidate] from dir whenever its files change, first at once, until ctx is done, and
// returns the context's cause. It runs in the caller's goroutine, so begin it with go. What does not load keeps the earlier candidate; a
// line candidate_reload of the log says why, and so does one when another takes its place, with the report of the one that ends.
// Files that come to the same policies as the candidate change nothing, and its counts go on. It waits as [Engine.Watch] does.
func (e *Engine) WatchCandidate(ctx context.Context, dir string) error {
	w := &candidateWatch{eng: e, dir: dir, fsys: os.DirFS(dir)}
	o := e.options.watch
	o.Seen = func() string { return w.seen }
	o.Warn = func(err error) { e.options.logger.Warn().Str("event", "watch").Str("directory", dir).Err(err).Send() }
	w.reload()
	return rules.Watch(ctx, dir, o, w.reload)
}

// candidateWatch is the goroutine of a watch.
type candidateWatch struct {
	eng    *Engine
	dir    string
	fsys   fs.FS
	loader *rules.Loader // nil where there is none to go on with
	seen   string        // the fingerprint of what was read last, or the error
}

// reload makes what is in the directory the candidate, where it loads and is another.
func (w *candidateWatch) reload() {
	set, err := w.read()
	log := w.eng.options.logger
	if err != nil {
		log.Warn().Str("event", "candidate_reload").Str("directory", w.dir).Err(err).Msg("the candidate stays what it was")
		return
	}
	if set == nil {
		return
	}
	earlier, ok := w.eng.Candidate()
	if ok && earlier.Digest == set.Digest {
		return
	}
	w.eng.SetCandidate(set)
	line := log.Info().Str("event", "candidate_reload").Str("directory", w.dir).Str("digest", set.Digest)
	if ok {
		line = line.Interface("report", earlier)
	}
	line.Send()
}

// read loads the directory; nil if it changed meanwhile, which the watch will see. A panic is an error.
func (w *candidateWatch) read() (set *rules.Set, err error) {
	defer func() {
		if p := recover(); p != nil {
			w.loader, set, err = nil, nil, fmt.Errorf("the candidate can't be loaded: panic: %v", p)
		}
	}()
	if w.loader == nil {
		w.loader = rules.NewLoader(rules.WithDir(filepath.ToSlash(w.dir)), rules.WithFunctions(w.eng.options.functions...))
	}
	sources, err := rules.Read(w.fsys)
	if err != nil {
		w.seen = err.Error()
		return nil, err
	}
	w.seen = sources.Fingerprint()
	if rules.Fingerprint(w.fsys) != w.seen {
		return nil, nil
	}
	return w.loader.Compile(sources)
}
