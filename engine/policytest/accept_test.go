package policytest_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestAccept holds what is written in the place of a value, whichever way that is written.
func TestAccept(t *testing.T) {
	for _, c := range []struct{ name, before, after string }{
		{"a word", "{outcome: omit}   # why", "{outcome: ok}   # why"},
		{"the last of a line", "{outcome: omit}", "{outcome: ok}"},
		{"a number", "{attempts: 12, outcome: ok}", "{attempts: 1, outcome: ok}"},
		{"in double quotes, which end on the line", `{outcome: "o\"mit", attempts: 1}`, "{outcome: ok, attempts: 1}"},
		{"in single quotes", `{outcome: 'it''s', attempts: 1}`, "{outcome: ok, attempts: 1}"},
		{"a list", "{unmet: [a/b, 'c, ]d'], attempts: 1}", "{unmet: [], attempts: 1}"},
		{"a null", "{outcome: null, attempts: 1}", "{outcome: ok, attempts: 1}"},
		{"deep inside, and behind a letter of two bytes", `{model: {ü: x, n: 2}}`, `{model: {ü: null, n: 1}}`},
		{"a text that needs quotes", `{model: {say: x}}`, `{model: {say: "yes: \"no\""}}`},
		{"a word that is another type", `{model: {on: x}}`, `{model: {on: "off"}}`},
		{"a list for a list", `{model: {list: [b]}}`, `{model: {list: [a, 1.50, true]}}`},
	} {
		t.Run(c.name, func(t *testing.T) {
			file := func(want string) string {
				return "# one\ncall: {server: shop, tool: look}\nresults: [{server: shop, tool: look, json: {n: 1, say: 'yes: \"no\"', \"on\": \"off\", list: [a, 1.50, true]}}]\ntests:\n" +
					"  - name: ü\n    want: " + want + "\n"
			}
			suite := suiteOf(t, lookPolicy, file(c.before))
			done, err := suite.Accept(suite.Run(t.Context()))
			require.NoError(t, err)
			assert.Empty(t, done.Refused)
			got, err := os.ReadFile(filepath.Join(suite.Dir, "a_test.yaml"))
			require.NoError(t, err)
			assert.Equal(t, file(c.after), string(got))
			again := suiteOf(t, lookPolicy, string(got))
			assert.True(t, again.Run(t.Context()).OK())
		})
	}
}

const lookPolicy = `Policy{name: "look", server: "shop", effect: Effect.READ}`

func TestAcceptRefuses(t *testing.T) {
	for _, c := range []struct{ name, want, why string }{
		{"a text over lines", "\n      outcome: >\n        omit\n", "outcome: it does not stand on one line"},
		{"a list over lines", "\n      unmet:\n        - a/b\n", "unmet: it does not stand on one line"},
		{"a map", "{failure: 1}\n", ""},
		{"a list of maps", "{moments: []}\n", "moments: it holds maps"},
	} {
		t.Run(c.name, func(t *testing.T) {
			text := "tests:\n  - name: a\n    call: {server: shop, tool: look}\n    want: " + c.want
			suite := suiteOf(t, lookPolicy, text)
			done, err := suite.Accept(suite.Run(t.Context()))
			require.NoError(t, err)
			if c.why != "" {
				require.Len(t, done.Refused, 1)
				assert.Contains(t, done.Refused[0].Message, c.why)
			}
		})
	}
	suite := suiteOf(t, lookPolicy, "tests: [{name: a, call: {server: shop, tool: look}, want: {outcome: omit}}]")
	report := suite.Run(t.Context())
	require.NoError(t, os.WriteFile(filepath.Join(suite.Dir, "a_test.yaml"), []byte("tests: []"), 0o644))
	_, err := suite.Accept(report)
	assert.ErrorContains(t, err, "has changed since it was read")
}
