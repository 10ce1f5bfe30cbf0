package guard_test

import "testing"

// TestSettled: operands that the sentence does not name, among few amounts, and what must not follow from them.
func TestSettled(t *testing.T) {
	const (
		used   = `{"model":"X10","units":[{"serial":"U-118","grade":"A","price":720},{"serial":"U-131","grade":"B","price":590}],"new_price":980,"currency":"USD"}`
		bills  = `{"invoices":[{"number":"I-2","total":"345.60"},{"number":"I-1","total":"320.00"}],"currency":"EUR"}`
		fee    = `{"passengers":2,"currency":"EUR","change_fee_per_person":35.00,"fare_difference_per_person":22.50}`
		cart   = `{"currency":"EUR","items":[{"name":"Duo tent","price":179.00,"quantity":1},{"name":"Lantern","price":39.00,"quantity":2}],"subtotal":257.00,"shipping":0.00,"total":257.00}`
		plans  = `{"currency":"EUR","plans":[{"name":"S","data_gb":5,"price":7.99},{"name":"M","data_gb":20,"price":12.99},{"name":"L","data_gb":60,"price":19.99}]}`
		entry  = `{"tickets":[{"type":"adult","price":180},{"type":"child","price":90}],"currency":"EUR"}`
		yearly = `{"plan":"Pro","monthly_price":19,"yearly_price":190,"currency":"USD"}`
		chairs = `{"producto":"Silla","precio":54.0,"pack_4":199.0,"moneda":"EUR"}`
		euros  = `{"total":{"amount":"35000","currency":"EUR","exponent":3}}`
		scaled = `{"planName":"Standard","price":{"amount":1299,"currency":"USD","scale":2},"upgrade":{"planName":"Premium","price":{"amount":1799,"currency":"USD","scale":2}}}`
	)
	for _, v := range []verdicts{
		{
			"two of a list", used, "",
			[]string{"There's $140 between the two.", "There's $310 between the two."},
			[]string{"There's $130 between the two.", "Grade A is $130 more."},
		},
		{
			"this one and the one before", bills, "",
			[]string{"The new one is €26.50 more than the last."},
			[]string{"The new one is €25.60 more than the last."},
		},
		{
			"what is for each comes as often as is counted", fee, "",
			[]string{"For the two of you it would be €57.50."},
			[]string{"For the two of you it would be €115."},
		},
		{
			"a total is known", cart, "",
			[]string{"€218, shipping included."},
			[]string{"€257, shipping included."},
		},
		{
			"the record that a measure tells", plans, "",
			[]string{"For €5 more you'd get 60 GB."},
			[]string{"For €7 more you'd get 60 GB."},
		},
		{
			"a stated scale", scaled, "",
			[]string{"You're on Standard at $1,299 a month.", "Premium is $17.99, that's $6 more."},
			[]string{"You're on Standard at $12.99 a month.", "Premium is $17.99, that's $5 more."},
		},
		{
			"a stated scale that is another than the usual", euros, "",
			[]string{"The total is €350."},
			[]string{"The total is €35."},
		},
		{
			"counted records", entry, "",
			[]string{"Two adults and one child cost €540."},
			[]string{"Two adults and one child cost €450."},
		},
		{
			"twelve months less a year", yearly, "",
			[]string{"Yearly saves you $48.", "Yearly saves you $171."},
			[]string{"Yearly saves you $38."},
		},
		{
			"several of one price", chairs, "",
			[]string{"El pack de 4 cuesta 199 €, por separado serían 210 €."},
			[]string{"El pack de 4 cuesta 199 €, por separado serían 216 €."},
		},
	} {
		v.run(t)
	}
}
