package interop_test

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/mark3labs/mcp-go/client"
	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/lacuna-go/lacuna/engine/proxy"
)

const price = `{"order":98765432109876543210,"price":{"amount":"209.00","currency":"EUR"}}`

// TestMain is a server of mcp-go on its standard streams, where it is told to be.
func TestMain(m *testing.M) {
	if os.Getenv("INTEROP_SERVE") != "" {
		if err := server.ServeStdio(pricing(nil)); err != nil {
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// pricing is a server of mcp-go with one tool.
func pricing(calls *atomic.Int32) *server.MCPServer {
	s := server.NewMCPServer("pricing", "1", server.WithToolCapabilities(true))
	tool := mcp.NewTool("quote", mcp.WithDescription("the price of a product"), mcp.WithString("sku", mcp.Required()))
	s.AddTool(tool, func(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		if calls != nil {
			calls.Add(1)
		}
		switch req.GetString("sku", "") {
		case "error":
			return mcp.NewToolResultError("password hunter2"), nil
		case "fault":
			return nil, errors.New("password hunter2")
		case "exit":
			os.Exit(1)
		}
		return mcp.NewToolResultText(price), nil
	})
	return s
}

func connect(t testing.TB, url string) *client.Client {
	t.Helper()
	c, err := client.NewStreamableHttpClient(url)
	require.NoError(t, err)
	require.NoError(t, c.Start(context.Background()))
	t.Cleanup(func() { _ = c.Close() })
	_, err = c.Initialize(context.Background(), mcp.InitializeRequest{Params: mcp.InitializeParams{
		ProtocolVersion: "2025-11-25", ClientInfo: mcp.Implementation{Name: "interop", Version: "1"},
	}})
	require.NoError(t, err)
	return c
}

func ask(t testing.TB, c *client.Client, args map[string]any, turn string) *mcp.CallToolResult {
	t.Helper()
	res, err := c.CallTool(context.Background(), mcp.CallToolRequest{Params: mcp.CallToolParams{
		Name: "pricing__quote", Arguments: args, Meta: mcp.NewMetaFromMap(map[string]any{"lacuna/turn": turn}),
	}})
	require.NoError(t, err)
	return res
}

func words(t testing.TB, res *mcp.CallToolResult) string {
	t.Helper()
	raw, err := json.Marshal(res)
	require.NoError(t, err)
	return string(raw)
}

func TestMcpGoOnBothSides(t *testing.T) {
	self, err := os.Executable()
	require.NoError(t, err)
	web := server.NewStreamableHTTPServer(pricing(nil))
	upstream := httptest.NewServer(web)
	t.Cleanup(upstream.Close)
	for name, config := range map[string]string{
		"over HTTP":           "servers: {pricing: {url: '" + upstream.URL + "/mcp'}}\n",
		"on standard streams": "servers: {pricing: {command: ['" + filepath.ToSlash(self) + "'], env: {INTEROP_SERVE: '1'}}}\n",
	} {
		t.Run(name, func(t *testing.T) {
			c := connect(t, start(t, config, proxy.Options{}))
			list, err := c.ListTools(context.Background(), mcp.ListToolsRequest{})
			require.NoError(t, err)
			require.Len(t, list.Tools, 1)
			assert.Equal(t, "pricing__quote", list.Tools[0].Name)

			res := ask(t, c, map[string]any{"sku": "JKT-114"}, "t1")
			assert.False(t, res.IsError)
			assert.Contains(t, words(t, res), "98765432109876543210")
			for i, sku := range []string{"error", "fault"} {
				res = ask(t, c, map[string]any{"sku": sku}, "e"+string(rune('0'+i)))
				assert.True(t, res.IsError, sku)
				assert.Contains(t, words(t, res), "unavailable")
				assert.NotContains(t, words(t, res), "hunter2")
			}
			res = ask(t, c, map[string]any{"skus": 1}, "t2")
			assert.True(t, res.IsError)
			assert.Contains(t, words(t, res), "refused")
			if strings.Contains(config, "command") {
				assert.True(t, ask(t, c, map[string]any{"sku": "exit"}, "t3").IsError)
			}
			assert.False(t, ask(t, c, map[string]any{"sku": "JKT-114"}, "t4").IsError, "it serves again")
		})
	}
}

func TestMcpGoSeesThroughNoFault(t *testing.T) {
	var calls atomic.Int32
	upstream := httptest.NewServer(server.NewStreamableHTTPServer(pricing(&calls)))
	t.Cleanup(upstream.Close)
	down := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		http.Error(w, "password hunter2", http.StatusBadGateway)
	}))
	t.Cleanup(down.Close)
	fault, err := proxy.ParseFault("pricing=overloaded:1")
	require.NoError(t, err)
	for name, url := range map[string]string{
		"injected":      start(t, "servers: {pricing: {url: '"+upstream.URL+"/mcp'}}\n", proxy.Options{Faults: []proxy.Fault{fault}}),
		"a bad gateway": start(t, "servers: {pricing: {url: '"+down.URL+"/mcp'}}\n", proxy.Options{}),
		"nobody there":  start(t, "servers: {pricing: {url: 'http://127.0.0.1:1/mcp'}}\n", proxy.Options{}),
	} {
		t.Run(name, func(t *testing.T) {
			res := ask(t, connect(t, url), map[string]any{"sku": "JKT-114"}, "t1")
			assert.True(t, res.IsError)
			assert.Contains(t, words(t, res), "unavailable")
			assert.NotContains(t, words(t, res), "hunter2")
		})
	}
	assert.Zero(t, calls.Load())
}
