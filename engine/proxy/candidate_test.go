package proxy_test

import (
	"bytes"
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

	"github.com/lacuna-go/lacuna/engine"
	"github.com/lacuna-go/lacuna/engine/proxy"
)

// locked is a log that several write to.
type locked struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (l *locked) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.Write(p)
}

func (l *locked) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.String()
}

func TestCandidateBesideTheProxy(t *testing.T) {
	dir := t.TempDir()
	milder := strings.Replace(claims, `Block{message: {"en": "A price could not be confirmed."}}`, `Flag{}`, 1)
	for name, text := range map[string]string{"turn.cel": turnPolicy, "pricing.cel": pricing, "orders.cel": orders, "claims.cel": milder} {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644))
	}
	var log locked
	r := start(t, "inputs: {redact: [args.sku]}\n", proxy.Options{Logger: zerolog.New(&log), Candidate: dir})
	s := r.client(t, nil)
	ask(t, s, "pricing__quote", "T-1")
	code, body := post(t, r.url+"/v1/turns/T-1/check", `{"reply":"The jacket costs €219."}`)
	require.Equal(t, http.StatusOK, code)
	assert.Equal(t, "block", body["verdict"], "the live policies decide")
	assert.Contains(t, log.String(), `"event":"candidate"`)
	assert.Contains(t, log.String(), `"old":"block","new":"flag","direction":"more_permissive"`)

	require.NoError(t, os.WriteFile(filepath.Join(dir, "claims.cel"), []byte("Claims{"), 0o644))
	said := func(text string) func() bool { return func() bool { return strings.Contains(log.String(), text) } }
	require.Eventually(t, said(`"level":"warn","event":"candidate_reload"`), 10*time.Second, 5*time.Millisecond)
	assert.NotContains(t, log.String(), `"report"`, "an edit that does not load leaves the candidate")
	require.NoError(t, os.WriteFile(filepath.Join(dir, "claims.cel"), []byte(claims), 0o644))
	require.Eventually(t, said(`"report":{"digest":`), 10*time.Second, 5*time.Millisecond, "one that loads takes its place")

	n := 0
	require.NoError(t, engine.ReadLog(strings.NewReader(log.String()), func(l *engine.Logged) error {
		n++
		if l.Record != nil {
			assert.Equal(t, []string{"args.sku"}, l.Record.Inputs.Redacted)
			assert.JSONEq(t, `{}`, string(l.Record.Inputs.Args))
		}
		return nil
	}))
	assert.Equal(t, 2, n)

	conf, err := proxy.ReadConfig(filepath.Join(r.dir, "lacuna.yaml"), "")
	require.NoError(t, err)
	_, err = proxy.New(conf, proxy.Options{Candidate: filepath.Join(dir, "gone")})
	assert.ErrorContains(t, err, "the candidate")
	conf.Inputs.Redact = []string{"arg"}
	_, err = proxy.New(conf, proxy.Options{})
	assert.ErrorContains(t, err, `did you mean "args"?`)
}
