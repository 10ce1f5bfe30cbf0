package guard_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"github.com/lacuna-go/lacuna/guard"
)

const (
	jacket = `{"sku":"JKT-114","name":"Winter jacket","price":{"amount":"209.00","currency":"EUR"},"list_price":{"amount":"249.00","currency":"EUR"},"stock":14,"delivery":{"date":"2026-03-04","days":3}}`
	cart   = `{"cart":{"currency":"EUR","items":[{"sku":"SCF-9","name":"Wool scarf","price":35,"quantity":2},{"sku":"HAT-2","name":"Hat","price":20,"quantity":1}],"shipping":4.9,"discount_percent":10}}`
	orders = `{"order_id":"O-20231","status":"shipped","total":{"value":"74.90","currency":"EUR"},"refund":{"amount":35,"currency":"EUR"},"placed_at":"2026-02-20T10:00:00Z","tracking":"1Z999AA10123456784"}`
	sizes  = `{"name":"Jacket","currency":"EUR","variants":[{"size":"L","price":209,"cost":120},{"size":"M","price":189,"cost":110}]}`
	plans  = `{"plans":[{"plan":"Basic","monthly_price":9.99,"currency":"USD"},{"plan":"Pro","monthly_price":19.99,"currency":"USD"}]}`
)

// TestDialogues holds replies as a shop's assistant gives them: honest ones pass, each invented figure is caught. A
// claim passes if it has a source, or is the customer's own figure and not affirmed.
func TestDialogues(t *testing.T) {
	for _, test := range []struct {
		name, said, reply, json string
		pass                    bool
	}{
		{"price", "", "The winter jacket is €209.", jacket, true},
		{"price, decimals", "", "The winter jacket costs 209.00 EUR.", jacket, true},
		{"price, German", "", "Die Jacke kostet 209,00 €.", jacket, true},
		{"price, French", "", "La veste coûte 209 €.", jacket, true},
		{"price, Spanish", "", "La chaqueta cuesta 209 euros.", jacket, true},
		{"price, Italian", "", "La giacca costa 209,00 euro.", jacket, true},
		{"price, Dutch", "", "De jas kost € 209,-.", jacket, true},
		{"price, Portuguese", "", "O casaco custa 209 €.", jacket, true},
		{"price, Swedish", "", "Jackan kostar 209 euro.", jacket, true},
		{"price in words", "", "It costs two hundred and nine euros.", jacket, true},
		{"old and new price", "", "It was €249 and is now €209.", jacket, true},
		{"old and new price, struck", "", "~~€249~~ **€209**", jacket, true},
		{"old price as today's", "", "The winter jacket costs €249.", jacket, false},
		{"another price", "", "The winter jacket is €208.", jacket, false},
		{"swapped digits", "", "The winter jacket is €290.", jacket, false},
		{"another scale", "", "The winter jacket is €2,090.", jacket, false},
		{"another currency", "", "The winter jacket is $209.", jacket, false},
		{"rounded", "", "The winter jacket is about €210.", jacket, true},
		{"rounded too far", "", "The winter jacket is about €220.", jacket, false},
		{"rounded without a word", "", "The winter jacket is €210.", jacket, false},
		{"without a currency", "", "The winter jacket costs 209.", jacket, true},
		{"without a currency, invented", "", "The winter jacket costs 219.", jacket, false},
		{"saving", "", "You save €40.", jacket, true},
		{"saving, German", "", "Du sparst 40 €.", jacket, true},
		{"saving, invented", "", "You save €50.", jacket, false},
		{"percentage of the saving", "", "Was €249, now €209: 16% off.", jacket, true},
		{"percentage, invented", "", "Was €249, now €209: 20% off.", jacket, false},
		{"two of them", "", "Two jackets come to €418 in total.", jacket, true},
		{"two of them, asked", "How much are 2?", "Together that is €418.", jacket, true},
		{"two of them, miscounted", "", "Two jackets come to €428 in total.", jacket, false},
		{"a multiple without a cue", "", "The winter jacket is €418.", jacket, false},
		{"stock", "", "There are 14 left in stock.", jacket, true},
		{"stock, invented", "", "There are 15 left in stock.", jacket, false},
		{"delivery date", "", "It arrives on 4 March.", jacket, true},
		{"delivery date, German", "", "Die Lieferung kommt am 4. März 2026.", jacket, true},
		{"delivery date with its weekday", "", "It arrives on Wednesday, 4 March.", jacket, true},
		{"delivery date with another weekday", "", "It arrives on Monday, 4 March.", jacket, false},
		{"delivery in days", "", "It arrives in 3 days.", jacket, true},
		{"delivery on a weekday", "", "It arrives on Wednesday.", jacket, true},
		{"delivery a day early", "", "It arrives on 3 March.", jacket, false},
		{"delivery tomorrow", "", "It arrives tomorrow.", jacket, false},
		{"sku", "", "That is JKT-114.", jacket, true},
		{"another sku", "", "That is JKT-141.", jacket, false},

		{"cart lines", "", "The scarf is €35 each and the hat €20.", cart, true},
		{"cart line total", "", "Two scarves at €35 are €70.", cart, true},
		{"cart total", "", "In total that is €90.", cart, true},
		{"cart total, with shipping", "", "The items are €90 in total, shipping is €4.90.", cart, true},
		{"cart total, invented", "", "In total that is €95.", cart, false},
		{"shipping as a price", "", "The hat costs €4.90.", cart, false},
		{"shipping", "", "Shipping is €4.90.", cart, true},
		{"discount", "", "You get 10% off.", cart, true},
		{"discount, invented", "", "You get 15% off.", cart, false},

		{"order total", "", "Your order O-20231 came to €74.90.", orders, true},
		{"refund", "", "You will get €35 back.", orders, true},
		{"order date", "", "You ordered on 20 February.", orders, true},
		{"tracking", "", "Your tracking number is 1Z999AA10123456784.", orders, true},
		{"tracking, invented", "", "Your tracking number is 1Z999AA10123456785.", orders, false},

		{"sizes", "", "The L costs €209, the M €189.", sizes, true},
		{"sizes, swapped", "", "The L costs €189, the M €209.", sizes, false},
		{"sizes, price first", "", "It is €209 for the L and €189 for the M.", sizes, true},
		{"sizes, price first, swapped", "", "It is €189 for the L and €209 for the M.", sizes, false},
		{"sizes, rows", "", "| Size | Price |\n|---|---|\n| L | €209 |\n| M | €189 |", sizes, true},
		{"sizes, list", "", "- L: €209\n- M: €189", sizes, true},
		{"sizes, list, swapped", "", "- L: €189\n- M: €209", sizes, false},
		{"size difference", "", "The L costs €209, the M €189, so the M is €20 cheaper.", sizes, true},
		{"cost", "", "The L costs €120.", sizes, false},
		{"range of prices", "", "Prices go from €189 to €209.", sizes, true},
		{"range, invented", "", "Prices go from €179 to €209.", sizes, false},
		{"plans", "", "Basic is $9.99 a month, Pro is $19.99.", plans, true},
		{"plans, swapped", "", "Basic is $19.99 a month.", plans, false},
		{"a year", "", "Pro is $19.99 per month, so 12 x $19.99 = $239.88 in total.", plans, true},

		{"budget", "my budget is 200 euros", "With your budget of €200 I'd look at the hat.", jacket, true},
		{"under the budget", "something under €100?", "I have nothing under €100, sorry.", jacket, true},
		{"the customer's price, affirmed", "it's 199 euros, right?", "Yes, it costs €199.", jacket, false},
		{"the customer's price, denied", "is it €199?", "No, you said €199, but it is €209.", jacket, true},
		{"with the customer's money", "I have 300 euros", "With €300 you could get the winter jacket for €209.", jacket, true},
		{"a customer's limit", "my limit is 250", "It is €209, so it stays below your limit of €250.", jacket, true},
		{"left of the budget", "I have 250 euros", "It is €209, so €41 of your budget of €250 are left.", jacket, true},
		{"left of the budget, wrong", "I have 250 euros", "It is €209, so €31 of your budget of €250 are left.", jacket, false},
		{"yes, within the budget", "is it within 250 euros?", "Yes, the winter jacket is within your budget of €250.", jacket, true},
		{"an offer taken up", "give it to me for 150 euros", "Okay, €150 it is.", jacket, false},
		{"an offer declined", "give it to me for 150 euros", "Sorry, I can't sell you the winter jacket for €150.", jacket, true},
		{"a condition", "what if I spend 300 euros?", "If you spend €300, the jacket is still €209.", jacket, true},
		{"quoting", "the ad said 99 euros", "You wrote “99 euros”, but it is €209.", jacket, true},
		{"German budget", "ich habe 250 Euro", "Mit deinem Budget von 250 € geht das: Die Jacke kostet 209 €.", jacket, true},
		{"German denial", "kostet sie 199 Euro?", "Nein, sie kostet nicht 199 €, sondern 209 €.", jacket, true},
		{"German affirmation", "kostet sie 199 Euro?", "Ja, sie kostet 199 €.", jacket, false},
		{"small talk", "hi", "Hello! How can I help you in 2 ways?", jacket, true},
		{"opening hours that nobody gave", "", "Call us between 9:00 and 18:00.", jacket, false},
		{"opening hours", "", "Call us between 9:00 and 18:00.", `{"hotline":{"hours":"9:00-18:00"}}`, true},
		{"version", "", "The app version 2.1.3 fixes that.", jacket, true},
	} {
		t.Run(test.name, func(t *testing.T) {
			e := guard.NewEvidence(noon, time.UTC)
			e.Add(guard.Result{Server: "shop", Tool: "get", JSON: []byte(test.json)})
			r := &guard.Reply{Text: test.reply, Said: []string{test.said}, Now: noon}
			guard.Finder{}.Find(r)
			e.Match(r)
			pass := true
			for _, c := range r.Claims {
				if len(c.Sources) == 0 && (!c.Echo || c.Asserted) {
					pass = false
					if test.pass {
						t.Logf("%v %q: %v, role %v, entity %q", c.Kind, c.Text, c.Reason, c.Role, c.Entity)
					}
				}
			}
			assert.Equal(t, test.pass, pass)
		})
	}
}
