package guard_test

import "testing"

// TestStated: what a reply derives in plain sight, and names that only seem to compete.
func TestStated(t *testing.T) {
	lamp := `{"items":[{"name":"Desk lamp","price":"40.00"},{"name":"Bulb set","price":"7.50"}],"currency":"EUR"}`
	roses := `{"name":"Roses","price":"39.90","delivery":{"price":"9.50"},"currency":"EUR"}`
	menu := `{"dishes":[{"nr":14,"name":"Dal","price":12.5},{"nr":27,"name":"Ramen","price":14.2}],"currency":"EUR"}`
	car := `{"from":"2026-04-10","cars":[{"model":"Kia Picanto","per_day":"29.00","total":"116.00"},{"model":"Toyota Corolla","per_day":"44.00","total":"176.00"}],"currency":"EUR"}`
	work := `{"hours":26,"hourly_rate":"48.00","labour":"1248.00","currency":"EUR"}`
	keys := `{"full":"15.00","reduced":"11.00","audio":"4.00","currency":"EUR"}`
	sale := `{"name":"Kettle","price":"35.00","compare_at_price":"50.00","currency":"EUR"}`
	loan := `{"amount":120000,"term_years":25,"currency":"EUR"}`
	for _, v := range []verdicts{
		{"sum in sight", roses, "", []string{"The roses are €39.90 plus €9.50 delivery, so €59.40."}, []string{
			"The roses are €39.90 plus €9.50 delivery, so €49.40.", "Die Rosen kosten 39,90 € und 9,50 € Lieferung, also 49,40 €.",
		}},
		{"thousands of thousands", `{"payout":"2190.00","currency":"GBP"}`, "", []string{"You get £2,190 thousand.", "You get 2.190 thousand pounds."}, []string{"You get £2,190."}},
		{"numbers of dishes", menu, "", []string{"No. 14 Dal – €14.20"}, []string{"* No. 14 Dal – €12.50\n* No. 27 Ramen – €14.20", "#14 Dal: €12.50"}},
		{"a day before the names", car, "", []string{"On 10 April you can take the Kia Picanto for €176 (€44 a day) or the Toyota Corolla for €116."}, []string{
			"On 10 April you can take the Kia Picanto for €116 (€29 a day) or the Toyota Corolla for €176 (€44 a day).",
		}},
		{"hours at a rate", work, "", []string{"26 hours at €58 come to €1,248."}, []string{"26 hours at €48 come to €1,248.", "26 × €48 = €1,248"}},
		{"keys are no names", keys, "", []string{"You pay €12 instead of €15."}, []string{"With the reduced ticket you pay €11 instead of €15."}},
		{"from one to another", sale, "", []string{"It is down from €50 to €35, about 40% off."}, []string{"It is down from €50 to €35, about 30% off.", "It is down from €50 to €35, so you save €15 (30%)."}},
		{"years ahead", loan, "", []string{"You pay it off in 20 years."}, []string{"You pay it off in 25 years."}},
		{"over the budget", lamp, "I want to spend 30 euros", []string{"The lamp is €40. That is €20 over your budget of €30."}, []string{"The lamp is €40. That is €10 over your budget of €30."}},
	} {
		v.run(t)
	}
}
