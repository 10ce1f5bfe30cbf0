package bench_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/cedar-policy/cedar-go"
	"github.com/stretchr/testify/require"
)

// cedarEval returns one authorization by cedar-go, on a request that was made beforehand: how many policies forbade it.
func cedarEval(tb testing.TB, n int) func() int {
	tb.Helper()
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, `forbid (principal, action, resource == Server::"s-%d") when {
	context.state == "open" && !context.tags.contains("customer_specific") && context.open_for < %d
};
`, i/applicable, 60*(15+i))
	}
	set, err := cedar.NewPolicySetFromBytes("tools.cedar", []byte(b.String()))
	require.NoError(tb, err)
	request := cedar.Request{
		Principal: cedar.NewEntityUID("Turn", "1"), Action: cedar.NewEntityUID("Action", "call"), Resource: cedar.NewEntityUID("Server", "s-0"),
		Context: cedar.NewRecord(cedar.RecordMap{
			"state": cedar.String("open"), "tags": cedar.NewSet(cedar.String("outdoor"), cedar.String("winter")), "open_for": cedar.Long(60),
		}),
	}
	entities := cedar.EntityMap{}
	return func() int {
		_, diagnostic := cedar.Authorize(set, entities, request)
		return len(diagnostic.Reasons)
	}
}
