package engine_test

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/lacuna-go/lacuna/engine"
	"github.com/lacuna-go/lacuna/rules"
	"github.com/lacuna-go/lacuna/state"
)

// shelf is a directory of policies.
type shelf struct {
	t   *testing.T
	dir string
}

func newShelf(t *testing.T, files ...string) shelf {
	t.Helper()
	s := shelf{t, filepath.Join(t.TempDir(), "policies")}
	require.NoError(t, os.Mkdir(s.dir, 0o755))
	for i := 0; i < len(files); i += 2 {
		s.write(files[i], files[i+1])
	}
	return s
}

func (s shelf) path(name string) string { return filepath.Join(s.dir, filepath.FromSlash(name)) }

func (s shelf) write(name, text string) {
	s.t.Helper()
	require.NoError(s.t, os.MkdirAll(filepath.Dir(s.path(name)), 0o755))
	require.NoError(s.t, os.WriteFile(s.path(name), []byte(text), 0o644))
}

func (s shelf) open(opts ...engine.Option) *engine.Engine {
	s.t.Helper()
	eng, err := engine.Open(s.dir, opts...)
	require.NoError(s.t, err)
	return eng
}

func (s shelf) digest() string {
	s.t.Helper()
	src, err := rules.Read(os.DirFS(s.dir))
	require.NoError(s.t, err)
	return src.Digest()
}

// policy is a policy that names its version.
func policy(name string, version int) string {
	return fmt.Sprintf(`Policy{name: %q, server: %[1]q, doc: "version %d"}`, name, version)
}

// versions returns the versions in a set, which are one unless it is mixed.
func versions(set *rules.Set) []string {
	var docs []string
	for _, p := range set.Policies {
		if len(docs) == 0 || docs[len(docs)-1] != p.Doc {
			docs = append(docs, p.Doc)
		}
	}
	return docs
}

func TestReload(t *testing.T) {
	s := newShelf(t, "a.cel", policy("a", 1))
	clock := state.NewVirtual(noon)
	eng := s.open(engine.WithClock(clock))
	first := eng.Status()
	counts := engine.ReloadCounts{engine.ReloadLive: 1}
	assert.Equal(t, engine.Status{Digest: s.digest(), Generation: 1, Since: noon, Reloads: counts}, first)

	clock.Advance(ms)
	require.NoError(t, eng.Reload(t.Context()))
	first.Reloads[engine.ReloadUnchanged]++
	assert.Equal(t, first, eng.Status(), "unchanged policies change nothing")

	s.write("a.cel", `Policy{name: "a", tols: 1}`)
	err := eng.Reload(t.Context())
	require.ErrorContains(t, err, filepath.ToSlash(s.path("a.cel"))+":1:19: Policy has no field tols")
	assert.ErrorAs(t, err, new(*rules.LoadError))
	first.Err = err
	first.Reloads[engine.ReloadBroken]++
	assert.Equal(t, first, eng.Status())
	assert.Equal(t, []string{"version 1"}, versions(eng.Set()))

	s.write("a.cel", policy("a", 1))
	require.NoError(t, eng.Reload(t.Context()))
	first.Err = nil
	first.Reloads[engine.ReloadUnchanged]++
	assert.Equal(t, first, eng.Status(), "mended, and what was live all along")

	s.write("a.cel", policy("a", 2))
	require.NoError(t, eng.Reload(t.Context()))
	first.Reloads[engine.ReloadLive]++
	assert.Equal(t, engine.Status{Digest: s.digest(), Generation: 2, Since: noon.Add(ms), Reloads: first.Reloads}, eng.Status())
	assert.Equal(t, uint64(2), eng.Set().Generation)
}

func TestReloadUnderACancelledContext(t *testing.T) {
	s := newShelf(t, "a.cel", policy("a", 1))
	eng := s.open()
	s.write("a.cel", policy("a", 2))
	lost := errors.New("ownership lost")
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(lost)
	assert.Equal(t, lost, eng.Reload(ctx))
	assert.Equal(t, engine.ReloadCounts{engine.ReloadLive: 1}, eng.Status().Reloads)
	assert.NoError(t, eng.Status().Err)
}

// shifty is a file system that changes before each opening of a file.
type shifty struct {
	fs.FS
	before func(opened int)
	opened int
}

func (s *shifty) Open(name string) (fs.File, error) {
	if strings.HasSuffix(name, ".cel") {
		s.opened++
		s.before(s.opened)
	}
	return s.FS.Open(name)
}

func (s *shifty) Stat(name string) (fs.FileInfo, error) { return fs.Stat(s.FS, name) }

