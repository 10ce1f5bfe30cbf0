package guard_test

import "testing"

// TestStep: what holds on a step of a scale is said of a number that leads to it.
func TestStep(t *testing.T) {
	for _, v := range []verdicts{
		{"counts", `{"tiers":[{"min_qty":12,"percent":8},{"min_qty":24,"percent":14}]}`, "", []string{
			"From 12 mugs you get 14% off.", "With 20 mugs you get 14%.", "Bij 20 mokken krijgt u 14 % korting.", "Pour 30 tasses, c'est 8 %.", "You get 14% from 12 mugs.",
		}, []string{
			"From 24 mugs you get 14% off.", "With 20 mugs you get 8%.", "Bij 30 mokken krijgt u 14 % korting.", "You get 14% from 24 mugs and 8% from 12.", "With 20 mugs you need 4 more for 14%.",
			"You have 20 mugs; 14% starts at 24.",
		}},
		{"amounts", `{"levels":[{"spend":200,"save":30},{"spend":300,"save":60}],"currency":"AUD"}`, "", []string{
			"From $200 you save $60.", "Spend $300 and save $30.",
		}, []string{"From $200 you save $30.", "Spend $300 and save $60."}},
	} {
		v.run(t)
	}
}

// TestCarried: a sentence without a name speaks of what the one before it has named, or the customer.
func TestCarried(t *testing.T) {
	const wallets = `{"similar":[{"name":"Canvas Wallet","price":"35.00"},{"name":"Cardholder","price":"42.00"}],"currency":"EUR"}`
	const stores = `{"stores":[{"city":"Sydney","phone":"+61 2 5550 1122","closes":"17:30"},{"city":"Melbourne","phone":"+61 3 5550 7788","closes":"18:00"}]}`
	for _, v := range []verdicts{
		{"by the reply", wallets, "", []string{"How about the Cardholder? It's €35."}, []string{
			"How about the Cardholder? It's €42.", "There is the Cardholder. The other one is €35.", "I like the Cardholder. The cheapest is €35.", "* Cardholder: €42\n* The canvas: €35",
		}},
		{"by the customer", stores, "What's the number of the Melbourne store?", []string{"They close at 17:30.", "It's +61 2 5550 1122.", "Call the Melbourne store on +61 2 5550 1122."}, []string{
			"They close at 18:00.", "It's +61 3 5550 7788.", "Call the Melbourne store on +61 3 5550 7788.",
		}},
		{"an order's id", `{"orders":[{"number":"3301","tracking":"AU449120075"},{"number":"3315","tracking":"AU449183310"}]}`, "", []string{
			"Order 3315 is on its way. The tracking number is AU449120075.",
		}, []string{"Order 3315 is on its way. The tracking number is AU449183310."}},
	} {
		v.run(t)
	}
}

// TestCalled: records have the names that people give them.
func TestCalled(t *testing.T) {
	for _, v := range []verdicts{
		{"countries", `{"rates":{"FR":{"amount":"7.90","currency":"EUR","days":"2-3"},"ES":{"amount":"9.40","currency":"EUR","days":"3-5"}}}`, "", []string{
			"Shipping to Spain is €7.90.", "L'envoi en France coûte 9,40 €.",
		}, []string{"Shipping to Spain is €9.40.", "L'envoi en France coûte 7,90 €."}},
		{"keys", `{"next_day":{"order_by":"15:00","price":{"amount":"6.95","currency":"GBP"}},"standard":{"order_by":"17:00","price":{"amount":"2.95","currency":"GBP"}}}`, "", []string{
			"Order by 5 pm for next day delivery.",
		}, []string{"Order by 3 pm for next day delivery."}},
		{"models", `{"D10":{"name":"Drill D10","warranty_months":24},"D18":{"name":"Drill D18","warranty_months":36}}`, "", []string{"The D10, with 36 months."}, []string{"The D18, with 36 months."}},
		{"runs of weekdays", `{"hours":{"mon_fri":{"open":"10:00","close":"19:30"},"sat":{"open":"10:00","close":"18:00"}}}`, "", []string{"Ao sábado fechamos às 19h30."}, []string{"Ao sábado fechamos às 18h00."}},
		{"days", `[{"date":"2026-03-01","opens":"11:00","closes":"17:00"},{"date":"2026-03-02","opens":"09:30","closes":"19:00"}]`, "", []string{"Today we close at 19:00."}, []string{"Today we close at 17:00.", "Tomorrow we close at 19:00."}},
	} {
		v.run(t)
	}
}

