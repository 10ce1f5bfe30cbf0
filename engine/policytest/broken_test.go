package policytest_test

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/lacuna-go/lacuna/engine/policytest"
)

var update = flag.Bool("update", false, "write the golden files")

// TestBroken plays every file of testdata/broken.txtar beside the policies of testdata/fields.
func TestBroken(t *testing.T) {
	const archive = "testdata/broken.txtar"
	ar, err := txtar.ParseFile(archive)
	require.NoError(t, err)
	policies, err := os.ReadFile("testdata/fields/policies.cel")
	require.NoError(t, err)
	for i := 0; i < len(ar.Files); i += 2 {
		src, want := ar.Files[i], &ar.Files[i+1]
		name := strings.TrimSuffix(src.Name, ".yaml")
		require.Equal(t, name+".want", want.Name)
		t.Run(name, func(t *testing.T) {
			got := problems(t, policies, src.Data)
			if *update {
				want.Data = []byte(got)
				return
			}
			assert.Equal(t, string(want.Data), got)
		})
	}
	if *update {
		require.NoError(t, os.WriteFile(archive, txtar.Format(ar), 0o644))
	}
}

// problems runs a test file and returns its problems, without the file's name.
func problems(t *testing.T, policies, src []byte) string {
	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, "policies.cel"), policies, 0o644))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "a_test.yaml"), src, 0o644))
	suite, err := policytest.Load(dir)
	require.NoError(t, err)
	report := suite.Run(t.Context())
	assert.False(t, report.OK())
	var lines []string
	for _, p := range report.All() {
		lines = append(lines, strings.ReplaceAll(p.Error(), filepath.ToSlash(dir)+"/a_test.yaml:", "")+"\n")
		assert.NotEmpty(t, suite.Files[0].Snippet(p.Pos))
	}
	return strings.Join(lines, "")
}
