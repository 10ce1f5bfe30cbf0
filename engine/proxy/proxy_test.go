package proxy_test

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/lacuna-go/lacuna/engine/proxy"
)

const turnPolicy = `Turn{budget: duration("8s"), languages: ["en"], purposes: ["chat"]}
`

const pricing = `Policy{
  name: "pricing", server: "pricing", effect: Effect.READ, timeout: duration("300ms"),
  breaker: Breaker{failures: 2, open_for: duration("1s")},
  when_unavailable: [Omit{disclose: {"en": "Prices can't be looked up at the moment."}}],
}
`

const orders = `Policy{
  name: "orders", server: "orders", effect: Effect.WRITE, timeout: duration("300ms"),
  when_unavailable: [HardFail{message: {"en": "The order was not placed."}, handoff: Handoff.HUMAN}],
  when_uncertain: HardFail{message: {"en": "We don't know yet whether the order was placed."}, handoff: Handoff.HUMAN},
}
`

const claims = `Claims{name: "money", kinds: [Kind.MONEY], sourced_by: {"a price of a tool": source.origin == Origin.FIELD}, otherwise: Block{message: {"en": "A price could not be confirmed."}}}
`

// upstream is an MCP server over HTTP that can be switched off.
type upstream struct {
	*httptest.Server
	down  atomic.Bool
	calls atomic.Int32
}

func serve(t *testing.T, tool string, answer string) *upstream {
	t.Helper()
	u := &upstream{}
	server := mcp.NewServer(&mcp.Implementation{Name: "shop", Version: "1"}, nil)
	server.AddTool(&mcp.Tool{
		Name: tool, InputSchema: json.RawMessage(`{"type":"object","properties":{"sku":{"type":"string"}}}`),
		OutputSchema: json.RawMessage(`{"type":"object","required":["ok"]}`),
	}, func(context.Context, *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		u.calls.Add(1)
		return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: answer}}, StructuredContent: json.RawMessage(answer)}, nil
	})
	h := mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return server }, nil)
	u.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if u.down.Load() {
			http.Error(w, "database db-7 has panicked, password hunter2", http.StatusServiceUnavailable)
			return
		}
		h.ServeHTTP(w, r)
	}))
	t.Cleanup(func() {
		u.CloseClientConnections()
		u.Close()
	})
	return u
}

type rig struct {
	pricing, orders *upstream
	url             string
	dir             string
}

func start(t *testing.T, extra string, o proxy.Options) *rig {
	t.Helper()
	r := &rig{
		pricing: serve(t, "quote", `{"ok":true,"price":{"amount":"209.00","currency":"EUR"},"order":98765432109876543210}`),
		orders:  serve(t, "place", `{"ok":true}`), dir: t.TempDir(),
	}
	require.NoError(t, os.Mkdir(filepath.Join(r.dir, "policies"), 0o755))
	for name, text := range map[string]string{"turn.cel": turnPolicy, "pricing.cel": pricing, "orders.cel": orders, "claims.cel": claims} {
		require.NoError(t, os.WriteFile(filepath.Join(r.dir, "policies", name), []byte(text), 0o644))
	}
	file := filepath.Join(r.dir, "lacuna.yaml")
	require.NoError(t, os.WriteFile(file, []byte("listen: 127.0.0.1:0\nservers:\n  pricing: {url: "+r.pricing.URL+"}\n  orders: {url: "+r.orders.URL+"}\n"+extra), 0o644))
	conf, err := proxy.ReadConfig(file, "")
	require.NoError(t, err)
	p, err := proxy.New(conf, o)
	require.NoError(t, err)
	ctx, cancel := context.WithCancel(context.Background())
	at := make(chan net.Addr, 1)
	ended := make(chan error, 1)
	go func() { ended <- p.Run(ctx, func(a net.Addr) { at <- a }) }()
	r.url = "http://" + (<-at).String()
	t.Cleanup(func() {
		cancel()
		assert.NoError(t, <-ended)
	})
	return r
}

