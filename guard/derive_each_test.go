package guard_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/lacuna-go/lacuna/guard"
)

// TestPerPiece: what one of several costs follows from the price of a record and what it is for.
func TestPerPiece(t *testing.T) {
	list := guard.Result{Server: "pricing", Tool: "compare", JSON: []byte(`{"currency":"EUR","items":[{"name":"XL","price":"96.00","pages":3000},{"name":"Calma","price":"24.00","size_ml":400},{"name":"Fjell 3","persons":3,"price":{"gross":"369.00"}}]}`)}
	for text, want := range map[string]bool{
		"The XL is 3.2 cents a page.":              true,
		"The XL is 3.4 cents a page.":              false,
		"The Calma is €6 per 100 ml.":              true,
		"The Calma is €7 per 100 ml.":              false,
		"The Fjell 3 is €123 per person.":          true,
		"The Fjell 3 is €124 per person.":          false,
		"The Fjell 3 is €123.":                     false,
		"With the Calma the tent costs €6 for all": false,
	} {
		r := match(t, text, list)
		sourced := true
		for i := range r.Claims {
			sourced = sourced && (r.Claims[i].Kind != guard.Money || len(r.Claims[i].Sources) > 0)
		}
		assert.Equal(t, want, sourced, text)
	}
}

// TestNoCount: what a measure or a size says is not how many of a thing an amount is for.
func TestNoCount(t *testing.T) {
	canvas := guard.Result{Server: "pricing", Tool: "quote", JSON: []byte(`{"currency":"EUR","options":[{"size":"60x40","price":"39.90"},{"size":"80x60","price":"64.90"}]}`)}
	cake := guard.Result{Server: "pricing", Tool: "quote", JSON: []byte(`{"name":"Raspberry cream cake","diameter_cm":26,"price":"38.50","currency":"EUR"}`)}
	for text, result := range map[string]guard.Result{
		"The 80x60 canvas is €64.90.":              canvas,
		"The 26 cm raspberry cream cake is €38.50": cake,
	} {
		for _, c := range match(t, text, result).Claims {
			assert.NotEmpty(t, c.Sources, "%s: %s", text, c.Text)
		}
	}
}
