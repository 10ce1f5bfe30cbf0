package doctest_test

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// The settings of editors start the language server; those that are JSON are JSON.
func TestEditorSettings(t *testing.T) {
	starts := 0
	for _, p := range pages(t) {
		for _, b := range p.blocks() {
			switch {
			case p.name != "docs/editors.md":
				continue
			case b.lang == "json":
				var v map[string]any
				require.NoError(t, json.Unmarshal([]byte(b.text), &v), b.at())
				if v["policies"] != nil {
					continue // the server's own options
				}
			}
			assert.Regexp(t, `"lacuna"`, b.text, b.at())
			assert.Regexp(t, `"lsp"`, b.text, b.at())
			starts++
		}
	}
	assert.Equal(t, 3, starts)
}
