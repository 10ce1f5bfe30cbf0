package guard_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/lacuna-go/lacuna/guard"
)

// TestApart: a length of time follows from two times of day or two dates, one of which the reply states.
func TestApart(t *testing.T) {
	e := guard.NewEvidence(noon, nil) // a Sunday, 1 March 2026
	e.Add(guard.Result{Server: "store", Tool: "hours", JSON: []byte(`{"shops":[{"name":"Cologne","sat":{"opens":"10:00","closes":"20:00"}},{"name":"Bonn","sat":{"opens":"10:00","closes":"18:00"}}]}`)})
	e.Add(guard.Result{Server: "orders", Tool: "get", JSON: []byte(`{"due":"2026-03-20","delivery":"2026-03-24","return_until":"2026-02-19"}`)})
	e.Add(guard.Result{Server: "pricing", Tool: "compare", JSON: []byte(`[{"name":"Aria","battery_hours":24},{"name":"Aria Pro","battery_hours":38}]`)})
	for text, want := range map[string]bool{
		"Cologne is open until 8 pm, two hours longer than Bonn.":          true,
		"Cologne is open until 8 pm, three hours longer than Bonn.":        false,
		"Bonn opens from 10 to 6 pm, that is eight hours.":                 true,
		"Bonn opens from 10 to 6 pm, that is nine hours.":                  false,
		"The rest is due on 20 March, four days before delivery.":          true,
		"The rest is due on 20 March, five days before delivery.":          false,
		"The return ended on 19 February, ten days ago.":                   true,
		"The return ended on 19 February, twelve days ago.":                false,
		"The Aria Pro offers 14 hours more.":                               true,
		"The Aria Pro offers 12 hours more.":                               false,
		"The rest is due on 20 March and delivery follows two weeks later": false,
	} {
		r := find(t, text)
		e.Match(r)
		for i := range r.Claims {
			if c := &r.Claims[i]; c.Kind == guard.Duration {
				assert.Equal(t, want, len(c.Sources) > 0, text)
			}
		}
	}
}

// TestCompoundLengths: a length of time in two units is one claim, and a half counts.
func TestCompoundLengths(t *testing.T) {
	for text, want := range map[string]string{
		"It takes 2 hours 35 minutes.":            "2 hours 35 minutes",
		"Es dauert 2 Stunden und 30 Minuten.":     "2 Stunden und 30 Minuten",
		"Cela dure une heure et demie.":           "une heure et demie",
		"A pausa dura uma hora e meia.":           "uma hora e meia",
		"Dura dos horas y media.":                 "dos horas y media",
		"It takes 3 days and 4 hours.":            "3 days and 4 hours",
		"It takes 2 hours and 3 people carry it.": "2 hours",
		"It takes 2 hours, 90 minutes at least.":  "2 hours",
		"Het duurt anderhalf uur.":                "anderhalf uur",
	} {
		r := find(t, text)
		if assert.NotEmpty(t, r.Claims, text) {
			assert.Equal(t, want, r.Claims[0].Text, text)
		}
	}
}
