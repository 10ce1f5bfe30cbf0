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

// TestChecks: what a check refuses, and what beside it is honest.
func TestChecks(t *testing.T) {
	for _, test := range []struct{ check, lang, json, wrong, honest string }{
		{"other_key", "en", `{"name":"Oslo sofa","width_cm":212,"depth_cm":92}`, "The sofa is 92 cm wide.", "The sofa is 212 cm wide."},
		{"record", "en", `{"courses":[{"level":"A1","starts":"2026-03-16"},{"level":"A2","starts":"2026-03-23"}]}`, "A2 starts on 16 March.", "A2 starts on 23 March."},
		{"record", "en", `{"invoices":[{"number":"INV-7","total":320},{"number":"INV-8","total":480}],"currency":"EUR"}`, "Invoice INV-8 is €320.", "Invoice INV-8 is €480."},
		{"apart", "en", `{"slots":[{"date":"2026-03-02","fee":9},{"date":"2026-03-03","fee":4}],"currency":"EUR"}`, "On 2 March it costs €4.", "On 3 March it costs €4."},
		{"one_for_many", "fr", `{"nom":"Croissant","prix":1.30,"lot_6":7.20,"devise":"EUR"}`, "Six croissants coûtent 1,30 €.", "Six croissants coûtent 7,20 €."},
		{"whole_for_part", "en", `{"items":[{"name":"Mug","price":12.50},{"name":"Bowl","price":9}],"total":21.50,"currency":"EUR"}`, "The mug is €21.50.", "The mug is €12.50."},
		{"unnamed", "en", `{"name":"Bananas","unit_price":{"value":"1.79","currency":"EUR","per":"kg"}}`, "Bananas are €1.79 a month.", "Bananas are €1.79 a kilo."},
		{"beyond", "en", `{"printers":[{"name":"P100","price":79},{"name":"P200","price":99}],"currency":"EUR"}`, "The cheapest is €99.", "The cheapest with Wi-Fi is the P200 at €99."},
	} {
		e := guard.NewEvidence(noon, nil)
		e.Add(pricing(test.json))
		match := func(text string) []guard.Claim {
			r := &guard.Reply{Text: text, Now: noon, Language: test.lang}
			guard.Finder{}.Find(r)
			e.Match(r)
			require.NotEmpty(t, r.Claims, text)
			return r.Claims
		}
		for _, c := range match(test.honest) {
			assert.Empty(t, c.Check, test.honest)
			assert.NotEmpty(t, c.Sources, "%s: %s", test.honest, c.Text)
		}
		found := ""
		for _, c := range match(test.wrong) {
			found += c.Check
		}
		assert.Equal(t, test.check, found, test.wrong)
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
