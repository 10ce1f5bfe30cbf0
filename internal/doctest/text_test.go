package doctest_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

// Text that says where it is from stands in that file; the output of an example is what its test compares.
func TestTexts(t *testing.T) {
	for _, b := range blocksOf(t, "text") {
		if from := b.tags["from"]; from != "" {
			assert.True(t, strings.Contains(read(t, from), b.text), "%s: is not in %s", b.at(), from)
		}
		if from := b.tags["output"]; from != "" {
			b.says(t, output(read(t, from)))
		}
	}
}

// output returns what the first example of a test file prints.
func output(source string) string {
	_, comment, _ := strings.Cut(source, "// Output:\n")
	var lines []string
	for _, line := range strings.Split(comment, "\n") {
		rest, ok := strings.CutPrefix(strings.TrimSpace(line), "//")
		if !ok {
			break
		}
		lines = append(lines, strings.TrimPrefix(rest, " "))
	}
	return strings.Join(lines, "\n")
}
