package guard_test

import (
	"encoding/json"
	"strings"
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
			require.True(t, guard.Finder{}.FindArguments(r, []byte(test.args), guard.Settings{}))
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
	assert.False(t, guard.Finder{}.FindArguments(&guard.Reply{Now: noon}, []byte(`{"a":`), guard.Settings{}))
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

// fullCart is what the customer is about to pay for, and pastOrder what it bought before.
const (
	fullCart = `{"items":[
		{"sku":"JKT-114","name":"Winter jacket","price":{"amount":"209.00","currency":"EUR"},"quantity":1},
		{"sku":"SCF-9","name":"Wool scarf","price":{"amount":"35.00","currency":"EUR"},"quantity":2}],
		"shipping":{"amount":"4.90","currency":"EUR"},"total":{"amount":"283.90","currency":"EUR"}}`
	pastOrder = `{"order_id":"O-20231","placed_on":"2026-02-20","total_cents":4990,"currency":"EUR"}`
)

// TestArguments holds what the arguments of a write may rest on: nothing that a tool returned, or that follows from it, is missed,
// and nothing else passes.
func TestArguments(t *testing.T) {
	e := guard.NewEvidence(noon, nil)
	e.Add(guard.Result{Server: "cart", Tool: "view", JSON: []byte(fullCart)})
	e.Add(guard.Result{Server: "orders", Tool: "get_order", JSON: []byte(pastOrder)})
	e.Add(guard.Result{Server: "rental", Tool: "terms", JSON: []byte(`{"deposit":{"amount":"50.00","currency":"EUR"}}`)})
	e.AddUser("Deliver order 77812 on 6 March, mail anna@example.com, call +49 30 1234567. The card says: buy a book for €15.")
	for _, test := range []struct {
		name, args string
		unsourced  []string // kind and place
	}{
		{"the total", `{"amount":283.9,"currency":"EUR"}`, nil},
		{"the total, in cents", `{"amount_cents":28390,"currency":"EUR"}`, nil},
		{"another, in cents", `{"amount_cents":28391,"currency":"EUR"}`, []string{"money args.amount_cents"}},
		{"a total in cents, of the order", `{"payment":{"amount":"49.90","currency":"EUR"}}`, nil},
		{"as a text", `{"amount":"283,90 €"}`, nil},
		{"in words", `{"amount":"thirty-five euros"}`, nil},
		{"the same figure, in dollars", `{"amount":"283.90","currency":"USD"}`, []string{"money args.amount"}},
		{"the sum of the lines, without the shipping", `{"total":279,"currency":"EUR"}`, nil},
		{"near that sum", `{"total":280,"currency":"EUR"}`, []string{"money args.total"}},
		{"a line", `{"sku":"SCF-9","quantity":2,"amount":70}`, nil},
		{"a line of another thing", `{"sku":"SCF-9","quantity":2,"amount":418}`, []string{"money args.amount"}},
		{"the price of another thing", `{"sku":"SCF-9","price":209}`, []string{"money args.price"}},
		{"what a tool calls the cost", `{"sku":"SCF-9","cost":35}`, nil},
		{
			"lines with their total",
			`{"items":[{"sku":"SCF-9","price":35,"quantity":2},{"sku":"JKT-114","price":209}],"shipping_cost":4.9,"total":283.9,"discount":0}`, nil,
		},
		{
			"lines of which one is invented",
			`{"items":[{"sku":"SCF-9","price":35,"quantity":2},{"sku":"JKT-114","price":199}],"total":269}`,
			[]string{"money args.items[1].price", "money args.total"},
		},
		{
			"three pieces, where the cart has two",
			`{"lines":[{"product":"SCF-9","unit_price":{"amount":"35.00","currency":"EUR"},"quantity":3}],"total":{"amount":"105.00","currency":"EUR"}}`, nil,
		},
		{"a figure of a field that is for something", `{"amount":"50.00","currency":"EUR"}`, nil},
		{"given away", `{"price":0}`, []string{"money args.price"}},
		{"arguments as a text", `{"payload":"{\"amount\":\"284.00\",\"currency\":\"EUR\"}"}`, []string{"money args.payload.amount"}},
		{"what the customer gave", `{"order":"77812","on":"2026-03-06","email":"anna@example.com","phone":"+49301234567"}`, nil},
		{"another day", `{"on":"2026-03-07"}`, []string{"date args.on"}},
		{"an address", `{"address":"Hauptstr. 12, 10115 Berlin","city":"Berlin","name":"Anna May"}`, nil},
		{"a text with what the customer gave", `{"note":"Call +49 30 1234567 on 6 March about order 77812."}`, nil},
		{"a text with a product of it", `{"note":"2 scarves at €35 each come to €70 in total"}`, nil},
		{"a text that says what the write is for", `{"amount":35,"reason":"Refund of €35 for the scarf"}`, nil},
		{"a text with an amount", `{"note":"We owe her €99."}`, []string{"money args.note"}},
		{"a name with an amount", `{"name":"refund of twenty-five euros"}`, []string{"money args.name"}},
		{"a short text in words", `{"reason":"owed sixty euros"}`, []string{"money args.reason"}},
		{"a text inside a text", `{"payload":"{\"note\":\"We owe her €99.\"}"}`, []string{"money args.payload.note"}},
		{"a card", `{"gift_message":"Buy a book for €15! Love, Mum"}`, nil},
	} {
		t.Run(test.name, func(t *testing.T) {
			r := &guard.Reply{Now: noon, Zone: time.UTC}
			require.True(t, guard.Finder{}.FindArguments(r, []byte(test.args), guard.Settings{}))
			e.Match(r)
			var unsourced []string
			for _, c := range r.Claims {
				if len(c.Sources) == 0 && c.Kind != guard.Quantity { // how many is for the customer to say
					unsourced = append(unsourced, c.Kind.String()+" "+c.Place)
				}
			}
			assert.Equal(t, test.unsourced, unsourced)
		})
	}
}

// TestArgumentSettings holds that what a policy says of a tool's amounts holds for its arguments, and that nothing of
// them is left out.
func TestArgumentSettings(t *testing.T) {
	e := guard.NewEvidence(noon, nil)
	e.Add(guard.Result{Server: "cart", Tool: "view", JSON: []byte(fullCart)})
	amounts := func(args string, s guard.Settings) (sourced []bool) {
		r := &guard.Reply{Now: noon, Zone: time.UTC}
		require.True(t, guard.Finder{}.FindArguments(r, []byte(args), s))
		e.Match(r)
		for _, c := range r.Claims {
			sourced = append(sourced, len(c.Sources) > 0)
		}
		return sourced
	}
	assert.Equal(t, []bool{true}, amounts(`{"amount":28390,"currency":"eur"}`, guard.Settings{MinorUnits: []string{"amount"}}))
	assert.Equal(t, []bool{false}, amounts(`{"amount":28390,"currency":"eur"}`, guard.Settings{}))
	assert.Equal(t, []bool{false}, amounts(`{"amount":"283.90"}`, guard.Settings{Currency: "USD"}))
	assert.Equal(t, []bool{false}, amounts(`{"amount":"284.00"}`, guard.Settings{Ignore: []string{"amount"}, None: true}))
}

// TestArgumentsTooMany holds that arguments are not passed half read.
func TestArgumentsTooMany(t *testing.T) {
	many := `{"note":"` + strings.Repeat("€5, ", 600) + `"}`
	assert.False(t, guard.Finder{}.FindArguments(&guard.Reply{Now: noon}, []byte(many), guard.Settings{}))
	spread := `{"note":["` + strings.Repeat(`It is €5.","`, 600) + `"]}`
	assert.False(t, guard.Finder{}.FindArguments(&guard.Reply{Now: noon}, []byte(spread), guard.Settings{}))
}

// FuzzFindArguments holds that no arguments make the finder or the matching panic, and that each claim has a place.
func FuzzFindArguments(f *testing.F) {
	for _, args := range []string{fullCart, pastOrder, `{"note":"We owe her €99.","payload":"{\"total\":70}"}`, `[{"qty":2,"total":70},"€5"]`, `{"a":1e9,"amount":{"value":-1}}`} {
		f.Add([]byte(args))
	}
	e := guard.NewEvidence(noon, nil)
	e.Add(guard.Result{Server: "cart", Tool: "view", JSON: []byte(fullCart)})
	e.Add(guard.Result{Server: "rental", Tool: "terms", JSON: []byte(`{"deposit":{"amount":"50.00","currency":"EUR"},"fee":5,"tax":2}`)})
	e.AddUser("20 euros on 6 March")
	f.Fuzz(func(t *testing.T, args []byte) {
		r := &guard.Reply{Now: noon, Zone: time.UTC, Said: []string{"20 euros on 6 March"}}
		if !(guard.Finder{}).FindArguments(r, args, guard.Settings{MinorUnits: []string{"total"}, Currency: "EUR"}) {
			return
		}
		e.Match(r)
		for i := range r.Claims {
			c := &r.Claims[i]
			if !strings.HasPrefix(c.Place, "args.") || len(c.Readings) == 0 {
				t.Fatalf("%+v", c)
			}
			_ = c.SentenceText()
			_ = c.Shows(noon)
		}
	})
}
