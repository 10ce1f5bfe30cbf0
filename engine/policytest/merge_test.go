package policytest_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// TestDefaults holds how a case lies over its file.
func TestDefaults(t *testing.T) {
	report := run(t, directory(t, map[string]string{"a_test.yaml": `
shared: &scene {server: shop, tool: look}
tests: []
`}))
	assert.Contains(t, report.Problems[0].Message, `has no field "shared"`)

	report = run(t, directory(t, map[string]string{"a_test.yaml": `
turn: {audience: C-9, language: en}
facts: {vip: false, n: 1}
call: &quote {server: shop, tool: quote, args: {sku: A, currency: EUR}}
failure: {kind: timeout, after: 1s}
results: [{server: shop, tool: look, json: {is: default}}]
tests:
  - name: maps are merged at every depth
    turn: {language: de}
    call: {args: {sku: B}}
    failure: {kind: internal}
    want: {outcome: hard_fail, message: Nein., took: 1s}
  - name: a null unsets
    failure: null
    call: {args: null}
    want: {outcome: ok}
  - name: calls stand instead of a default call
    failure: null
    calls: [{<<: *quote, tool: look}]
    want: {tool: look, model: {is: default}}
  - name: lists replace
    failure: null
    call: {tool: look}
    results: []
    want: {model: {}}
  - name: a default call and a reply are a turn
    failure: null
    reply: Fine.
    want: {verdict: pass}
`}))
	assert.True(t, report.OK(), "%v %+v", report.All(), report.Results)
}

// TestFixtures holds how fixtures of the file, of files beside it and above lie under a case.
func TestFixtures(t *testing.T) {
	dir := directory(t, map[string]string{
		"shared_fixtures.yaml": `
fixtures:
  german: {turn: {language: de}}
  quote: {call: {server: shop, tool: quote, args: {sku: A}}, turn: {audience: C-9}}
`,
		"sub/near_fixtures.yaml": `
fixtures:
  quote: {call: {server: shop, tool: look, args: {sku: B}}}
`,
		"a_test.yaml": `
use: quote
facts: {vip: false}
fixtures:
  down: {failure: {kind: internal}}
tests:
  - {name: the default fixture, want: {outcome: ok, tool: quote}}
  - {name: a case names others, use: [quote, german, down], want: {outcome: hard_fail, message: Nein.}}
  - {name: a case lies over them, use: [quote, german, down], turn: {language: en}, failure: null, want: {outcome: ok}}
  - {name: none, use: null, call: {server: shop, tool: look}, want: {tool: look}}
`,
		"sub/b_test.yaml": `
tests:
  - {name: the nearest is taken, use: quote, facts: {vip: false}, want: {tool: look}}
`,
	})
	report := run(t, dir)
	assert.True(t, report.OK(), "%v %+v", report.All(), report.Results)
	assert.Len(t, report.Results, 5)
}

// TestRows holds that a case with rows is one case a row.
func TestRows(t *testing.T) {
	report := run(t, directory(t, map[string]string{"a_test.yaml": `
turn: {audience: C-9}
facts: {vip: false}
tests:
  - name: what an error comes to
    call: {server: shop, tool: quote, args: {sku: A}}
    want: {tool: quote}
    rows:
      - {failure: {kind: internal}, want: {outcome: hard_fail}}
      - {name: none, failure: null, want: {outcome: ok}}
      - {name: wrong, want: {outcome: omit}}
      - {name: a turn, calls: [{server: shop, tool: look}], want: {tool: look}}
`}))
	var names []string
	for _, r := range report.Results {
		names = append(names, r.Name)
	}
	assert.Equal(t, []string{"what an error comes to/1", "what an error comes to/none", "what an error comes to/wrong", "what an error comes to/a turn"}, names)
	assert.Equal(t, []bool{true, true, false, true}, []bool{
		report.Results[0].Passed(), report.Results[1].Passed(), report.Results[2].Passed(), report.Results[3].Passed(),
	}, "%+v", report.Results)
	assert.Equal(t, 11, report.Results[2].Pos.Line, "a row has its own place")
}

// TestTimePasses holds that time passes between calls, but no budget.
func TestTimePasses(t *testing.T) {
	report := run(t, directory(t, map[string]string{"a_test.yaml": `
tests:
  - name: a minute later
    calls:
      - {server: shop, tool: look, want: {at: 2026-01-01T12:00:00Z, remaining: 8s}}
      - {server: shop, tool: look, wait: 1m, args: {n: 1}, want: {at: 2026-01-01T12:01:00Z, remaining: 8s}}
    want: {outcome: ok}
`}))
	assert.True(t, report.OK(), "%v %+v", report.All(), report.Results)
}
