package guard_test

import (
	"encoding/json"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/lacuna-go/lacuna/guard"
)

func TestFindArguments(t *testing.T) {
	e := guard.NewEvidence(noon, nil)
	e.Add(pricing(`{"order_id":"O-20231","refundable":{"amount":"35.00","currency":"EUR"}}`))
	e.AddUser("please refund me 20 euros for order 77812")
	for _, test := range []struct {
		name, args string
		unsourced  []string // places
	}{
		{"amount of a tool", `{"order":"O-20231","amount":{"amount":"35.00","currency":"EUR"}}`, nil},
		{"amount of the customer", `{"amount":"20.00","currency":"EUR"}`, nil},
		{"id of the customer", `{"order_id":"77812"}`, nil},
		{"invented amount", `{"amount":"36.00","currency":"EUR"}`, []string{"args.amount"}},
		{"invented id", `{"order_id":"O-20232"}`, []string{"args.order_id"}},
		{"free text", `{"note":"Refund of €35 as agreed"}`, nil},
		{"free text, invented", `{"note":"Refund of €40 as agreed"}`, []string{"args.note"}},
		{"nested", `{"lines":[{"price":"35.00","currency":"EUR"},{"price":"1.00","currency":"EUR"}]}`, []string{"args.lines[1].price"}},
		{"ambiguous", `{"note":"35,000 EUR"}`, nil},
		{"empty", `{}`, nil},
	} {
		t.Run(test.name, func(t *testing.T) {
			r := &guard.Reply{Now: noon, Zone: time.UTC}
			require.True(t, guard.Finder{}.FindArguments(r, []byte(test.args)))
			e.Match(r)
			var unsourced []string
			for _, c := range r.Claims {
				if len(c.Sources) == 0 {
					unsourced = append(unsourced, c.Place)
				}
			}
			assert.Equal(t, test.unsourced, unsourced)
		})
	}
	assert.False(t, guard.Finder{}.FindArguments(&guard.Reply{Now: noon}, []byte(`{"a":`)))
}

func TestRecords(t *testing.T) {
	r := find(t, "Größe L: about €1.234 or $5-10, up to 7 EUR, from €9; on 4 March, see JKT-114.")
	data, err := json.Marshal(r.Records())
	require.NoError(t, err)
	assert.JSONEq(t, `[
		{"kind":"money","amount":"1234","other":["1.234"],"currency":"EUR","span":[15,21],"text":"€1.234","flags":["approx"]},
		{"kind":"money_range","min":"5","max":"10","currencies":["ARS","AUD","BBD","BMD","BND","BSD","BZD","CAD","CLP","COP","DOP","FJD","GYD","HKD","JMD","KYD","LRD","MOP","MXN","NAD","NIO","NZD","SBD","SGD","SRD","TTD","TWD","USD","UYU","XCD","ZWL"],"span":[25,30],"text":"$5-10"},
		{"kind":"money_range","max":"7","currency":"EUR","span":[38,43],"text":"7 EUR"},
		{"kind":"money","amount":"9","currency":"EUR","span":[50,52],"text":"€9"},
		{"kind":"date","start":"2026-03-04","end":"2026-03-04","other":["2025-03-04"],"span":[57,64],"text":"4 March"},
		{"kind":"id","value":"JKT114","span":[70,77],"text":"JKT-114"}
	]`, string(data))
	assert.Equal(t, []guard.Record{}, find(t, "Hello").Records())
}

func TestForeign(t *testing.T) {
	for text, want := range map[string]bool{
		"The jacket is warm and light, and it costs less than you think.":        false,
		"Die Jacke ist warm und leicht, und sie kostet weniger als man denkt.":   false,
		"La veste est chaude et légère, et elle coûte moins que vous ne pensez.": false,
		"这件夹克很暖和，而且比你想象的便宜。":                                                     false,
		"Ta kurtka jest ciepła, lekka i kosztuje mniej niż myślisz.":             true,
		"Куртка тёплая и лёгкая, стоит меньше чем кажется на первый взгляд.":     true,
		"Hej hej": false,
	} {
		assert.Equal(t, want, find(t, text).Foreign(), text)
	}
}
