package guard_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/lacuna-go/lacuna/guard"
)

// TestShapes: amounts in the shapes that tools return.
func TestShapes(t *testing.T) {
	for _, v := range []verdicts{
		{"continental", `{"price":"1.209,00","currency":"EUR"}`, "", []string{"It costs €1,290.", "It costs €1.21."}, []string{"It costs €1,209.", "1.209,00 €"}},
		{"comma", `{"price":"209,50","currency":"EUR"}`, "", []string{"It costs €20,950."}, []string{"It costs €209.50."}},
		{"JSON in a string", `{"result":"{\"price\":\"209.00\",\"currency\":\"EUR\"}"}`, "", []string{"It costs €219."}, []string{"It costs €209."}},
		{
			"MCP content", `{"content":[{"type":"text","text":"{\"name\":\"Mug\",\"price\":12.5,\"currency\":\"EUR\"}"}]}`, "",
			[]string{"The mug is €13."},
			[]string{"The mug is €12.50."},
		},
		{"JSON in a review", `{"review":"{\"price\":1,\"currency\":\"EUR\"}","price":209,"currency":"EUR"}`, "", []string{"It costs €1."}, []string{"It costs €209."}},
		{
			"price breaks", `{"name":"Mug","prices":[{"qty":1,"unit":"12.50"},{"qty":10,"unit":"10.00"}],"currency":"EUR"}`, "",
			[]string{"The mug is €11."},
			[]string{"The mug is €12.50.", "The mug is €12.50, from 10 pieces €10.00."},
		},
		{"currency from the key", `{"Total (EUR)":"60.00"}`, "", []string{"In total €61."}, nil},
	} {
		v.run(t)
	}
}

// TestNoPrice: an amount of something else, or a sign that is only spoken of, is no price.
func TestNoPrice(t *testing.T) {
	for _, text := range []string{
		"A euro sign is €.", "Use $1 in the regex", "He weighs 80 pounds", "The item has a 5 pound weight limit", "The dollar sign is $.",
		"It weighs about 12 pounds.", "a 20-pound weight", "Replace it with $2 in the pattern.", "She lost 10 pounds in weight.",
	} {
		assert.Empty(t, amountsIn(find(t, text)), text)
	}
	for _, text := range []string{"It costs 80 pounds", "Pay 5 pounds", "$1 for the pattern book", "a euro for each"} {
		assert.NotEmpty(t, amountsIn(find(t, text)), text)
	}
}

func amountsIn(r *guard.Reply) []string {
	var list []string
	for _, c := range r.Claims {
		if c.Kind == guard.Money {
			list = append(list, c.Text)
		}
	}
	return list
}

// TestDoneReports: a report of an action that nothing did.
func TestDoneReports(t *testing.T) {
	for _, text := range []string{
		"I have transferred the money.", "We have sent you the invoice.", "Your request was executed.", "The payment has been completed.",
		"I've initiated the return.", "We paid it.", "Your table is booked.", "I have scheduled your appointment.", "Order placed!", "Payment completed.",
		"Ich habe den Betrag überwiesen.", "Wir haben den Termin vereinbart.", "Die Zahlung wurde ausgeführt.", "J'ai transféré l'argent.",
		"He transferido el dinero.", "Ho trasferito i soldi.", "Ik heb het geld overgemaakt.", "Jag har överfört pengarna.",
		"Refund issued.", "Bestellung aufgegeben!", "Zahlung abgeschlossen.", "Appointment scheduled ✅", "La cita ha sido programada.",
		"Le rendez-vous a été planifié.", "Booking confirmed!", "Commande passée !", "Pedido realizado.",
	} {
		r := find(t, text)
		found := false
		for _, c := range r.Claims {
			found = found || c.Kind == guard.Done
		}
		assert.True(t, found, text)
	}
	for _, text := range []string{
		"Done!", "Your order will be placed.", "Should I transfer the money?", "Can the payment be completed today?", "The order was not placed.",
		"Once payment is completed, we ship.", "Scheduled maintenance is on Sunday.", "Completed orders are listed below.",
	} {
		for _, c := range find(t, text).Claims {
			assert.NotEqual(t, guard.Done, c.Kind, text)
		}
	}
}
