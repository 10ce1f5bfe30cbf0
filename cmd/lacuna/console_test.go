package main

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"net/http/cookiejar"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// said is what a command writes while it runs.
type said struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (s *said) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.text.Write(p)
}

// url waits for the address of a console.
func (s *said) url(t *testing.T) string {
	t.Helper()
	form, found := regexp.MustCompile(`the console is at (\S+)`), ""
	require.Eventually(t, func() bool {
		s.mu.Lock()
		defer s.mu.Unlock()
		if m := form.FindStringSubmatch(s.text.String()); m != nil {
			found = m[1]
		}
		return found != ""
	}, 10*time.Second, 5*time.Millisecond)
	return found
}

// background runs a command until the test ends, which it has to end well.
func background(t *testing.T, run func(ctx context.Context) error) {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- run(ctx) }()
	t.Cleanup(func() {
		cancel()
		assert.NoError(t, <-ended)
	})
}

func get(t *testing.T, client *http.Client, url string) string {
	t.Helper()
	res, err := client.Get(url)
	require.NoError(t, err)
	defer func() { _ = res.Body.Close() }()
	b, err := io.ReadAll(res.Body)
	require.NoError(t, err)
	return string(b)
}

const loggedOK = `{"level":"info","event":"decision","id":"t-1/1","turn":"t-1","server":"pricing","tool":"quote","outcome":"ok","took":"10ms","time":"2026-03-02T12:00:00Z"}` + "\n"

func TestConsoleOfALog(t *testing.T) {
	file := filepath.Join(t.TempDir(), "decisions.jsonl")
	require.NoError(t, os.WriteFile(file, []byte(loggedOK), 0o600))
	errs := &said{}
	r := &consoleRun{log: file, listen: "127.0.0.1:0", policies: "testdata/shop", follow: true, stderr: errs}
	background(t, r.run)
	url := errs.url(t)
	require.Eventually(t, func() bool { return strings.Contains(get(t, http.DefaultClient, url), "calls decided: 1") }, 10*time.Second, 5*time.Millisecond)

	f, err := os.OpenFile(file, os.O_APPEND|os.O_WRONLY, 0)
	require.NoError(t, err)
	next := strings.ReplaceAll(loggedOK, "t-1", "t-2")
	for _, part := range []string{next[:40], next[40:]} { // a line that is written in two pieces
		_, err = f.WriteString(part)
		require.NoError(t, err)
	}
	require.NoError(t, f.Close())
	require.Eventually(t, func() bool { return strings.Contains(get(t, http.DefaultClient, url), "calls decided: 2") }, 10*time.Second, 5*time.Millisecond)

	req, err := http.NewRequest(http.MethodGet, url, nil)
	require.NoError(t, err)
	req.Host = "evil.example"
	res, err := http.DefaultClient.Do(req)
	require.NoError(t, err)
	_ = res.Body.Close()
	assert.Equal(t, http.StatusForbidden, res.StatusCode, "a page that had its name resolve to this machine reads nothing")
}

func TestConsoleOfAProxy(t *testing.T) {
	dir := t.TempDir()
	require.NoError(t, os.CopyFS(filepath.Join(dir, "policies"), os.DirFS("testdata/shop")))
	config := filepath.Join(dir, "lacuna.yaml")
	require.NoError(t, os.WriteFile(config, []byte("listen: 127.0.0.1:0\nservers: {pricing: {url: 'http://127.0.0.1:1/mcp'}}\n"), 0o600))
	for _, operate := range []bool{true, false} {
		errs := &said{}
		r := &proxyRun{config: config, console: "127.0.0.1:0", operate: operate, stderr: errs}
		background(t, r.run)
		url := errs.url(t)
		assert.Equal(t, operate, strings.Contains(url, "?key="))
		base, _, _ := strings.Cut(url, "?")
		tool := base + "tool?server=pricing&tool=quote"
		stranger := get(t, http.DefaultClient, tool)
		assert.NotContains(t, stranger, "Force open")
		if !operate {
			assert.Contains(t, stranger, "This console is read-only.")
			continue
		}
		jar, err := cookiejar.New(nil)
		require.NoError(t, err)
		operator := &http.Client{Jar: jar}
		assert.Contains(t, get(t, operator, url), "breakers are closed")
		assert.Contains(t, get(t, operator, tool), "Force open")
		jar2, err := cookiejar.New(nil)
		require.NoError(t, err)
		guesser := &http.Client{Jar: jar2}
		get(t, guesser, base+"?key=guessed")
		assert.NotContains(t, get(t, guesser, tool), "Force open")
	}
}
