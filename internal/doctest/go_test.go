package doctest_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// Every Go block is a whole file, or the body of a function, that vet accepts, or stands in a file of the repository.
func TestGo(t *testing.T) {
	dir := t.TempDir()
	for i, b := range blocksOf(t, "go") {
		if from := b.tags["from"]; from != "" {
			assert.Contains(t, flat(read(t, from)), flat(b.text), b.at())
			continue
		}
		source := fmt.Sprintf("//line %s:%d\n%s", b.page, b.line+1, b.text)
		if b.has("body") {
			source = body(source)
		}
		line, _, _ := strings.Cut(b.text, "\n")
		require.True(t, strings.HasPrefix(line, "package ") || b.has("body"), "%s: it is neither a whole file nor from one", b.at())
		name := "block.go"
		if strings.HasSuffix(line, "_test") {
			name = "block_test.go"
		}
		write(t, filepath.Join(dir, fmt.Sprint("block", i), name), []byte(source))
	}
	vet(t, dir)
}

// vet checks all packages below a directory at once, as a module beside this one.
func vet(t *testing.T, dir string) {
	t.Helper()
	here, err := filepath.Abs(root)
	require.NoError(t, err)
	mod := strings.Replace(read(t, "go.mod"), "module github.com/lacuna-go/lacuna\n", "module blocks\n", 1) +
		"\nrequire github.com/lacuna-go/lacuna v0.0.0\n\nreplace github.com/lacuna-go/lacuna => " + here + "\n"
	write(t, filepath.Join(dir, "go.mod"), []byte(mod))
	write(t, filepath.Join(dir, "go.sum"), []byte(read(t, "go.sum")))
	cmd := exec.CommandContext(t.Context(), "go", "vet", "./...")
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOFLAGS=-mod=mod", "GOWORK=off", "GOPROXY=off")
	out, err := cmd.CombinedOutput()
	assert.NoError(t, err, string(out))
}

// packages are those that a body may use without importing them.
var packages = []string{
	"context", "errors", "fmt", "io", "iter", "os", "time", "github.com/rs/zerolog",
	"github.com/lacuna-go/lacuna/engine", "github.com/lacuna-go/lacuna/engine/metrics", "github.com/lacuna-go/lacuna/engine/oteladapter",
	"github.com/lacuna-go/lacuna/state", "go.opentelemetry.io/otel",
}

// body makes a file of the body of a function, whose parameters stand for what the reader has.
func body(text string) string {
	const head = `func body(ctx context.Context, eng *engine.Engine, turn *engine.Turn, dispatch engine.Dispatch, w io.Writer, pieces iter.Seq[string], exported time.Time, count func(server, outcome string)) (err error) {
	{
`
	source := head + text + "\n\t}\n\treturn nil\n}\n"
	if strings.Contains(text, "\nreturn eng") { // what stands behind it can't be reached
		source = head + text + "\n\t}\n}\n"
	}
	file := "package block\n\n"
	for _, p := range packages {
		if regexp.MustCompile(`\b` + filepath.Base(p) + `\.[A-Z]`).MatchString(source) {
			file += fmt.Sprintf("import %q\n", p)
		}
	}
	return file + source
}

// flat drops the indentation of lines, which an excerpt has not.
func flat(text string) string {
	lines := strings.Split(strings.TrimSpace(text), "\n")
	for i := range lines {
		lines[i] = strings.TrimSpace(lines[i])
	}
	return strings.Join(lines, "\n")
}
