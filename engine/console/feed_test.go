package console_test

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/lacuna-go/lacuna/engine"
	"github.com/lacuna-go/lacuna/engine/console"
)

// stripped serves a rig's console where the rig asks for it.
func stripped(r *rig) http.Handler { return http.StripPrefix(prefix, r.c) }

// observe opens the rig's engine once more, with an observer besides.
func (r *rig) observe(f engine.Observer) {
	r.t.Helper()
	eng, err := engine.New(r.files, append(r.feed.Options(), engine.WithClock(r.clock), engine.WithInputs(engine.InputOptions{}), engine.WithObserver(f))...)
	require.NoError(r.t, err)
	r.eng = eng
}

func jsonOf(t *testing.T, v any) string {
	t.Helper()
	b, err := json.Marshal(v)
	require.NoError(t, err)
	return string(b)
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
