package guard_test

import "testing"

// TestDeriveMeasure: what is sold by a measure, what points are worth, what is left of a stock, and counts that a sentence spells out.
func TestDeriveMeasure(t *testing.T) {
	velvet := `{"sku":"VLV-GRN","name":"Velvet, green","uom":"m","on_hand":12.4,"committed":3.1,"available":9.3,"price_per_m":{"amount":"23.80","currency":"EUR"}}`
	points := `{"points_balance":3450,"pending_points":200,"conversion":{"points":100,"value":{"amount":"1.00","currency":"EUR"}}}`
	orders := `{"currency":"EUR","orders":[{"number":"A-101","status":"completed","totals":{"goods":"64.00","grand":"64.00"}},{"number":"A-102","status":"processing","totals":{"goods":"158.00","discount":"15.80","grand":"142.20"}},{"number":"A-103","status":"processing","totals":{"goods":"72.40","grand":"72.40"}}]}`
	rates := `{"rates":[{"service":"Standard","eta":"2026-03-06"},{"service":"Express","eta":"2026-03-03"}]}`
	for _, v := range []verdicts{
		{
			"by the metre", velvet, "I need 7.5 m of the green velvet.",
			[]string{"7.5 m cost €185.70.", "That would be €188.50.", "After your 7.5 m we'd have 2.8 m left."},
			[]string{"Yes, 9.3 m are available, and 7.5 m cost €178.50 at €23.80 a metre.", "After your 7.5 m we'd have 1.8 m left, and you'd pay 178.50 EUR."},
		},
		{"points", points, "", []string{"Your 3,450 points are worth €345."}, []string{"Your 3,450 points are worth €34.50."}},
		{
			"spelt out", `{"style":"Alma Dress","rows":[{"colour":"rust","qty":{"online":5,"mitte":3,"hamburg":0}}]}`, "",
			[]string{"We have 9 of them in rust altogether, 5 online and 3 in Mitte."},
			[]string{"We have 8 of them in rust altogether, 5 online and 3 in Mitte."},
		},
		{
			"of several orders", orders, "",
			[]string{"A-102 (€142.20) and A-103 (€72.40) are €206.40 together.", "Three orders are still processing."},
			[]string{"A-102 (€142.20) and A-103 (€72.40) are €214.60 together.", "Two orders are still processing."},
		},
		{
			"a gross price of one", `{"title":"Trek backpack","unit":{"gross":"46.50","net":"39.08","currency":"EUR"},"tiers":[{"min_qty":3,"unit_gross":"42.00"}]}`, "",
			[]string{"Two Trek backpacks are €95, at €46.50 each."},
			[]string{"Two Trek backpacks are €93, at €46.50 each."},
		},
		{
			"no bound", `{"title":"Leather Case","price":{"amount":"66.00","currency":"EUR"}}`, "",
			[]string{"Two cases add up to €142."},
			[]string{"Two cases add up to €132."},
		},
		{
			"days between two days", rates, "",
			[]string{"Express arrives on 3 March, two days earlier than Standard on 6 March."},
			[]string{"Express arrives on 3 March, three days earlier than Standard on 6 March."},
		},
		{
			"not a third", `{"currency":"EUR","items":[{"title":"Orb Lamp","price":"48.00"},{"title":"LED Bulbs","price":"12.40"},{"title":"Wall Clock","price":"35.10"}]}`, "What do the lamp, the bulbs and the clock cost?",
			[]string{"The lamp and the clock alone come to €95.50."},
			[]string{"The lamp and the clock alone come to €83.10.", "All three together come to €95.50."},
		},
	} {
		v.run(t)
	}
}
