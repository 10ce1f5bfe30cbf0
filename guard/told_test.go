package guard

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
)

// TestToldOnce holds what is read of a path once, for all values under the same keys, against what the path of each of them tells.
func TestToldOnce(t *testing.T) {
	e := NewEvidence(time.Date(2026, 3, 1, 14, 12, 0, 0, time.UTC), nil)
	e.Add(Result{Server: "shop", Tool: "list", JSON: []byte(`[1, [2, {"freeShipping": {"from": 50.5, "remaining_amount": 3}}], {"items": [{"price": {"amount": "9.90", "currency": "EUR"}, "net": {"tax": 1.9}}, {"pricePerPerson": 5, "trade_in": {"credit": 40},
		"due": {"year": 2026, "month": 3, "day": 4}}], "body": "{\"deposit\": {\"fee\": [4, 5]}}", "": {"shipping": 4.9}, "opening": "9:00-18:00"}]`)})
	told := 0
	for _, s := range e.Sources() {
		if s.tells != nil {
			told++
		}
		assert.Equal(t, tell(s.Path), s.told(), s.Path)
	}
	assert.Greater(t, told, 8)
}
