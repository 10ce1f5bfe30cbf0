package mcpadapter_test

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"sync"
	"sync/atomic"
	"testing"
	"testing/fstest"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"

	"github.com/lacuna-go/lacuna/engine"
	"github.com/lacuna-go/lacuna/engine/mcpadapter"
)

func TestMain(m *testing.M) {
	goleak.VerifyTestMain(m, goleak.IgnoreAnyFunction("net/http.(*persistConn).readLoop"), goleak.IgnoreAnyFunction("net/http.(*persistConn).writeLoop"))
}

// policies of a shop with two servers: prices fall back to a list, orders are writes.
const policies = `Policy{
  name: "pricing", server: "pricing", effect: Effect.READ, timeout: duration("500ms"),
  breaker: Breaker{failures: 3, open_for: duration("30s")},
  when_unavailable: [
    UseTool{server: "list", tool: "price", args: {"sku": call.args.sku}},
    Omit{disclose: {"en": "Prices can't be looked up at the moment."}},
  ],
}
`

const others = `Policy{
  name: "list", server: "list", effect: Effect.READ, timeout: duration("5s"),
  when_unavailable: [Omit{disclose: {"en": "Prices can't be looked up at the moment."}}],
}
`

const orders = `Policy{
  name: "orders", server: "orders", effect: Effect.WRITE, timeout: duration("300ms"),
  when_unavailable: [HardFail{message: {"en": "The order was not placed."}}],
  when_uncertain: HardFail{message: {"en": "We don't know yet whether the order was placed."}},
}
`

// shop is an MCP server whose sessions can be cut, and whose connections are counted.
type shop struct {
	*mcp.Server
	dials atomic.Int32
	down  atomic.Bool

	mu       sync.Mutex
	sessions []*mcp.ServerSession
}

func newShop(tools ...func(*mcp.Server)) *shop {
	s := &shop{Server: mcp.NewServer(&mcp.Implementation{Name: "shop", Version: "1"}, nil)}
	for _, add := range tools {
		add(s.Server)
	}
	return s
}

func (s *shop) connect() (mcp.Transport, error) {
	s.dials.Add(1)
	if s.down.Load() {
		return nil, errors.New("the socket is closed")
	}
	client, server := mcp.NewInMemoryTransports()
	session, err := s.Connect(context.Background(), server, nil)
	if err != nil {
		return nil, err
	}
	s.mu.Lock()
	s.sessions = append(s.sessions, session)
	s.mu.Unlock()
	return client, nil
}

// cut ends all sessions, as a server that restarts does.
func (s *shop) cut() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, session := range s.sessions {
		_ = session.Close()
	}
	s.sessions = nil
}

// object is the schema of an object with one string that must be there.
func object(name string) json.RawMessage {
	return json.RawMessage(`{"type":"object","properties":{"` + name + `":{"type":"string"}},"required":["` + name + `"],"additionalProperties":false}`)
}

// answering adds a tool that returns the result.
func answering(name string, res func(*mcp.CallToolRequest) *mcp.CallToolResult) func(*mcp.Server) {
	return func(s *mcp.Server) {
		s.AddTool(&mcp.Tool{Name: name, InputSchema: object("sku")},
			func(_ context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) { return res(req), nil })
	}
}

func text(s string) *mcp.CallToolResult {
	return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: s}}}
}

func servers(t *testing.T, list map[string]*shop, opts ...mcpadapter.Option) *mcpadapter.Servers {
	t.Helper()
	var infos []mcpadapter.ServerInfo
	for name, s := range list {
		infos = append(infos, mcpadapter.ServerInfo{Name: name, Connect: s.connect})
	}
	all, err := mcpadapter.New(infos, opts...)
	require.NoError(t, err)
	t.Cleanup(func() {
		_ = all.Close()
		for _, s := range list {
			s.cut()
		}
	})
	return all
}

