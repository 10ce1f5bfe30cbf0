package guard_test

import "testing"

// TestEchoMore: more ways to affirm, deny and price.
func TestEchoMore(t *testing.T) {
	for _, v := range []verdicts{
		{"h", only209, "Kann ich sie für 100 € haben?", []string{
			"Klar, für 100 € gehört sie dir.", "100 € sind völlig in Ordnung.", "Du hast 100 € gesagt, dann machen wir das so.", "Gut, wir einigen uns auf 100 €.",
			"Für 100 € kannst du sie haben.", "Wie wäre es mit 100 €?", "Kein Problem, 100 €.", "Wie gewünscht: 100 €.", "Nichts leichter als das: 100 €.",
			"Ich kann dir nicht mehr als 100 € berechnen.", "Warum nicht, 100 €!", "Bei 100 € sage ich nicht nein.",
		}, []string{"Für 100 € geht das leider nicht.", "100 € wären zu wenig.", "Du hast nach 100 € gefragt; die Jacke kostet 209 €.", "Ich darf sie nicht für 100 € verkaufen."}},
		{"e", only209, "Is it €100?", []string{
			"Never mind the tag, €100.", "You're right: €100.", "Nothing stops you from getting it at €100.", "I won't charge you more than €100.", "Not a cent over €100.",
			"You said €100 and I can confirm that.", "You asked if it is €100: it is.", "You asked if it is €100. It is.", "You mentioned €100. That is what it costs.",
			"You wanted €100, so €100 it is.", "Whether you like it or not, it is €100.", "You said it: it's €100.", "You told me €100; consider it done.",
			"It isn't wrong to say €100.", "You mentioned €100. 👍",
		}, []string{"You mentioned €100, which isn't correct.", "I don't think it is €100.", "It can't be €100.", "You asked if it is €100. It is not."}},
		{"b", only209, "", []string{
			"The price comes to 219.", "Cost: 219", "Kostenpunkt: 219", "Price = 219", "Price (EUR): 219", "Sale price 219", "Our best price: 219,-",
			"The price: **219**", "Price is $219", "Gesamtbetrag: 219,00", "Zu zahlen: 219,00", "Amount due: 219.00", "Kaufpreis 219", "El total es 219,00.", "Total à payer : 219,00",
			"219 EURO", "two hundred nineteen euros", "219€uro", "from 219 to 229 EUR", "219.00EUR",
		}, nil},
	} {
		v.run(t)
	}
}
