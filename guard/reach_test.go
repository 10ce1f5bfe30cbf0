package guard_test

import "testing"

// TestReach: how far a customer is from something, what is left, and what comes together, and the customer's own bounds.
func TestReach(t *testing.T) {
	loyalty := `{"balance":1270,"currency":"points","next_tier":{"name":"Gold","required":2000},"expiring":{"points":90}}`
	shelf := `{"items":[{"name":"Shelf","price":"32.00"},{"name":"Rod","price":"14.50"},{"name":"Hook","price":"6.25"}],"currency":"EUR"}`
	for _, v := range []verdicts{
		{
			"points to a tier", loyalty, "",
			[]string{"You need 370 more points for Gold.", "Te faltan 370 puntos para Gold.", "Noch 370 Punkte bis Gold."},
			[]string{"You need 730 more points for Gold.", "Te faltan 730 puntos para Gold.", "Noch 730 Punkte bis Gold."},
		},
		{
			"what a budget leaves", `{"name":"Lamp","price":"64.95","currency":"EUR"}`, "¿Me llega con 80 €?",
			[]string{"Cuesta 64,95 € y te quedarían 25,05 €.", "Sí, te sobrarían 25,05 €.", "You'd have 25.05 EUR to spare."},
			[]string{"Cuesta 64,95 € y te quedarían 15,05 €.", "Sí, te sobrarían 15,05 €.", "You'd have 15.05 EUR to spare."},
		},
		{
			"all of a list", shelf, "",
			[]string{"The hook is €6.25; all three together come to €58.75."},
			[]string{"The hook is €6.25; all three together come to €52.75."},
		},
		{
			"with what the customer saw", `{"method":"Courier","fee":"12.90","currency":"EUR"}`, "I'd like the bench for €140.",
			[]string{"With the bench at €140 that's €154.90 together."},
			[]string{"With the bench at €140 that's €152.90 together."},
		},
		{
			"the customer's bound", `{"name":"Lamp","price":"64.95","currency":"EUR"}`, "Something for under €70, please.",
			[]string{"The lamp is €70.", "For €70 you'd get the lamp."},
			[]string{"The lamp is €64.95, so it's below your limit of €70.", "For €70 there is the lamp, which is €64.95."},
		},
		{
			"a price of one before its tax or with it", `{"title":"Pack","unit":{"gross":"46.50","net":"39.08","currency":"EUR"}}`, "",
			[]string{"Two packs come to €83.00."},
			[]string{"Two packs come to €93.00.", "The pack is €46.50."},
		},
		{
			"what costs what it did, for nothing is lower", `{"prices":[{"size":"S","retail":"79.00","sale":null}],"currency":"EUR"}`, "",
			[]string{"It costs €97."},
			[]string{"It costs €79."},
		},
		{
			"from an old price to a new one", `{"name":"Lamp","price":"64.95","regular_price":"89.95","currency":"EUR"}`, "",
			[]string{"De lamp is afgeprijsd van € 64,95 naar € 59,95.", "Die Lampe ist von 98,95 € auf 64,95 € reduziert."},
			[]string{"De lamp is afgeprijsd van € 89,95 naar € 64,95.", "Die Lampe ist von 89,95 € auf 64,95 € reduziert."},
		},
		{
			"a deadline", `{"code":"X1","valid_until":"2026-03-15"}`, "",
			[]string{"You have 13 days to use it."},
			[]string{"You have 14 days to use it."},
		},
		{
			"the other one", `{"invoices":[{"no":"R-2026-0191","due":"2026-02-25"},{"no":"R-2026-0233","due":"2026-03-11"}]}`, "",
			[]string{"R-2026-0191 is due on 11 March."},
			[]string{"R-2026-0191 was due on 25 February, and the other one is due on 11 March."},
		},
		{
			"sizes and measures", `{"size":"38","sizes":{"38":{"on_hand":4,"free":2}},"container":{"size":"2.5","unit":"l"},"uom":"m","available":9.3}`, "",
			[]string{"There are 3 pairs of size 38.", "It holds 3.5 l.", "We have 9.7 m."},
			[]string{"For the size 38 pair there are 2 pairs left.", "It holds 2.5 l.", "We have 9.3 m."},
		},
		{
			"free from an amount on", `{"minimum_order":{"amount":"15.00","currency":"EUR"},"free_shipping_from":{"amount":"49.00","currency":"EUR"}}`, "",
			[]string{"A partir de 40 € el envío es gratuito."},
			[]string{"A partir de 49 € el envío es gratuito."},
		},
		{
			"a rate from a day on", `{"monthly":"11.00","from":"2026-03-15","currency":"USD"}`, "",
			[]string{"It's $12 a month from 15 March."},
			[]string{"It's $11 a month from 15 March."},
		},
		{
			"so many days later", `{"planned":"2026-02-27","now":"2026-03-05"}`, "",
			[]string{"It was due on 27 February and now comes on 5 March, five days later."},
			[]string{"It was due on 27 February and now comes on 5 March, six days later."},
		},
	} {
		v.run(t)
	}
}
