package guard_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"github.com/lacuna-go/lacuna/guard"
)

// TestAccord: what a reply works out has to come out right, and rest on what makes sense together.
func TestAccord(t *testing.T) {
	cart := `{"cart":{"currency":"EUR","items":[{"name":"Tent","unit_price":96.50,"quantity":3},{"name":"Hat","unit_price":247.95,"quantity":1}],"shipping":3.00}}`
	paypal := `{"purchase_units":[{"amount":{"currency_code":"EUR","value":"262.30","breakdown":{"item_total":{"currency_code":"EUR","value":"256.98"},"shipping":{"currency_code":"EUR","value":"5.32"}}}}]}`
	flights := `{"offers":[{"line":"Iberia","base":"202.90","tax":"42.00","total":"244.90","currency":"EUR"},{"line":"Finnair","base":"232.90","tax":"38.00","total":"270.90","currency":"EUR"}]}`
	hotel := `{"hotel":"Astoria","currency":"EUR","nights":2,"price_per_night":"179.50","taxes":"8.00","total":"367.00"}`
	bill := `{"currency":"EUR","net":"200.00","vat_percent":10.0,"vat":"20.00","total":"220.00"}`
	fund := `{"gain":3418.70,"paid_in":20000,"gain_pct":17.1,"day_pct":0.4,"currency":"EUR"}`
	plan := `{"instalments":12,"amount":74.90,"deposit":840.00,"total":898.80,"currency":"USD"}`
	for _, v := range []verdicts{
		{
			"the goods for all", cart, "",
			[]string{"In total you pay €537.45, including €3 for shipping.", "Au total, vous payez 537,45 €, dont 3 € de frais de livraison.", "In totale paghi 537,45 €, compresi 3 € di spedizione."},
			[]string{"In total you pay €540.45, including €3 for shipping.", "The items are €537.45 in total, shipping is €3.", "In totaal betaal je 540,45 euro, inclusief 3 euro verzendkosten."},
		},
		{
			"the total of the items", paypal, "",
			[]string{"The total is €256.98.", "Il totale è di 256,98 €."},
			[]string{"The total is €262.30.", "The items come to €256.98.", "The items are €256.98 in total."},
		},
		{
			"a gap in a sum", flights, "",
			[]string{"Finnair costs €270.90, Iberia costs €244.90, so Iberia is €26 cheaper. With Iberia the fare is €202.90 plus €42 in taxes, which makes €270.90 in total."},
			[]string{"Finnair costs €270.90, Iberia costs €244.90, so Iberia is €26 cheaper. With Iberia the fare is €202.90 plus €42 in taxes, which makes €244.90 in total."},
		},
		{
			"a share of what is stated", hotel, "",
			[]string{"At €183.50 per night, the two nights come to €367."},
			[]string{"At €179.50 per night plus €8 in taxes, the two nights come to €367."},
		},
		{"a tax beside the tax", bill, "", []string{"Net: €200\nVAT: €22\nTotal: €220"}, []string{"Net: €200\nVAT: €20\nTotal: €220"}},
		{"a share that is none", fund, "", []string{"That's a gain of €3,418.70 (+0.4%)."}, []string{"That's a gain of €3,418.70 (+17.1%)."}},
		{"a product", plan, "", []string{"12 payments of $74.90, $840 in total."}, []string{"12 payments of $74.90, $898.80 in total."}},
	} {
		v.run(t)
	}
}