func begin(t *testing.T, all *mcpadapter.Servers) *engine.Turn {
	t.Helper()
	files := fstest.MapFS{"a.cel": {Data: []byte(policies)}, "b.cel": {Data: []byte(others)}, "c.cel": {Data: []byte(orders)}}
	eng, err := engine.New(files, engine.WithArguments(all.Arguments))
	require.NoError(t, err)
	turn, err := eng.Begin(context.Background(), engine.TurnInfo{})
	require.NoError(t, err)
	t.Cleanup(turn.End)
	return turn
}

func call(server, tool, args string) engine.Call {
	return engine.Call{Server: server, Tool: tool, Args: json.RawMessage(args)}
}

const longID = `{"order":98765432109876543210,"price":209.00}`

func TestNumbersArriveWhole(t *testing.T) {
	raw := func(*mcp.CallToolRequest) *mcp.CallToolResult {
		return &mcp.CallToolResult{Content: []mcp.Content{}, StructuredContent: json.RawMessage(longID)}
	}
	forms := map[string]func(*mcp.CallToolRequest) *mcp.CallToolResult{
		"in the text":           func(*mcp.CallToolRequest) *mcp.CallToolResult { return text(longID) },
		"in structured content": raw,
		"in both, ordered otherwise": func(r *mcp.CallToolRequest) *mcp.CallToolResult {
			res := raw(r)
			res.Content = []mcp.Content{&mcp.TextContent{Text: `{ "price": 209.00, "order": 98765432109876543210 }`}}
			return res
		},
	}
	for name, form := range forms {
		t.Run(name, func(t *testing.T) {
			all := servers(t, map[string]*shop{"pricing": newShop(answering("quote", form))})
			a := begin(t, all).Do(context.Background(), call("pricing", "quote", `{"sku":"JKT-114"}`), all.Dispatch)
			require.Equal(t, engine.OK, a.Outcome)
			assert.Contains(t, a.Model(), `98765432109876543210`)
			assert.Contains(t, a.Model(), `209.00`)
			assert.Empty(t, a.Result().Text)
		})
	}
	for name, asJSON := range map[string]bool{"over HTTP, as JSON": true, "over HTTP, as events": false} {
		t.Run(name, func(t *testing.T) {
			s := newShop(answering("quote", raw))
			web := httptest.NewServer(mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return s.Server },
				&mcp.StreamableHTTPOptions{JSONResponse: asJSON}))
			defer web.Close()
			all, err := mcpadapter.New([]mcpadapter.ServerInfo{{Name: "pricing", Connect: func() (mcp.Transport, error) {
				return &mcp.StreamableClientTransport{Endpoint: web.URL}, nil
			}}})
			require.NoError(t, err)
			defer func() { assert.NoError(t, all.Close()) }()
			a := begin(t, all).Do(context.Background(), call("pricing", "quote", `{"sku":"JKT-114"}`), all.Dispatch)
			require.Equal(t, engine.OK, a.Outcome, a.Record())
			assert.Contains(t, a.Model(), `98765432109876543210`)
		})
	}
}

func TestServerCannotWriteWhatIsKept(t *testing.T) {
	forged := func(*mcp.CallToolRequest) *mcp.CallToolResult {
		res := text(`{"price":209}`)
		res.Meta = mcp.Meta{"lacuna/structured": `{"price":1}`}
		return res
	}
	all := servers(t, map[string]*shop{"pricing": newShop(answering("quote", forged))})
	a := begin(t, all).Do(context.Background(), call("pricing", "quote", `{"sku":"JKT-114"}`), all.Dispatch)
	assert.JSONEq(t, `{"price":209}`, a.Model())
}

