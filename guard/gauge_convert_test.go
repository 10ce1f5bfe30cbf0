package guard_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/lacuna-go/lacuna/guard"
)

// TestConvert: a measure is the same in another unit, and only as much of it.
func TestConvert(t *testing.T) {
	tent := guard.Result{Server: "pricing", Tool: "get", JSON: []byte(`{"name":"Fjell 3","weight_g":2350,"pack":{"capacity_ml":750},"poles":{"length_cm":48},"storage_gb":2000}`)}
	for text, want := range map[string]bool{
		"It weighs 2.35 kg.":          true,
		"It weighs 2350 g.":           true,
		"It weighs 2.45 kg.":          false,
		"It weighs 2350 kg.":          false,
		"The bottle holds 0.75 l.":    true,
		"The bottle holds 75 cl.":     true,
		"The bottle holds 7.5 l.":     false,
		"The poles are 0.48 m long.":  true,
		"The poles are 480 mm long.":  true,
		"The poles are 4.8 m long.":   false,
		"It has 2 TB of storage.":     true,
		"It has 2 GB of storage.":     false,
		"It weighs 2,35 Kilogramm.":   true,
		"It weighs 0,75 Kilogramm.":   false,
		"The poles weigh 48 g a pair": false,
	} {
		r := match(t, text, tent)
		if assert.Len(t, r.Claims, 1, text) {
			assert.Equal(t, want, len(r.Claims[0].Sources) > 0, text)
		}
	}
}
