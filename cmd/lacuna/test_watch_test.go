package main

import (
	"context"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/lacuna-go/lacuna/engine/policytest"
)

// told passes on the lines that sum up a directory.
type told chan string

// Write implements io.Writer.
func (c told) Write(b []byte) (int, error) {
	if strings.Contains(string(b), " passed, ") {
		c <- strings.TrimSpace(string(b))
	}
	return len(b), nil
}

// TestWatch plays again after a change of a policy, of a test and of a fixture, and after nothing else.
func TestWatch(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644))
	}
	const policy = `Policy{name: "stock", server: "shop", effect: Effect.READ, when_unavailable: [Omit{}]}`
	write("p.cel", policy)
	write("a_fixtures.yaml", "fixtures: {down: {failure: {kind: internal}}}")
	write("a_test.yaml", "tests: [{name: a, use: down, call: {server: shop, tool: stock}, want: {outcome: omit}}]")

	out := make(told, 16)
	run := &testFlags{stdout: out, stderr: io.Discard, options: []policytest.Option{policytest.WithCoverage()}}
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- run.watched(ctx, []string{dir}) }()
	assert.Equal(t, dir+": 1 passed, 0 failed", <-out)

	for _, c := range []struct{ name, text, want string }{
		{"p.cel", strings.Replace(policy, "Omit{}", "HardFail{}", 1), "0 passed, 1 failed"},
		{"a_test.yaml", "tests: [{name: a, use: down, call: {server: shop, tool: stock}, want: {outcome: hard_fail}}]", "1 passed, 0 failed"},
		{"a_fixtures.yaml", "fixtures: {down: {failure: null}}", "0 passed, 1 failed"},
		{".a_test.yaml.swp", "an editor's own", ""},
		{"p.cel", policy + " // as before", "0 passed, 1 failed"},
	} {
		write(c.name, c.text)
		if c.want != "" {
			assert.Equal(t, dir+": "+c.want, <-out, c.name)
		}
	}
	cancel()
	require.NoError(t, <-ended)
	assert.Empty(t, out, "nothing else was played")
}
