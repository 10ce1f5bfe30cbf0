package guard_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/lacuna-go/lacuna/guard"
)

// TestOneLiners: short replies of the commonest kinds, in several languages.
func TestOneLiners(t *testing.T) {
	for _, v := range []verdicts{
		{
			"any dollars behind an article", `{"setup_fee":{"amount":"35.00","currency":"USD"}}`, "",
			[]string{"There's an A$35 setup fee.", "There's a $53 setup fee."},
			[]string{"There's a $35 setup fee.", "There's a$35 setup fee."},
		},
		{
			"what was done on which day", `{"ordered_on":"2026-02-09","delivered_on":"2026-02-13","return_until":"2026-03-15"}`, "",
			[]string{"It was delivered on 9 February.", "Die Lampe wurde am 9. Februar zugestellt.", "Elle a été livrée le 15 mars."},
			[]string{"It was delivered on 13 February.", "Die Lampe wurde am 13. Februar zugestellt.", "You ordered it on 9 February."},
		},
		{
			"two records under keys", `{"left":{"name":"Brio kettle","price":{"amount":"39.00","currency":"EUR"}},"right":{"name":"Pebble kettle","price":{"amount":"31.50","currency":"EUR"}}}`, "",
			[]string{"The Brio is €31.50."},
			[]string{"The Pebble is cheaper at €31.50, while the Brio is €39."},
		},
		{
			"a part of a cart, and the whole", `{"lines":[{"name":"Tennis balls","qty":3,"unit_price":"7.50","line_total":"22.50"}],"subtotal":"22.50","shipping":"4.95","total":"27.45","currency":"EUR"}`, "",
			[]string{"The balls are €22.50 each."},
			[]string{"With €4.95 shipping you pay €27.45.", "Altogether it is €22.50 plus €4.95 shipping."},
		},
		{
			"points that are there, and points to reach", `{"points":840,"points_expiring":{"count":300,"on":"2026-03-31"},"next_reward":{"at_points":1000}}`, "",
			[]string{"You have 1,000 points on your account."},
			[]string{"You have 840 points on your account.", "At 1,000 points you get a voucher.", "Of your 840 points 300 expire on 31 March."},
		},
		{
			"words of other languages that are no weekdays", `{"free_from":{"amount":"499.00","currency":"SEK"},"code":"MARS10"}`, "",
			[]string{"It comes on Fri.", "Köp senast fredag."},
			[]string{"Fri frakt får du från 499 kronor.", "Mon colis est prêt.", "Avec MARS10 vous payez moins."},
		},
		{
			"what has come to pass, and is no deed of ours", `{"return":{"return_id":"RT-552","state":"received"},"total":{"amount":"132.95","currency":"EUR"},"deposit_paid":"40.00"}`, "",
			[]string{"I've paid €132.95 back to you.", "Your refund has been issued."},
			[]string{
				"Ihre Retoure ist angekommen.", "Sie haben 132,95 € bezahlt.", "Jullie hebben € 132,95 betaald.", "The fee is part of what you paid.", "De factuur had betaald moeten zijn.",
				"The deposit has been paid.", "It was processed in the parcel center.",
			},
		},
		{
			"what several days cost by their key", `{"moneda":"EUR","abonos":{"10_dias":38,"30_dias":79}}`, "",
			[]string{"El abono de 10 días cuesta 83 €.", "El abono de 20 días cuesta 38 €."},
			[]string{"El abono de 10 días cuesta 38 € y el de 30 días 79 €."},
		},
		{
			"a voucher in a cart", `{"discounts":[{"code":"WINTER10","amount":{"amount":"8.00","currency":"EUR"}}]}`, "",
			[]string{"WINTER10 ist eingelöst."}, // the tool is no cart's
			[]string{"WINTER10 gives you €8 off."},
		},
		{
			"records that a number tells apart", `{"sizes":[{"eu":42,"qty":2},{"eu":43,"qty":11}]}`, "",
			[]string{"There are 11 pairs left in EU 42."},
			[]string{"There are 11 pairs left in EU 43.", "In stock are EU 42 (2 pairs) and EU 43 (11 pairs)."},
		},
		{
			"opening hours in a text", `{"opening_hours":"Mon-Sat 07:00-21:00"}`, "",
			[]string{"We're open until 22:00.", "We open on Saturday at 9:30."},
			[]string{"We're open Monday to Saturday from 7:00 to 21:00.", "Le magasin est ouvert du lundi au samedi, de 7h à 21h."},
		},
		{
			"points, and what lasts", `{"points":{"balance":2450},"battery_h":30,"tariff":{"3_day":{"amount":"174.00","currency":"CHF"}}}`, "",
			[]string{"You have 2,540 points.", "It lasts 40 hours."},
			[]string{"You have 2,450 points.", "Tienes 2.450 puntos.", "Sie haben 2.450 Punkte.", "It has 30 hours of battery.", "The 3-day pass is CHF 174."},
		},
		{
			"what is on a card is its balance", `{"card":"C-118","balance":{"amount":"23.60","currency":"EUR"}}`, "",
			[]string{"There is €26.30 left on your card.", "Das Ticket ist 23,60 €.", "Je resttegoed is € 26,30."},
			[]string{"There is €23.60 left on your card.", "Auf der Karte sind 23,60 €.", "Ihr Restguthaben beträgt 23,60 €.", "Je resttegoed is € 23,60.", "Sulla carta ci sono 23,60 €."},
		},
		{
			"an available amount is a balance", `{"available":{"amount":"912.40","currency":"EUR"},"reserved":{"amount":"60.00","currency":"EUR"}}`, "",
			[]string{"Your available balance is €921.40."},
			[]string{"Your available balance is €912.40.", "Tu saldo disponible es de 912,40 €.", "Il tuo saldo disponibile è di 912,40 €.", "Je beschikbare saldo is € 912,40.", "Ihr verfügbares Guthaben beträgt 912,40 €."},
		},
		{
			"a time of day in Dutch is no duration", `{"window":{"from":"14:00","to":"16:00"},"open":"9-18"}`, "",
			[]string{"Het duurt 48 uur.", "Het duurt tussen 24 en 48 uur."},
			[]string{"We komen tussen 14.00 en 16.00 uur.", "We komen om 14.00 uur.", "We komen tussen 14 en 16 uur.", "We zijn open van 9 tot 18 uur.", "Abrimos de 9 a 18 horas."},
		},
		{
			"a key in another language", `{"currency":"EUR","surcharge":13,"rebooking_fee":10.00,"breakfast":12.50,"towel_rental":2.50,"parking":8.00}`, "",
			[]string{"Die Umbuchung kostet 8 €.", "El desayuno cuesta 2,50 €.", "Le parking est à 12,50 €.", "Il noleggio degli asciugamani costa 8 €.", "De handdoek kost € 8."},
			[]string{"Die Umbuchung kostet 10 €.", "El desayuno cuesta 12,50 €.", "Le stationnement est à 8 €.", "Il noleggio degli asciugamani costa 2,50 €.", "De handdoek kost € 2,50."},
		},
		{
			"the share of an allowance", `{"data_total_gb":25,"data_used_gb":17.5,"data_left_gb":7.5}`, "",
			[]string{"You have 17.5 GB left.", "Te quedan 17,5 GB.", "Sie haben 7,5 GB verbraucht."},
			[]string{"You have 7.5 GB left of 25 GB.", "Te quedan 7,5 GB de los 25 GB.", "Sie haben 17,5 GB verbraucht."},
		},
		{
			"a limit that is measured, and a rate of interest", `{"data_used_gb":18.5,"data_limit_gb":30,"overdraft_rate":"9.75","conversion_rate":0.034}`, "",
			[]string{"You've used 18.5 GB of your 35 GB.", "The overdraft rate is 9.57%.", "The conversion rate is 34%."},
			[]string{"You've used 18.5 GB of your 30 GB.", "The overdraft rate is 9.75%.", "The conversion rate is 3.4%."},
		},
		{
			"what is free if more is bought", `{"subtotal":{"amount":"41.20","currency":"EUR"},"free_shipping_threshold":{"amount":"50.00","currency":"EUR"},"shipping":{"amount":"4.90","currency":"EUR"}}`, "",
			[]string{"Shipping is free.", "You add nothing and shipping is free."},
			[]string{"Spend €50 and shipping is free."},
		},
		{
			"a figure that the customer brings along", `{"currency":"EUR","hotels":[{"name":"Casa do Largo","price_per_night":"104.00"},{"name":"Hotel Mira","price_per_night":"89.00"}]}`, "Something under 120 euros?",
			[]string{"Casa do Largo is €120.", "Your €120 room is Casa do Largo.", "I can offer you €120.", "With €120 you pay less than the €130 it costs elsewhere."},
			[]string{
				"Two fit your €120: Casa do Largo at €104 and Hotel Mira at €89.", "De Casa do Largo kost € 104, dus binnen je 120 euro.", "Le Mira est à 89 € et tient dans vos 120 €.", "Casa do Largo is €104, so with €120 you're fine.",
				"O Hotel Mira custa 89 €, dentro dos seus 120 €.",
			},
		},
		{
			"how late something is, and how far percentages are apart", `{"invoices":[{"number":"INV-0311","due":"2026-02-20"},{"number":"INV-0318","due":"2026-03-12"}],"a":{"name":"Fixed","aer_percent":4.05},"b":{"name":"Easy","aer_percent":2.85}}`, "",
			[]string{"INV-0311 is 8 days overdue.", "Fixed is 4.05%, 1.4 percentage points more."},
			[]string{"INV-0311 is 9 days overdue.", "Fixed is 4.05%, 1.2 percentage points more than Easy.", "Fixed bringt 1,2 Prozentpunkte mehr."},
		},
		{
			"a flight by its carrier and its number", `{"flights":[{"carrierCode":"DY","number":"1467"},{"carrierCode":"SK","number":"818"}]}`, "",
			[]string{"You're on flight DY818.", "You're on flight DY1476."},
			[]string{"You're on flight DY1467.", "The other one is SK818."},
		},
		{
			"what is left, and what is gone", `{"code":"GC-77","spent":31.75,"remaining":18.25,"currency":"USD"}`, "",
			[]string{"You've used $18.25.", "You have $31.75 left."},
			[]string{"You've used $31.75.", "You have $18.25 left.", "You've spent $31.75, so $18.25 is left."},
		},
		{
			"amounts that the result says are in the minor unit", `{"venue":"Maritime Museum","adult":{"amount":1600,"currency":"GBP"},"child":{"amount":700,"currency":"GBP"},"unit":"minor"}`, "",
			[]string{"An adult is £1,600.", "An adult is £7 and a child £16."},
			[]string{"An adult is £16 and a child £7."},
		},
		{
			"what is available of a balance, as texts", `{"account":"Everyday","balance":"1284.16","available":"1134.16","currency":"GBP"}`, "",
			[]string{"Your available balance is £1,143.16."},
			[]string{"Your available balance is £1,134.16.", "Of your £1,284.16, £1,134.16 is available."},
		},
		{
			"a limit by its name", `{"arrangedLimit":500,"used":135.2,"left":364.8,"currency":"GBP"}`, "",
			[]string{"Your limit is £550."},
			[]string{"Your limit is £500 and £364.80 of it is left."},
		},
		{
			"a fine by the name of its record, and a bundle", `{"currency":"GBP","items":[{"title":"Atlas of Rivers","fine":"2.40"},{"title":"Bread","fine":"1.20"}],"offers":{"item":"Oxford shirt","single":"35.00","bundle":{"qty":3,"price":"90.00"}}}`, "",
			[]string{"Two Oxford shirts are £90 together.", "It's £1.20 for Atlas of Rivers."},
			[]string{"Three Oxford shirts are £90 together.", "It's £2.40 for Atlas of Rivers and £1.20 for Bread."},
		},
		{
			"what is taken back", `{"sku":"JKT-114","name":"Winter jacket","price":{"amount":"209.00","currency":"EUR"}}`, "Wasn't it €180?",
			[]string{"It's €180 rather than €209.", "It's €209, or rather €180."},
			[]string{"It's €209 rather than €180.", "I'm afraid it is €209 rather than the €180 you mention."},
		},
		{
			"a time of day of another weekday, or another field", `{"hours":{"mon_fri":"9:00-18:30","sat":"10:00-16:00"},"check_in":"15:00","check_out":"11:00"}`, "",
			[]string{"On Saturday we close at 6:30 pm.", "Samstags? Am Samstag bis 18:30 Uhr.", "Check-in is from 11:00.", "We open at 8 am."},
			[]string{"On Saturday we close at 4 pm.", "Am Samstag bis 16 Uhr.", "Check-in is from 15:00, check-out until 11:00.", "Le samedi, de 10 h à 16 h."},
		},
		{
			"a fee that is denied", `{"currency":"EUR","monthly":29.90,"activation_fee":10.00,"early_termination_fee":60.00}`, "",
			[]string{"Sans frais d'activation.", "Es gibt keine Aktivierungsgebühr.", "Je kunt op elk moment gratis opzeggen.", "You can cancel free of charge at any time."},
			[]string{"Die Aktivierungsgebühr beträgt 10 €.", "Les frais d'activation sont de 10 €.", "Is cancelling free of charge?"},
		},
		{
			"plans of so many months", `{"currency":"EUR","price":600.00,"plans":[{"months":12,"monthly_rate":50.00},{"months":24,"monthly_rate":26.50,"total":636.00}]}`, "",
			[]string{"Mit 10 Raten zu je 60 €.", "It costs €636."},
			[]string{"Mit 12 Raten zu je 50 €.", "It costs €600.", "With 24 months you pay €636 in total, €36 more."},
		},
		{
			"what has come already", `{"status":"in_transit"}`, "",
			[]string{"Ihr Paket wurde bereits zugestellt.", "Votre colis est arrivé chez vous.", "Tu pedido ya está entregado.", "È stato consegnato ieri sera."},
			[]string{"Ihr Paket ist im Depot angekommen.", "Votre colis est arrivé au dépôt.", "Sobald es zugestellt wird, melden wir uns."},
		},
		{"a future passive is no deed", `{"status":"processing"}`, "", []string{"È stato spedito."}, []string{"È in lavorazione e verrà spedito.", "Va être expédié, ou ils vont être expédiés."}},
		{
			"to send something is shipping", `{"tool":"shipping","shipping":{"price":"6.95","currency":"EUR"}}`, "",
			[]string{"Verzenden is gratis.", "L'envoi est gratuit.", "Die Zustellung ist gratis.", "Spedire è gratis."},
			[]string{"Verzenden kost € 6,95.", "L'envoi est à 6,95 €."},
		},
		{
			"offers under keys that are names", `{"currency":"EUR","standard":{"price":4.90,"days":3},"express":{"price":9.90,"days":1}}`, "",
			[]string{"Express is €4.90.", "La livraison express coûte 4,90 €.", "Standard is €9.90 and express €4.90."},
			[]string{"Express is €9.90.", "Standard is €4.90 and express €9.90.", "It's €4.90 (standard) or €9.90 (express)."},
		},
		{
			"how many there still are, in words", `{"name":"Chair","in_stock":4}`, "",
			[]string{"Il nous en reste trois.", "Wir haben noch drei davon.", "Nos quedan tres.", "Ce ne restano solo tre.", "We hebben er nog drie."},
			[]string{"Il nous en reste quatre.", "Wir haben noch vier davon.", "Nos quedan cuatro.", "Ce ne restano solo quattro.", "We hebben er nog vier.", "Wir haben noch zwei Fragen."},
		},
		{
			"what was issued was carried out", `{"refund":{"status":"issued","issued_on":"2026-02-28"}}`, "",
			[]string{"Le remboursement a été annulé.", "J'ai effectué le remboursement."},
			[]string{"Le remboursement a été effectué.", "El reembolso ha sido realizado.", "Die Erstattung wurde veranlasst."},
		},
		{
			"an answer to what was asked for", `{"refund":{"status":"processed","amount":45.00,"currency":"EUR"}}`, "¿Me han hecho ya el reembolso?",
			[]string{"Sí, ya está procesado; son 54,00 €."},
			[]string{"Sí, ya está procesado; son 45,00 €."},
		},
		{"the summer is no deed", `{"name":"Drap","price":59.00,"list_price":79.00,"currency":"EUR"}`, "", []string{"J'ai passé la commande."}, []string{"Le drap d'été passe de 79 € à 59 €."}},
		{
			"what a debit leaves of a balance", `{"balance":{"amount":"1834.20","currency":"EUR"},"upcoming":[{"name":"Huur","amount":"950.00","currency":"EUR"},{"name":"Gas","amount":"70.00","currency":"EUR"}]}`, "",
			[]string{"Na de Huur houd je € 1.764,20 over.", "Na de Huur houd je € 894,20 over."},
			[]string{"Na de Huur houd je € 884,20 over.", "Une fois le Huur payé, il vous restera 884,20 €.", "Dopo il Huur ti restano 884,20 €."},
		},
		{
			"sold out", `{"shops":[{"name":"Oak Chair","in_stock":4},{"name":"Pine Table","in_stock":0}]}`, "",
			[]string{"The Oak Chair is sold out.", "Sorry, the Oak Chair is currently out of stock.", "Leider ist der Oak Chair gerade ausverkauft.", "Mi dispiace, Oak Chair è esaurito.", "Oak Chair est épuisé."},
			[]string{
				"The Pine Table is sold out.", "The Oak Chair is not sold out.", "The Oak Chair in red is sold out.", "The Oak Chair is sold out in red.", "The Elm Bench is sold out.",
				"If the Oak Chair is sold out, we tell you.", "The Oak Chair will soon be sold out.", "Is the Oak Chair sold out?",
			},
		},
	} {
		v.run(t)
	}
}