func (r *rig) client(t *testing.T, changed func()) *mcp.ClientSession {
	t.Helper()
	c := mcp.NewClient(&mcp.Implementation{Name: "any", Version: "1"}, &mcp.ClientOptions{
		ToolListChangedHandler: func(context.Context, *mcp.ToolListChangedRequest) {
			if changed != nil {
				changed()
			}
		},
	})
	session, err := c.Connect(context.Background(), &mcp.StreamableClientTransport{Endpoint: r.url + "/mcp"}, nil)
	require.NoError(t, err)
	t.Cleanup(func() { _ = session.Close() })
	return session
}

func names(t *testing.T, s *mcp.ClientSession) []string {
	t.Helper()
	var all []string
	for tool, err := range s.Tools(context.Background(), nil) {
		require.NoError(t, err)
		all = append(all, tool.Name)
	}
	return all
}

func ask(t *testing.T, s *mcp.ClientSession, tool, turn string) *mcp.CallToolResult {
	t.Helper()
	params := &mcp.CallToolParams{Name: tool, Arguments: map[string]any{"sku": "JKT-114"}}
	if turn != "" {
		params.Meta = mcp.Meta{"lacuna/turn": turn}
	}
	res, err := s.CallTool(context.Background(), params)
	require.NoError(t, err)
	return res
}

func words(res *mcp.CallToolResult) string {
	var b strings.Builder
	for _, c := range res.Content {
		if text, ok := c.(*mcp.TextContent); ok {
			b.WriteString(text.Text + "\n")
		}
	}
	return b.String()
}

// post sends JSON and returns the status and the answer.
func post(t *testing.T, url, body string) (int, map[string]any) {
	t.Helper()
	resp, err := http.Post(url, "application/json", strings.NewReader(body))
	require.NoError(t, err)
	defer func() { _ = resp.Body.Close() }()
	var out map[string]any
	raw, err := io.ReadAll(resp.Body)
	require.NoError(t, err)
	_ = json.Unmarshal(raw, &out)
	return resp.StatusCode, out
}

func TestServerIsKilledUnderAClientThatKnowsNothingOfUs(t *testing.T) {
	var log bytes.Buffer
	r := start(t, "", proxy.Options{})
	var changes atomic.Int32
	s := r.client(t, func() { changes.Add(1) })
	require.Equal(t, []string{"orders__place", "pricing__quote"}, names(t, s))
	res := ask(t, s, "pricing__quote", "")
	assert.False(t, res.IsError)
	assert.Contains(t, words(res), "98765432109876543210", "an order id arrives whole")

	r.pricing.down.Store(true)
	for i := range 3 {
		res = ask(t, s, "pricing__quote", "t"+string(rune('1'+i)))
		assert.True(t, res.IsError)
		assert.Contains(t, words(res), `"status":"unavailable"`)
		assert.Equal(t, "unavailable", res.Meta["lacuna/status"])
		all, err := json.Marshal(res)
		require.NoError(t, err)
		assert.NotContains(t, string(all), "hunter2")
	}
	require.Eventually(t, func() bool { return changes.Load() > 0 }, 10*time.Second, 10*time.Millisecond, "the list has changed")
	assert.Equal(t, []string{"orders__place"}, names(t, s))

	r.pricing.down.Store(false)
	require.Eventually(t, func() bool { return len(names(t, s)) == 2 }, 20*time.Second, 50*time.Millisecond, "it is seen to have recovered")
	require.Eventually(t, func() bool { return !ask(t, s, "pricing__quote", "").IsError }, 20*time.Second, 50*time.Millisecond)
	_ = log
}

