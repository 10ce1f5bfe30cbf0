package interop_test

import (
	"context"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/lacuna-go/lacuna/engine/proxy"
)

// The server with which the Go SDK tests its own conformance serves through the proxy: what needs no more than an answer comes through as
// it is, an error loses its text, and what asks the client for something, which a proxy does not pass on, is an absence and no fault.
func TestConformanceServer(t *testing.T) {
	bin := filepath.Join(t.TempDir(), "everything")
	out, err := exec.Command("go", "build", "-o", bin, "github.com/modelcontextprotocol/go-sdk/conformance/everything-server").CombinedOutput()
	require.NoError(t, err, string(out))
	url := start(t, "servers: {everything: {command: ['"+filepath.ToSlash(bin)+"']}}\n", proxy.Options{})
	s := dial(t, url)
	t.Cleanup(func() { _ = s.Close() })
	tools := map[string]bool{}
	for tool, err := range s.Tools(context.Background(), nil) {
		require.NoError(t, err)
		tools[tool.Name] = true
	}
	assert.Greater(t, len(tools), 20)
	call := func(name string) *mcp.CallToolResult {
		t.Helper()
		require.True(t, tools["everything__"+name], name)
		res, err := s.CallTool(context.Background(), &mcp.CallToolParams{
			Name: "everything__" + name, Arguments: map[string]any{}, Meta: mcp.Meta{"lacuna/turn": name},
		})
		require.NoError(t, err, name)
		return res
	}
	for name, parts := range map[string]int{
		"test_simple_text": 1, "test_image_content": 1, "test_audio_content": 1, "test_embedded_resource": 1,
		"test_multiple_content_types": 3, "test_tool_with_logging": 1, "test_tool_with_progress": 1,
	} {
		res := call(name)
		assert.False(t, res.IsError, name)
		assert.Len(t, res.Content, parts, name)
	}
	failed := call("test_error_handling")
	assert.True(t, failed.IsError)
	assert.Contains(t, failed.Content[0].(*mcp.TextContent).Text, `"status":"unavailable"`)
	for _, name := range []string{"test_sampling", "test_elicitation", "test_input_required_result_elicitation"} {
		assert.True(t, call(name).IsError, name)
	}
}
