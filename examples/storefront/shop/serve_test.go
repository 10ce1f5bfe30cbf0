package shop

import (
	"bytes"
	"context"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/rs/zerolog"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/lacuna-go/lacuna/engine/proxy"
)

// output takes what is written to it while it is read.
type output struct {
	mu  sync.Mutex
	all bytes.Buffer
}

func (o *output) Write(p []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.all.Write(p)
}

func (o *output) String() string {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.all.String()
}

// The file beside the example is the one that is printed for the addresses that the pages name.
func TestProxyFile(t *testing.T) {
	at, err := addresses("127.0.0.1:9101")
	require.NoError(t, err)
	s := &shop{}
	for i, d := range s.departments() {
		s.servers = append(s.servers, &server{name: d.name, url: "http://" + at(i) + "/mcp"})
	}
	var out bytes.Buffer
	require.NoError(t, Counter{Policies: "../../policies"}.announce(&out, s))
	file := filepath.Join("..", "lacuna.yaml")
	want, err := os.ReadFile(file)
	require.NoError(t, err)
	assert.Equal(t, after(string(want)), after(out.String()))
	_, err = proxy.ReadConfig(file, "")
	assert.NoError(t, err)
}

// after is what follows the first line.
func after(text string) string {
	_, rest, _ := strings.Cut(text, "\n")
	return rest
}

// Somebody starts the servers with the stock broken, the proxy before them, and a client that knows nothing of policies.
func TestServed(t *testing.T) {
	t.Parallel()
	// Each runs until the test is over, and ends before what it needs does.
	run := func(f func(ctx context.Context) error) {
		ctx, stop := context.WithCancel(context.WithoutCancel(t.Context()))
		done := make(chan error, 1)
		go func() { done <- f(ctx) }()
		t.Cleanup(func() { stop(); assert.NoError(t, <-done) })
	}
	broken, err := ParseBreak("stock_level=dead")
	require.NoError(t, err)
	policies, err := filepath.Abs(rules)
	require.NoError(t, err)
	var printed, seen output
	run(func(ctx context.Context) error {
		return Counter{Addr: "127.0.0.1:0", Broken: []Break{broken}, Policies: policies}.Serve(ctx, &printed)
	})
	require.Eventually(t, func() bool { return strings.Contains(printed.String(), "facts:") }, 10*time.Second, 5*time.Millisecond)
	file := filepath.Join(t.TempDir(), "lacuna.yaml")
	require.NoError(t, os.WriteFile(file, []byte(printed.String()), 0o600))
	conf, err := proxy.ReadConfig(file, "127.0.0.1:0")
	require.NoError(t, err)
	p, err := proxy.New(conf, proxy.Options{Logger: zerolog.Nop(), Stderr: io.Discard})
	require.NoError(t, err)
	at := make(chan string, 1)
	run(func(ctx context.Context) error { return p.Run(ctx, func(a net.Addr) { at <- conf.URL(a) }) })
	url := <-at
	run(func(ctx context.Context) error { return visit(ctx, url, &seen, 50*time.Millisecond) })

	const with, without = "inventory__stock_level, orders__create_order", "  orders__create_order, pricing__quote"
	require.Eventually(t, func() bool { return strings.Contains(seen.String(), without) }, 20*time.Second, 20*time.Millisecond)
	got := seen.String()
	assert.Less(t, strings.Index(got, with), strings.Index(got, without), "it was there before")
	assert.Contains(t, got, `"note":"The tool did not answer.`)
	assert.Contains(t, got, `"amount":"209.00"`)
	assert.NotContains(t, got, "EOF")
}

func TestParseBreak(t *testing.T) {
	for _, text := range []string{"quote=dead", "quote=flaky", "create_order=mute", "stock_level=hang", "quote=slow:3s"} {
		b, err := ParseBreak(text)
		require.NoError(t, err, text)
		assert.NotNil(t, b.fault, text)
	}
	for text, want := range map[string]string{
		"quota=dead":    `no server of the shop has a tool "quota"`,
		"quote":         "a tool is broken as TOOL=KIND, and a kind is one of dead, flaky, hang, mute, slow:DURATION",
		"quote=":        "a tool is broken as TOOL=KIND",
		"quote=slow":    "a tool is broken as TOOL=KIND",
		"quote=slow:-1": "a tool is broken as TOOL=KIND",
	} {
		_, err := ParseBreak(text)
		assert.ErrorContains(t, err, want, text)
	}
}

func TestAddresses(t *testing.T) {
	at, err := addresses("127.0.0.1:9101")
	require.NoError(t, err)
	assert.Equal(t, "127.0.0.1:9104", at(3))
	at, err = addresses("localhost:0")
	require.NoError(t, err)
	assert.Equal(t, "localhost:0", at(3))
	for addr, want := range map[string]string{
		"0.0.0.0:9101":     "is not on loopback",
		":9101":            "is not on loopback",
		"192.0.2.1:9101":   "is not on loopback",
		"127.0.0.1":        "missing port",
		"127.0.0.1:65533":  "the port is a number",
		"127.0.0.1:-1":     "the port is a number",
		"127.0.0.1:ninety": "the port is a number",
	} {
		_, err := addresses(addr)
		assert.ErrorContains(t, err, want, addr)
	}
}

// Somebody starts the servers with the price broken, and looks at the numbers of a customer.
func TestServedWithMetrics(t *testing.T) {
	t.Parallel()
	broken, err := ParseBreak("quote=dead")
	require.NoError(t, err)
	policies, err := filepath.Abs(rules)
	require.NoError(t, err)
	var printed output
	ctx, stop := context.WithCancel(context.WithoutCancel(t.Context()))
	done := make(chan error, 1)
	go func() {
		done <- Counter{Addr: "127.0.0.1:0", Broken: []Break{broken}, Policies: policies, Metrics: "127.0.0.1:0"}.Serve(ctx, &printed)
	}()
	t.Cleanup(func() { stop(); assert.NoError(t, <-done) })

	numbers := func() string {
		_, url, ok := strings.Cut(printed.String(), "Prometheus: ")
		if !ok || !strings.HasSuffix(url, "\n") {
			return ""
		}
		res, err := http.Get(strings.TrimSpace(url))
		if err != nil {
			return ""
		}
		defer func() { _ = res.Body.Close() }()
		body, _ := io.ReadAll(res.Body)
		return string(body)
	}
	var got string
	require.Eventually(t, func() bool {
		got = numbers()
		return strings.Contains(got, `lacuna_turns_total{outcome="hard_fail",purpose="chat"}`)
	}, 20*time.Second, 50*time.Millisecond)
	for _, line := range []string{
		`lacuna_calls_total{outcome="ok",server="inventory",tool="stock_level"}`, `lacuna_notices_total{result="sent"}`, `lacuna_policies_generation 1`,
	} {
		assert.Contains(t, got, line)
	}
}
