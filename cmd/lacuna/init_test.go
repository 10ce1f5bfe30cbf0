package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/lacuna-go/lacuna/engine/policytest"
	"github.com/lacuna-go/lacuna/rules"
	linter "github.com/lacuna-go/lacuna/rules/lint"
)

// Whatever tools a server lists, what init writes loads, passes its own tests, and gives rise to no warning.
func TestInit(t *testing.T) {
	many := make([]string, 450)
	for i := range many {
		many[i] = fmt.Sprintf("tool_%d", i)
	}
	for _, c := range []struct {
		name   string
		tools  []string
		read   string
		policy int
	}{
		{"one", []string{"quote"}, "", 1},
		{"reads", []string{"quote", "search", "get_price"}, "*", 3},
		{"many", many, "tool_1*", 450},
		{"strange", []string{`a"b`, `it's`, `back\slash`, "größe", "日本語", "a.b/c", "//", "a-b", "a_b", "A-B", "é", "e\u0301", "😀", "{x}", "${x}", "%d", "# x", "- x", "null", "~", "\u202eabc", "\u200b"}, "", 20},
		{"of which some can't be named", []string{"ok", "a b", "", "x*", "*", "a\nb", "a\x00b", strings.Repeat("x", 201), "ok"}, "", 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := t.TempDir()
			list := map[string]any{"tools": []any{}}
			for _, tool := range c.tools {
				if tool == "" {
					continue // a list with one is refused as it is read
				}
				list["tools"] = append(list["tools"].([]any), map[string]any{
					"name": tool, "description": "says \"" + tool + "\"\nand */ more\x07 \u2028 // {", "inputSchema": map[string]any{
						"type": "object", "required": []string{tool, "n"}, "properties": map[string]any{"n": map[string]any{"type": "integer"}},
					}, "annotations": map[string]any{"readOnlyHint": true},
				})
			}
			raw, err := json.Marshal(list)
			require.NoError(t, err)
			args := []string{"init", "--tools", "shop=-", filepath.Join(dir, "p")}
			if c.read != "" {
				args = append(args, "--read", c.read)
			}
			var stdout, stderr bytes.Buffer
			require.Zero(t, run(args, bytes.NewReader(raw), &stdout, &stderr), stderr.String())

			set, err := rules.Load(os.DirFS(filepath.Join(dir, "p")))
			require.NoError(t, err)
			assert.Len(t, set.Policies, c.policy)
			for _, f := range linter.Check(set) {
				assert.Equal(t, linter.Note, f.Severity, "%s: %s", f.ID, f.Message)
			}
			for _, p := range set.Policies {
				for _, tool := range p.Tools {
					assert.Contains(t, c.tools, tool.String())
				}
			}
			if len(c.tools) < 100 {
				policytest.Run(t, filepath.Join(dir, "p"))
			}
		})
	}
}