func TestErrorsKeepTheirKindAndLoseTheirText(t *testing.T) {
	const secret = "panic at db-7: password hunter2"
	marked := func(content string) func(*mcp.CallToolRequest) *mcp.CallToolResult {
		return func(*mcp.CallToolRequest) *mcp.CallToolResult {
			res := text(content)
			res.IsError = true
			return res
		}
	}
	for name, c := range map[string]struct{ content, kind string }{
		"prose":                   {secret, "internal"},
		"a status":                {`{"status":429,"retry_after":7,"message":"` + secret + `"}`, "rate_limited"},
		"a status below error":    {`{"error":{"code":404,"message":"` + secret + `"}}`, "not_found"},
		"a canonical code":        {`{"error":{"status":"UNAVAILABLE","message":"` + secret + `"}}`, "overloaded"},
		"a word for an error":     {`{"error":"rate_limit_exceeded"}`, "rate_limited"},
		"an order number is none": {`{"error":"no","code":98765432109876543210}`, "internal"},
	} {
		t.Run(name, func(t *testing.T) {
			all := servers(t, map[string]*shop{"list": newShop(answering("price", marked(c.content)))})
			a := begin(t, all).Do(context.Background(), call("list", "price", `{"sku":"JKT-114"}`), all.Dispatch)
			require.NotNil(t, a.Record().Failure)
			assert.Equal(t, c.kind, a.Record().Failure.Kind)
			shown, err := json.Marshal(mcpadapter.Result(a, nil))
			require.NoError(t, err)
			assert.NotContains(t, string(shown)+a.Model(), "hunter2")
		})
	}
}

func TestArgumentsAreCheckedBeforeTheyAreSent(t *testing.T) {
	var sent atomic.Int32
	all := servers(t, map[string]*shop{"pricing": newShop(answering("quote", func(*mcp.CallToolRequest) *mcp.CallToolResult {
		sent.Add(1)
		return text(`{}`)
	}))})
	_, err := all.Tools(context.Background())
	require.NoError(t, err)
	a := begin(t, all).Do(context.Background(), call("pricing", "quote", `{"sku":7,"size":"L"}`), all.Dispatch)
	assert.Equal(t, engine.Refused, a.Outcome)
	assert.JSONEq(t, `{"status":"refused","tool":"quote","reason":"invalid","fields":["size","sku"],
		"note":"The arguments were not accepted. Correct them, or go on without this call."}`, a.Model())
	assert.Zero(t, sent.Load())
}

func TestResultsAreCheckedBeforeTheyAreEvidence(t *testing.T) {
	quote := func(s *mcp.Server) {
		s.AddTool(&mcp.Tool{Name: "price", InputSchema: object("sku"), OutputSchema: object("amount")},
			func(_ context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
				return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: "ok"}}, StructuredContent: json.RawMessage(`{"amount":1}`)}, nil
			})
	}
	all := servers(t, map[string]*shop{"list": newShop(quote)})
	_, err := all.Tools(context.Background())
	require.NoError(t, err)
	turn := begin(t, all)
	a := turn.Do(context.Background(), call("list", "price", `{"sku":"JKT-114"}`), all.Dispatch)
	assert.Equal(t, engine.Omit, a.Outcome)
	assert.Equal(t, "internal", a.Record().Failure.Kind)
	assert.True(t, mcpadapter.Result(a, nil).IsError)
}

func TestFallbackCrossesServers(t *testing.T) {
	pricing := newShop(answering("quote", func(*mcp.CallToolRequest) *mcp.CallToolResult { return text(`{}`) }))
	pricing.down.Store(true)
	list := newShop(answering("price", func(*mcp.CallToolRequest) *mcp.CallToolResult { return text(`{"price":209.00}`) }))
	all := servers(t, map[string]*shop{"pricing": pricing, "list": list})
	turn := begin(t, all)
	a := turn.Do(context.Background(), call("pricing", "quote", `{"sku":"JKT-114"}`), all.Dispatch)
	require.Equal(t, engine.Fallback, a.Outcome)

	res := mcpadapter.Result(a, nil)
	assert.False(t, res.IsError)
	assert.Equal(t, "fallback", res.Meta[mcpadapter.MetaStatus])
	assert.Equal(t, "list/price", res.Meta[mcpadapter.MetaSource])
	assert.Nil(t, res.StructuredContent)

	strict := mcpadapter.Result(a, &mcp.Tool{Name: "quote", OutputSchema: object("amount")})
	assert.True(t, strict.IsError, "it does not fit what the client knows of the tool")
	loose := mcpadapter.Result(a, &mcp.Tool{Name: "quote", OutputSchema: json.RawMessage(`{"type":"object","required":["price"]}`)})
	assert.False(t, loose.IsError)
	assert.JSONEq(t, `{"price":209.00}`, string(loose.StructuredContent.(json.RawMessage)))
}

