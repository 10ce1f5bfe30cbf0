package guard_test

import "testing"

// TestCounts: a number multiplies a price only where it counts something.
func TestCounts(t *testing.T) {
	const lamp = `{"name":"Desk lamp","price":"14.50","currency":"EUR","from":"2026-04-10","opens":"20:50"}`
	const parking = `{"lot":"P2","days":6,"price":"48.00","currency":"EUR"}`
	const hire = `{"name":"Kayak","daily_price":"31.00","total":"93.00","days":3,"currency":"EUR"}`
	for _, v := range []verdicts{
		{"days and times", lamp, "", []string{
			"From 10 April the lamp costs €145.", "The lamp on display costs €145.00.", "At 20:50 the lamp costs €290.00.",
			"It is due on Monday; the lamp costs €29.", "Payment is due on time, the lamp costs €29.",
		}, []string{"10 lamps cost €145.", "Two lamps are €29.", "For 10 lamps that's €145.00."}},
		{"already for all", parking, "", []string{"6 days on P2 cost €288."}, []string{"6 days on P2 cost €48."}},
		{"per unit", hire, "", []string{"For 3 days the Kayak is €279.00 a day."}, []string{"For 3 days the Kayak is €93.00, €31 a day."}},
	} {
		v.run(t)
	}
}

// TestSpans: a record that says how many nights it has leaves no other number of them; a percentage is as exact as it is written.
func TestSpans(t *testing.T) {
	const room = `{"arrival":"2026-06-05","departure":"2026-06-09","nights":4,"cancel_by":"2026-06-03","was":"400.00","price":"316.00","gain_percent":12.6,"currency":"EUR"}`
	v := verdicts{"stay", room, "", []string{
		"5 June to 9 June (6 nights), to be cancelled by 3 June.", "2 nights from 5 June, to be cancelled by 3 June.", "It gained +12.9 %.",
		"From €400 to €316: 21.04% off.",
	}, []string{"5 June to 9 June (4 nights), to be cancelled by 3 June.", "It gained +12.6 %.", "From €400 to €316: 21% off.", "From €400 to €316: 21.00% off."}}
	v.run(t)
}
