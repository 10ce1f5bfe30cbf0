package guard_test

import "testing"

// TestSaid: what a reply says in other words than the record, and what it makes of the record's words.
func TestSaid(t *testing.T) {
	for _, v := range []verdicts{
		{
			"a sentence that goes on with it", `{"currency":"EUR","bundle":{"name":"Grill set","price":149},"parts":[{"name":"Grill","price":119},{"name":"Cover","price":45}],"sum_of_parts":164}`, "",
			[]string{"Bought one by one that's €174, as a set it is €149."},
			[]string{"Bought one by one that's €164, as a set it is €149."},
		},
		{
			"a total that goes down", `{"currency":"EUR","cart":{"items":[{"name":"Vase","price":30,"quantity":1},{"name":"Bowl","price":18,"quantity":1}],"total":48}}`, "",
			[]string{"Without the Bowl your total drops from €50 to €30."},
			[]string{"Without the Bowl your total drops from €48 to €30.", "If you remove the Bowl, the total goes down from €48 to €30."},
		},
		{
			"what was asked for", `{"currency":"EUR","assembly":{"price":29},"insurance":{"price":12.5}}`, "How much is assembly?",
			[]string{"That would be €12.50.", "We do that for €25."},
			[]string{"That would be €29.", "We do that for €29."},
		},
		{
			"a saving by the record's own percentage", `{"name":"Sofa","price":800,"currency":"EUR","discount_percent":15}`, "",
			[]string{"You'd save €110, so €690.", "You'd save €80."},
			[]string{"You'd save €120, so €680."},
		},
		{
			"a percentage that is only supposed", `{"name":"Rug","price":240,"currency":"EUR"}`, "what if it were 25% off?",
			[]string{"If it were 25% off it would be €190, but it costs €240.", "Yes, it is 25% off, so €180."},
			[]string{"If it were 25% off it would be €180, but it costs €240."},
		},
		{
			"a plan of its own", `{"currency":"EUR","price":900,"plans":[{"months":3,"monthly":300},{"months":9,"monthly":103.5}]}`, "",
			[]string{"9 months at €100 each."},
			[]string{"9 months at €103.50 each.", "3 months at €300 each."},
		},
		{
			"a refund less a fee", `{"currency":"EUR","items_refund":60,"restocking_fee":6,"refund_total":54}`, "",
			[]string{"Your refund is €60 in total.", "You get €66 back in total."},
			[]string{"Your refund is €54 in total.", "You get €60 for the items back, less a fee of €6, so €54 in total."},
		},
		{
			"a total that takes shipping in", `{"currency":"EUR","items":[{"name":"Cup","price":8,"quantity":2},{"name":"Jug","price":24,"quantity":1}],"subtotal":40,"shipping":5.5,"total":45.5}`, "",
			[]string{"Your total is €40, including €5.50 for shipping."},
			[]string{"Your total is €45.50, including €5.50 for shipping.", "The items are €40 in total, shipping is €5.50."},
		},
		{
			"a pack and a piece", `{"name":"Candles, pack of 4","price":{"amount":"14.00","currency":"EUR"},"pack_size":4,"unit_price":{"amount":"3.50","currency":"EUR"}}`, "",
			[]string{"A pack is €3.50.", "They are €14 apiece."},
			[]string{"A pack is €14.", "A pack is €14, which is €3.50 each.", "A single one is €3.50."},
		},
		{
			"a day that days lead up to", `{"delivery_days":{"min":2,"max":4}}`, "",
			[]string{"It arrives within 2 days.", "It arrives within 6 days."},
			[]string{"It arrives within 4 days."},
		},
		{
			"a figure seen elsewhere", `{"name":"Drill","price":129,"currency":"EUR"}`, "I saw it for 99 online",
			[]string{"Sure, we match the 99.", "OK, 99."},
			[]string{"We can't match the 99.", "It is €129."},
		},
		{
			"weekdays that are keys", `{"monday":{"open":"9:00","close":"18:00"},"saturday":"10:00-14:00"}`, "",
			[]string{"We are open on Sunday.", "It will be delivered on Saturday."},
			[]string{"We are open on Saturday.", "On Monday we open at 9:00."},
		},
		{
			"called by another key", `{"currency":"EUR","price":238,"net_price":200,"subscription_price":189,"deposit_paid":50}`, "",
			[]string{"The net price is €238.", "With a subscription the price is €238.", "The subscription price is €238."},
			[]string{"The net price is €200.", "The subscription price is €189.", "The price is €238."},
		},
		{
			"paid and due", `{"currency":"EUR","order_total":900,"paid":250,"due":650}`, "",
			[]string{"You've paid €650."},
			[]string{"You've paid €250.", "€650 are still due."},
		},
		{
			"the money of another country", `{"name":"Mug","price":"7.00","currency":"USD"}`, "",
			[]string{"It costs 7.00 US pounds.", "It costs 7 US francs.", "It costs 7.00 US euros.", "It costs 7 American rupees."},
			[]string{"It costs 7.00 US dollars.", "It costs 7 American dollars."},
		},
		{
			"pounds with another country", `{"name":"Mug","price":"7.00","currency":"GBP"}`, "",
			[]string{"It costs 7.00 US dollars.", "It costs 7.00 US francs."},
			[]string{"It costs 7.00 British pounds."},
		},
		{
			"business days", `{"name":"Oak desk","delivery":{"business_days":6}}`, "", // the turn is on a Sunday
			[]string{"It arrives on Saturday, 7 March.", "It arrives on 6 March."},
			[]string{"It arrives on Monday, 9 March."},
		},
		{
			"business days in a text", `{"name":"Eiche","versand":{"lieferzeit":"7 Werktage"}}`, "",
			[]string{"Der Tisch kommt am 8. März."},
			[]string{"Der Tisch kommt am 10. März."},
		},
		{
			"business days to a date", `{"commande":"C-20931","livraison":{"date":"2026-03-10"}}`, "",
			[]string{"Elle sera livrée dans 9 jours ouvrés.", "It arrives in 9 business days.", "Das dauert noch 9 Werktage bis zum 10. März."},
			[]string{"Elle sera livrée dans 7 jours ouvrés, le 10 mars.", "It arrives in 7 business days.", "It arrives in 9 days."},
		},
		{
			"instalments that are counted", `{"totale":"540.00","piani":[{"rate":4,"importo":"135.00"},{"rate":9,"importo":"63.10"}],"valuta":"EUR"}`, "",
			[]string{"4 rate da 136 €."},
			[]string{"4 rate da 135 €.", "Sono 9 rate da 63,10 € l'una."},
		},
		{
			"a levy for a night", `{"camere":[{"tipo":"Singola","notte":"90.00","totale":"180.00"}],"tassa_soggiorno":"4.50","valuta":"EUR"}`, "",
			[]string{"La tassa di soggiorno è di 4 € a notte."},
			[]string{"La tassa di soggiorno è di 4,50 € a persona per notte."},
		},
		{
			"delivery in Dutch", `{"prijzen":{"klein":"19.95","groot":"33.95"},"bezorging":{"datum":"2026-03-02","kosten":"4.95"},"valuta":"EUR"}`, "",
			[]string{"Bezorging kost € 19,95.", "Bezorging kost € 33,95."},
			[]string{"Bezorging kost € 4,95.", "Bezorging morgen kost € 4,95."},
		},
		{
			"free from a threshold", `{"opties":[{"naam":"Thuis","prijs":"5.95"}],"gratis_vanaf":"60.00","valuta":"EUR"}`, "",
			nil,
			[]string{"Vanaf € 60 is verzending gratis."},
		},
		{
			"a preposition in German", `{"order_number":55120}`, "",
			nil,
			[]string{"Ich leite Sie wegen der Bestellung 55120 an eine Kollegin weiter."},
		},
		{
			"a part number", `{"sku":"FLT-20","fits":"RM-30","name":"Filter","price":12,"currency":"EUR"}`, "a filter for my RM-30?",
			[]string{"It is RM 30."},
			[]string{"The Filter is €12 and fits the RM-30."},
		},
		{
			"parts of an estimate", `{"currency":"EUR","labour":70,"material":31.5,"estimate":101.5}`, "",
			[]string{"The estimate is €101.50: €31.50 for labour and €70 for material."},
			[]string{"The estimate is €101.50: €70 for labour and €31.50 for material."},
		},
		{
			"what is kept from a refund", `{"currency":"EUR","items_refund":88,"return_shipping":6,"refund_total":82,"paid":120}`, "",
			[]string{"Your refund is €88 in total.", "Il rimborso è di 88 € in totale."},
			[]string{"Your refund is €82 in total.", "The €82 will be back on your account soon.", "You have paid €120."},
		},
		{
			"an old price in Swedish", `{"name":"Lampa","price":450,"list_price":600,"currency":"SEK"}`, "",
			[]string{"Den kostar 600 kr i stället för 450 kr."},
			[]string{"Den kostar 450 kr i stället för 600 kr."},
		},
		{
			"what has become of it", `{"order_id":"O-77120","shipments":[{"status":"delivered"},{"status":"in_transit"}]}`, "",
			[]string{"Your order was refunded."},
			[]string{"Your order was sent in two parcels."},
		},
	} {
		v.run(t)
	}
}