func TestTurnIsTheClients(t *testing.T) {
	r := start(t, "", proxy.Options{})
	s := r.client(t, nil)
	status, begun := post(t, r.url+"/v1/turns", `{"id":"T-1","said":["What does the jacket cost?"]}`)
	require.Equal(t, http.StatusCreated, status, begun)
	res := ask(t, s, "pricing__quote", "T-1")
	assert.Equal(t, "T-1", res.Meta["lacuna/turn"])

	status, v := post(t, r.url+"/v1/turns/T-1/check", `{"reply":"It is €209."}`)
	assert.Equal(t, http.StatusOK, status)
	assert.Equal(t, "pass", v["verdict"])
	_, v = post(t, r.url+"/v1/turns/T-1/check", `{"reply":"It is €219."}`)
	assert.Equal(t, "block", v["verdict"])
	assert.Equal(t, "A price could not be confirmed.", v["text"])
	assert.Equal(t, false, v["sent"])

	status, v = post(t, r.url+"/v1/turns/T-2/check", `{"reply":"It is €209."}`)
	assert.Equal(t, http.StatusNotFound, status, v)
	status, v = post(t, r.url+"/v1/turns/T-1/check", `{"answer":"It is €209."}`)
	assert.Equal(t, http.StatusBadRequest, status)
	assert.Contains(t, v["error"], "answer")
}

func TestSessionIsATurnUntilItPauses(t *testing.T) {
	r := start(t, "turn: {idle: 300ms}\n", proxy.Options{})
	s := r.client(t, nil)
	first := ask(t, s, "pricing__quote", "").Meta["lacuna/turn"]
	assert.Equal(t, first, ask(t, s, "pricing__quote", "").Meta["lacuna/turn"])
	time.Sleep(400 * time.Millisecond)
	assert.NotEqual(t, first, ask(t, s, "pricing__quote", "").Meta["lacuna/turn"])
}

func TestWriteThatFailsEndsTheTurn(t *testing.T) {
	r := start(t, "", proxy.Options{})
	s := r.client(t, nil)
	names(t, s)
	r.orders.down.Store(true)
	res := ask(t, s, "orders__place", "T-1")
	assert.True(t, res.IsError)
	assert.Contains(t, words(res), `"message":"The order was not placed."`)
	assert.Equal(t, "The order was not placed.", res.Meta["lacuna/final"])
	res = ask(t, s, "pricing__quote", "T-1")
	assert.True(t, res.IsError, "the turn has ended")
	assert.Contains(t, words(res), "The order was not placed.")
	assert.Zero(t, r.pricing.calls.Load())
	_, v := post(t, r.url+"/v1/turns/T-1/check", `{"reply":"Your order is placed."}`)
	assert.Equal(t, "The order was not placed.", v["text"])
}

func TestInjectedFaults(t *testing.T) {
	f, err := proxy.ParseFault("pricing=reset:1")
	require.NoError(t, err)
	r := start(t, "", proxy.Options{Faults: []proxy.Fault{f}})
	assert.True(t, ask(t, r.client(t, nil), "pricing__quote", "").IsError)
	assert.Zero(t, r.pricing.calls.Load())
	for _, bad := range []string{"pricing", "pricing=reset", "pricing=gone:1", "pricing=reset:2", "pricing=reset:NaN", "=reset:1"} {
		_, err := proxy.ParseFault(bad)
		assert.Error(t, err, bad)
	}
}

func TestWhoMayAsk(t *testing.T) {
	t.Setenv("PROXY_TEST_TOKEN", "s3cret")
	r := start(t, "token_env: PROXY_TEST_TOKEN\nlimits: {request_bytes: 200}\n", proxy.Options{})
	try := func(edit func(*http.Request), body string) int {
		req, err := http.NewRequest(http.MethodPost, r.url+"/v1/turns", strings.NewReader(body))
		require.NoError(t, err)
		req.Header.Set("Authorization", "Bearer s3cret")
		edit(req)
		resp, err := http.DefaultClient.Do(req)
		require.NoError(t, err)
		_ = resp.Body.Close()
		return resp.StatusCode
	}
	assert.Equal(t, http.StatusCreated, try(func(*http.Request) {}, `{}`))
	assert.Equal(t, http.StatusUnauthorized, try(func(q *http.Request) { q.Header.Set("Authorization", "Bearer s3cre") }, `{}`))
	assert.Equal(t, http.StatusUnauthorized, try(func(q *http.Request) { q.Header.Del("Authorization") }, `{}`))
	assert.Equal(t, http.StatusForbidden, try(func(q *http.Request) { q.Host = "evil.example" }, `{}`))
	assert.Equal(t, http.StatusForbidden, try(func(q *http.Request) { q.Header.Set("Origin", "https://evil.example") }, `{}`))
	assert.Equal(t, http.StatusRequestEntityTooLarge, try(func(*http.Request) {}, `{"said":["`+strings.Repeat("a", 300)+`"]}`))
	resp, err := http.Get(r.url + "/healthz")
	require.NoError(t, err)
	assert.Equal(t, http.StatusOK, resp.StatusCode)
	_ = resp.Body.Close()
}

