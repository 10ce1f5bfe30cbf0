package rules

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"strings"

	"github.com/fsnotify/fsnotify"
)

// events is what the system tells of one layout. The zero value never tells anything.
type events struct {
	told   <-chan fsnotify.Event
	failed <-chan error
	layout layout
	closer func() error
}

// surveys bounds how often the layout is looked at again because it grew meanwhile.
const surveys = 8

// listen watches what is there now. A directory that can't be watched is warned of, and left to the rescan.
//
// A new watcher each time was chosen over adding and removing: after a rename the old one knows directories under
// names that are no longer theirs.
func listen(dir string, warn func(error)) *events {
	w, err := fsnotify.NewWatcher()
	if err != nil {
		warn(fmt.Errorf("no events of changed policies: %w", err))
		return &events{}
	}
	e := &events{told: w.Events, failed: w.Errors, closer: w.Close}
	watched := map[string]bool{}
	for range surveys {
		e.layout = survey(dir)
		before := len(watched)
		for d := range e.layout {
			if watched[d] {
				continue
			}
			watched[d] = true
			if err := w.Add(d); err != nil && !errors.Is(err, fs.ErrNotExist) {
				warn(fmt.Errorf("no events of changes in %s: %w", d, err))
			}
		}
		if len(watched) == before {
			break
		}
	}
	return e
}

func (e *events) close() {
	if e.closer != nil {
		_ = e.closer() // nothing that was watched is of use any more
	}
}

// concerns reports an event that policies may have changed by. Other names beside a link, and hidden ones that no link
// leads through, such as an editor's swap file, are not read either.
func (e *events) concerns(ev fsnotify.Event) bool {
	if _, self := e.layout[ev.Name]; self {
		return true
	}
	dir, base := filepath.Split(ev.Name)
	p, ok := e.layout[filepath.Clean(dir)]
	return ok && (p.names[base] || p.all && !strings.HasPrefix(base, "."))
}
