package guard_test

import "testing"

// TestFieldWords: the words beside an amount name the field that it has to come from.
func TestFieldWords(t *testing.T) {
	invoice := `{"invoice_id":"INV-7","currency":"EUR","net_amount":"340.90","vat_percent":21.0,"vat_amount":"71.59","gross_amount":"412.49"}`
	stay := `{"currency":"EUR","stay":{"nights":7,"nightly_rate":"279.49","taxes":"28.00","total":"1984.43"}}`
	offer := `{"currency":"GBP","offer":{"total_amount":"204.99","base_amount":"157.49","tax_amount":"47.50"}}`
	order := `{"order_id":"O-5512","currency":"EUR","total":"519.99","refund":"311.00"}`
	item := `{"name":"Desk lamp","currency":"EUR","price":"281.00","list_price":"352.00","unit_cost":"171.00"}`
	for _, v := range []verdicts{
		{
			"net, tax and gross", invoice, "",
			[]string{"The net amount is €412.49.", "VAT: €340.90", "The total of €412.49 includes €340.90 VAT.", "De btw is € 340,90.", "Der Nettobetrag ist 412,49 €, mit 21 % MwSt. sind es insgesamt 412,49 €."},
			[]string{"The net amount is €340.90.", "VAT: €71.59", "The total of €412.49 includes €71.59 VAT.", "De btw is € 71,59.", "Der Nettobetrag ist 340,90 €, mit 21 % MwSt. sind es insgesamt 412,49 €."},
		},
		{
			"a night and all of them", stay, "",
			[]string{"The total for 7 nights is €279.49.", "It is €1,984.43 per night.", "Taxes are €279.49."},
			[]string{"The total for 7 nights is €1,984.43.", "It is €279.49 per night.", "Taxes are €28."},
		},
		{
			"fare, tax and total", offer, "",
			[]string{"The fare is £157.49 plus £157.49 in taxes.", "The fare is £157.49 plus £47.50 in taxes, which makes £157.49 in total."},
			[]string{"The fare is £157.49 plus £47.50 in taxes, which makes £204.99 in total."},
		},
		{
			"what comes back", order, "",
			[]string{"You get €519.99 back.", "Recibirás 519,99 € de vuelta.", "Je krijgt € 519,99 terug.", "Order total: €311.00"},
			[]string{"You get €311 back.", "Recibirás 311 € de vuelta.", "Je krijgt € 311 terug.", "Order total: €519.99", "You paid €519.99 back then."},
		},
		{
			"what the shop paid", item, "",
			[]string{"Die Lampe hat 171 € gekostet.", "| Item | Price |\n|---|---|\n| Desk lamp | €171.00 |"},
			[]string{"| Item | Price |\n|---|---|\n| Desk lamp | €281.00 |", "The desk lamp is €281 instead of €352."},
		},
		{"an amount before the tax", `{"price":{"total":"200.00","tax":"34.71"},"currency":"EUR"}`, "", []string{"Sin IVA serían 34,71 €."}, []string{"Sin IVA serían 165,29 €."}},
	} {
		v.run(t)
	}
}