// TestDeedsBehind: a deed behind an amount and "and" is one, and so is what one has done by a verb without an auxiliary.
func TestDeedsBehind(t *testing.T) {
	for _, v := range []verdicts{
		{"deeds", `{"price":"42.50","currency":"EUR"}`, "", []string{
			"The refund is €42.50 and was sent. I've refunded €42.50 and ordered a new one.", "Já lhe reembolsei os 42,50 €.", "Sí, ya te he reembolsado los 42,50 €.",
		}, []string{"Si te he reembolsado algo, lo verás.", "It's €42.50 and ordered parts are not included."}},
		{"weekdays", `{"date":"2026-03-20"}`, "", []string{"É na quinta-feira, 20 de março.", "O dia é quinta-feira, dia 20."}, []string{"É na sexta-feira, 20 de março.", "O dia é sexta-feira, dia 20."}},
		{"last weekday", `{"arrived_at":"2026-02-27"}`, "", []string{"Paketet ligger där sedan i lördags."}, []string{"Paketet ligger där sedan i fredags."}},
	} {
		v.run(t)
	}
}

// TestLeft: what is left is not what there was at first, nor what was used.
func TestLeft(t *testing.T) {
	v := verdicts{"left", `{"initial":"60.00","balance":"42.15","last_used":{"amount":"6.25","currency":"EUR"},"currency":"EUR"}`, "", []string{
		"Je hebt nog € 60 aan tegoed.", "Il vous reste 6,25 € d'avoir.",
	}, []string{"Je hebt nog € 42,15 aan tegoed.", "You started with €60 and have €42.15 left.", "You last used €6.25."}}
	v.run(t)
}

// TestTallied: bare numbers of what is listed and of what is in stock.
func TestTallied(t *testing.T) {
	for _, v := range []verdicts{
		{"lists", `{"slots":[{"id":"s1","date":"2026-03-03"},{"id":"s2","date":"2026-03-05"},{"id":"s3","date":"2026-03-07"}]}`, "", []string{"There are four slots."}, []string{"There are three slots.", "Two slots are early."}},
		{"stock", `{"levels":[{"color":"red","on_hand":14},{"color":"navy","on_hand":3}]}`, "", []string{"We've 14 navy ones.", "We've 14 red ones but only 5 in navy."}, []string{"We've 3 navy ones.", "We've 14 red ones but only 3 in navy."}},
		{"only stock", `{"sku":"TAP","qty_available":3}`, "", []string{"Sì, ne abbiamo ancora 13."}, []string{"Sì, ne abbiamo ancora 3."}},
		{"of", `{"lines":[{"product":"Serviette lin","quantity":6}]}`, "", []string{"Vous avez 8 serviettes en lin."}, []string{"Vous avez 6 serviettes en lin."}},
	} {
		v.run(t)
	}
}

// TestDayOfHours: hours of the very day go before those of its weekday.
func TestDayOfHours(t *testing.T) {
	v := verdicts{"exception", `{"hours":{"friday":["10:00-19:30"],"saturday":["09:30-19:30"]},"exceptions":[{"date":"2026-03-07","open":"11:00","close":"17:00"}]}`, "", []string{
		"Ce samedi 7 mars, c'est ouvert de 9 h 30 à 19 h 30.", "Venerdì siamo aperti dalle 9.30 alle 19.30.", "On Saturday 7 March we're open from 11am to 12 noon.",
	}, []string{"Ce samedi 7 mars, c'est ouvert de 11 h à 17 h.", "Venerdì siamo aperti dalle 10.00 alle 19.30."}}
	v.run(t)
}
