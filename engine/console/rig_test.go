package console_test

import (
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/lacuna-go/lacuna/engine"
	"github.com/lacuna-go/lacuna/engine/console"
	"github.com/lacuna-go/lacuna/state"
)

var noon = time.Date(2026, time.March, 2, 12, 0, 0, 0, time.UTC)

const policies = `[
  Turn{budget: duration("8s"), purposes: ["chat"], languages: ["en"], facts: {"vip": bool}},
  Policy{
    name: "pricing", server: "pricing", effect: Effect.READ, timeout: duration("2s"),
    breaker: Breaker{failures: 2, open_for: duration("30s"), ramp: [0.5], ramp_for: duration("60s")},
    forbid: {"not for <b>vips</b>": facts.vip && call.args.sku == "X"},
    when_unavailable: [
      Cached{max_age: duration("15m"), require: {"not for vips": !facts.vip}, disclose: "Price as of " + entry.as_of.clock() + "."},
      Omit{disclose: "No price, </script><img src=x onerror=alert(1)>."},
    ],
  },
  Policy{name: "stock", server: "stock", tools: ["level"], effect: Effect.READ, when_unavailable: [Omit{}]},
  Policy{
    name: "search", server: "search", tools: ["semantic"], effect: Effect.READ, breaker: Breaker{failures: 2},
    when_unavailable: [UseTool{server: "stock", tool: "level"}, HardFail{message: "Sorry.", handoff: Handoff.HUMAN}],
  },
  Claims{name: "money", kinds: [Kind.MONEY], sourced_by: {"a field": source.origin == Origin.FIELD}, otherwise: Block{message: "No."}},
]`

// rig is an engine in virtual time with a console below a prefix.
type rig struct {
	t     *testing.T
	files fstest.MapFS
	clock *state.Virtual
	feed  *console.Feed
	eng   *engine.Engine
	c     *console.Console
	h     http.Handler
	n     int
}

const prefix = "/ops/lacuna"

func newRig(t *testing.T, inputs bool, opts ...console.Option) *rig {
	t.Helper()
	r := &rig{t: t, clock: state.NewVirtual(noon), files: directory(policies)}
	r.feed = console.NewFeed(console.WithClock(r.clock))
	with := append(r.feed.Options(), engine.WithClock(r.clock))
	if inputs {
		with = append(with, engine.WithInputs(engine.InputOptions{}))
	}
	var err error
	r.eng, err = engine.New(r.files, with...)
	require.NoError(t, err)
	r.c = console.New(r.eng, r.feed, opts...)
	r.h = http.StripPrefix(prefix, r.c)
	t.Cleanup(r.c.Close)
	return r
}

func (r *rig) get(path string, change ...func(*http.Request)) *http.Response {
	r.t.Helper()
	req := httptest.NewRequest(http.MethodGet, prefix+path, nil)
	for _, f := range change {
		f(req)
	}
	w := httptest.NewRecorder()
	r.h.ServeHTTP(w, req)
	return w.Result()
}

// page returns the markup of a page that is there.
func (r *rig) page(path string) string {
	r.t.Helper()
	res := r.get(path)
	text := body(r.t, res)
	require.Equal(r.t, http.StatusOK, res.StatusCode, text)
	return text
}

func body(t *testing.T, res *http.Response) string {
	t.Helper()
	b, err := io.ReadAll(res.Body)
	require.NoError(t, err)
	return string(b)
}

// turn makes calls, as server/tool, and judges a reply, if there is one. Tools for which there is no answer are down.
func (r *rig) turn(reply string, answers map[string]string, tools ...string) string {
	r.t.Helper()
	r.n++
	id := "t-" + strconv.Itoa(r.n)
	turn, err := r.eng.Begin(r.t.Context(), engine.TurnInfo{ID: id, Audience: engine.Person("C-9"), Facts: engine.Facts{"vip": false}})
	require.NoError(r.t, err)
	defer turn.End()
	for _, name := range tools {
		server, tool, _ := strings.Cut(name, "/")
		turn.Do(r.t.Context(), engine.Call{ID: "c", Server: server, Tool: tool, Args: json.RawMessage(`{"sku":"JKT-114"}`)}, func(_ context.Context, c engine.Call) (engine.Result, error) {
			if text, ok := answers[c.Server+"/"+c.Tool]; ok {
				return engine.Result{JSON: json.RawMessage(text)}, nil
			}
			return engine.Result{}, engine.StatusError(http.StatusServiceUnavailable, nil)
		})
	}
	if reply != "" {
		turn.Check(reply)
	}
	return id
}

var well = map[string]string{"pricing/quote": `{"price":{"amount":"209.00","currency":"EUR"}}`, "stock/level": `{"stock":14}`, "search/semantic": `{"results":[]}`}

func file(text string) *fstest.MapFile { return &fstest.MapFile{Data: []byte(text)} }

// has asserts that a page says something; a page is too long to be shown.
func has(t *testing.T, text, want string, more ...any) {
	t.Helper()
	assert.True(t, strings.Contains(text, want), "%q is missing %v", want, more)
}

func hasNot(t *testing.T, text, bad string, more ...any) {
	t.Helper()
	assert.False(t, strings.Contains(text, bad), "%q stands there %v", bad, more)
}

func directory(text string) fstest.MapFS { return fstest.MapFS{"shop.cel": file(text)} }

func answers(context.Context, engine.Call) (engine.Result, error) {
	return engine.Result{JSON: json.RawMessage(`{}`)}, nil
}
