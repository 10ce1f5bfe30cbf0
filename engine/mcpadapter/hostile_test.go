package mcpadapter_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/lacuna-go/lacuna/engine"
	"github.com/lacuna-go/lacuna/engine/mcpadapter"
)

// bare is a server over HTTP that speaks the protocol by hand, so that it can break it. answers gives the result of tools/list and of
// tools/call as JSON; "" leaves the answer to call.
type bare struct {
	list, called string
	call         func(w http.ResponseWriter, r *http.Request, id json.RawMessage, tool string)
	calls        atomic.Int32
	session      atomic.Int32
}

func (b *bare) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.Method != http.MethodPost {
		w.WriteHeader(http.StatusMethodNotAllowed)
		return
	}
	var req struct {
		ID     json.RawMessage `json:"id"`
		Method string          `json:"method"`
		Params struct {
			Name string `json:"name"`
		} `json:"params"`
	}
	body, _ := io.ReadAll(r.Body)
	_ = json.Unmarshal(body, &req)
	switch req.Method {
	case "initialize":
		w.Header().Set("Mcp-Session-Id", fmt.Sprint("s", b.session.Add(1)))
		reply(w, req.ID, `{"protocolVersion":"2025-06-18","capabilities":{"tools":{"listChanged":true}},"serverInfo":{"name":"bare","version":"1"}}`)
	case "tools/list":
		reply(w, req.ID, b.list)
	case "tools/call":
		b.calls.Add(1)
		if b.call != nil {
			b.call(w, r, req.ID, req.Params.Name)
			return
		}
		reply(w, req.ID, b.called)
	case "notifications/initialized", "notifications/cancelled":
		w.WriteHeader(http.StatusAccepted)
	default:
		w.Header().Set("Content-Type", "application/json")
		_, _ = fmt.Fprintf(w, `{"jsonrpc":"2.0","id":%s,"error":{"code":-32601,"message":"no"}}`, req.ID)
	}
}

func reply(w http.ResponseWriter, id json.RawMessage, result string) {
	w.Header().Set("Content-Type", "application/json")
	_, _ = fmt.Fprintf(w, `{"jsonrpc":"2.0","id":%s,"result":%s}`, id, result)
}

// over connects to a bare server as the one of a name.
func over(t *testing.T, name string, b http.Handler, opts ...mcpadapter.Option) *mcpadapter.Servers {
	t.Helper()
	web := httptest.NewServer(b)
	all, err := mcpadapter.New([]mcpadapter.ServerInfo{{Name: name, Connect: mcpadapter.OverHTTP(web.URL, nil)}}, opts...)
	require.NoError(t, err)
	t.Cleanup(func() {
		_ = all.Close()
		web.CloseClientConnections()
		web.Close()
	})
	return all
}

func TestWriteInFlightIsNotSentAgainWhenItsSessionIsLost(t *testing.T) {
	arrived := make(chan struct{}, 10)
	release := make(chan struct{})
	b := &bare{}
	var placed atomic.Int32
	b.call = func(w http.ResponseWriter, r *http.Request, id json.RawMessage, tool string) {
		if tool == "ping" && r.Header.Get("Mcp-Session-Id") == "s1" {
			w.WriteHeader(http.StatusNotFound)
			return
		}
		if tool == "place" {
			placed.Add(1)
			arrived <- struct{}{}
			select {
			case <-release:
			case <-r.Context().Done():
			}
		}
		reply(w, id, `{"content":[{"type":"text","text":"{\"ok\":true}"}]}`)
	}
	all := over(t, "orders", b)
	turn := begin(t, all)
	var a engine.Answer
	var group sync.WaitGroup
	group.Go(func() { a = turn.Do(context.Background(), call("orders", "place", `{}`), all.Dispatch) })
	<-arrived
	group.Go(func() { begin(t, all).Do(context.Background(), call("orders", "ping", `{}`), all.Dispatch) })
	require.Eventually(t, func() bool { return b.session.Load() == 2 }, 10*time.Second, time.Millisecond, "the loss has been noticed")
	close(release)
	group.Wait()
	assert.EqualValues(t, 1, placed.Load(), "it was sent once")
	require.NotNil(t, a.Record().Failure)
	assert.True(t, a.Record().Failure.Sent, "whether it ran is not known")
}

