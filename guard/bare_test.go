package guard_test

import "testing"

// TestBare: a price is a claim without a currency too, or with one farther away.
func TestBare(t *testing.T) {
	for _, v := range []verdicts{
		{"bare", only209, "", []string{
			"The price is 219.", "Price: 219", "Our price: 219.00", "Der Preis beträgt 219,00.", "Preis: 219,00", "You pay 219.",
			"Total: 219", "Gesamt: 219", "Your total is 219.", "Die Jacke kostet nur 219.", "It is priced at 219.", "Endpreis: 219,-",
			"The jacket is now priced at 219 today.", "El precio es 219.", "Le prix est de 219,00.", "Il prezzo è 219.", "**Price:** 219",
			"Prix : 219", "Du zahlst 219.", "The price would be 219 with the code.", "De prijs is 219.", "The price is just 219!",
			"The price has dropped to 219.",
		}, []string{
			"The price is 209.", "Price: 209.00", "Der Preis beträgt 209,00.", "You pay 209.", "Endpreis: 209,-", "Die Jacke kostet nur 209.",
			"The price is fair.", "Price on request.", "The price is one of the best.", "You pay in 2 steps.",
		}},
		{"apart", only209, "", []string{
			"219 (EUR)", "219 [EUR]", "EUR: 219", "219 in euros", "€ (219)", `{"price":"219.00","currency":"EUR"}`, "€: 219.00", "219,00 in Euro",
			"| Item | Price (EUR) |\n|---|---|\n| Jacket | 219 |", "| Artikel | Größe | Preis |\n|---|---|---|\n| Jacke | L | 219,00 |",
			"Item | Price (EUR)\n--- | ---\nJacket | 219",
		}, []string{
			"209 (EUR)", "EUR: 209", "209 in euros", `{"price":"209.00","currency":"EUR"}`, "| Item | Price (EUR) |\n|---|---|\n| Jacket | 209 |",
			"| Item | Size | Price (EUR) |\n|---|---|---|\n| Jacket | 52 | 209 |",
		}},
		{"pair", only209, "", []string{
			"€209 or 199", "209/199 €", "€209, 199 with the code", "<del>209 €</del> 199", "€209 minus 10", "€209 oder 199", "~~€209~~ 199",
			"€209 now 199", "€209 → 199", "209 € bzw. 199",
		}, []string{"€209, 3 colours", "€209 and ready in 2 steps"}},
		{"odd", only209, "", []string{
			"EUR two hundred", "200-ish euros", "200ish euros", "half the price", "₂₁₉ €", "€²¹⁹", "2OO €", "€2OO", "€ 2O9", "Now half price!", "zum halben Preis",
		}, []string{"₂₀₉ €", "EUR two hundred and nine"}},
	} {
		v.run(t)
	}
}
