package interop_test

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"net/http"
	"net/http/httptest"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/lacuna-go/lacuna/engine/proxy"
)

var load = flag.Duration("load", 6*time.Second, "how long the load lasts")

// quick is an MCP server that answers at once.
func quick(t testing.TB) string {
	t.Helper()
	s := mcp.NewServer(&mcp.Implementation{Name: "pricing", Version: "1"}, nil)
	s.AddTool(&mcp.Tool{Name: "quote", InputSchema: json.RawMessage(`{"type":"object"}`)},
		func(context.Context, *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
			return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: price}}}, nil
		})
	web := httptest.NewServer(mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return s }, nil))
	t.Cleanup(func() {
		web.CloseClientConnections()
		web.Close()
	})
	return web.URL
}

func dial(t testing.TB, url string) *mcp.ClientSession {
	t.Helper()
	c := mcp.NewClient(&mcp.Implementation{Name: "load", Version: "1"}, nil)
	s, err := c.Connect(context.Background(), &mcp.StreamableClientTransport{Endpoint: url}, nil)
	require.NoError(t, err)
	return s
}

// TestLoad lets 200 clients call at once while 30 % of the calls fail, and compares what is left after a sixth of the time with what is
// left at the end. With -load 2m it is the full measure.
func TestLoad(t *testing.T) {
	fault, err := proxy.ParseFault("pricing=internal:0.3")
	require.NoError(t, err)
	url := start(t, "servers: {pricing: {url: '"+quick(t)+"'}}\nturn: {idle: 100ms}\n", proxy.Options{Faults: []proxy.Fault{fault}})
	ctx, cancel := context.WithTimeout(context.Background(), *load)
	defer cancel()
	var answered, absent, broken atomic.Int64
	var group sync.WaitGroup
	for i := range 200 {
		session := dial(t, url)
		t.Cleanup(func() { _ = session.Close() })
		group.Go(func() {
			for n := 0; ctx.Err() == nil; n++ {
				res, err := session.CallTool(context.Background(), &mcp.CallToolParams{
					Name: "pricing__quote", Arguments: map[string]any{"sku": "JKT-114"},
					Meta: mcp.Meta{"lacuna/turn": fmt.Sprintf("%d-%d", i, n)},
				})
				switch {
				case err != nil:
					broken.Add(1)
				case res.IsError:
					absent.Add(1)
				default:
					answered.Add(1)
				}
			}
		})
	}
	time.Sleep(*load / 6)
	early, routines := heap(), runtime.NumGoroutine()
	group.Wait()
	late := heap()
	share := float64(absent.Load()) / float64(absent.Load()+answered.Load())
	t.Logf("%d answered, %d absent (%.3f), %d broken; heap after GC %d -> %d KiB (%.2f), goroutines %d -> %d",
		answered.Load(), absent.Load(), share, broken.Load(), early>>10, late>>10, float64(late)/float64(early), routines, runtime.NumGoroutine())
	assert.Zero(t, broken.Load(), "a client got an error of the protocol")
	assert.InDelta(t, 0.3, share, 0.05)
	assert.LessOrEqual(t, runtime.NumGoroutine(), routines+20)
	assert.LessOrEqual(t, float64(late), 1.1*float64(early)+2e6)
}

func heap() uint64 {
	runtime.GC()
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}

// TestOverhead prints what the proxy adds to a call, as a ratio to a call without it, calls of both taken in turn.
func TestOverhead(t *testing.T) {
	direct := quick(t)
	url := start(t, "servers: {pricing: {url: '"+direct+"'}}\n", proxy.Options{})
	var times [2][]time.Duration
	sessions := [2]*mcp.ClientSession{dial(t, direct), dial(t, url)}
	names := [2]string{"quote", "pricing__quote"}
	for n := range 400 {
		for i, s := range sessions {
			begun := time.Now()
			res, err := s.CallTool(context.Background(), &mcp.CallToolParams{
				Name: names[i], Arguments: map[string]any{"sku": "JKT-114"}, Meta: mcp.Meta{"lacuna/turn": fmt.Sprint(n)},
			})
			times[i] = append(times[i], time.Since(begun))
			require.NoError(t, err)
			require.False(t, res.IsError)
		}
	}
	for _, s := range sessions {
		require.NoError(t, s.Close())
	}
	for _, q := range []int{50, 99} {
		var at [2]time.Duration
		for i := range times {
			slices.Sort(times[i])
			at[i] = times[i][len(times[i])*q/100]
		}
		t.Logf("p%d: direct %v, through the proxy %v, ratio %.2f", q, at[0], at[1], float64(at[1])/float64(at[0]))
	}
}