// TestWeekdayNext: "next" and "last" as they stand behind a weekday, on a Monday.
func TestWeekdayNext(t *testing.T) {
	monday := time.Date(2026, 3, 2, 9, 0, 0, 0, time.UTC)
	for _, v := range []struct {
		text, day string
		rests     bool
	}{
		{"Il rimborso arriva martedì prossimo.", "2026-03-10", true},
		{"Le remboursement arrive mardi prochain.", "2026-03-10", true},
		{"El reembolso llega el martes que viene.", "2026-03-10", true},
		{"El reembolso llega el martes que viene.", "2026-03-03", true},
		{"Il rimborso arriva venerdì prossimo.", "2026-03-10", false},
		{"Il rimborso arriva martedì.", "2026-03-10", false},
		{"Le colis est parti vendredi dernier.", "2026-02-27", true},
		{"Le colis est parti vendredi dernier.", "2026-03-06", false},
	} {
		t.Run(v.text+v.day, func(t *testing.T) {
			e := guard.NewEvidence(monday, time.UTC)
			e.Add(guard.Result{Server: "shop", Tool: "get", JSON: []byte(`{"on":"` + v.day + `"}`)})
			r := &guard.Reply{Text: v.text, Now: monday}
			guard.Finder{}.Find(r)
			e.Match(r)
			require.NotEmpty(t, r.Claims)
			assert.Equal(t, v.rests, len(r.Claims[len(r.Claims)-1].Sources) > 0)
		})
	}
}
