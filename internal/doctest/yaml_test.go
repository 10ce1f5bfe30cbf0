package doctest_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/lacuna-go/lacuna/engine/policytest"
	"github.com/lacuna-go/lacuna/engine/proxy"
)

// Every golden test in a page passes beside the policies of its set, or beside the policy before it if it names none.
func TestGoldenTests(t *testing.T) {
	for _, p := range pages(t) {
		var above *block
		for _, b := range p.blocks() {
			if b.lang == "cel" && !b.has("errors") {
				above = b
			}
			if b.lang != "yaml" || b.has("proxy") {
				continue
			}
			t.Run(b.at(), func(t *testing.T) {
				files := setFiles(t, b.tags["set"])
				if !b.has("set") {
					require.NotNil(t, above, "there is no policy to test")
					files = above.files(t)
				}
				dir := filepath.Join(t.TempDir(), "policies")
				for name, f := range files {
					write(t, filepath.Join(dir, filepath.FromSlash(name)), f.Data)
				}
				write(t, filepath.Join(dir, "page_test.yaml"), []byte(b.text))
				suite, err := policytest.Load(dir, policytest.WithFunctions(custom))
				require.NoError(t, err)
				report := suite.Run(t.Context())
				for _, p := range report.All() {
					t.Error(p)
				}
				for i := range report.Results {
					r := &report.Results[i]
					var diffs strings.Builder
					require.NoError(t, r.WriteDiffs(&diffs, "  "))
					assert.True(t, r.Passed(), "%s\n%s", r.Name, diffs.String())
				}
				assert.True(t, report.OK())
			})
		}
	}
}

// Every file of a proxy in a page is read.
func TestProxyFiles(t *testing.T) {
	t.Setenv("PRICING_TOKEN", "any")
	for _, b := range blocksOf(t, "yaml") {
		if !b.has("proxy") {
			continue
		}
		file := filepath.Join(t.TempDir(), "lacuna.yaml")
		write(t, file, []byte(b.text))
		_, err := proxy.ReadConfig(file, "")
		assert.NoError(t, err, b.at())
	}
}

func write(t *testing.T, name string, text []byte) {
	t.Helper()
	require.NoError(t, os.MkdirAll(filepath.Dir(name), fs.ModePerm))
	require.NoError(t, os.WriteFile(name, text, 0o600))
}
