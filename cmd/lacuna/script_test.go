package main

import (
	"flag"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
	"github.com/stretchr/testify/require"
)

var update = flag.Bool("update", false, "write the outputs that scripts compare with")

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"lacuna": main})
}

// concurrent are the commands, by the names of their scripts, that do several things at a time.
var concurrent = []string{"console", "guard", "proxy", "simulate", "test"}

// TestScript runs the scripts of testdata/script, each in a directory of its own with a copy of testdata/shop.
func TestScript(t *testing.T) {
	shop, err := filepath.Abs("testdata/shop")
	require.NoError(t, err)
	testscript.Run(t, testscript.Params{
		Dir:           "testdata/script",
		UpdateScripts: *update,
		Cmds:          map[string]func(*testscript.TestScript, bool, []string){"declog": writeDecisionLog},
		Setup: func(env *testscript.Env) error {
			name := strings.TrimPrefix(filepath.Base(env.WorkDir), "script-")
			if command, _, _ := strings.Cut(name, "_"); raceEnabled && !slices.Contains(concurrent, command) {
				env.T().Skip("one goroutine, and dozens of processes: it runs without the race detector")
			}
			return os.CopyFS(filepath.Join(env.WorkDir, "shop"), os.DirFS(shop))
		},
	})
}