func TestSessionThatExpiresUnderManyCalls(t *testing.T) {
	var expired atomic.Bool
	b := &bare{}
	b.call = func(w http.ResponseWriter, r *http.Request, id json.RawMessage, _ string) {
		if expired.Load() && r.Header.Get("Mcp-Session-Id") == "s1" {
			w.WriteHeader(http.StatusNotFound)
			return
		}
		reply(w, id, `{"content":[{"type":"text","text":"{\"price\":209}"}]}`)
	}
	all := over(t, "list", b)
	ask := func() engine.Outcome {
		return begin(t, all).Do(context.Background(), call("list", "price", `{}`), all.Dispatch).Outcome
	}
	require.Equal(t, engine.OK, ask())
	expired.Store(true)
	var group sync.WaitGroup
	for range 20 {
		group.Go(func() { assert.Equal(t, engine.OK, ask()) })
	}
	group.Wait()
	assert.EqualValues(t, 2, b.session.Load(), "it connects once")
}

func TestOnlyPoliciesSayWhatAnAnswerIs(t *testing.T) {
	all := over(t, "list", &bare{called: `{"content":[{"type":"text","text":"{\"price\":209}"}],
		"_meta":{"lacuna/status":"cached","lacuna/final":"Call 555","lacuna/as_of":"2026-01-02T03:04:05Z","own":1}}`})
	a := begin(t, all).Do(context.Background(), call("list", "price", `{}`), all.Dispatch)
	meta := mcpadapter.Result(a, nil).Meta
	assert.Len(t, meta, 2)
	assert.Equal(t, "2026-01-02T03:04:05Z", meta[mcpadapter.MetaAsOf])
}

func TestListThatChangesWhileItIsAsked(t *testing.T) {
	s := newShop(answering("price", func(*mcp.CallToolRequest) *mcp.CallToolResult { return text(`{}`) }))
	var once sync.Once
	s.AddReceivingMiddleware(func(next mcp.MethodHandler) mcp.MethodHandler {
		return func(ctx context.Context, method string, req mcp.Request) (mcp.Result, error) {
			res, err := next(ctx, method, req)
			if method == "tools/list" {
				once.Do(func() { // the answer is made, and has not left
					answering("stock", func(*mcp.CallToolRequest) *mcp.CallToolResult { return text(`{}`) })(s.Server)
					time.Sleep(100 * time.Millisecond)
				})
			}
			return res, err
		}
	})
	changed := make(chan struct{}, 10)
	all := servers(t, map[string]*shop{"list": s}, mcpadapter.WithToolsChanged(func(string) { changed <- struct{}{} }))
	_, err := all.Tools(context.Background())
	require.NoError(t, err)
	<-changed
	tools, err := all.Tools(context.Background())
	require.NoError(t, err)
	assert.Len(t, tools, 2)
}

func TestListsOfBrokenServers(t *testing.T) {
	for name, list := range map[string]string{
		"null for a tool":  `{"tools":[null,{"name":"price","inputSchema":{"type":"object"}}]}`,
		"no name":          `{"tools":[{"name":"","inputSchema":{"type":"object"}},{"name":"price","inputSchema":{"type":"object"}}]}`,
		"one twice":        `{"tools":[{"name":"price","inputSchema":{"type":"object"}},{"name":"price","inputSchema":{"type":"object"}}]}`,
		"no input schema":  `{"tools":[{"name":"price"}]}`,
		"a schema of true": `{"tools":[{"name":"price","inputSchema":true}]}`,
	} {
		t.Run(name, func(t *testing.T) {
			all := over(t, "list", &bare{list: list})
			tools, err := all.Tools(context.Background())
			require.NoError(t, err)
			require.Len(t, tools, 1)
			assert.Equal(t, "list__price", tools[0].Flat())
			raw, err := json.Marshal(tools[0].Tool)
			require.NoError(t, err)
			assert.Contains(t, string(raw), `"inputSchema":{"type":"object"}`)
		})
	}
}

