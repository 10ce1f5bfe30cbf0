package eval_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/lacuna-go/lacuna/eval"
)

// A bracket doubled, or lost, is reported in its own line; a lost closing one at the bracket that it closed.
func TestMisplacedBracket(t *testing.T) {
	var names []string
	for _, pattern := range []string{"../policies/*.cel", "../rules/testdata/good/*.cel", "testdata/parse/good/*.cel"} {
		found, err := filepath.Glob(pattern)
		require.NoError(t, err)
		names = append(names, found...)
	}
	require.Greater(t, len(names), 7)
	right, wrong := map[string]int{}, map[string]int{}
	for _, name := range names {
		src, err := os.ReadFile(name)
		require.NoError(t, err)
		f, problems := eval.Parse("a.cel", src)
		require.Empty(t, problems, name)
		for _, b := range f.Brackets() {
			runes := []rune(string(src))
			twice := string(runes[:b.At+1]) + string(runes[b.At:])
			lost := string(runes[:b.At]) + string(runes[b.At+1:])
			bracket := string(runes[b.At])
			texts := map[string]string{"doubled": twice, "lost": lost}
			if rest := runes[b.At+1:]; len(rest) > 2 && rest[0] == ',' {
				texts["lost with its comma"] = string(runes[:b.At]) + string(rest[1:])
				texts["doubled with its comma"] = string(runes[:b.At+2]) + string(runes[b.At:])
				if rest[1] == '\n' {
					texts["doubled in a line"] = string(runes[:b.At+2]) + "\n" + string(runes[b.At:])
				}
			}
			for kind, text := range texts {
				want := b.Line
				if strings.HasPrefix(kind, "lost") && bracket != "(" && bracket != "[" && bracket != "{" {
					want = b.PairLine
				}
				_, found := eval.Parse("a.cel", []byte(text))
				require.NotEmpty(t, found, "%s: %s %s in line %d", name, kind, bracket, b.Line)
				if line := found[0].Pos.Line; len(found) == 1 && (line == want || line == want+1 && kind == "doubled in a line") {
					right[kind]++
					continue
				}
				wrong[kind]++
				t.Logf("%s: %s %s: want line %d, got %v", name, kind, bracket, want, found)
				assert.Contains(t, b.Enclosing, found[0].Pos.Line, "%s: %s %s in line %d: beyond its literal: %v", name, kind, bracket, b.Line, found[0])
			}
		}
	}
	for kind, n := range right {
		t.Logf("%s: %d of %d in the right line", kind, n, n+wrong[kind])
		assert.GreaterOrEqual(t, float64(n), 0.97*float64(n+wrong[kind]), kind)
	}
}
