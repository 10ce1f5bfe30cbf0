package promadapter_test

import (
	"context"
	"io"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/testutil"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/lacuna-go/lacuna/engine"
	"github.com/lacuna-go/lacuna/engine/metrics"
	"github.com/lacuna-go/lacuna/engine/promadapter"
)

// counted is the numbers of an engine that answered once and failed once.
func counted(t *testing.T) *metrics.Numbers {
	t.Helper()
	n := metrics.New(metrics.Options{})
	eng, err := engine.New(fstest.MapFS{"p.cel": {Data: []byte(
		`Policy{name: "p", server: "s", effect: Effect.READ, breaker: Breaker{failures: 1}, when_unavailable: [Omit{}]}`,
	)}}, engine.WithObserver(n.Observe))
	require.NoError(t, err)
	n.Attach(eng)
	for _, tool := range []string{"good", "bad\xff"} {
		turn, err := eng.Begin(t.Context(), engine.TurnInfo{})
		require.NoError(t, err)
		turn.Do(t.Context(), engine.Call{Server: "s", Tool: tool}, func(context.Context, engine.Call) (engine.Result, error) {
			if tool == "good" {
				return engine.Result{JSON: []byte(`{}`)}, nil
			}
			return engine.Result{}, engine.StatusError(503, nil)
		})
		turn.End()
	}
	return n
}

func TestCollector(t *testing.T) {
	n := counted(t)
	r := prometheus.NewPedanticRegistry() // it checks what is collected against what is described
	require.NoError(t, r.Register(promadapter.New(n, prometheus.Labels{"engine": "shop"})))
	require.NoError(t, r.Register(promadapter.New(n, prometheus.Labels{"engine": "second"})), "told apart by a constant label")
	problems, err := testutil.GatherAndLint(r)
	require.NoError(t, err)
	assert.Empty(t, problems, "the names are those that Prometheus recommends")
	require.NoError(t, testutil.GatherAndCompare(r, strings.NewReader(`
# HELP lacuna_omissions_total Calls that were answered with an absence; disclosed is true where the reply has to say so.
# TYPE lacuna_omissions_total counter
lacuna_omissions_total{disclosed="false",engine="second",server="s",tool="bad�"} 1
lacuna_omissions_total{disclosed="false",engine="shop",server="s",tool="bad�"} 1
`), "lacuna_omissions_total"))
	count, err := testutil.GatherAndCount(r, "lacuna_turn_tool_seconds")
	require.NoError(t, err)
	assert.Equal(t, 2, count)
}

func TestHandler(t *testing.T) {
	w := httptest.NewRecorder()
	promadapter.Handler(counted(t)).ServeHTTP(w, httptest.NewRequest("GET", "/metrics", nil))
	body, err := io.ReadAll(w.Body)
	require.NoError(t, err)
	for _, line := range []string{
		`lacuna_calls_total{outcome="ok",server="s",tool="good"} 1`, `lacuna_breaker_state{server="s",state="open",tool="bad�"} 1`,
		`lacuna_call_seconds_bucket{server="s",tool="good",le="60"} 1`, `lacuna_policies_generation 1`, "go_goroutines ", "process_open_fds ",
	} {
		assert.Contains(t, string(body), line)
	}
}
