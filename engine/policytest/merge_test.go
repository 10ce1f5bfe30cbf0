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
