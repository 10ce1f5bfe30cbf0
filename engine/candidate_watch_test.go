package engine_test

import (
	"bytes"
	"context"
	"strings"
	"sync"
	"testing"

	"github.com/rs/zerolog"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"

	"github.com/lacuna-go/lacuna/engine"
)

// sharedLog is a log that may be read while it is written.
type sharedLog struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (l *sharedLog) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.Write(p)
}

func (l *sharedLog) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.String()
}

// watchCandidate watches a shelf for candidates of an engine, until the test ends.
func watchCandidate(t *testing.T, eng *engine.Engine, s shelf) {
	t.Helper()
	before := goleak.IgnoreCurrent()
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() { done <- eng.WatchCandidate(ctx, s.dir) }()
	t.Cleanup(func() {
		cancel()
		assert.ErrorIs(t, <-done, context.Canceled)
		goleak.VerifyNone(t, before)
	})
}

func TestWatchCandidateFollowsEdits(t *testing.T) {
	live, next := newShelf(t, "a.cel", policy("a", 1)), newShelf(t, "a.cel", policy("a", 2))
	var log sharedLog
	eng := live.open(engine.WithWatch(byEvents), engine.WithLogger(zerolog.New(&log)))
	watchCandidate(t, eng, next)
	compared := func(digest string) func() bool {
		return func() bool { r, ok := eng.Candidate(); return ok && r.Digest == digest }
	}
	require.Eventually(t, compared(next.digest()), patience, 5*ms, "it is loaded at once")
	first, _ := eng.Candidate()

	next.write("a.cel", "Policy{nam: ")
	require.Eventually(t, func() bool { return strings.Contains(log.String(), `"level":"warn","event":"candidate_reload"`) }, patience, 5*ms)
	assert.Contains(t, log.String(), "a.cel:1:", "with its place")
	kept, ok := eng.Candidate()
	require.True(t, ok)
	assert.Equal(t, first, kept, "the earlier candidate stays")

	next.write("a.cel", policy("a", 2))
	next.write("b.cel", policy("b", 2))
	require.Eventually(t, compared(next.digest()), patience, 5*ms)
	require.Eventually(t, func() bool { return strings.Contains(log.String(), `"report":{"digest":"`+first.Digest) }, patience, 5*ms)
	assert.NotEqual(t, next.digest(), eng.Status().Digest, "the live policies are what they were")
}

// Files that load as before leave the candidate and its counts alone.
func TestWatchCandidateKeepsCounts(t *testing.T) {
	live, next := newShelf(t, "a.cel", policy("a", 1)), newShelf(t, "a.cel", policy("a", 2))
	var log sharedLog
	eng := live.open(engine.WithWatch(byEvents), engine.WithLogger(zerolog.New(&log)))
	require.NoError(t, eng.LoadCandidate(next.dir))
	loaded, _ := eng.Candidate()
	watchCandidate(t, eng, next)
	next.write("a.cel", "Policy{nam: ")
	require.Eventually(t, func() bool { return strings.Contains(log.String(), "candidate_reload") }, patience, 5*ms)
	kept, _ := eng.Candidate()
	assert.Equal(t, loaded, kept)
	assert.NotContains(t, log.String(), `"report"`, "the same policies are no new candidate")
}