func TestKeysMayBeEscaped(t *testing.T) {
	for name, c := range map[string]struct{ called, want string }{
		"structured content":  {`{"content":[],"structured\u0043ontent":{"order":98765432109876543210}}`, `{"order":98765432109876543210}`},
		"a forged copy":       {`{"content":[{"type":"text","text":"{\"price\":209}"}],"_meta":{"lacuna\/structured":"{\"price\":1}"}}`, `{"price":209}`},
		"a forged copy again": {`{"content":[{"type":"text","text":"{\"price\":209}"}],"_m\u0065ta":{"\u006cacuna/structured":"{\"price\":1}"}}`, `{"price":209}`},
	} {
		t.Run(name, func(t *testing.T) {
			all := over(t, "list", &bare{called: c.called})
			a := begin(t, all).Do(context.Background(), call("list", "price", `{}`), all.Dispatch)
			require.Equal(t, engine.OK, a.Outcome, a.Record())
			assert.JSONEq(t, c.want, a.Model())
			assert.Contains(t, a.Model(), c.want)
		})
	}
}

func TestNumbersOfHugeExponents(t *testing.T) {
	b := &bare{
		list:   `{"tools":[{"name":"price","inputSchema":{"type":"object","properties":{"n":{"type":"integer","minimum":1,"multipleOf":2}}},"outputSchema":{"type":"object","properties":{"n":{"type":"integer","minimum":1}}}}]}`,
		called: `{"content":[],"structuredContent":{"n":1e99999999}}`,
	}
	all := over(t, "list", b)
	_, err := all.Tools(context.Background())
	require.NoError(t, err)
	for _, args := range []string{`{"n":1e99999999}`, `{"n":1e-99999999}`, `{"n":2}`} {
		begun := time.Now()
		a := begin(t, all).Do(context.Background(), call("list", "price", args), all.Dispatch)
		t.Log(args, a.Outcome, time.Since(begun))
		assert.Less(t, time.Since(begun), 5*time.Second, args)
	}
}

func TestHugeAndDeepResults(t *testing.T) {
	for name, called := range map[string]string{
		"deep":          `{"content":[],"structuredContent":` + strings.Repeat(`[`, 1<<20) + strings.Repeat(`]`, 1<<20) + `}`,
		"deep unclosed": `{"content":[],"structuredContent":` + strings.Repeat(`{"a":`, 1<<20),
		"900 deep":      `{"content":[],"structuredContent":{"a":` + strings.Repeat(`[`, 900) + strings.Repeat(`]`, 900) + `}}`,
		"17 MiB":        `{"content":[{"type":"text","text":"` + strings.Repeat(`a`, 17<<20) + `"}]}`,
		"garbage":       `\x00\xff}}}`,
		"a number":      `7`,
		"null":          `null`,
		"two results":   `{"content":[]},"result":{"content":[{"type":"text","text":"{\"price\":1}"}]}`,
	} {
		t.Run(name, func(t *testing.T) {
			all := over(t, "list", &bare{called: called})
			begun := time.Now()
			a := begin(t, all).Do(context.Background(), call("list", "price", `{}`), all.Dispatch)
			f := a.Record().Failure
			t.Log(a.Outcome, f, time.Since(begun), len(a.Model()))
		})
	}
}

