package browser_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/lacuna-go/lacuna/engine"
	"github.com/lacuna-go/lacuna/engine/console"
)

// shop is three tools on servers of their own, an engine under the shop's policies, and its console below a prefix.
type shop struct {
	t       *testing.T
	dir     string
	eng     *engine.Engine
	console *console.Console
	url     string // of the console

	clock   engine.Clock
	mu      sync.Mutex
	servers map[string]*httptest.Server // by server/tool
	n       int
}

// answers are what the tools return.
var answers = map[string]string{
	"pricing/quote":          `{"sku":"JKT-114","price":{"amount":"209.00","currency":"EUR"}}`,
	"inventory/stock_level":  `{"sku":"JKT-114","stock":14}`,
	"search/semantic_search": `{"results":[{"sku":"JKT-114","name":"Winter jacket","description":"Now only €189!"}]}`,
	"search/keyword_search":  `{"results":[{"sku":"JKT-114","name":"Winter jacket"}]}`,
}

// open begins a shop. Breakers wait so long before a probe; so long takes a stage of a ramp.
func open(t *testing.T, openFor, rampFor string) *shop {
	t.Helper()
	return openBy(t, engine.SystemClock(), openFor, rampFor)
}

func openBy(t *testing.T, clock engine.Clock, openFor, rampFor string) *shop {
	t.Helper()
	s := &shop{t: t, clock: clock, dir: policies(t, openFor, rampFor), servers: map[string]*httptest.Server{}}
	for name := range answers {
		s.revive(name)
	}
	feed := console.NewFeed(console.WithClock(clock))
	opts := append(feed.Options(), engine.WithClock(clock), engine.WithInputs(engine.InputOptions{}))
	eng, err := engine.Open(s.dir, opts...)
	require.NoError(t, err)
	s.eng = eng
	s.console = console.New(eng, feed, console.WithTitle("Shop"), console.WithAuthorizer(func(*http.Request, engine.Operation) (string, error) {
		return "mara", nil
	}))
	mux := http.NewServeMux()
	mux.Handle("/ops/lacuna/", http.StripPrefix("/ops/lacuna", s.console))
	web := httptest.NewServer(mux)
	t.Cleanup(web.Close)
	t.Cleanup(s.console.Close)
	s.url = web.URL + "/ops/lacuna/"
	return s
}

// policies copies those of the shop, with breakers as quick as a test is.
func policies(t *testing.T, openFor, rampFor string) string {
	t.Helper()
	list, err := filepath.Glob("../../../policies/*.cel")
	require.NoError(t, err)
	texts := map[string]string{}
	require.NotEmpty(t, list)
	for _, name := range list {
		b, err := os.ReadFile(name)
		require.NoError(t, err)
		texts[filepath.Base(name)] = strings.ReplaceAll(string(b), `open_for: duration("30s"), ramp: [0.1, 0.25, 0.5]`, `open_for: duration("`+openFor+`"), ramp: [0.1, 0.25, 0.5], ramp_for: duration("`+rampFor+`")`)
	}
	t.Chdir(t.TempDir()) // so that places are named as in a repository
	const dir = "policies"
	require.NoError(t, os.Mkdir(dir, 0o755))
	for name, text := range texts {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600))
	}
	return dir
}

// revive starts the server of a tool; kill ends it, with all that it was doing.
func (s *shop) revive(name string) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		_, _ = io.WriteString(w, answers[name])
	}))
	s.mu.Lock()
	defer s.mu.Unlock()
	s.servers[name] = server
	s.t.Cleanup(server.Close)
}

func (s *shop) kill(name string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.servers[name].CloseClientConnections()
	s.servers[name].Close()
}

// dispatch asks a tool's server.
func (s *shop) dispatch(ctx context.Context, call engine.Call) (engine.Result, error) {
	s.mu.Lock()
	url := s.servers[call.Server+"/"+call.Tool].URL
	s.mu.Unlock()
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, url, bytes.NewReader(call.Args))
	if err != nil {
		return engine.Result{}, err
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		return engine.Result{}, err
	}
	defer func() { _ = res.Body.Close() }()
	b, err := io.ReadAll(res.Body)
	if err != nil || res.StatusCode != http.StatusOK {
		return engine.Result{}, engine.StatusError(res.StatusCode, nil)
	}
	return engine.Result{JSON: b}, nil
}

// turn asks tools and judges a reply.
func (s *shop) turn(reply string, tools ...string) string {
	s.n++
	id := fmt.Sprintf("t-%d", s.n)
	turn, err := s.eng.Begin(context.Background(), engine.TurnInfo{
		ID: id, Conversation: id, Purpose: "chat", Language: "en", Audience: engine.Person("C-9"), Said: []string{"How much is the winter jacket?"},
		Facts: engine.Facts{"customer_specific": false, "time_sensitive": false, "reprices_every": 7 * 24 * time.Hour},
	})
	require.NoError(s.t, err)
	defer turn.End()
	for _, name := range tools {
		server, tool, _ := strings.Cut(name, "/")
		args := `{"sku":"JKT-114","currency":"EUR"}`
		if server == "search" {
			args = `{"query":"winter jacket"}`
		}
		turn.Do(context.Background(), engine.Call{ID: "c", Server: server, Tool: tool, Args: json.RawMessage(args)}, s.dispatch)
	}
	if _, ended := turn.Ended(); !ended && reply != "" {
		turn.Check(reply)
	}
	return id
}
