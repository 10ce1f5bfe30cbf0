package lint_test

import (
	"fmt"
	"os"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/require"

	"github.com/lacuna-go/lacuna/rules"
	"github.com/lacuna-go/lacuna/rules/lint"
)

// many is a directory of n policies, each on a server of its own, under a Turn and Claims.
func many(tb testing.TB, n int) fstest.MapFS {
	turn, err := os.ReadFile("../../policies/turn.cel")
	require.NoError(tb, err)
	claims, err := os.ReadFile("../../policies/claims.cel")
	require.NoError(tb, err)
	pricing, err := os.ReadFile("../../policies/pricing.cel")
	require.NoError(tb, err)
	fsys := fstest.MapFS{"turn.cel": {Data: turn}, "claims.cel": {Data: claims}}
	for i := range n {
		text := strings.ReplaceAll(string(pricing), `"pricing"`, fmt.Sprintf(`"pricing-%d"`, i))
		fsys[fmt.Sprintf("p%d.cel", i)] = &fstest.MapFile{Data: []byte(text)}
	}
	return fsys
}

// Checking a set costs about as much as loading it.
func BenchmarkCheck(b *testing.B) {
	for _, n := range []int{10, 1000} {
		fsys := many(b, n)
		b.Run(fmt.Sprintf("load/policies=%d", n), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				_, err := rules.Load(fsys)
				require.NoError(b, err)
			}
		})
		b.Run(fmt.Sprintf("check/policies=%d", n), func(b *testing.B) {
			set, err := rules.Load(fsys)
			require.NoError(b, err)
			b.ReportAllocs()
			for b.Loop() {
				lint.Check(set, lint.At(now))
			}
		})
	}
}
