package guard_test

import "testing"

const (
	mugs     = `{"currency":"EUR","items":[{"name":"Mug","unit_price":12.50,"quantity":2},{"name":"Scarf","unit_price":35.00,"quantity":1}],"total":60.00}`
	offered  = `{"price":209,"list_price":259,"shipping":4.95,"currency":"EUR"}`
	byName   = `{"Mug":"12.50 EUR","Scarf":"35.00 EUR"}`
	rival    = `{"price":250,"competitor_price":240,"credit_limit":5000,"currency":"EUR"}`
	freeText = `{"note":"€89","label":"€69","title":"49 EUR","review":"29 EUR","price":209,"currency":"EUR"}`
	bounds   = `{"price_min":199,"price_max":299,"currency":"EUR"}`
	listed   = `{"currency":"EUR","items":[{"name":"Boots","price":149},{"name":"Shoes","price":99}]}`
)

// TestRole: a figure that the tools know does not pass for another item, number, unit or role.
func TestRole(t *testing.T) {
	for _, v := range []verdicts{
		{"cart", mugs, "", []string{
			"Both mugs together for €12.50.", "4 mugs for €12.50", "2 scarves cost €35 together", "In total you pay €35.",
			"Grand total: €12.50", "The whole order comes to €35.", "The scarf is €60.", "€60 each", "5 mugs for €60", "€60 per month",
			"€12.50 per hour", "€12.50/kg", "The refund is €60.", "The late fee is €35.", "Gift wrap costs €12.50.",
			"The cheapest is €35.", "The most expensive is €12.50.", "Three mugs are €35.", "Beide Tassen zusammen kosten 12,50 €.",
			"Insgesamt 35 €.", "Die Rückerstattung beträgt 60 €.", "A mug is €60.", "60 € pro Monat", "12,50 € pro Stunde",
			"Am günstigsten ist der Scarf mit 35 €.", "The mugs are €60.",
		}, []string{
			"Two mugs at €12.50 and a scarf at €35: €60 in total.", "The mugs come to €25.", "2 mugs (€25.00) + 1 scarf (€35.00) = €60.00",
			"The cart has 2 mugs (€12.50 each) and one scarf (€35).", "If you remove the scarf, it's €25.",
			"| Item | Qty | Price |\n|---|---|---|\n| Mug | 2 | €25.00 |\n| Scarf | 1 | €35.00 |", "The scarf is €22.50 more than a mug.",
			"In total you pay €60.", "The cheapest is €12.50.", "The most expensive is €35.", "A mug is €12.50.", "The scarf costs €35.",
			"€12.50 per mug", "€12.50 each", "Your order comes to €60.", "Three mugs are €37.50.", "Both mugs together cost €25.",
		}},
		{"offer", offered, "", []string{"The old price was €209, now €259.", "Jetzt nur 4,95 €", "Now only €259!"}, []string{
			"The old price was €259, now €209.", "Jetzt nur 209 €", "Shipping is now only €4.95.", "Was €259, now €209.",
		}},
		{"by name", byName, "", []string{"The mug is €35.", "The scarf costs €12.50."}, []string{"The mug is €12.50.", "The mug is €12.50 and the scarf €35."}},
		{"rival", rival, "", []string{"The price is €240.", "The price is €5000.", "It costs €240."}, []string{"The price is €250."}},
		{"free text", freeText, "", []string{"It costs €89.", "It is €69.", "The price is €49.", "It costs €29."}, []string{"It costs €209."}},
		{"no currency", `{"price":"209.00"}`, "", []string{"It costs $209.", "It costs £209.", "It costs €209."}, []string{"It costs 209."}},
		{"approx", only209, "", []string{"It is around €220.", "It is around €200."}, []string{"It is around €210."}},
		{"bounds", bounds, "", []string{"Jackets from €299.", "ab 299 €"}, []string{"Jackets from €199.", "Jackets from €199 to €299.", "Jackets up to €299."}},
		{"list", listed, "", []string{"Shoes from €149."}, []string{"The boots cost €50 more.", "Prices start from €99.", "The shoes are €50 cheaper."}},
		{"two of them", only209, "", []string{"Two of them are €428."}, []string{"Two of them are €418."}},
		{"left", only209, "max 250 euros", []string{"That leaves €51 of your €250."}, []string{"That leaves €41 of your €250."}},
		{"monthly", plans, "", []string{"Basic is $9.99 a year.", "Pro is $19.99 per week."}, []string{"Basic is $9.99 per month.", "Pro: $19.99/month"}},
	} {
		v.run(t)
	}
}
