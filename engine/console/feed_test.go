package console_test

import (
	"bytes"
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"github.com/rs/zerolog"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/lacuna-go/lacuna/engine"
	"github.com/lacuna-go/lacuna/engine/console"
)

// stripped serves a rig's console where the rig asks for it.
func stripped(r *rig) http.Handler { return http.StripPrefix(prefix, r.c) }

// logged opens the rig's engine once more, and returns the lines of its log while f runs.
func (r *rig) logged(inputs bool, f func()) []string {
	r.t.Helper()
	var log bytes.Buffer
	opts := append(r.feed.Options(), engine.WithClock(r.clock), engine.WithLogger(zerolog.New(&log)))
	if inputs {
		opts = append(opts, engine.WithInputs(engine.InputOptions{}))
	}
	var err error
	r.eng, err = engine.New(r.files, opts...)
	require.NoError(r.t, err)
	f()
	return strings.Split(strings.TrimSpace(strings.ReplaceAll(log.String(), "}\n", ",@5}\n")), "\n")
}

func TestAFeedIsBounded(t *testing.T) {
	small := &engine.Record{ID: "a", Server: "s", Tool: "t", Outcome: "ok"}
	large := &engine.Record{ID: "b", Server: "s", Tool: "t", Outcome: "ok", Inputs: &engine.Inputs{Args: json.RawMessage(strings.Repeat("x", 1<<20))}}
	for _, c := range []struct {
		name    string
		record  *engine.Record
		n, kept int
	}{
		{"by number", small, 10_000, 2000},
		{"by bytes", large, 100, 23},
	} {
		t.Run(c.name, func(t *testing.T) {
			f := console.NewFeed()
			for range c.n {
				f.Observe(engine.DecisionEvent{Record: c.record})
			}
			n, bytes := f.Held()
			assert.Equal(t, c.kept, n)
			assert.LessOrEqual(t, bytes, 24<<20)
		})
	}
}

func TestWhatIsRareIsNotPushedOut(t *testing.T) {
	f := console.NewFeed()
	f.Observe(engine.OperationEvent{})
	for range 1000 {
		f.Observe(engine.HiddenEvent{})
		f.Observe(engine.TurnEvent{})
	}
	assert.Equal(t, 1, f.News())
}
