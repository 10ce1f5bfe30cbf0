package main

import (
	"bytes"
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
		{"servers for everybody", []string{"--serve", "0.0.0.0:9101"}, "0.0.0.0:9101 is not on loopback"},
		{"the name of no model", []string{"--model-name", "m"}, "--model-name is for --model URL"},
		{"a transcript of a live model", []string{"--model", "http://127.0.0.1:1/v1", "--golden", "f"}, "--golden is for the scripted model"},
		{"a live model elsewhere", []string{"--model", "http://127.0.0.1:1/v1"}, "there is no folder modeladapter here"},
		{"rules that do not load", []string{"--policies", broken}, "a.cel:1:8: "},
	} {
		t.Run(c.name, func(t *testing.T) {
			assert.ErrorContains(t, run(t.Context(), c.args, new(bytes.Buffer)), c.want)
		})
	}
}

// The flags that play has go along to the program with the client library.
func TestCommand(t *testing.T) {
	own := flags{model: "http://127.0.0.1:11434/v1", name: "small"}
	play := &shop.Settings{Scene: "healthy", JSON: true, Policies: "/policies"}
	assert.Equal(t, []string{
		"run", "-C", "modeladapter", "./storefront", "--model", "http://127.0.0.1:11434/v1", "--policies", "/policies",
		"--model-name", "small", "--scene", "healthy", "--json",
	}, command(own, play))
	assert.Equal(t, []string{"run", "-C", "modeladapter", "./storefront", "--model", "u", "--policies", "p"},
		command(flags{model: "u"}, &shop.Settings{Policies: "p"}))
}
