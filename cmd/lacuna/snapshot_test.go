package main

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// tools serves tools over HTTP, with the schemas given by name.
func tools(t *testing.T, schemas map[string]string) string {
	t.Helper()
	s := mcp.NewServer(&mcp.Implementation{Name: "pricing", Version: "1"}, nil)
	for name, schema := range schemas {
		s.AddTool(&mcp.Tool{Name: name, InputSchema: json.RawMessage(schema)}, func(context.Context, *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
			return &mcp.CallToolResult{Content: []mcp.Content{}}, nil
		})
	}
	web := httptest.NewServer(mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return s }, nil))
	t.Cleanup(func() {
		web.CloseClientConnections()
		web.Close()
	})
	return web.URL
}

func TestSnapshot(t *testing.T) {
	dir := t.TempDir()
	file := func(name, text string) string {
		path := filepath.Join(dir, name)
		require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
		return path
	}
	lacuna := func(args ...string) (int, string, string) {
		var out, errs bytes.Buffer
		code := run(append([]string{"snapshot"}, args...), strings.NewReader(""), &out, &errs)
		return code, out.String(), errs.String()
	}
	const sku = `{"type":"object","properties":{"sku":{"type":"string"}},"required":["sku"]}`
	before := file("before.yaml", "servers: {pricing: {url: '"+tools(t, map[string]string{"quote": sku, "history": `{"type":"object"}`})+"'}}\n")
	after := file("after.yaml", "servers: {pricing: {url: '"+tools(t, map[string]string{
		"quote": `{"required":["sku","size"],"type":"object","properties":{"size":{},"sku":{"type":"string"}}}`, "bid": `{"type":"object"}`,
	})+"'}}\n")
	saved := filepath.Join(dir, "tools.json")

	code, _, errs := lacuna("--config", before, "-o", saved)
	require.Equal(t, exitFine, code, errs)
	code, again, _ := lacuna("--config", before)
	assert.Equal(t, exitFine, code)
	text, err := os.ReadFile(saved)
	require.NoError(t, err)
	assert.Equal(t, string(text), again, "the same tools give the same bytes")
	assert.Less(t, strings.Index(again, `"history"`), strings.Index(again, `"quote"`), "sorted")

	code, out, _ := lacuna("--config", before, "--diff", saved)
	assert.Equal(t, exitFine, code)
	assert.Empty(t, out)
	code, out, _ = lacuna("--config", after, "--diff", saved)
	assert.Equal(t, exitFailed, code)
	assert.Equal(t, `+ pricing/bid
- pricing/history
~ pricing/quote: inputSchema.properties.size was added
~ pricing/quote: inputSchema.required was changed
`, out)

	dead := file("dead.yaml", "servers: {pricing: {url: 'http://127.0.0.1:1'}}\n")
	code, _, errs = lacuna("--config", dead)
	assert.Equal(t, exitFailed, code)
	assert.Contains(t, errs, "the tools of pricing")
	code, _, errs = lacuna("--config", before, "--diff", dead)
	assert.Equal(t, exitUsage, code)
	assert.Contains(t, errs, "dead.yaml")
}