// Two files change between the reading of the one and of the other: each reading is a set that loads, and is mixed.
func TestReloadIsNeverMixed(t *testing.T) {
	files := fstest.MapFS{}
	put := func(version int) {
		for _, name := range []string{"a", "b"} {
			files[name+".cel"] = &fstest.MapFile{Data: []byte(policy(name, version))}
		}
	}
	put(1)
	fsys := &shifty{FS: files, before: func(int) {}}
	eng, err := engine.New(fsys)
	require.NoError(t, err)

	t.Run("a change while reading", func(t *testing.T) {
		fsys.opened = 0
		fsys.before = func(opened int) {
			if opened == 2 {
				put(2)
			}
		}
		require.NoError(t, eng.Reload(t.Context()))
		assert.Equal(t, []string{"version 2"}, versions(eng.Set()))
	})
	t.Run("a change that never ends", func(t *testing.T) {
		fsys.before = func(opened int) { put(opened/2 + 10) }
		assert.EqualError(t, eng.Reload(t.Context()), "policies change while they are read")
		assert.Equal(t, []string{"version 2"}, versions(eng.Set()))
		assert.Error(t, eng.Status().Err)
		fsys.before = func(int) {}
		require.NoError(t, eng.Reload(t.Context()))
		assert.NoError(t, eng.Status().Err)
		assert.Len(t, versions(eng.Set()), 1)
	})
	t.Run("a file that is gone for a moment", func(t *testing.T) {
		put(3)
		fsys.opened = 0
		fsys.before = func(opened int) {
			if opened == 1 {
				delete(files, "b.cel")
			} else {
				put(3)
			}
		}
		require.NoError(t, eng.Reload(t.Context()))
		assert.Equal(t, []string{"version 3"}, versions(eng.Set()))
	})
}

func TestReloadSurvivesAPanic(t *testing.T) {
	fsys := &shifty{FS: fstest.MapFS{"a.cel": {Data: []byte(policy("a", 1))}}, before: func(int) {}}
	eng, err := engine.New(fsys)
	require.NoError(t, err)
	fsys.opened = 0
	fsys.before = func(opened int) {
		if opened%2 == 1 { // whenever policies are loaded, not when they are compared
			panic("index out of range")
		}
	}
	assert.EqualError(t, eng.Reload(t.Context()), "policies can't be loaded: panic: index out of range")
	assert.Equal(t, []string{"version 1"}, versions(eng.Set()))
}

func TestReloadTellsObserversOutsideLocks(t *testing.T) {
	s := newShelf(t, "a.cel", policy("a", 1))
	var eng atomic.Pointer[engine.Engine]
	var told []string
	e := s.open(engine.WithObserver(func(ev engine.Event) {
		r, ok := ev.(engine.ReloadEvent)
		if e := eng.Load(); e != nil && ok {
			told = append(told, fmt.Sprintf("%d %v live %d", r.Generation, r.Err != nil, e.Status().Generation))
			if r.Err != nil {
				assert.NoError(t, e.Rollback())
			}
		}
	}))
	eng.Store(e)
	s.write("a.cel", policy("a", 2))
	require.NoError(t, e.Reload(t.Context()))
	s.write("a.cel", "Policy{")
	require.Error(t, e.Reload(t.Context()))
	assert.Equal(t, []string{"2 false live 2", "0 true live 2", "3 false live 3"}, told)
}

func TestRollback(t *testing.T) {
	s := newShelf(t)
	digests := map[int]string{}
	put := func(version int) {
		s.write("a.cel", policy("a", version))
		digests[version] = s.digest()
	}
	put(1)
	eng := s.open()
	live := func(version int, generation uint64, held int) {
		t.Helper()
		st := eng.Status()
		assert.Equal(t, []string{fmt.Sprintf("version %d", version)}, versions(eng.Set()))
		assert.Equal(t, digests[version], st.Digest)
		assert.Equal(t, generation, st.Generation)
		assert.Equal(t, generation, eng.Set().Generation)
		assert.Equal(t, digests[held], st.Held)
	}
	assert.Error(t, eng.Rollback(), "there is one set only")
	live(1, 1, 0)
	put(2)
	require.NoError(t, eng.Reload(t.Context()))
	put(3)
	require.NoError(t, eng.Reload(t.Context()))
	live(3, 3, 0)

	require.NoError(t, eng.Rollback())
	live(2, 4, 3)
	require.NoError(t, eng.Reload(t.Context()))
	live(2, 4, 3)
	require.NoError(t, eng.Rollback())
	live(1, 5, 3)
	require.NoError(t, eng.Reload(t.Context()))
	live(1, 5, 3) // also two steps back
	assert.Error(t, eng.Rollback(), "nothing is earlier")

	s.write("a.cel", "Policy{")
	require.Error(t, eng.Reload(t.Context()))
	live(1, 5, 3)
	put(3)
	require.NoError(t, eng.Reload(t.Context()))
	live(1, 5, 3) // a broken edit in between
	assert.NoError(t, eng.Status().Err)

	put(2)
	require.NoError(t, eng.Reload(t.Context()))
	live(2, 6, 0)
	put(3)
	require.NoError(t, eng.Reload(t.Context()))
	live(3, 7, 0)
}