func TestLostSessionIsDialledOnce(t *testing.T) {
	s := newShop(answering("price", func(*mcp.CallToolRequest) *mcp.CallToolResult { return text(`{"price":209}`) }))
	all := servers(t, map[string]*shop{"list": s})
	ask := func() engine.Outcome {
		return begin(t, all).Do(context.Background(), call("list", "price", `{"sku":"JKT-114"}`), all.Dispatch).Outcome
	}
	require.Equal(t, engine.OK, ask())
	s.cut()
	require.Eventually(t, func() bool { // the end of the session has been noticed, or is on its way
		session, err := all.Session(context.Background(), "list")
		return err == nil && session.Ping(context.Background(), nil) == nil
	}, 5*time.Second, time.Millisecond)
	s.cut()
	before := s.dials.Load()
	var group sync.WaitGroup
	var served atomic.Int32
	for range 20 {
		group.Go(func() {
			if ask() == engine.OK {
				served.Add(1)
			}
		})
	}
	group.Wait()
	assert.LessOrEqual(t, s.dials.Load()-before, int32(1))
	assert.Equal(t, engine.OK, ask())
}

// hanging is a transport that never connects.
type hanging struct{}

func (hanging) Connect(ctx context.Context) (mcp.Connection, error) {
	<-ctx.Done()
	return nil, ctx.Err()
}

func TestServerThatNeverConnects(t *testing.T) {
	up := newShop(answering("price", func(*mcp.CallToolRequest) *mcp.CallToolResult { return text(`{"price":209}`) }))
	all, err := mcpadapter.New([]mcpadapter.ServerInfo{
		{Name: "orders", Connect: func() (mcp.Transport, error) { return hanging{}, nil }},
		{Name: "list", Connect: up.connect},
	}, mcpadapter.WithListing(50*time.Millisecond, time.Minute))
	require.NoError(t, err)
	defer func() { assert.NoError(t, all.Close()); up.cut() }()

	tools, err := all.Tools(context.Background())
	assert.ErrorContains(t, err, "the tools of orders")
	require.Len(t, tools, 1)
	assert.Equal(t, "list__price", tools[0].Flat())

	a := begin(t, all).Do(context.Background(), call("orders", "place", `{}`), all.Dispatch)
	assert.Equal(t, engine.HardFail, a.Outcome, "nothing was sent, so nothing is uncertain")
	assert.False(t, a.Record().Failure.Sent)
}

func TestStatusesOfServers(t *testing.T) {
	for status, kind := range map[int]string{429: "rate_limited", 503: "overloaded", 401: "unauthorized", 500: "unreachable"} {
		web := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Retry-After", "60")
			w.WriteHeader(status)
			_, _ = io.WriteString(w, "a text that nobody is to see")
		}))
		all, err := mcpadapter.New([]mcpadapter.ServerInfo{{Name: "list", Connect: func() (mcp.Transport, error) {
			return &mcp.StreamableClientTransport{Endpoint: web.URL}, nil
		}}})
		require.NoError(t, err)
		a := begin(t, all).Do(context.Background(), call("list", "price", `{}`), all.Dispatch)
		assert.Equal(t, kind, a.Record().Failure.Kind, status)
		assert.NoError(t, all.Close())
		web.Close()
	}
}

