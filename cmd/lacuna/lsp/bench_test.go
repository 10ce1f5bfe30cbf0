package lsp

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// What one pause in typing costs beside 1,000 other policies: the directory is read, one file is compiled anew, and the whole
// set is linted.
func BenchmarkLook(b *testing.B) {
	for _, n := range []int{10, 1000} {
		b.Run(fmt.Sprintf("policies=%d", n), func(b *testing.B) {
			dir := b.TempDir()
			for i := range n {
				text := fmt.Sprintf(`Policy{
  name: "p%d", server: "s%d", effect: Effect.READ, timeout: duration("2s"), retry: Retry{max: 1},
  forbid: {"too many": has(call.args.n) && call.args.n > 3, "odd": turn.purpose == Purpose.CHAT && call.tool == "x"},
  when_unavailable: [Cached{max_age: duration("5m"), disclose: "As of " + entry.as_of.clock() + "."}, Omit{disclose: "Later."}],
}
`, i, i)
				require.NoError(b, os.WriteFile(filepath.Join(dir, fmt.Sprintf("p%d.cel", i)), []byte(text), 0o600))
			}
			s := newSet(filepath.ToSlash(dir))
			s.look(nil)
			b.ReportAllocs()
			i := 0
			for b.Loop() {
				i++
				s.look(map[string]string{"p1.cel": fmt.Sprintf(`Policy{name: "typed%d", server: "s1", when_unavailable: [Omit{disclose: "x"}]}`, i)})
			}
		})
	}
}