// TestMetrics holds that numbers are served where they are asked for, and to whom.
func TestMetrics(t *testing.T) {
	t.Setenv("PROXY_TEST_TOKEN", "s3cret")
	get := func(r *rig, token string) (int, string) {
		req, err := http.NewRequest(http.MethodGet, r.url+"/metrics", nil)
		require.NoError(t, err)
		req.Header.Set("Authorization", "Bearer "+token)
		resp, err := http.DefaultClient.Do(req)
		require.NoError(t, err)
		body, err := io.ReadAll(resp.Body)
		require.NoError(t, err)
		_ = resp.Body.Close()
		return resp.StatusCode, string(body)
	}
	counted := start(t, "token_env: PROXY_TEST_TOKEN\n", proxy.Options{Metrics: true})
	code, _ := get(counted, "guess")
	assert.Equal(t, http.StatusUnauthorized, code)
	code, body := get(counted, "s3cret")
	assert.Equal(t, http.StatusOK, code)
	assert.Contains(t, body, `lacuna_steps_total{kind="omit",policy="pricing",step="0"} 0`)
	code, _ = get(start(t, "token_env: PROXY_TEST_TOKEN\n", proxy.Options{}), "s3cret")
	assert.Equal(t, http.StatusNotFound, code)
}

func TestConfigErrors(t *testing.T) {
	for name, c := range map[string]struct{ text, want string }{
		"no servers":           {"{}", "servers: there is none"},
		"an unknown field":     {"server: {}", `lacuna.yaml:1:1: unknown field "server"; did you mean "servers"?`},
		"one further in":       {"turn:\n  idel: 1s", `lacuna.yaml:2:3: unknown field "idel"; did you mean "idle"?`},
		"one of a server":      {"servers:\n  a.b: {url: http://x}\n  c: {ulr: http://x}", `lacuna.yaml:3:7: unknown field "ulr"; did you mean "url"?`},
		"one behind a pointer": {"inputs: {redcat: []}", `lacuna.yaml:1:10: unknown field "redcat"; did you mean "redact"?`},
		"neither":              {"servers: {a: {}}", "servers.a: it needs a command or a url"},
		"both":                 {"servers: {a: {url: 'http://x', command: [b]}}", "servers.a: it has a command and a url"},
		"open to all":          {"listen: 0.0.0.0:80\nservers: {a: {url: 'http://x'}}", "0.0.0.0:80 can be reached by others"},
		"half a pair":          {"tls: {cert: x}\nservers: {a: {url: 'http://x'}}", "tls: it needs cert and key"},
		"no token":             {"token_env: NOT_SET_ANYWHERE\nservers: {a: {url: 'http://x'}}", "NOT_SET_ANYWHERE is empty"},
		"a scheme":             {"servers: {a: {url: 'ftp://x'}}", "begins with neither"},
		"a number for a time":  {"turn: {idle: soon}\nservers: {a: {url: 'http://x'}}", `invalid duration "soon"`},
	} {
		t.Run(name, func(t *testing.T) {
			file := filepath.Join(t.TempDir(), "lacuna.yaml")
			require.NoError(t, os.WriteFile(file, []byte(c.text), 0o644))
			_, err := proxy.ReadConfig(file, "")
			assert.ErrorContains(t, err, c.want)
		})
	}
}
