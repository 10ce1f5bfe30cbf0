package guard_test

import "testing"

// TestKeyed: values whose keys are what tells them apart, and days in digits.
func TestKeyed(t *testing.T) {
	for _, v := range []verdicts{
		{
			"sizes", `{"shoe":"Pirol","sizes":{"41":0,"42":5,"43":9}}`, "",
			[]string{"In size 42 there are 9 pairs left."},
			[]string{"In size 42 there are 5 pairs left.", "Size 41 is out of stock."},
		},
		{
			"sizes with more to say", `{"sizes":{"41":{"onHand":0,"free":0},"42":{"onHand":4,"free":2},"43":{"onHand":9,"free":9}}}`, "",
			[]string{"In size 42 nine pairs are free."},
			[]string{"In size 42 two pairs are free."},
		},
		{
			"a day in eight digits", `{"order":"A-77","ship_by":"20260304"}`, "",
			[]string{"It ships by 5 March."},
			[]string{"It ships by 4 March."},
		},
		{
			"the end of a card's term", `{"cards":[{"brand":"visa","last4":"4242","exp_month":8,"exp_year":2027}]}`, "",
			[]string{"Your Visa is valid until 09/2027."},
			[]string{"Your Visa is valid until 08/2027."},
		},
	} {
		v.run(t)
	}
}
