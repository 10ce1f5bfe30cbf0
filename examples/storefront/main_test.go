package main

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
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
		{"rules that do not load", []string{"--policies", broken}, "a.cel:1:8: "},
	} {
		t.Run(c.name, func(t *testing.T) {
			assert.ErrorContains(t, run(t.Context(), c.args, new(bytes.Buffer)), c.want)
		})
	}
}
