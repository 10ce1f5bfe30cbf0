package interop_test

import (
	"context"
	"net"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/lacuna-go/lacuna/engine/proxy"
)

const policies = `[
  Turn{budget: duration("40s"), purposes: ["chat"], languages: ["en"]},
  Policy{
    name: "pricing", server: "pricing", effect: Effect.READ, timeout: duration("8s"),
    breaker: Breaker{failures: 1000, open_for: duration("1s")},
    when_unavailable: [Omit{disclose: {"en": "Prices can't be looked up at the moment."}}],
  },
  Policy{
    name: "everything", server: "everything", effect: Effect.READ, timeout: duration("10s"),
    when_unavailable: [Omit{disclose: {"en": "Not at the moment."}}],
  },
]`

// start runs a proxy with a file's text and returns its address. The proxy ends with the test.
func start(t testing.TB, config string, o proxy.Options) string {
	t.Helper()
	dir := t.TempDir()
	require.NoError(t, os.Mkdir(filepath.Join(dir, "policies"), 0o755))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "policies", "all.cel"), []byte(policies), 0o644))
	file := filepath.Join(dir, "lacuna.yaml")
	require.NoError(t, os.WriteFile(file, []byte("listen: 127.0.0.1:0\n"+config), 0o644))
	conf, err := proxy.ReadConfig(file, "")
	require.NoError(t, err)
	p, err := proxy.New(conf, o)
	require.NoError(t, err)
	ctx, cancel := context.WithCancel(context.Background())
	at, ended := make(chan net.Addr, 1), make(chan error, 1)
	go func() { ended <- p.Run(ctx, func(a net.Addr) { at <- a }) }()
	t.Cleanup(func() {
		cancel()
		assert.NoError(t, <-ended)
	})
	return conf.URL(<-at)
}
