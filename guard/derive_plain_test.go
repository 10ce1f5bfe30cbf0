package guard_test

import "testing"

// TestPlain: what follows from two amounts that are stated, whatever records they stand in, or from one of them so many times.
func TestPlain(t *testing.T) {
	for _, v := range []verdicts{
		{
			"as many of what is no price by its name", `{"title":"Nova","net":"50.00","vat":"9.50","gross":"59.50","currency":"EUR"}`, "And three of them?",
			[]string{"3 × 59.50 € = 179.50 €.", "Three pieces come to €187.50 together."},
			[]string{"3 × 59.50 € = 178.50 €.", "Three pieces come to €178.50 together."},
		},
		{
			"a card and a price of two records", `{"mat":{"name":"Align","price":{"value":44.90,"currency":"EUR"}},"card":{"number":"G-1","remaining":52.00,"currency":"EUR"}}`, "Is my card enough for it?",
			[]string{"The Align is €44.90 and your card holds €52.00, so you'd still have €8.10 on it."},
			[]string{"The Align is €44.90 and your card holds €52.00, so you'd still have €7.10 on it."},
		},
		{
			"what another list knows of them besides", `{"list":[{"sku":"RV-1","name":"Mopsi S","price":"219.00","currency":"EUR"},{"sku":"RV-2","name":"Mopsi Pro","price":"349.00","currency":"EUR"}],"estimates":[{"sku":"RV-1","days":3},{"sku":"RV-2","days":8}]}`, "",
			[]string{"The Mopsi S is €219. The Mopsi Pro is €140 more, and takes 8 days."},
			[]string{"The Mopsi S is €219. The Mopsi Pro is €130 more, and takes 8 days."},
		},
		{
			"a percentage of any two amounts", `{"items":[{"name":"Crown","price":620.00},{"name":"Filling","price":110.00},{"name":"Clean","price":80.00}],"total":810.00,"discount":81.00,"due":729.00,"currency":"EUR"}`, "",
			[]string{"The crown is €620, the filling €110 and the clean €80, €810 in all. With the 15% discount (€81) you pay €729."},
			[]string{"The crown is €620, the filling €110 and the clean €80, €810 in all. With the 10% discount (€81) you pay €729."},
		},
		{
			"what the question asks to come with it", `{"product":"Nordic","base_price":429.00,"options":[{"name":"Cable tray","surcharge":24.00},{"name":"Drawer","surcharge":55.00}],"currency":"EUR"}`, "And with the cable tray?",
			[]string{"€463.", "The tray adds 24 euros, so 453 euros. If you took the drawer (€55) as well, you'd be at €518."},
			[]string{"€453.", "The tray adds 24 euros, so 453 euros. If you took the drawer (€55) as well, you'd be at €508."},
		},
		{
			"what share one is of the other", `{"order":"A-1","total":"112.00","refunded":"67.20","kept":"44.80","currency":"EUR"}`, "",
			[]string{"The refund is €67.20, 50% of the €112 you paid.", "The refund is €67.20, 65% of the €112 you paid."},
			[]string{"The refund is €67.20, 60% of the €112 you paid."},
		},
		{
			"cheaper than each of two", `{"items":[{"name":"Gotland","price":72.0},{"name":"Fårö","price":38.5},{"name":"Åre","price":24.9}],"currency":"EUR"}`, "",
			[]string{"Åre is the cheapest. It costs €24.90, so it is €13.60 cheaper than Fårö and €43.10 cheaper than Gotland."},
			[]string{"Åre is the cheapest. It costs €24.90, so it is €13.60 cheaper than Fårö and €47.10 cheaper than Gotland."},
		},
	} {
		v.run(t)
	}
}