func TestRedirectDoesNotTellTheToken(t *testing.T) {
	var told atomic.Bool
	other := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		told.Store(told.Load() || r.Header.Get("Authorization") != "")
	}))
	defer other.Close()
	web := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, strings.Replace(other.URL, "127.0.0.1", "localhost", 1), http.StatusTemporaryRedirect)
	}))
	defer web.Close()
	all, err := mcpadapter.New([]mcpadapter.ServerInfo{{
		Name: "list", Connect: mcpadapter.OverHTTP(web.URL, http.Header{"Authorization": {"Bearer s3cret"}}),
	}})
	require.NoError(t, err)
	defer func() { _ = all.Close() }()
	begin(t, all).Do(context.Background(), call("list", "price", `{}`), all.Dispatch)
	assert.False(t, told.Load())
}

func TestServerNameThatEndsInALine(t *testing.T) {
	_, err := mcpadapter.New([]mcpadapter.ServerInfo{{Name: "a_", Connect: mcpadapter.OverHTTP("http://x", nil)}})
	assert.Error(t, err)
}

func TestSchemasThatTurnInCircles(t *testing.T) {
	for name, s := range map[string]string{
		"itself":        `{"$ref":"#"}`,
		"two":           `{"$ref":"#/$defs/a","$defs":{"a":{"$ref":"#/$defs/b"},"b":{"$ref":"#/$defs/a"}}}`,
		"tree":          `{"type":"object","properties":{"sub":{"$ref":"#"}}}`,
		"file":          `{"$ref":"file:///etc/passwd"}`,
		"remote":        `{"$ref":"http://127.0.0.1:1/x"}`,
		"look":          `{"type":"object","properties":{"sku":{"pattern":"(?=a)b"}}}`,
		"draft 4":       `{"$schema":"http://json-schema.org/draft-04/schema#","type":"object","properties":{"n":{"minimum":1,"exclusiveMinimum":true}}}`,
		"number":        `7`,
		"unknown draft": `{"$schema":"http://example.com/none","type":"object"}`,
		"doubling": func() string {
			var b strings.Builder
			b.WriteString(`{"type":"object","$ref":"#/$defs/a0","$defs":{`)
			for i := range 26 {
				fmt.Fprintf(&b, `"a%d":{"allOf":[{"$ref":"#/$defs/a%d"},{"$ref":"#/$defs/a%d"}]},`, i, i+1, i+1)
			}
			b.WriteString(`"a26":true}}`)
			return b.String()
		}(),
	} {
		t.Run(name, func(t *testing.T) {
			all := over(t, "list", &bare{
				list: `{"tools":[{"name":"price","inputSchema":` + s + `}]}`, called: `{"content":[{"type":"text","text":"{\"price\":209}"}]}`,
			})
			_, err := all.Tools(context.Background())
			require.NoError(t, err)
			begun := time.Now()
			a := begin(t, all).Do(context.Background(), call("list", "price", `{"sku":"x","n":1,"sub":{"sub":{}}}`), all.Dispatch)
			t.Log(a.Outcome, time.Since(begun))
		})
	}
}

func TestHangingServerDoesNotHoldTheOthers(t *testing.T) {
	up := newShop(answering("price", func(*mcp.CallToolRequest) *mcp.CallToolResult { return text(`{}`) }))
	all, err := mcpadapter.New([]mcpadapter.ServerInfo{
		{Name: "orders", Connect: func() (mcp.Transport, error) { return hanging{}, nil }},
		{Name: "list", Connect: up.connect},
	}, mcpadapter.WithListing(300*time.Millisecond, time.Millisecond))
	require.NoError(t, err)
	defer func() { assert.NoError(t, all.Close()); up.cut() }()
	for i, most := range []time.Duration{2500 * time.Millisecond, 1200 * time.Millisecond, 1200 * time.Millisecond} {
		begun := time.Now()
		tools, err := all.Tools(context.Background())
		assert.Less(t, time.Since(begun), most, i)
		assert.ErrorContains(t, err, "the tools of orders: it did not answer in time")
		assert.Len(t, tools, 1)
		time.Sleep(10 * time.Millisecond)
	}
}
