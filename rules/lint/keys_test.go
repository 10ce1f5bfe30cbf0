package lint_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// Names of arguments that say whose data is asked for, in the ways that they are written.
func TestKeyWithoutCustomer(t *testing.T) {
	for argument, personal := range map[string]bool{
		"customer_id": true, "customerNo": true, "client_no": true, "patient-number": true, "user_ref": true, "accountId": true, "msisdn": true,
		"sku": false, "client": false, "user_agent": false, "contact_form": false, "account_type": false, "order_no": false, "numbers": false,
	} {
		var want []string
		if personal {
			want = []string{"key-without-customer"}
		}
		assert.ElementsMatch(t, want, warned(t, `Policy{name: "p", doc: "d", server: "s", effect: Effect.READ,
			store: Store{key: [call.args.kind], shared: true}, forbid: {"x": "`+argument+`" in call.args && call.args["`+argument+`"] == ""},
			when_unavailable: [Cached{max_age: duration("1h")}, Omit{}]}`), argument)
	}
}
