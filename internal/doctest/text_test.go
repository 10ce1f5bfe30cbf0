package doctest_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

// Text that says where it is from stands in that file; the output of an example stands in the test that compares it.
func TestTexts(t *testing.T) {
	for _, b := range blocksOf(t, "text") {
		text := strings.TrimSuffix(b.text, "\n")
		if from := b.tags["from"]; from != "" {
			assert.True(t, strings.Contains(read(t, from), text), "%s: is not in %s", b.at(), from)
		}
		if from := b.tags["output"]; from != "" {
			lines := strings.Split(text, "\n")
			for i, l := range lines {
				lines[i] = strings.TrimSuffix("// "+l, " ")
			}
			want := "// Output:\n" + strings.Join(lines, "\n")
			assert.True(t, strings.Contains(flat(read(t, from)), want), "%s: is not the output in %s", b.at(), from)
		}
	}
}
