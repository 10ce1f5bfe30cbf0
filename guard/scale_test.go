package guard_test

import "testing"

// TestScales: in what unit amounts are, where a result says so away from them, or not at all.
func TestScales(t *testing.T) {
	for _, v := range []verdicts{
		{
			"said once for all", `{"currency":"eur","minor_unit":2,"data":[{"name":"Family","unit_amount":{"month":2690,"year":26900},"items":16}]}`, "",
			[]string{"Family is €2,690 a month.", "Family is €269 a month.", "Family is €26.90 a year."},
			[]string{"Family is €26.90 a month or €269 a year."},
		},
		{
			"said of the currency", `{"totals":{"subtotal":2240,"shipping_total":450,"total":2690},"currency":{"code":"EUR","minor_unit":2}}`, "",
			[]string{"The total is €2,690."},
			[]string{"The total is €26.90, of which €4.50 is shipping."},
		},
		{
			"the unit of a fee", `{"currency":"EUR","fee_unit":"cent","slots":[{"date":"2026-03-02","fee":690}]}`, "",
			[]string{"It costs €690."},
			[]string{"It costs €6.90."},
		},
		{
			"a flag", `{"total":59400,"currency":"EUR","amountsInMinorUnits":true}`, "",
			[]string{"The total is €59,400."},
			[]string{"The total is €594."},
		},
		{
			"how many decimals prices are shown with", `{"price":35.5,"deposit":120,"currency":"EUR","decimals":2}`, "",
			[]string{"The deposit is €1.20."},
			[]string{"The deposit is €120."},
		},
		{
			"prices by size", `{"currency":"EUR","prices":{"S":890,"M":1090},"minor_unit":2}`, "",
			[]string{"It's €10.90 in S."},
			[]string{"It's €10.90 in M."},
		},
		{
			"the end of a card's term is no price", `{"payment":{"month":3,"year":2027},"currency":"EUR"}`, "",
			[]string{"It's €3.", "It's €2,027."},
			nil,
		},
		{
			"amounts under keys of no list", `{"currency":"EUR","items":[{"name":"Tessa 7","leasing":{"monthly":58.90,"months":36},"geo":{"lat":52.52}}]}`, "",
			[]string{"Leasing is €85.90 a month.", "It's €52.52."},
			[]string{"Leasing is €58.90 a month for 36 months."},
		},
		{
			"not said, of an object of an amount", `{"refunds":[{"amount":{"value":1990,"currency":"EUR"}},{"amount":{"value":3475,"currency":"EUR"}}]}`, "",
			[]string{"You get €19.90 and €3,475 back.", "You get €199 back."},
			[]string{"You get €19.90 and €34.75 back.", "You get €1,990 and €3,475 back."},
		},
		{
			"not said, and in whole euros", `{"price":{"amount":1299,"currency":"EUR"},"old_price":{"amount":1499,"currency":"EUR"}}`, "",
			[]string{"It's €12.99."},
			[]string{"It's €1,299, down from €1,499."},
		},
		{
			"a period in the text of an amount", `{"tariff":"Mobil M","price":"12,90 EUR/Monat"}`, "",
			[]string{"Mobil M is €19.20 a month."},
			[]string{"Mobil M is €12.90 a month."},
		},
		{
			"what a record's type makes of its amounts", `{"currency":"EUR","lines":[{"name":"Coat","type":"physical","total_amount":125.00},{"name":"Post","type":"shipping_fee","total_amount":4.90}]}`, "",
			[]string{"Shipping is €125."},
			[]string{"Shipping is €4.90."},
		},
		{
			"the price of one, with its tax", `{"currency":"EUR","unit":{"gross":"46.50","net":"39.08"},"tiers":[{"min_qty":1,"unit_gross":"46.50"},{"min_qty":3,"unit_gross":"42.00"}]}`, "",
			[]string{"Two are €84."},
			[]string{"Two are €93, at €46.50 each."},
		},
	} {
		v.run(t)
	}
}
