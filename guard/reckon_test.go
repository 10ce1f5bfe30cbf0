package guard_test

import "testing"

// TestReckoned: what a reply works out of the amounts that it states or speaks of, and what that is not.
func TestReckoned(t *testing.T) {
	const cart = `{"currency":"EUR","items":[{"name":"Blanket","qty":1,"price":49.00},{"name":"Candle","qty":3,"price":9.00}],"subtotal":76.00,"voucher":{"amount":10.00},"shipping":4.90,"total":70.90}`
	const flights = `{"offers":[{"flight":"LX 1069","fare":{"total":"148.32","currency":"EUR"},"checkedBag":{"price":"35.00","currency":"EUR"}},{"flight":"LX 1077","fare":{"total":"211.32","currency":"EUR"},"checkedBag":{"price":"35.00","currency":"EUR"}}]}`
	for _, v := range []verdicts{
		{
			"minus and plus", cart, "",
			[]string{"€76.00 for the goods, minus the €10 voucher, plus €4.90 shipping: €72.90."},
			[]string{"€76.00 for the goods, minus the €10 voucher, plus €4.90 shipping: €70.90."},
		},
		{
			"a fee for each", `{"currency":"GBP","seats":[{"area":"Stalls","price":"55.00"},{"area":"Balcony","price":"38.00"}],"booking_fee":{"amount":"2.50","per":"ticket"}}`, "",
			[]string{"Two in the stalls are £110, plus £2.50 booking fee per ticket, so £117.50 in total."},
			[]string{"Two in the stalls are £110, plus £2.50 booking fee per ticket, so £115 in total."},
		},
		{
			"a sum of products, and a percentage off it", `{"currency":"EUR","adult":{"price":22.00},"child":{"price":14.00},"group_discount_percent":10}`, "",
			[]string{"6 adults at €22 are €132 and 25 children at €14 are €350, so €472.", "6 adults at €22 are €132 and 25 children at €14 are €350, so €482. With the 10% group discount it's €435.80."},
			[]string{"6 adults at €22 are €132 and 25 children at €14 are €350, so €482. With the 10% group discount it's €433.80, you save €48.20."},
		},
		{
			"a bag with the flight that is named", flights, "",
			[]string{"With a checked bag LX 1069 comes to €173.32.", "LX 1077 costs €53 more."},
			[]string{"With a checked bag LX 1069 comes to €183.32."},
		},
		{
			"an add-on under the same key", `{"product":"Household","annualPremium":184.8,"currency":"EUR","addOns":[{"label":"Bicycle theft","annualPremium":36.0},{"label":"Glass","annualPremium":24.0}]}`, "",
			[]string{"With bicycle theft it comes to €218.80 a year."},
			[]string{"With bicycle theft it comes to €220.80 a year."},
		},
		{
			"amounts of a payment processor", `{"object":"invoice","currency":"eur","subtotal":12000,"tax":2280,"total":14280,"lines":{"data":[{"description":"Team plan","quantity":4,"amount":8000}]}}`, "",
			[]string{"The total is €14,280.", "The total is €14.28."},
			[]string{"The total is €142.80: €120.00 plus €22.80 VAT.", "Four Team plan seats at €20 each are €80."},
		},
		{
			"what others call so", `{"currency":"EUR","subtotal":12000,"tax":2280,"total":14280}`, "",
			[]string{"The total is €142.80."},
			[]string{"The total is €14,280."},
		},
		{
			"the variant that more of its names are said of", `{"currency":"EUR","variants":[{"color":"navy","size":"S","price":39.00},{"color":"navy","size":"XL","price":44.00},{"color":"white","size":"S","price":36.00}]}`, "",
			[]string{"The XL costs €8 more than the S in navy."},
			[]string{"The XL costs €5 more than the S in navy."},
		},
		{
			"what is left of the whole", `{"currency":"EUR","items":[{"name":"Margherita","qty":2,"unitPrice":9.5},{"name":"Tiramisu","qty":1,"unitPrice":6.0}],"deliveryFee":2.9,"tip":2.0,"total":29.9}`, "",
			[]string{"You paid €29.90: €24.00 for the food, €2.90 for delivery and a €2.00 tip.", "You paid €29.90: $25.00 for the food, €2.90 for delivery and a €2.00 tip."},
			[]string{"You paid €29.90: €25.00 for the food, €2.90 for delivery and a €2.00 tip."},
		},
		{
			"as many more", `{"plan":{"nickname":"Team","amount":12.00,"currency":"USD","interval":"month"},"quantity":8}`, "",
			[]string{"Adding two more seats would bring you to $110 a month."},
			[]string{"Adding two more seats would bring you to $120 a month."},
		},
		{
			"what is missing to a threshold", `{"items":[{"name":"Spatula","price":7.50}],"subtotal":74.90,"free_shipping_from":80.00,"shipping":4.90,"currency":"EUR"}`, "",
			[]string{"You need another €6.10 for free shipping."},
			[]string{"You need another €5.10 for free shipping.", "Ihnen fehlen noch 5,10 € bis zum Gratisversand."},
		},
		{
			"for the nights of the stay", `{"nights":3,"cityTaxPerPersonPerNight":2.5,"currency":"EUR"}`, "",
			[]string{"City tax comes on top: €2.50 per person and night, so €16 for the two of you."},
			[]string{"City tax comes on top: €2.50 per person and night, so €15 for the two of you."},
		},
		{
			"of several lists", `{"refunds":[{"transactions":[{"amount":"45.00","currency":"USD"}]},{"transactions":[{"amount":"12.50","currency":"USD"}]}]}`, "",
			[]string{"That's $56.50 in total."},
			[]string{"That's $57.50 in total."},
		},
		{
			"a trade-in", `{"prijs":{"bedrag":"2199.00","valuta":"EUR"},"adviesprijs":{"bedrag":"2499.00","valuta":"EUR"},"inruil":{"maximaal":{"bedrag":"400.00","valuta":"EUR"}}}`, "",
			[]string{"Met de maximale inruil van € 400 betaal je nog € 1.899."},
			[]string{"Met de maximale inruil van € 400 betaal je nog € 1.799.", "De fiets kost nu € 2.199, dat is € 300 minder dan de adviesprijs."},
		},
	} {
		v.run(t)
	}
}

