package guard_test

import "testing"

// TestChain: what follows from values that the reply has itself proven, and what does not.
func TestChain(t *testing.T) {
	const (
		seats  = `{"blocks":[{"block":"B","face_value":"32.00","booking_fee":"3.50"},{"block":"D","face_value":"21.00","booking_fee":"2.00"}],"currency":"GBP"}`
		entry  = `{"currency":"EUR","tickets":[{"category":"Adult","price":"14.00"},{"category":"Child (4-12)","price":"6.50"},{"category":"Senior","price":"9.00"}]}`
		washer = `{"name":"Norda dryer","price":{"value":379,"currency":"GBP"},"options":[{"name":"Express","price":24.5},{"name":"Old appliance removal","price":15}]}`
		hire   = `{"vehicle":"Fiesta","base":{"per_day":"31.00","total":"217.00"},"extras":[{"name":"Full cover","per_day":"12.50","total":"87.50"}],"currency":"EUR"}`
		meals  = `{"menu":"48.00","pairing":"22.00","currency":"EUR"}`
		bunch  = `{"bouquets":[{"name":"Primrose","price":"27.95"},{"name":"Deluxe","price":"49.95"}],"shipping":"5.00","currency":"EUR"}`
		inks   = `{"inks":[{"sku":"401-BK","price":"31.99"},{"sku":"401-C","price":"38.49"}],"set_price":"64.99","currency":"EUR"}`
		clean  = `{"items":[{"name":"Suit","price":15.5},{"name":"Shirt","price":4.2}],"currency":"EUR"}`
		two    = `{"offers":[{"name":"Iberia","price":"180.00"},{"name":"Finnair","price":"210.00"}],"currency":"EUR"}`
	)
	for _, v := range []verdicts{
		{
			"a sum, so many times", seats, "",
			[]string{"They're £32.00 each plus a £3.50 booking fee per ticket, so £72.00 for both."},
			[]string{"They're £32.00 each plus a £3.50 booking fee per ticket, so £71.00 for both."},
		},
		{
			"counted parts", entry, "",
			[]string{"Two adults at €14 and one child at €6.50 make €35.50.", "Two adults at €14 and one child at €14 make €34.50."},
			[]string{"Two adults at €14 and one child at €6.50 make €34.50."},
		},
		{
			"with both", washer, "",
			[]string{"Express is £24.50, and removal £15. With both, the Norda dryer at £379 comes to £428.50."},
			[]string{"Express is £24.50, and removal £15. With both, the Norda dryer at £379 comes to £418.50."},
		},
		{
			"a price of one is no part", hire, "",
			[]string{"The Fiesta comes to €217.00. Full cover adds €12.50 a day, i.e. €87.50, so all in all €309.50."},
			[]string{"The Fiesta comes to €217.00. Full cover adds €12.50 a day, i.e. €87.50, so all in all €304.50."},
		},
		{
			"of the sentence before", meals, "",
			[]string{"The menu is €48 per person and the pairing €22 more. For two, with pairing, that's €141."},
			[]string{"The menu is €48 per person and the pairing €22 more. For two, with pairing, that's €140."},
		},
		{
			"a name and what comes on top", bunch, "",
			[]string{"Shipping costs €5; with shipping, the Primrose comes to €54.95."},
			[]string{"Shipping costs €5; with shipping, the Primrose comes to €32.95."},
		},
		{
			"the parts of a set", inks, "",
			[]string{"401-BK is €31.99 and 401-C €38.49. The set is cheaper: €64.99 instead of €70.48, you save €6.49."},
			[]string{"401-BK is €31.99 and 401-C €38.49. The set is cheaper: €64.99 instead of €70.48, you save €5.49."},
		},
		{
			"a product in a sum", clean, "",
			[]string{"The suit is €15.50 and a shirt €4.20, so €16.80 for four. Total: €32.40."},
			[]string{"The suit is €15.50 and a shirt €4.20, so €16.80 for four. Total: €32.30."},
		},
		{
			"a difference is no part", two, "",
			[]string{"Iberia costs €180, Finnair costs €210, so Iberia is €30 cheaper. Iberia flies for €210 in total."},
			[]string{"Iberia costs €180, Finnair costs €210, so Iberia is €30 cheaper."},
		},
	} {
		v.run(t)
	}
}
