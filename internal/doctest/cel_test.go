package doctest_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/lacuna-go/lacuna/eval"
	"github.com/lacuna-go/lacuna/rules"
)

// setFiles returns the policy files of a named set, with the block in its place.
func setFiles(t *testing.T, set string) fstest.MapFS {
	t.Helper()
	files := fstest.MapFS{}
	if set == "" {
		return files
	}
	dir := filepath.Join("testdata", "sets", set)
	if set == "policies" {
		dir = filepath.Join(root, "policies")
	}
	require.NoError(t, fs.WalkDir(os.DirFS(dir), ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || filepath.Ext(name) != ".cel" {
			return err
		}
		b, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(name)))
		files[name] = &fstest.MapFile{Data: b}
		return err
	}))
	require.NotEmpty(t, files, "the set %q is empty", set)
	return files
}

func (b *block) files(t *testing.T) fstest.MapFS {
	files := setFiles(t, b.tags["set"])
	name := b.tags["file"]
	if name == "" {
		name = "policy.cel"
	}
	files[name] = &fstest.MapFile{Data: []byte(b.text)}
	return files
}

// custom is the embedder's function of docs/rules.md.
var custom = eval.Function{
	Name: "shop.is_open", Params: []string{"timestamp"}, Result: "bool",
	Call: func(args []any) (any, error) { return args[0].(time.Time).Hour() >= 9, nil },
}

// Every policy in a page loads, or fails with exactly the messages that stand below it.
func TestPolicies(t *testing.T) {
	blocks := blocksOf(t, "cel")
	require.NotEmpty(t, blocks)
	for _, b := range blocks {
		t.Run(b.at(), func(t *testing.T) {
			_, err := rules.Load(b.files(t), rules.WithDir("policies"), rules.WithFunctions(custom))
			if !b.has("errors") {
				require.NoError(t, err)
				return
			}
			require.Error(t, err)
			require.NotNil(t, b.next, "the messages are missing")
			require.Equal(t, "text", b.next.lang, "the messages are missing")
			b.next.says(t, err.Error())
		})
	}
}

// The policies of the pages are in the canonical layout, but for those that stand above messages. With -update they are
// laid out.
func TestPoliciesAreFormatted(t *testing.T) {
	for _, b := range blocksOf(t, "cel") {
		if b.has("errors") {
			continue
		}
		got, err := rules.Format(b.at(), []byte(b.text))
		require.NoError(t, err)
		if *update && string(got) != b.text {
			const fence = "```cel\n"
			text := strings.Replace(read(t, b.page), fence+b.text+"```", fence+string(got)+"```", 1)
			require.NoError(t, os.WriteFile(filepath.Join(root, filepath.FromSlash(b.page)), []byte(text), 0o600))
			continue
		}
		assert.Equal(t, string(got), b.text, "%s: run go test ./internal/doctest -update", b.at())
	}
}
