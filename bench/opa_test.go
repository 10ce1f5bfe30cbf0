package bench_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/open-policy-agent/opa/v1/ast"
	"github.com/open-policy-agent/opa/v1/rego"
	"github.com/stretchr/testify/require"
)

// opaModule holds n rules. The comparison of the server comes first, by itself: that is what OPA's rule index is made from.
func opaModule(n int) string {
	var b strings.Builder
	b.WriteString("package tools\n\n")
	for i := range n {
		fmt.Fprintf(&b, `deny contains "p-%d" if {
	input.call.server == "s-%d"
	input.breaker.state == "open"
	not "customer_specific" in input.call.tags
	input.breaker.open_for < %d
}
`, i, i/applicable, 60*(15+i))
	}
	return b.String()
}

// opaEval returns one decision by OPA, prepared, on an input that was parsed beforehand.
func opaEval(tb testing.TB, n int) func() int {
	tb.Helper()
	ctx := context.Background()
	query, err := rego.New(rego.Query("data.tools.deny"), rego.Module("tools.rego", opaModule(n))).PrepareForEval(ctx)
	require.NoError(tb, err)
	input, err := ast.InterfaceToValue(map[string]any{
		"call":    map[string]any{"server": "s-0", "tags": []any{"outdoor", "winter"}},
		"breaker": map[string]any{"state": "open", "open_for": 60},
	})
	require.NoError(tb, err)
	return func() int {
		results, err := query.Eval(ctx, rego.EvalParsedInput(input))
		if err != nil {
			return -1
		}
		denied, _ := results[0].Expressions[0].Value.([]any)
		return len(denied)
	}
}
