package proxy_test

import (
	"bytes"
	"context"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/rs/zerolog"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/lacuna-go/lacuna/engine/proxy"
)

// safe is a log that a test reads while it is written.
type safe struct {
	mu  sync.Mutex
	buf bytes.Buffer
}

func (s *safe) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.buf.Write(p)
}

func (s *safe) String() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.buf.String()
}

// A proxy that ends with calls in flight and streams open lets the calls finish, and leaves no goroutine of its own behind.
func TestShutdownUnderCallsAndStreams(t *testing.T) {
	slow := mcp.NewServer(&mcp.Implementation{Name: "slow", Version: "1"}, nil)
	began := make(chan struct{}, 10)
	slow.AddTool(&mcp.Tool{Name: "quote", InputSchema: map[string]any{"type": "object"}},
		func(context.Context, *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
			began <- struct{}{}
			time.Sleep(200 * time.Millisecond)
			return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: `{"ok":true}`}}}, nil
		})
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	web := &http.Server{Handler: mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return slow }, nil)}
	go func() { _ = web.Serve(ln) }()
	defer func() { _ = web.Close() }()

	dir := t.TempDir()
	require.NoError(t, os.Mkdir(filepath.Join(dir, "policies"), 0o755))
	policy := strings.Replace(pricing, "300ms", "5s", 1)
	require.NoError(t, os.WriteFile(filepath.Join(dir, "policies", "a.cel"), []byte(policy), 0o644))
	file := filepath.Join(dir, "lacuna.yaml")
	require.NoError(t, os.WriteFile(file, []byte("listen: 127.0.0.1:0\nservers: {pricing: {url: 'http://"+ln.Addr().String()+"'}}\n"), 0o644))
	conf, err := proxy.ReadConfig(file, "")
	require.NoError(t, err)
	var log safe
	p, err := proxy.New(conf, proxy.Options{Logger: zerolog.New(&log)})
	require.NoError(t, err)
	ctx, cancel := context.WithCancel(context.Background())
	at, ended := make(chan net.Addr, 1), make(chan error, 1)
	go func() { ended <- p.Run(ctx, func(a net.Addr) { at <- a }) }()
	r := &rig{url: "http://" + (<-at).String()}

	var answers [3]*mcp.CallToolResult
	var group sync.WaitGroup
	for i := range answers {
		s := r.client(t, nil)
		group.Go(func() {
			answers[i], _ = s.CallTool(context.Background(), &mcp.CallToolParams{Name: "pricing__quote", Arguments: map[string]any{}})
		})
	}
	for range answers {
		<-began
	}
	begun := time.Now()
	cancel()
	require.NoError(t, <-ended)
	assert.Less(t, time.Since(begun), 5*time.Second)
	group.Wait()
	for i, res := range answers {
		if assert.NotNil(t, res, i) {
			assert.False(t, res.IsError, words(res))
		}
	}
	assert.Eventually(t, func() bool {
		buf := make([]byte, 1<<20)
		stacks := string(buf[:runtime.Stack(buf, true)])
		return !strings.Contains(stacks, "lacuna/engine/proxy.(") && !strings.Contains(stacks, "lacuna/engine/mcpadapter.(") &&
			!strings.Contains(stacks, "lacuna/engine.(")
	}, 5*time.Second, 20*time.Millisecond)
}

// Policies that break while the proxy runs are refused; the last good ones stay, and the log says why.
func TestPoliciesThatBreakWhileTheProxyRuns(t *testing.T) {
	var log safe
	r := start(t, "", proxy.Options{Logger: zerolog.New(&log)})
	s := r.client(t, nil)
	require.False(t, ask(t, s, "pricing__quote", "T-1").IsError)
	require.NoError(t, os.WriteFile(filepath.Join(r.dir, "policies", "pricing.cel"), []byte("Policy{"), 0o644))
	require.Eventually(t, func() bool { return strings.Contains(log.String(), "pricing.cel:1") }, 10*time.Second, 20*time.Millisecond)
	require.False(t, ask(t, s, "pricing__quote", "T-2").IsError)
	require.NoError(t, os.RemoveAll(filepath.Join(r.dir, "policies")))
	time.Sleep(300 * time.Millisecond)
	require.False(t, ask(t, s, "pricing__quote", "T-3").IsError)
}
