package guard_test

import "testing"

// TestMeant: which record and which amount of it a true reply means, where its words could be taken for others.
func TestMeant(t *testing.T) {
	for _, v := range []verdicts{
		{
			"a name behind the comma is the next amount's", `{"currency":"EUR","meals":[{"name":"Soup","price":6.9},{"name":"Curry","price":11.5}]}`, "",
			[]string{"It's €11.50 for the soup, and the curry is at €6.90."},
			[]string{"It's €6.90 for the soup, and the curry is at €11.50."},
		},
		{
			"a period that is a name", `{"currency":"EUR","passes":[{"type":"Evening","month":"40.00"},{"type":"48 hours","month":"90.00"}]}`, "",
			[]string{"The Evening pass is €90 a month and the 48 hours one €40."},
			[]string{"The Evening pass is €40 a month and the 48 hours one €90."},
		},
		{
			"a list behind a colon", `{"film":"Nightfall","currency":"GBP","showings":[{"time":"18:00","screen":3,"price":"9.00"},{"time":"20:30","screen":2,"price":"12.00"}]}`, "",
			[]string{"There are two showings of Nightfall: 18:00 on screen 3 for £13.00."},
			[]string{"There are two showings of Nightfall: 18:00 on screen 3 for £9.00, and 20:30 on screen 2 for £12.00."},
		},
		{"a field that counts", `{"course":"Pottery","evenings":6,"price":"210.00","materials":"25.00","currency":"EUR"}`, "", []string{"It runs over 6 evenings and costs €220."}, []string{"It runs over 6 evenings and costs €210."}},
		{
			"what a record holds is no part of it", `{"booking":"QX7P2A","new":{"flight":"AF1180","date":"2026-03-20"},"rebooking_fee":"60.00","fare_difference":"22.00","total":"82.00","currency":"EUR"}`, "",
			[]string{"The change to flight AF1180 costs €92."},
			[]string{"The change to flight AF1180 costs €82: a €60 fee plus €22."},
		},
		{"shipping, a day between", offered, "", []string{"Delivery to your door, if you like, costs €5.95."}, []string{"Delivery to your door, if you like, costs €4.95."}},
		{
			"a fee that is named", `{"slots":["09:00","10:00"],"consultation_fee":{"amount":"55.00","currency":"GBP"}}`, "",
			[]string{"A consultation is £65."},
			[]string{"A consultation is £55."},
		},
		{
			"a fee beside a price", `{"face_value":"40.00","booking_fee":"5.50","currency":"GBP"}`, "",
			[]string{"The ticket costs £5.50."},
			[]string{"The ticket costs £40.00."},
		},
		{"net, first", `{"net":"334.45","tax":"63.55","gross":"398.00","currency":"EUR"}`, "", []string{"Net, that's €398.00."}, []string{"Net, that's €334.45.", "It costs €398.00."}},
		{
			"per in brackets", `{"cars":[{"model":"Fiesta","day":"30.00","total":"90.00"},{"model":"Astra","day":"42.00","total":"126.00"}],"currency":"EUR"}`, "",
			[]string{"A Fiesta for €90 (€30 per day) or an Astra for €126 per day."},
			[]string{"A Fiesta for €90 (€30 per day) or an Astra for €126 (€42 per day)."},
		},
	} {
		v.run(t)
	}
}
