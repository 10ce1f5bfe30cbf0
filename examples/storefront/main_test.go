package main

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/lacuna-go/lacuna/examples/storefront/shop"
)

func TestWrongUse(t *testing.T) {
	t.Parallel()
	broken := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(broken, "a.cel"), []byte("Policy{nome: \"a\"}"), 0o644))
	untested := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(untested, "a.cel"), []byte("Policy{name: \"a\"}"), 0o644))
	for _, c := range []struct {
		name string
		args []string
		want string
	}{
		{"a scene that is none", []string{"--scene", "nix"}, `no scene "nix"; there are healthy, `},
		{"a flag that is none", []string{"--scen", "x"}, "flag provided but not defined: -scen"},
		{"an argument too many", []string{"healthy"}, `unexpected argument "healthy"`},
		{"one scene against all", []string{"--golden", "f", "--scene", "healthy"}, "--golden compares the transcript of all scenes"},
		{"no rules", []string{"--policies", filepath.Join(broken, "none")}, "play from the repository's root, or say --policies DIR"},
		{"a break that is none", []string{"--serve", "127.0.0.1:0", "--break", "quote=ill"}, "a tool is broken as TOOL=KIND"},
		{"a break without servers", []string{"--break", "quote=dead"}, "--break is for --serve"},
		{"numbers without servers", []string{"--metrics", "127.0.0.1:0"}, "--metrics is for --serve"},
		{"numbers at no address", []string{"--serve", "127.0.0.1:0", "--metrics", "nowhere"}, "nowhere: missing port"},
		{"numbers for everybody", []string{"--serve", "127.0.0.1:0", "--metrics", "0.0.0.0:0"}, "0.0.0.0:0 is not on loopback"},
		{"servers for everybody", []string{"--serve", "0.0.0.0:9101"}, "0.0.0.0:9101 is not on loopback"},
		{"the name of no model", []string{"--model-name", "m"}, "are for --model URL"},
		{"a transcript of a live model", []string{"--model", "http://127.0.0.1:1/v1", "--model-name", "m", "--golden", "f"}, "--golden is for the scripted model"},
		{"a live model without a name", []string{"--model", "http://127.0.0.1:1/v1"}, "say which model it is"},
		{"a key for no model", []string{"--key-env", "OPENAI_API_KEY"}, "are for --model URL"},
		{"two things at once", []string{"--serve", "127.0.0.1:0", "--visit", "http://127.0.0.1:1/mcp"}, "say one of --serve, --visit, --console and --model"},
		{"a live model elsewhere", []string{"--model", "http://127.0.0.1:1/v1", "--model-name", "m"}, "there is no folder modeladapter here"},
		{"rules that nothing tests", []string{"--policies", untested, "--require-tests"}, "nothing is tested"},
		{"rules that do not load", []string{"--policies", broken}, "a.cel:1:8: "},
	} {
		t.Run(c.name, func(t *testing.T) {
			assert.ErrorContains(t, run(t.Context(), c.args, new(bytes.Buffer)), c.want)
		})
	}
}

// Every flag that was set goes along to the program with the client library.
func TestCommand(t *testing.T) {
	set := flag.NewFlagSet("storefront", flag.ContinueOnError)
	shop.Flags(set)
	new(flags).define(set)
	require.NoError(t, set.Parse([]string{
		"--model", "http://127.0.0.1:11434/v1", "--model-name", "small one", "--key-env", "OPENAI_API_KEY",
		"--policies", "policies", "--scene", "healthy", "--json",
	}))
	assert.Equal(t, []string{
		"run", "-C", "modeladapter", "./storefront", "--policies=/policies", "--json=true", "--key-env=OPENAI_API_KEY",
		"--model=http://127.0.0.1:11434/v1", "--model-name=small one", "--scene=healthy",
	}, command(set, "/policies"))
}
