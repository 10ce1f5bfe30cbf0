package state_test

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/lacuna-go/lacuna/state"
)

// fail lets n calls in at one moment and fails them.
func fail(b *state.Breaker, cfg state.Config, n int, when time.Duration) {
	for range n {
		p, _ := b.Admit(&cfg, "c", 0, at(when))
		p.Done(state.Outcome{Kind: state.Internal}, at(when))
	}
}

// line is an event of a trace.
type line struct {
	At         string
	Call, End  string
	Turn       string
	Read       *struct{ Server, Tool string }
	Outcome    string
	RetryAfter string `json:"retry_after"`
	Want       map[string]any
}

// TestTraces replays recorded traces on the handle.
func TestTraces(t *testing.T) {
	files, err := filepath.Glob("testdata/traces/*.jsonl")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) { replay(t, file) })
	}
}

func replay(t *testing.T, file string) {
	text, err := os.ReadFile(file)
	require.NoError(t, err)
	r := replayer{b: state.NewStore(state.Options{}).Breaker(key), permits: map[string]*state.Permit{}, began: map[string]time.Time{}}
	for event := range bytes.Lines(text) {
		var l line
		require.NoError(t, json.Unmarshal(event, &l))
		got := r.play(t, l)
		for k, v := range l.Want {
			assert.Equal(t, v, got[k], "%s: %s", k, event)
		}
	}
}

type replayer struct {
	b       *state.Breaker
	permits map[string]*state.Permit
	began   map[string]time.Time
}

func (r *replayer) play(t *testing.T, l line) map[string]any {
	d, err := time.ParseDuration(l.At)
	require.NoError(t, err)
	now, cfg, got := at(d), config(), map[string]any{}
	switch {
	case l.Call != "":
		p, ok := r.b.Admit(&cfg, l.Turn, 3*time.Second, now)
		r.permits[l.Call], r.began[l.Call] = &p, now
		got["admitted"], got["probe"] = ok, p.Probe()
	case l.End != "":
		r.permits[l.End].Done(outcome(t, l, now.Sub(r.began[l.End])), now)
	}
	got["state"] = r.b.View(&cfg, now).State.String()
	return got
}

func outcome(t *testing.T, l line, took time.Duration) state.Outcome {
	o := state.Outcome{Took: took, Expected: 100 * time.Millisecond}
	switch l.Outcome {
	case "success":
	case "failure":
		o.Kind = state.Internal
	case "rate_limited":
		d, err := time.ParseDuration(l.RetryAfter)
		require.NoError(t, err)
		o.Kind, o.RetryAfter, o.HasRetryAfter = state.RateLimited, d, true
	default:
		t.Fatalf("outcome %q", l.Outcome)
	}
	return o
}
