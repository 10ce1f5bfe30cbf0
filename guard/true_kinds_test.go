package guard_test

import "testing"

// TestTrueKinds: kinds of true statements whose value stands in the result in another form, and the false ones beside them.
func TestTrueKinds(t *testing.T) {
	for _, v := range []verdicts{
		{
			"below nought", `{"fund":"World","day_change_percent":-0.7,"year_percent":4.2}`, "",
			[]string{"It is at 0.7%.", "It is down 0.9%."},
			[]string{"It is down 0.7%.", "It stands 0.7% lower.", "It is up 4.2% overall."},
		},
		{"a discount with a sign", `{"price":"70.00","was":"100.00","discount_pct":30,"currency":"EUR"}`, "", []string{"Now €70, -40%."}, []string{"Now €70, -30%."}},
		{
			"an overdrawn account", `{"accounts":[{"name":"Current account","balance":{"amount":"-120.50","currency":"GBP"}}]}`, "",
			[]string{"Your Current account is overdrawn by £121.50."},
			[]string{"Your Current account is overdrawn by £120.50."},
		},
		{
			"an exchange", `{"from":"EUR","to":"USD","amount":"200.00","converted":"217.40","fee":{"amount":"1.50","currency":"EUR"}}`, "",
			[]string{"You'd get €217.40.", "You'd get $200.00.", "The fee is $1.50."},
			[]string{"You'd get $217.40 for €200.00.", "The fee is €1.50."},
		},
		{"an instant of a payment", `{"amount_due":"90.00","currency":"EUR","next_payment_attempt":1774828800}`, "", []string{"We'll charge it on 29 March."}, []string{"We'll charge it on 30 March."}},
		{"counted by the week", `{"meals_per_week":3,"total":"39.90","currency":"EUR"}`, "", []string{"It costs €39.90 a month."}, []string{"It costs €39.90 a week."}},
		{"a week", `{"price":"98.40","currency":"EUR","delivery_week":13}`, "", []string{"It comes in week 14."}, nil},
		{"a year", `{"year":2025,"total":"98.40","currency":"EUR"}`, "", []string{"On 1 January 2025 it was €98.40.", "In 2024 you paid €98.40."}, []string{"In 2025 you paid €98.40."}},
		{"a month", `{"period":"2026-01","total":"98.40","currency":"EUR"}`, "", []string{"For February 2026 it is €98.40."}, []string{"For January 2026 it is €98.40."}},
		{"a rate for an hour", `{"heures":20,"taux_horaire":"3.10","montant":"62.00","devise":"EUR"}`, "", []string{"20 heures à 3,20 €"}, []string{"20 heures à 3,10 €, soit 62 €"}},
		{"a supplement for the night", `{"prix":"40.00","supplement_nuit":"5.00","devise":"EUR"}`, "", []string{"Le supplément de nuit est de 4 €."}, []string{"Le supplément de nuit est de 5 €, donc 45 € en tout."}},
		{"a code between a name and its price", `{"name":"Tent Aurora 2","price":"349.00","currency":"CHF"}`, "", []string{"The Tent Aurora 2 CHF 359.-"}, []string{"The Tent Aurora 2 CHF 349.-"}},
		{"a time behind a weekday", `{"slots":[{"start":"2026-03-06T08:10:00Z"}]}`, "", []string{"am Donnerstag um 8:10 Uhr"}, []string{"am Freitag um 8:10 Uhr"}},
		{"a tax that is no number", `{"prix":"120.00","tva_taux":20,"devise":"EUR"}`, "", []string{"120 € (TVA à 10 %)"}, []string{"120 € (TVA à 20 %)"}},
		{
			"a month by its name", `{"zaehler":"Z-1","monat":"Januar","verbrauch_kwh":212}`, "",
			[]string{"Im Dezember waren es 212 kWh.", "Im Januar 2024 waren es 212 kWh.", "Am 5. Januar waren es 212 kWh."},
			[]string{"Im Januar waren es 212 kWh.", "Im Januar 2026 waren es 212 kWh."},
		},
		{"a month of a year", `{"period":"May","year":2024,"kwh":212}`, "", []string{"In May 2025 you used 212 kWh."}, []string{"In May 2024 you used 212 kWh."}},
		{
			"both ends of a time without a unit", `{"name":"Soup","eta_min":25,"eta_max":35,"price":"9.50","currency":"EUR"}`, "",
			[]string{"It arrives in 25-45 minutes.", "It arrives in 20-35 minutes.", "It costs €25.", "It costs €35."},
			[]string{"It arrives in 25-35 minutes."},
		},
		{
			"stars of a hotel", `{"hotel":"Playa Verde ****","price":"82.00","currency":"EUR"}`, "",
			[]string{"Playa Verde has 5 stars.", "Playa Verde costs €4."},
			[]string{"Playa Verde has 4 stars.", "Playa Verde (4 Sterne) kostet 82 €."},
		},
	} {
		v.run(t)
	}
}