// TestAsked: what a short reply works out of what the customer asked for.
func TestAsked(t *testing.T) {
	for _, v := range []verdicts{
		{
			"items by their number", `{"currency":"EUR","items":{"shirt":2.90,"suit":14.50,"dress":12.00}}`, "How much for 5 shirts and a suit?",
			[]string{"€31 in all.", "€26.50."},
			[]string{"€29 in all.", "€29."},
		},
		{
			"names before what the list is called", `{"currency":"EUR","bouquets":[{"name":"Small","price":19.90},{"name":"Medium","price":29.90},{"name":"Large","price":44.90}],"delivery":{"price":6.50}}`, "What do two small and one large bouquet cost?",
			[]string{"€94.70 for the flowers."},
			[]string{"€84.70 for the flowers plus €6.50 delivery, so €91.20."},
		},
		{"what is left to pay", `{"paquete":{"precio":640.00},"pagado":400.00,"moneda":"EUR"}`, "What is left to pay?", []string{"€260."}, []string{"€240."}},
		{"minutes of an allowance", `{"minutes":{"included":300,"used":112}}`, "", []string{"You have 198 minutes left."}, []string{"You have 188 minutes left."}},
		{"what the customer paid", `{"contributed":39800.00,"value":48210.55,"currency":"GBP"}`, "", []string{"I've paid you £39,800."}, []string{"You've paid in £39,800."}},
		{"elements by their measure", `{"currency":"GBP","units":[{"size_sqm":3,"monthly":58.00},{"size_sqm":5,"monthly":84.00}]}`, "", []string{"The 5 sqm unit is £36 more a month than the 3 sqm one."}, nil},
	} {
		v.run(t)
	}
}
