package doctest_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

// Text that says where it is from begins that file.
func TestTexts(t *testing.T) {
	for _, b := range blocksOf(t, "text") {
		if !b.has("from") {
			continue
		}
		t.Run(b.at(), func(t *testing.T) {
			assert.Contains(t, read(t, b.tags["from"]), strings.TrimSuffix(b.text, "\n"))
		})
	}
}
