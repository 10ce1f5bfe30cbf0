package guard_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/lacuna-go/lacuna/guard"
)

// TestAddUp: amounts that add up in the reply are what it takes them for; one that it states twice, or as the total, is looked at all the same.
func TestAddUp(t *testing.T) {
	cart := guard.Result{Server: "cart", Tool: "view", JSON: []byte(`{"currency":"EUR","items":[{"title":"Puzzle","price":"35.97"}],"gift_wrap":"4.50","subtotal":"40.47","shipping":"3.90","total":"44.37"}`)}
	for text, want := range map[string]bool{
		"The goods with wrapping come to €40.47 and delivery is €3.90, which gives €44.37.": true,
		"The goods with wrapping come to €44.37 and delivery is €3.90, which gives €44.37.": false,
		"In total you pay €40.47, and €3.90 of that is delivery.":                           false,
	} {
		r := match(t, text, cart)
		sourced := true
		for i := range r.Claims {
			sourced = sourced && len(r.Claims[i].Sources) > 0
		}
		assert.Equal(t, want, sourced, text)
	}
}
