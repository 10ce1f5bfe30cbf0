package lint_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestUnsetFields(t *testing.T) {
	for _, c := range []struct {
		fields string
		found  bool
	}{
		{`unavailable_when: {"slow": latency.p95 > duration("2s")}`, true},
		{`unavailable_when: {"slow": latency.count > 20 && latency.p95 > duration("2s")}`, false},
		{`unavailable_when: {"slow": has(latency.p95) && latency.p95 > duration("2s")}`, false},
		{`unavailable_when: {"slow": vars.slow}, vars: {"slow": latency.p99 > duration("2s")}`, true},
		{`unavailable_when: {"slow": vars.seen && latency.p99 > duration("2s")}, vars: {"seen": latency.count > 0}`, false},
		{`forbid: {"slow": latency.p50 > duration("2s")}`, true},
		{`timeout: latency.p99 * 2`, false}, // an error is the default
		{`retry: Retry{max: 1, when: failure.status != 501}`, true},
		{`retry: Retry{max: 1, when: !has(failure.status) || failure.status != 501}`, false},
		{`retry: Retry{max: 1, when: failure.retry_after < duration("2s")}`, true},
	} {
		var want []string
		if c.found {
			want = []string{"unguarded-field"}
		}
		assert.ElementsMatch(t, want, warned(t, `Policy{name: "p", doc: "d", server: "s", effect: Effect.READ, `+c.fields+`}`), c.fields)
	}
}
