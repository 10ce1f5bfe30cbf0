package guard_test

import "testing"

// TestSaidShapes: fields in the shapes of services in other languages, and what is said of them.
func TestSaidShapes(t *testing.T) {
	for _, v := range []verdicts{
		{
			"how many decimals", `{"totals":{"total_items":"5250","total_shipping":"395","total_price":"5645","currency_code":"GBP","currency_minor_unit":2}}`, "",
			[]string{"It makes £5,645 altogether.", "It makes £56.54 altogether."},
			[]string{"It makes £56.45 altogether.", "You're at £52.50 for the items."},
		},
		{
			"runs of weekdays as values", `{"openingHours":[{"days":"Mon-Fri","open":"09:30","close":"18:00"},{"days":"Sat","open":"10:00","close":"17:00"}]}`, "",
			[]string{"On Saturday we open at 9 am."},
			[]string{"On Saturday we open at 10 am.", "On Friday we are open until 6 pm."},
		},
		{"runs of weekdays in two letters", `{"openingstijden":{"di-zo":"10:00-17:00"}}`, "", []string{"We zijn zaterdag open tot 18.00 uur."}, []string{"We zijn zaterdag open tot 17.00 uur."}},
		{"years of as many months", `{"warranty_months":24}`, "", []string{"The warranty runs for three years.", "The warranty runs for 20 months."}, []string{"The warranty runs for two years.", "The warranty runs for 24 months."}},
		{"months of as many years", `{"warranty_years":2}`, "", []string{"The warranty runs for 20 months."}, []string{"The warranty runs for 24 months."}},
		{"a time to wait for the reply", `{}`, "", []string{"It takes 2 minutes."}, []string{"Give me 2 minutes and I'll look it up.", "Geben Sie mir bitte 2 Minuten."}},
		{"a rate under the tax", `{"vat":{"rate":5,"amount":4.49},"total":94.37,"currency":"GBP"}`, "", []string{"£4.49 VAT (7%)"}, []string{"£4.49 VAT (5%)"}},
		{
			"what can be spent", `{"plafond":1500.0,"speso_mese":612.4,"disponibile":887.6,"valuta":"EUR"}`, "",
			[]string{"Hai ancora 867,60 € disponibili.", "Questo mese hai speso 621,40 €."},
			[]string{"Hai ancora 887,60 € disponibili."},
		},
		{
			"what is available is no balance", `{"kontostand":{"betrag":2310.55,"waehrung":"EUR"},"verfuegbar":{"betrag":3310.55,"waehrung":"EUR"}}`, "",
			[]string{"Ihr Kontostand beträgt 3.310,55 €."},
			[]string{"Ihr Kontostand beträgt 2.310,55 €."},
		},
		{"below another price", `{"price":{"value":38.5,"currency":"EUR"},"rrp":{"value":45,"currency":"EUR"}}`, "", []string{"It's €38.50, that's €7.50 below the RRP of €45."}, []string{"It's €38.50, that's €6.50 below the RRP of €45."}},
		{"half of it", `{"event":"Mahler","categories":[{"label":"Stalls","price":78},{"label":"Gallery","price":29}],"student_discount_pct":50,"currency":"GBP"}`, "", []string{"Students pay half: £15.50 in the Gallery."}, []string{"Students pay half: £14.50 in the Gallery."}},
		{"net and gross", `{"prezzo_netto":12.0,"iva_pct":22,"prezzo_ivato":14.64,"valuta":"EUR"}`, "", []string{"Costa 12 € IVA inclusa."}, []string{"Costa 12 € più IVA, cioè 14,64 € IVA inclusa."}},
		{
			"a measure in a name", `{"currency":"USD","products":[{"name":"House blend 250 g","price":"9.50"},{"name":"House blend 1 kg","price":"32.00"}]}`, "",
			[]string{"The 1 kg bag is $9.50.", "The 500 g bag is $9.50."},
			[]string{"The 1 kg bag is $32.00; four of the 250 g bags would be $38.00, so the big one saves you $6.00."},
		},
		{
			"what is left of an allowance", `{"inklusive_gb":20,"verbraucht_gb":13.5}`, "",
			[]string{"Sie haben noch 7,5 GB übrig."},
			[]string{"Sie haben noch 6,5 GB von Ihren 20 GB übrig."},
		},
		{
			"counts that add up", `{"seats":[{"area":"Stalls","price":"55.00","available":4,"currency":"GBP"},{"area":"Balcony","price":"38.00","available":11,"currency":"GBP"}]}`, "",
			[]string{"There are 16 seats left: 4 in the stalls and 11 on the balcony.", "There are 15 seats left in the stalls."},
			[]string{"There are 15 seats left: 4 in the stalls and 11 on the balcony."},
		},
		{"the last day", `{"last_return_day":"2026-03-21"}`, "", []string{"The last day for a return is March 12."}, []string{"The last day for a return is March 21."}},
		{"years in a name", `{"tickets":[{"naam":"Kind (4-12 jaar)","prijs":8.00},{"naam":"Volwassene","prijs":17.50}],"valuta":"EUR"}`, "", []string{"Kinderen van 4 tot 14 jaar € 8."}, []string{"Kinderen van 4 tot 12 jaar € 8."}},
		{"what a discount comes to", `{"subtotal":138.00,"discount":13.80,"total":124.20,"currency":"USD"}`, "", []string{"The discount took 15% off."}, []string{"The discount took 10% off, so you paid $13.80 less."}},
		{"an amount and its scale", `{"price":{"amount":1299,"scale":2,"currency":"USD"}}`, "", []string{"It is $1,299."}, []string{"It is $12.99."}},
		{
			"a fee beside the total", `{"tickets":[{"name":"Weekend","qty":2,"price":119.0},{"name":"Camping","qty":1,"price":45.0}],"fees":14.0,"total":297.0,"currency":"GBP"}`, "",
			[]string{"With £14 in fees that's £279.", "Without the fees it's £293."},
			[]string{"Without the fees it's £283."},
		},
		{"the only two prices", `{"units":[{"grade":"A","price":720},{"grade":"B","price":590}],"currency":"USD"}`, "", []string{"There's $140 between the two."}, []string{"There's $130 between the two."}},
		{"what is gone of a card", `{"initial":{"amount":"100.00","currency":"USD"},"remaining":{"amount":"36.25","currency":"USD"}}`, "", []string{"You've spent $63.25 of the $100."}, []string{"You've spent $63.75 of the $100."}},
	} {
		v.run(t)
	}
}
