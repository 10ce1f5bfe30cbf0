package doctest_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// Every Go block is a whole file that vet accepts, or stands in a file of the repository.
func TestGo(t *testing.T) {
	for _, b := range blocksOf(t, "go") {
		t.Run(b.at(), func(t *testing.T) {
			if from := b.tags["from"]; from != "" {
				assert.Contains(t, flat(read(t, from)), flat(b.text))
				return
			}
			require.True(t, strings.HasPrefix(b.text, "package "), "it is neither a whole file nor from one")
			name := filepath.Join(t.TempDir(), "block.go")
			require.NoError(t, os.WriteFile(name, []byte(b.text), 0o600))
			out, err := exec.CommandContext(t.Context(), "go", "vet", name).CombinedOutput()
			assert.NoError(t, err, string(out))
		})
	}
}

// flat drops the indentation of lines, which an excerpt has not.
func flat(text string) string {
	lines := strings.Split(strings.TrimSpace(text), "\n")
	for i := range lines {
		lines[i] = strings.TrimSpace(lines[i])
	}
	return strings.Join(lines, "\n")
}
