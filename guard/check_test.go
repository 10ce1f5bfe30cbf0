package guard_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/lacuna-go/lacuna/guard"
)

// TestCheckIsNamed: a claim that is refused as misattributed says by which check, and where its value stands.
func TestCheckIsNamed(t *testing.T) {
	for _, test := range []struct{ json, reply, check, at string }{
		{`{"items":[{"name":"Scarf","price":35},{"name":"Mug","price":12}],"currency":"EUR"}`, "The scarf is €12.", "record", "items[1].price"},
		{`{"price":35,"shipping":5,"currency":"EUR"}`, "Shipping is €35.", "role", "price"},
		{`{"name":"Oslo sofa","width_cm":212,"depth_cm":92}`, "The sofa is 92 cm wide.", "other_key", "depth_cm"},
	} {
		e := guard.NewEvidence(noon, nil)
		e.Add(pricing(test.json))
		r := &guard.Reply{Text: test.reply, Now: noon, Language: "en"}
		guard.Finder{}.Find(r)
		e.Match(r)
		require.Len(t, r.Claims, 1, test.reply)
		c := &r.Claims[0]
		assert.Equal(t, guard.Misattributed, c.Reason, test.reply)
		assert.Equal(t, test.check, c.Check, test.reply)
		if assert.NotNil(t, c.Nearest, test.reply) {
			assert.Equal(t, test.at, c.Nearest.Path, test.reply)
		}
	}
}

// TestCheckOfSourced: a claim that has a source names no check.
func TestCheckOfSourced(t *testing.T) {
	e := guard.NewEvidence(noon, nil)
	e.Add(pricing(`{"items":[{"name":"Scarf","price":35},{"name":"Mug","price":12}],"currency":"EUR"}`))
	r := &guard.Reply{Text: "The scarf is €12.", Now: noon, Language: "en"}
	guard.Finder{}.Find(r)
	e.Match(r)
	require.Len(t, r.Claims, 1)
	require.NotEmpty(t, r.Claims[0].Check)
	e.Add(guard.Result{Server: "pricing", Tool: "other", JSON: []byte(`{"name":"Scarf","price":12,"currency":"EUR"}`)})
	e.Match(r)
	assert.Len(t, r.Claims[0].Sources, 1)
	assert.Empty(t, r.Claims[0].Check)
}
