package proxy_test

import (
	"bufio"
	"context"
	"fmt"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/lacuna-go/lacuna/engine/proxy"
)

func askAs(t *testing.T, s *mcp.ClientSession, tool string, meta mcp.Meta) (*mcp.CallToolResult, error) {
	t.Helper()
	return s.CallTool(context.Background(), &mcp.CallToolParams{Name: tool, Arguments: map[string]any{"sku": "JKT-114"}, Meta: meta})
}

func TestSessionTurnIsOneAudiences(t *testing.T) {
	r := start(t, "", proxy.Options{})
	s := r.client(t, nil)
	names(t, s) // begins the session's turn, of no audience
	first, err := askAs(t, s, "pricing__quote", mcp.Meta{"lacuna/audience": "C-1"})
	require.NoError(t, err)
	second, err := askAs(t, s, "pricing__quote", mcp.Meta{"lacuna/audience": "C-2"})
	require.NoError(t, err)
	assert.NotEqual(t, first.Meta["lacuna/turn"], second.Meta["lacuna/turn"])
	third, err := askAs(t, s, "pricing__quote", mcp.Meta{"lacuna/turn": first.Meta["lacuna/turn"], "lacuna/audience": "C-2"})
	assert.ErrorContains(t, err, "audience", third)
}

func TestTurnThatWasEndedIsForgotten(t *testing.T) {
	r := start(t, "", proxy.Options{})
	s := r.client(t, nil)
	ask(t, s, "pricing__quote", "T-1")
	req, err := http.NewRequest(http.MethodDelete, r.url+"/v1/turns/T-1", nil)
	require.NoError(t, err)
	resp, err := http.DefaultClient.Do(req)
	require.NoError(t, err)
	_ = resp.Body.Close()
	assert.Equal(t, http.StatusNoContent, resp.StatusCode)
	status, v := post(t, r.url+"/v1/turns/T-1/check", `{"reply":"It is €209."}`)
	assert.Equal(t, http.StatusNotFound, status, v)
	_, err = askAs(t, s, "pricing__quote", mcp.Meta{"lacuna/turn": "T-1"})
	require.NoError(t, err)
	status, v = post(t, r.url+"/v1/turns", `{"id":"T-1"}`)
	assert.Equal(t, http.StatusConflict, status, v)
}

func TestBeginTakesTheSameLengths(t *testing.T) {
	r := start(t, "", proxy.Options{})
	for _, field := range []string{"id", "conversation", "purpose", "audience", "channel", "language", "zone"} {
		status, v := post(t, r.url+"/v1/turns", `{"`+field+`":"`+strings.Repeat("a", 257)+`"}`)
		assert.Equal(t, http.StatusBadRequest, status, field)
		assert.Contains(t, v["error"], field)
	}
}

func TestTwoBeginsOfOneTurn(t *testing.T) {
	r := start(t, "", proxy.Options{})
	var created atomic.Int32
	var group sync.WaitGroup
	for range 20 {
		group.Go(func() {
			if status, _ := post(t, r.url+"/v1/turns", `{"id":"T-1","said":["a"]}`); status == http.StatusCreated {
				created.Add(1)
			}
		})
	}
	group.Wait()
	assert.EqualValues(t, 1, created.Load())
}

func TestBodyThatStalls(t *testing.T) {
	r := start(t, "limits: {concurrent: 1, receive: 300ms}\n", proxy.Options{})
	conn, err := net.Dial("tcp", strings.TrimPrefix(r.url, "http://"))
	require.NoError(t, err)
	defer func() { _ = conn.Close() }()
	_, err = fmt.Fprintf(conn, "POST /v1/turns HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 100\r\n\r\n{")
	require.NoError(t, err)
	require.NoError(t, conn.SetReadDeadline(time.Now().Add(10*time.Second)))
	resp, err := http.ReadResponse(bufio.NewReader(conn), nil)
	require.NoError(t, err)
	assert.Equal(t, http.StatusRequestTimeout, resp.StatusCode)
	status, _ := post(t, r.url+"/v1/turns", `{}`)
	assert.Equal(t, http.StatusCreated, status)
}

func TestConfigNamesWhatIsMissing(t *testing.T) {
	dir := t.TempDir()
	require.NoError(t, os.Mkdir(filepath.Join(dir, "policies"), 0o755))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "policies", "turn.cel"), []byte(turnPolicy), 0o644))
	file := filepath.Join(dir, "lacuna.yaml")
	try := func(text string, o proxy.Options) error {
		require.NoError(t, os.WriteFile(file, []byte(text), 0o644))
		conf, err := proxy.ReadConfig(file, "")
		if err == nil {
			_, err = proxy.New(conf, o)
		}
		return err
	}
	assert.ErrorContains(t, try(`servers: {a: {url: "http://x", headers: {Authorization: "Bearer ${NOT_SET_ANYWHERE}"}}}`, proxy.Options{}), "NOT_SET_ANYWHERE")
	assert.ErrorContains(t, try(`servers: {a: {command: [b], env: {TOKEN: "${NOT_SET_ANYWHERE}"}}}`, proxy.Options{}), "NOT_SET_ANYWHERE")
	assert.ErrorContains(t, try(`servers: {a: {url: "http://x"}}`, proxy.Options{Faults: []proxy.Fault{{Server: "pricng", Kind: "reset", Share: 1}}}), "pricng")
	assert.NoError(t, try(`servers: {a: {url: "http://x", headers: {X: "pa$$word$HOME"}}}`, proxy.Options{}))
	_, err := proxy.ParseFault("/quote=reset:1")
	assert.Error(t, err)
	_, err = proxy.ParseFault("pricing/=reset:1")
	assert.Error(t, err)
}