// TestFree: that something is free is an amount where a tool has named another, and no claim elsewhere.
func TestFree(t *testing.T) {
	const ways = `{"shipping":{"currency":"EUR","options":[{"name":"Standard","shipping_cost":5},{"name":"Overnight","shipping_cost":19},{"name":"Pickup","shipping_cost":0}]}}`
	for _, v := range []verdicts{
		{
			"ways of shipping", ways, "",
			[]string{"Overnight is free for you.", "Standard is free of charge."},
			[]string{
				"Pickup is free.", "Overnight isn't free.", "Is Overnight free?", "Overnight would be free if you were a member.", "Feel free to choose Overnight.",
				"Standard is free from several items on.", "Overnight is free for members.",
			},
		},
		{
			"a charge", `{"currency":"EUR","shipping":7.5,"return_fee":4,"setup_fee":30,"price":120,"name":"Mattress"}`, "",
			[]string{
				"Shipping is completely free.", "Delivery's free.", "Returns are free within 14 days.", "Setup is free.", "Der Versand ist kostenlos.",
				"La livraison est gratuite.", "El envío es gratis.", "La spedizione è gratuita.", "De verzending is gratis.", "O envio é gratuito e rápido.",
			},
			[]string{
				"The mattress is free of BPA.", "It is duty-free.", "A technician is free now.", "Der Versand ist nicht kostenlos.", "Parking is free.",
				"The app is gratis.",
			},
		},
		{
			"no charge is named", `{"currency":"EUR","price":120,"free_shipping_from":100}`, "",
			nil,
			[]string{"Shipping is free.", "Returns are free.", "La livraison est gratuite."},
		},
		{
			"an item", `{"currency":"EUR","items":[{"name":"Bike","price":549},{"name":"Lock","price":39.95}]}`, "",
			[]string{"Das Lock ist gratis.", "Het Lock is gratis bij de fiets."},
			[]string{"The Bike is free at the moment."},
		},
	} {
		v.run(t)
	}
}