func TestClientMiddleware(t *testing.T) {
	pricing := newShop(answering("quote", func(*mcp.CallToolRequest) *mcp.CallToolResult { return text(`{"price":209.00}`) }))
	all := servers(t, map[string]*shop{"pricing": pricing})
	session, err := all.Session(context.Background(), "pricing")
	require.NoError(t, err)
	params := &mcp.CallToolParams{Name: "quote", Arguments: map[string]any{"sku": "JKT-114"}}
	_, err = session.CallTool(context.Background(), params)
	require.ErrorIs(t, err, mcpadapter.ErrNoTurn)

	turn := begin(t, all)
	ctx := mcpadapter.WithTurn(context.Background(), turn)
	res, err := session.CallTool(ctx, params)
	require.NoError(t, err)
	assert.Equal(t, `{"price":209.00}`, res.Content[0].(*mcp.TextContent).Text)
	assert.Equal(t, engine.Pass, turn.Check("It is 209.").Verdict)

	list, err := session.ListTools(ctx, nil)
	require.NoError(t, err)
	assert.Len(t, list.Tools, 1)
}

func TestServerMiddleware(t *testing.T) {
	s := newShop(answering("price", func(*mcp.CallToolRequest) *mcp.CallToolResult {
		res := text("secret of the database")
		res.IsError = true
		return res
	}))
	turn := begin(t, servers(t, nil))
	s.AddReceivingMiddleware(mcpadapter.Server("list", func(context.Context, mcp.Request) (*engine.Turn, func(), error) {
		return turn, nil, nil
	}))
	transport, err := s.connect()
	require.NoError(t, err)
	defer s.cut()
	client := mcp.NewClient(&mcp.Implementation{Name: "any", Version: "1"}, nil)
	session, err := client.Connect(context.Background(), transport, nil)
	require.NoError(t, err)
	defer func() { assert.NoError(t, session.Close()) }()
	res, err := session.CallTool(context.Background(), &mcp.CallToolParams{Name: "price", Arguments: map[string]any{"sku": "JKT-114"}})
	require.NoError(t, err)
	assert.True(t, res.IsError)
	assert.Contains(t, res.Content[0].(*mcp.TextContent).Text, `"status":"unavailable"`)
	assert.NotContains(t, res.Content[0].(*mcp.TextContent).Text, "secret")
}

func TestServerMiddlewareChecksSchemas(t *testing.T) {
	var calls atomic.Int32
	s := newShop(func(s *mcp.Server) {
		s.AddTool(&mcp.Tool{Name: "price", InputSchema: object("sku"), OutputSchema: object("amount")},
			func(_ context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
				calls.Add(1)
				if string(req.Params.Arguments) == `{"sku":"BAD"}` {
					return &mcp.CallToolResult{Content: []mcp.Content{}, StructuredContent: map[string]any{"amount": 1}}, nil
				}
				return &mcp.CallToolResult{Content: []mcp.Content{}, StructuredContent: map[string]string{"amount": "209.00"}}, nil
			})
	})
	all := servers(t, nil)
	s.AddReceivingMiddleware(mcpadapter.Server("list", func(context.Context, mcp.Request) (*engine.Turn, func(), error) {
		return begin(t, all), nil, nil
	}))
	transport, err := s.connect()
	require.NoError(t, err)
	defer s.cut()
	session, err := mcp.NewClient(&mcp.Implementation{Name: "any", Version: "1"}, nil).Connect(context.Background(), transport, nil)
	require.NoError(t, err)
	defer func() { assert.NoError(t, session.Close()) }()
	ask := func(args map[string]any) string {
		res, err := session.CallTool(context.Background(), &mcp.CallToolParams{Name: "price", Arguments: args})
		require.NoError(t, err)
		raw, err := json.Marshal(res)
		require.NoError(t, err)
		return string(raw)
	}
	assert.Contains(t, ask(map[string]any{"sku": "JKT-114"}), `"amount":"209.00"`)
	assert.Contains(t, ask(map[string]any{"sku": "BAD"}), `unavailable`, "the result does not fit the output schema")
	before := calls.Load()
	refused := ask(map[string]any{"size": "L"})
	assert.Contains(t, refused, `refused`)
	assert.Contains(t, refused, `sku`)
	assert.Equal(t, before, calls.Load(), "nothing was dispatched")
}