// TestMisdated: a day that a result states is not worked out from a length of time beside it, nor is one from the nights of a stay.
func TestMisdated(t *testing.T) {
	window := `{"delivery":{"earliest_delivery":"2026-03-04","latest_delivery":"2026-03-06","max_days":5}}`
	stay := `{"check_in":"2026-03-10","check_out":"2026-03-13","nights":3}`
	rates := `{"rates":[{"carrier":"DHL","delivery_days":3,"arrives_by":"2026-03-05"},{"carrier":"GLS","delivery_days":8,"arrives_by":"2026-03-10"}]}`
	due := `{"invoice":"INV-8812","due_date":"2026-03-18"}`
	for _, v := range []verdicts{
		{"a day that is stated", window, "", []string{"Your parcel arrives by March 7."}, []string{"Your parcel arrives by March 6."}},
		{"nights are no delay", stay, "", []string{"You check in on March 5.", "You check in on March 10, so you stay 8 nights."}, []string{"You check in on March 10 and out on March 13, so you stay 3 nights."}},
		{
			"days between two records", rates, "",
			[]string{"With GLS it takes 5 days."},
			[]string{"With GLS it takes 8 days.", "DHL arrives on March 5, GLS on March 10, a difference of 5 days."},
		},
		{"a deadline", due, "", []string{"Please pay within 40 days."}, []string{"Please pay by March 18."}},
		{
			"both ends of a length of time", `{"min_business_days":2,"max_business_days":4}`, "",
			[]string{"La consegna richiede da 2 a 9 giorni lavorativi."},
			[]string{"La consegna richiede da 2 a 4 giorni lavorativi."},
		},
	} {
		v.run(t)
	}
}

// TestNotInStock: what is still to come, or set aside, is not there.
func TestNotInStock(t *testing.T) {
	v := verdicts{
		"incoming", `{"sku":"BK-204","available":3,"incoming":[{"qty":40,"eta":"2026-03-12"}],"reserved":7}`, "",
		[]string{"We have 40 in stock.", "There are 7 in stock."},
		[]string{"We have 3 in stock."},
	}
	v.run(t)
}

// TestPlainer: an amount is refused where a plainer one stands beside it.
func TestPlainer(t *testing.T) {
	for _, v := range []verdicts{
		{
			"a refund that comes back", `{"order_id":"O-63999","total":{"value":"600","currency":"EUR"},"refund":{"amount":246,"currency":"EUR"}}`, "",
			nil,
			[]string{"Die Rückerstattung für die Bestellung O-63999 beträgt 246 €. Sie bekommen 246 € zurück."},
		},
		{
			"the cost of what is in stock", `{"title":"Clock","price":{"amount":"95.00","currencyCode":"EUR"},"inventoryItem":{"unitCost":{"amount":"48.00","currencyCode":"EUR"}}}`, "",
			[]string{"| Item | Price |\n|---|---|\n| Clock | €48 |"},
			[]string{"| Item | Price |\n|---|---|\n| Clock | €95 |"},
		},
		{
			"the lowest of several", `{"name":"Jacke","currency":"EUR","variants":[{"size":"S","price":69},{"size":"L","price":79}]}`, "",
			[]string{"La Jacke est disponible à partir de 79 €."},
			[]string{"La Jacke est disponible à partir de 69 €."},
		},
		{
			"pounds that one pays", `{"plan":"Starter","monthly_price":16.95,"currency":"EUR"}`, "",
			[]string{"Starter costs 16.95 pounds per month."},
			[]string{"Starter costs 16.95 euros per month.", "You can lose 2 pounds per week."},
		},
	} {
		v.run(t)
	}
}

// TestUnpriced: a record whose price is not known lends it from none of its neighbours.
func TestUnpriced(t *testing.T) {
	v := verdicts{
		"null", `{"results":[{"name":"Chair Nora","price":{"amount":129,"currency":"EUR"}},{"name":"Stool Pim","price":null}]}`, "",
		[]string{"Stool Pim is €129.", "Stool Pim costs the same, €129."},
		[]string{"Chair Nora is €129. I don't have a price for Stool Pim at the moment."},
	}
	v.run(t)
	e := guard.NewEvidence(noon, time.UTC)
	e.Add(guard.Result{JSON: []byte(v.json)})
	for _, s := range e.Sources() {
		assert.NotZero(t, s.Kind, s.Path)
	}
}
