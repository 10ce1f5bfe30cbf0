package guard_test

import "testing"

// TestBounds checks what a reply says that prices lie below or above.
func TestBounds(t *testing.T) {
	for _, v := range []verdicts{
		{
			"two prices", `{"currency":"EUR","items":[{"name":"Wool scarf","price":"35.00"},{"name":"Felt hat","price":"48.50"}]}`, "",
			[]string{
				"Both cost less than €40.", "They cost over €40 each.", "The scarf costs just under €50.", "The hat is under €40.", "Orders over €30 are free of shipping.", "Shipping is under €40.",
				"You won't pay more than €100.", "The scarf is less than $50.",
			},
			[]string{
				"Both cost less than €50.", "Both are under €50.", "The hat is just under €50.", "The scarf costs less than €40.", "The hat costs more than €40.", "Both are over €30.",
				"Les deux coûtent moins de 50 €.",
			},
		},
		{
			"one price", `{"sku":"TV-1","name":"Television","price":{"amount":"1299.00","currency":"EUR"}}`, "",
			[]string{"It's just under €1,200.", "It costs over €1,300.", "It's just over €1,000."},
			[]string{"It's just under €1,300.", "It costs less than €1,300.", "Der Fernseher kostet knapp 1.300 €.", "It costs a little more than €1,290."},
		},
	} {
		v.run(t)
	}
}
