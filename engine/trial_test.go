package engine_test

import (
	"context"
	"errors"
	"os"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/lacuna-go/lacuna/engine"
	"github.com/lacuna-go/lacuna/rules"
)

// approved lets policies pass while the file approved.txt names their version.
func approved(tried *int) engine.Trial {
	return engine.Trial{Reads: []string{".txt"}, Judge: func(_ context.Context, c engine.Candidate) error {
		*tried++
		if got := strings.Join(versions(c.Set), " "); got != string(c.Files["approved.txt"]) {
			return errors.New(got + " is not approved")
		}
		return nil
	}}
}

func TestTrial(t *testing.T) {
	tried := 0
	s := newShelf(t, "a.cel", policy("a", 1), "approved.txt", "version 1")
	eng := s.open(engine.WithTrial(approved(&tried)))
	require.NoError(t, eng.Reload(t.Context()))
	assert.Equal(t, 1, tried, "what has passed is not tried again")

	s.write("a.cel", policy("a", 2))
	require.EqualError(t, eng.Reload(t.Context()), "version 2 is not approved")
	assert.Equal(t, []string{"version 1"}, versions(eng.Set()))
	s.write("approved.txt", "version 2")
	require.NoError(t, eng.Reload(t.Context()))
	assert.Equal(t, []string{"version 2"}, versions(eng.Set()))

	require.NoError(t, eng.Rollback())
	require.NoError(t, eng.Reload(t.Context()))
	assert.Equal(t, 3, tried, "neither what a rollback brings back nor what it keeps out is tried")
	assert.Equal(t, engine.ReloadCounts{
		engine.ReloadLive: 2, engine.ReloadUnchanged: 1, engine.ReloadFailed: 1, engine.ReloadRolledBack: 1, engine.ReloadHeld: 1,
	}, eng.Status().Reloads)

	s.write("a.cel", "Policy{")
	require.ErrorAs(t, eng.Reload(t.Context()), new(*rules.LoadError))
	assert.Equal(t, 3, tried, "what does not load is not tried")
}

func TestTrialKeepsFromOpening(t *testing.T) {
	tried := 0
	s := newShelf(t, "a.cel", policy("a", 1))
	_, err := engine.Open(s.dir, engine.WithTrial(approved(&tried)))
	assert.EqualError(t, err, "version 1 is not approved")
}

// A test that is mended is a change, although the policies are the same.
func TestTrialIsWatched(t *testing.T) {
	tried := 0
	s := newShelf(t, "a.cel", policy("a", 1), "approved.txt", "version 1")
	w := watch(t, s, byEvents, engine.WithTrial(approved(&tried)))
	w.write("a.cel", policy("a", 2))
	w.refuses(t, "version 2 is not approved")
	w.write("approved.txt", "version 2")
	w.awaits(t)
	require.NoError(t, os.Remove(w.path("approved.txt")))
	w.refuses(t, "version 2 is not approved")
}

func TestTrialPanics(t *testing.T) {
	s := newShelf(t, "a.cel", policy("a", 1))
	_, err := engine.Open(s.dir, engine.WithTrial(engine.Trial{Judge: func(context.Context, engine.Candidate) error { panic("index out of range") }}))
	assert.EqualError(t, err, "the trial of the policies failed: panic: index out of range")
}

func TestTrialIsBounded(t *testing.T) {
	s := newShelf(t, "a.cel", policy("a", 1))
	synctest.Test(t, func(t *testing.T) {
		var hang chan struct{} // nil at first
		eng := s.open(engine.WithTrial(engine.Trial{Within: time.Minute, Judge: func(context.Context, engine.Candidate) error {
			if hang != nil {
				<-hang
			}
			return nil
		}}))
		hang = make(chan struct{})
		s.write("a.cel", policy("a", 2))
		require.EqualError(t, eng.Reload(t.Context()), "the trial of the policies took longer than 1m0s")
		require.EqualError(t, eng.Reload(t.Context()), "policies can't be tried: the trial of earlier ones has not ended yet")
		assert.Equal(t, 2, eng.Status().Reloads[engine.ReloadFailed])
		close(hang)
		synctest.Wait()
		require.NoError(t, eng.Reload(t.Context()))
		assert.Equal(t, []string{"version 2"}, versions(eng.Set()))
	})
}

func TestTrialOfACancelledReload(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	s := newShelf(t, "a.cel", policy("a", 1))
	eng := s.open(engine.WithTrial(engine.Trial{Judge: func(inner context.Context, c engine.Candidate) error {
		if versions(c.Set)[0] == "version 1" {
			return nil
		}
		cancel()
		return inner.Err()
	}}))
	s.write("a.cel", policy("a", 2))
	assert.Equal(t, context.Canceled, eng.Reload(ctx))
	assert.NoError(t, eng.Status().Err, "nothing was found out")
	assert.Zero(t, eng.Status().Reloads.Refused())
}
