package engine

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/lacuna-go/lacuna/state"
)

// snapshotEvery is how often [Engine.KeepSnapshot] looks for changes.
const snapshotEvery = time.Second

// RestoreBreakers reads a file that [Engine.SaveBreakers] wrote: a breaker that was open stays open for what was left of its wait, and
// none comes back closed. It returns how many were restored; a file that does not exist restores none.
func (e *Engine) RestoreBreakers(path string) (int, error) {
	b, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return 0, nil
	}
	if err != nil {
		return 0, fmt.Errorf("breakers: %w", err)
	}
	var list []state.Saved
	if err := json.Unmarshal(b, &list); err != nil {
		return 0, fmt.Errorf("breakers: %s: %w", path, err)
	}
	return e.store.Restore(list, e.options.clock.Now()), nil
}

// SaveBreakers writes the breakers that are not closed to a file, which is replaced as a whole: a crash leaves the old one or the
// new one.
func (e *Engine) SaveBreakers(path string) error {
	b, err := json.MarshalIndent(e.store.Save(e.options.clock.Now()), "", "  ")
	if err != nil {
		return fmt.Errorf("breakers: %w", err)
	}
	if err := replaceFile(path, b); err != nil {
		return fmt.Errorf("breakers: %w", err)
	}
	return nil
}

// KeepSnapshot saves the breakers whenever one has changed, at most once a second, until ctx is done; then once more. It runs in the
// caller's goroutine, so begin it with go: no call waits for the disk. It returns the error of the last save; those before are logged.
func (e *Engine) KeepSnapshot(ctx context.Context, path string) error {
	var seen uint64
	for {
		if list := e.store.Transitions(1); len(list) > 0 && list[0].Seq != seen {
			seen = list[0].Seq
			if err := e.SaveBreakers(path); err != nil {
				seen = 0 // try again
				e.options.logger.Error().Str("event", "snapshot").Err(err).Send()
			}
		}
		if e.options.clock.Sleep(ctx, e.options.clock.Now().Add(snapshotEvery)) != nil {
			return e.SaveBreakers(path)
		}
	}
}

// replaceFile writes a file beside the path, syncs it, and renames it over the path.
func replaceFile(path string, b []byte) (err error) {
	f, err := os.CreateTemp(filepath.Dir(path), filepath.Base(path)+".*")
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			_ = os.Remove(f.Name()) // nothing more can be done
		}
	}()
	if _, err = f.Write(b); err != nil {
		_ = f.Close() // the write's error says more
		return err
	}
	if err = f.Sync(); err != nil {
		_ = f.Close()
		return err
	}
	if err = f.Close(); err != nil {
		return err
	}
	return os.Rename(f.Name(), path)
}
