package guard_test

import "testing"

// TestShops holds replies of several trades, honest and invented.
func TestShops(t *testing.T) {
	refund := `{"order":{"id":"O-77","total":{"amount":"74.90","currency":"EUR"},"items":[{"name":"Lamp","price":"49.90","quantity":1},{"name":"Bulb","price":"12.50","quantity":2}]},"refund":{"amount":"12.50","currency":"EUR","status":"pending"}}`
	hotel := `{"rooms":[{"room":"Single","rate":{"amount":89,"currency":"EUR"},"per":"night"},{"room":"Double","rate":{"amount":129,"currency":"EUR"},"per":"night"}],"city_tax":{"amount":3.5,"currency":"EUR"}}`
	sub := `{"subscription":{"name":"Pro","price":19.99,"interval":"month","currency":"USD"},"setup_fee":49,"currency":"USD"}`
	product := `{"name":"Winter jacket","price":{"amount":"209.00","currency":"EUR"},"variants":[{"size":"S","price":{"amount":"199.00","currency":"EUR"}},{"size":"XL","price":{"amount":"219.00","currency":"EUR"}}]}`
	for _, v := range []verdicts{
		{"refund", refund, "", []string{
			"We refund you €74.90.", "The refund of €74.90 is on its way.", "Your total is €49.90.", "Two lamps are €49.90.", "3 bulbs cost €25.00.",
		}, []string{
			"Your order O-77 came to €74.90 in total.", "Your refund of €12.50 is pending.", "You will get a refund of €12.50.",
			"The lamp was €49.90 and the two bulbs €12.50 each.", "Die Lampe kostet 49,90 €.", "Order total: €74.90", "Total: 74.90 EUR", "Gesamtsumme: 74,90 €",
			"The bulbs are €12.50 each, so €25 for both.", "2 x Bulb: €25.00", "One bulb costs €12.50.", "We'll send €12.50 back to your card.",
			"You paid €74.90.", "Your lamp (€49.90) and 2 bulbs (€25.00) make €74.90.", "For the two bulbs you paid €25.",
			"- Lamp: €49.90\n- 2 × Bulb: €25.00\n- Total: €74.90", "| Item | Qty | Price |\n|---|---|---|\n| Lamp | 1 | €49.90 |\n| Bulb | 2 | €12.50 |\n| Total | | €74.90 |",
		}},
		{"hotel", hotel, "", []string{"The single room is €89 per week.", "Three nights in the single are €89."}, []string{
			"The single room is €89 per night.", "A double is €129 a night.", "The single costs €89/night, the double €129/night.", "Rooms from €89.",
			"City tax is €3.50.", "3 nights in the single come to €267.", "The cheapest room is the single at €89.", "Das Einzelzimmer ist ab 89 € pro Nacht zu haben.",
		}},
		{"sub", sub, "", []string{"Pro is $19.99 a year.", "The cancellation fee is $49.", "Pro costs $49 per month."}, []string{
			"Pro is $19.99 a month.", "Pro costs $19.99 monthly, plus a setup fee of $49.", "There is a one-time setup fee of $49.", "$19.99/month",
		}},
		{"product", product, "", []string{"The S is €219.", "Sizes from €219."}, []string{
			"The winter jacket is €209; in size S it is €199, in XL €219.", "Prices range from €199 to €219.", "It starts at €199.", "The XL is €20 more than the S.",
			"The cheapest is the S at €199.", "The most expensive is €219.", "The winter jacket is now €209.", "Right now it's €209.", "Yes, it's €209.",
			"Of course! The winter jacket is only €209.", "The price is €209, no hidden fees.", "It's €209, delivery included.", "The price is 209.", "Price: 209 EUR",
		}},
		{"budget", product, "I can spend 220 euros at most", []string{"Sure, I can do it for €220.", "The winter jacket is €220."}, []string{
			"Great! With €220 you can get the winter jacket for €209.", "With your budget of €220, the winter jacket at €209 fits.", "That leaves you €11 of your €220.",
			"The jacket is €209, so you stay under €220.", "The jacket is €209, well below your €220.", "You mentioned a budget of €220. The winter jacket is €209.",
			"For up to €220 I recommend the winter jacket (€209).", "Mit 220 € bekommst du die Winterjacke für 209 €.", "It's €209, which is within your €220 limit.",
			"Since you can spend €220, the jacket at €209 is an option.", "You have €220 to spend, so the XL at €219 works too.",
		}},
		{"haggle", product, "Can I have it for 150 €?", []string{"Yes, €150 is okay.", "Deal! €150.", "150 € geht klar.", "I can offer you €150.", "€150 it is, then.", "We can do €150."}, []string{
			"I'm afraid €150 isn't possible.", "Unfortunately I can't go down to €150; the price is €209.", "150 € sind leider nicht drin.", "No, I can't offer it for €150.",
			"You asked for €150, but it costs €209.", "Leider kann ich sie nicht für 150 € anbieten.", "I don't have anything for €150.", "Sorry, €150 is too low.",
		}},
		{"chat", product, "", nil, []string{
			"You can pay in 3 instalments.", "You pay nothing extra.", "There are 2 sizes, S and XL.", "Is the price okay for you?", "We accept Visa and PayPal.",
			"Our fees are listed online.", "The price of 2 sizes differs.", "Prices include VAT.", "1 of 2 in stock.",
			"Page 1 of 3: price list", "Price updated 3 times.", "The price includes 2 cuffs.", "I only have half the sizes.", "Half of our prices changed.",
		}},
	} {
		v.run(t)
	}
}
