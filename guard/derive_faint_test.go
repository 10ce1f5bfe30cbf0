package guard_test

import "testing"

// TestFaint: what follows from the amounts of the tools although no word of the sentence says that it is reckoned.
func TestFaint(t *testing.T) {
	const (
		account  = `{"account":"Everyday","balance":"1284.16","available":"1134.16","currency":"GBP"}`
		stay     = `{"notti":3,"adulto_notte":"45.00","bambino_notte":"20.00","valuta":"EUR"}`
		payments = `{"currency":"GBP","transactions":[{"date":"2026-02-27","merchant":"Greenleaf Market","amount":"-23.40"},{"date":"2026-02-25","merchant":"Metro Fuel","amount":"-51.00"},{"date":"2026-02-24","merchant":"Greenleaf Market","amount":"-18.15"}],"sum":"-92.55"}`
		bundle   = `{"item":"Oxford shirt","single":"35.00","bundle":{"qty":3,"price":"90.00"},"currency":"GBP"}`
		course   = `{"course":"Physio","sessions":10,"price":"420.00","currency":"EUR"}`
		bill     = `{"unit_rate":{"pence_per_kwh":24.5},"standing_charge":{"pence_per_day":53.0,"days":30,"amount":"15.90"},"energy":"100.94","vat_percent":5,"vat":"5.84","total":"122.68","previous_total":"95.17","currency":"GBP"}`
	)
	for _, v := range []verdicts{
		{
			"what lies between two", account, "",
			[]string{"There's £140 of your balance that isn't available yet.", "Your balance is £150."},
			[]string{"There's £150 of your balance that isn't available yet."},
		},
		{
			"a price is no difference of others", stay, "",
			[]string{"Un adulto paga 45 € e un bambino 25 €.", "Un adulto paga 45 € e un bambino 15 €."},
			[]string{"Un adulto paga 45 € e un bambino 20 €."},
		},
		{
			"payments are below zero, and so is what they come to", payments, "",
			[]string{"You spent £74.40 at Greenleaf Market.", "You spent £95.25 in all."},
			[]string{"You spent £41.55 at Greenleaf Market: £23.40 on 27 February and £18.15 on 24 February.", "You spent £92.55 in all."},
		},
		{
			"how many share stands before what each has", bundle, "",
			[]string{"A single one is £30, three are £90."},
			[]string{"A single one is £35, three are £90."},
		},
		{
			"what one of a number is", course, "",
			[]string{"At €420 for ten, a session works out at €40."},
			[]string{"At €420 for ten, a session works out at €42."},
		},
		{
			"a figure that no price has by chance", bill, "",
			[]string{"It's £27.15 more than the previous one (£95.17)."},
			[]string{"It's £27.51 more than the previous one (£95.17)."},
		},
	} {
		v.run(t)
	}
}