// The directory is broken when the rollback comes; undoing the broken edit brings back what was rolled back.
func TestRollbackWhileBroken(t *testing.T) {
	s := newShelf(t, "a.cel", policy("a", 1))
	eng := s.open()
	s.write("a.cel", policy("a", 2))
	require.NoError(t, eng.Reload(t.Context()))
	s.write("a.cel", "Policy{")
	require.Error(t, eng.Reload(t.Context()))
	require.NoError(t, eng.Rollback())
	assert.Error(t, eng.Status().Err, "it is broken still")
	s.write("a.cel", policy("a", 2))
	require.NoError(t, eng.Reload(t.Context()))
	assert.Equal(t, []string{"version 1"}, versions(eng.Set()))
	s.write("a.cel", policy("a", 1))
	require.NoError(t, eng.Reload(t.Context()))
	assert.Empty(t, eng.Status().Held)
	assert.Equal(t, uint64(3), eng.Status().Generation, "it is live already")
}

func TestRollbackGoesThroughFiveSets(t *testing.T) {
	s := newShelf(t, "a.cel", policy("a", 1))
	eng := s.open()
	for v := 2; v <= 9; v++ {
		s.write("a.cel", policy("a", v))
		require.NoError(t, eng.Reload(t.Context()))
	}
	for v := 8; v >= 5; v-- {
		require.NoError(t, eng.Rollback())
		assert.Equal(t, []string{fmt.Sprintf("version %d", v)}, versions(eng.Set()))
	}
	assert.Error(t, eng.Rollback())
}

// Rules are those that the turn began with, breakers' settings those that are live.
func TestReloadUnderATurn(t *testing.T) {
	text := func(message string, failures int) string {
		return fmt.Sprintf(`Policy{name: "a", server: "pricing", effect: Effect.READ, breaker: Breaker{failures: %d},
			when_unavailable: [HardFail{message: %q}]}`, failures, message)
	}
	s := newShelf(t, "a.cel", text("old", 9))
	clock := state.NewVirtual(noon)
	eng := s.open(engine.WithClock(clock))
	fail := func() engine.Final {
		turn, err := eng.Begin(t.Context(), engine.TurnInfo{})
		require.NoError(t, err)
		defer turn.End()
		s.write("a.cel", text("new", 1))
		require.NoError(t, eng.Reload(t.Context()))
		turn.Do(t.Context(), priceCall, failing(clock, 0))
		final, ok := turn.Ended()
		require.True(t, ok)
		return final
	}
	assert.Equal(t, "old", fail().Text)
	turn, err := eng.Begin(t.Context(), engine.TurnInfo{})
	require.NoError(t, err)
	defer turn.End()
	a := turn.Do(t.Context(), priceCall, func(context.Context, engine.Call) (engine.Result, error) {
		assert.Fail(t, "one failure opens the breaker under the live set")
		return engine.Result{}, nil
	})
	assert.Equal(t, engine.HardFail, a.Outcome)
	final, _ := turn.Ended()
	assert.Equal(t, "new", final.Text)
}

// playTurn calls a tool of each of the servers once.
func playTurn(t *testing.T, eng *engine.Engine, servers int) {
	turn, err := eng.Begin(t.Context(), engine.TurnInfo{})
	if !assert.NoError(t, err) {
		return
	}
	defer turn.End()
	for i := range servers {
		call := engine.Call{Server: fmt.Sprintf("pricing%d", i), Tool: "quote"}
		assert.Equal(t, engine.OK, turn.Do(t.Context(), call, answering(quote)).Outcome)
	}
}

var reloadsFlag = flag.Int("reloads", 1000, "how often TestReloadConcurrently reloads; 10,000 under -race take about a minute")

// Turns begin, call and end while sets come and go, and each sees one set as a whole.
func TestReloadConcurrently(t *testing.T) {
	const files, turns = 3, 2
	reloads := *reloadsFlag
	s := newShelf(t)
	put := func(version int) {
		for i := range files {
			name := fmt.Sprintf("pricing%d", i)
			s.write(name+".cel", policy(name, version))
		}
	}
	put(0)
	var last atomic.Uint64
	eng := s.open(engine.WithClock(state.NewVirtual(noon)), engine.WithObserver(func(ev engine.Event) {
		if r, ok := ev.(engine.ReloadEvent); ok && r.Err == nil {
			last.Store(max(last.Load(), r.Generation))
		}
	}))
	round := make(chan struct{})
	var wg sync.WaitGroup
	for range turns {
		wg.Go(func() {
			seen := uint64(0)
			for range round {
				set := eng.Set()
				assert.GreaterOrEqual(t, set.Generation, seen)
				seen = set.Generation
				assert.Len(t, versions(set), 1)
				playTurn(t, eng, files)
				eng.Status()
			}
		})
	}
	for i := range reloads {
		for range turns {
			round <- struct{}{} // one more turn each, which runs while the policies load
		}
		put(i + 1)
		assert.NoError(t, eng.Reload(t.Context()))
		if i%10 == 0 {
			assert.NoError(t, eng.Rollback())
		}
	}
	close(round)
	wg.Wait()
	assert.Equal(t, uint64(1+reloads+(reloads+9)/10), eng.Status().Generation)
	assert.Equal(t, eng.Status().Generation, last.Load())
	assert.Equal(t, engine.ReloadCounts{engine.ReloadLive: 1 + reloads, engine.ReloadRolledBack: (reloads + 9) / 10}, eng.Status().Reloads)
	assert.Equal(t, []string{fmt.Sprintf("version %d", reloads)}, versions(eng.Set()))
}
