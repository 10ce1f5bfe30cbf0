package interop_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/lacuna-go/lacuna/engine/proxy"
)

// node returns the folder of the scripts, or skips the test where Node.js or the packages are not installed: npm ci in interop/node
// installs them.
func node(t *testing.T) string {
	t.Helper()
	if _, err := exec.LookPath("node"); err != nil {
		t.Skip("Node.js is not installed")
	}
	dir, err := filepath.Abs("node")
	require.NoError(t, err)
	if _, err := os.Stat(filepath.Join(dir, "node_modules")); err != nil {
		t.Skip("the packages are not installed: npm ci in interop/node")
	}
	return dir
}

func run(t *testing.T, dir, url, tool string, skus ...string) []map[string]any {
	t.Helper()
	cmd := exec.Command("node", append([]string{filepath.Join(dir, "client.mjs"), url, tool}, skus...)...)
	cmd.Dir = dir
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	require.NoError(t, err)
	var lines []map[string]any
	for s := bufio.NewScanner(bytes.NewReader(out)); s.Scan(); {
		var line map[string]any
		require.NoError(t, json.Unmarshal(s.Bytes(), &line))
		lines = append(lines, line)
	}
	return lines
}

func TestTypeScriptOnBothSides(t *testing.T) {
	dir := node(t)
	url := start(t, "servers: {pricing: {command: [node, '"+filepath.ToSlash(filepath.Join(dir, "server.mjs"))+"']}}\n", proxy.Options{})
	lines := run(t, dir, url, "pricing__quote", "JKT-114", "throw", "hang", "exit", "JKT-114")
	require.Len(t, lines, 6)
	assert.Equal(t, []any{"pricing__quote"}, lines[0]["tools"])
	for i, line := range lines[1:] {
		require.Nil(t, line["thrown"], "a strict client accepts every answer: %v", line)
		res := line["result"].(map[string]any)
		raw, err := json.Marshal(res)
		require.NoError(t, err)
		assert.NotContains(t, string(raw), "hunter2")
		if i == 0 || i == 4 {
			assert.NotEqual(t, true, res["isError"], "%s", raw)
			assert.Contains(t, string(raw), "98765432109876543210")
		} else {
			assert.Equal(t, true, res["isError"], "%s", raw)
			assert.Contains(t, string(raw), "unavailable")
		}
	}
}

func TestEverythingServer(t *testing.T) {
	dir := node(t)
	main := filepath.Join(dir, "node_modules", "@modelcontextprotocol", "server-everything", "dist", "index.js")
	url := start(t, "servers: {everything: {command: [node, '"+filepath.ToSlash(main)+"', stdio]}}\n", proxy.Options{})
	lines := run(t, dir, url, "everything__echo")
	tools := lines[0]["tools"].([]any)
	assert.Contains(t, tools, "everything__echo")
	for _, name := range tools {
		assert.True(t, strings.HasPrefix(name.(string), "everything__"))
	}
}
