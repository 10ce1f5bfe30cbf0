package guard_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/lacuna-go/lacuna/guard"
)

// TestAboutSettles: a word for a balance speaks of the amount that is one, and not of the prices beside it.
func TestAboutSettles(t *testing.T) {
	e := guard.NewEvidence(noon, nil)
	e.Add(guard.Result{Server: "account", Tool: "card", JSON: []byte(`{"initial":"100.00","remaining":"36.25","currency":"EUR"}`)})
	e.Add(guard.Result{Server: "pricing", Tool: "quote", JSON: []byte(`{"sku":"FS-8","name":"Silk scarf","price":{"amount":"59.00","currency":"EUR"}}`)})
	for text, want := range map[string][]guard.About{
		"Your balance is €36.25 and the silk scarf is €59.": {guard.AboutBalance, guard.AboutPrice},
		"The silk scarf is €59 and your credit €36.25.":     {guard.AboutPrice, guard.AboutBalance},
		"Your balance is €59.":                              {guard.AboutBalance},
		"Your balance is €36.25.":                           {guard.AboutBalance},
	} {
		r := find(t, text)
		e.Match(r)
		got := []guard.About{}
		for i := range r.Claims {
			got = append(got, r.Claims[i].About)
		}
		assert.Equal(t, want, got, text)
	}
}
