package guard_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"github.com/lacuna-go/lacuna/guard"
)

// TestSettledPrices: a bare figure that settles a price is one; a figure that only counts is none.
func TestSettledPrices(t *testing.T) {
	for _, v := range []verdicts{
		{"haggled", only209, "Would you do it for 150?", []string{
			"Ok, 150.", "Alright, 150.", "It's yours for 150!", "It's yours for 219.", "Na gut, 150.", "We match the 150.", "The jacket is 150.",
		}, []string{"150 isn't possible; it is €209.", "I can't let you have it for 150.", "I can't do 150, it is €209."}},
		{"counted", only209, "I need 25 jackets.", nil, []string{"Ok, 25.", "Sure, 25 it is: shall I reserve them?"}},
		{"money that is enough", only209, "I have 220 euros. Is that enough?", []string{
			"€220 is enough.", "€220 is enough for the jacket, which is €199.", "The jacket is €220.",
		}, []string{"€220 is enough for the jacket, which is €209.", "€220 covers it: the jacket costs €209."}},
		{"bounds", only209, "something under €250?", []string{
			"Yes, the jacket is under €250 at €219.",
		}, []string{"Yes! The jacket (€209) stays under €250.", "Nothing is above €250, and the jacket is €209."}},
	} {
		v.run(t)
	}
}

// TestPartsOfSentences: names count in their part of a sentence, and for the figure that they are tied to.
func TestPartsOfSentences(t *testing.T) {
	const tents = `{"currency":"EUR","items":[{"sku":"TNT-1","name":"Solo tent","price":119},{"sku":"TNT-2","name":"Duo tent","price":179},{"sku":"TNT-3","name":"Family tent","price":349}]}`
	v := verdicts{"tents", tents, "", []string{
		"TNT-1 costs €179, TNT-2 €119.", "They start at €119 for the Duo tent.", "The Solo tent is €179; the Duo tent is €119.",
	}, []string{
		"They start at €119 for the Solo tent; the Duo tent is €179 and the Family tent €349.", "TNT-1 costs €119, TNT-2 €179.",
		"That one is €349, almost twice the Duo tent at €179.",
	}}
	v.run(t)
}

// TestDeedsAndStates: what the speaker did rests on a write, what has become of a thing on its status as well.
func TestDeedsAndStates(t *testing.T) {
	const order = `{"order_id":"O-1","status":"shipped","shipped_on":"2026-02-27","refunded":true}`
	for reply, want := range map[string]bool{
		"Your order was shipped on 27 February.":                         true,
		"It has been refunded.":                                          true,
		"I have shipped your order.":                                     false,
		"Your order was cancelled.":                                      false,
		"Ich habe Ihre Bestellung O-1 storniert.":                        false,
		"I've booked the slot and ordered the parts.":                    false,
		"Your return has been created.":                                  true,
		"Your order has been created.":                                   false,
		"I've booked the slot for the parts that you returned.":          true,
		"VAT is added at the checkout.":                                  true,
		"I've booked the slot, and we can cancel the order at any time.": true,
	} {
		e := guard.NewEvidence(noon, time.UTC)
		e.Add(guard.Result{Server: "orders", Tool: "get_order", JSON: []byte(order)})
		e.AddDone("store", "book_slot")
		e.AddDone("orders", "create_return")
		r := &guard.Reply{Text: reply, Now: noon}
		guard.Finder{}.Find(r)
		e.Match(r)
		pass := true
		for _, c := range r.Claims {
			pass = pass && (c.Kind != guard.Done || len(c.Sources) > 0)
		}
		assert.Equal(t, want, pass, reply)
	}
}

// TestDeedsOfResults: a result that is itself a completed refund, transfer or booking says that it was done, and not by whom.
func TestDeedsOfResults(t *testing.T) {
	for _, v := range []struct {
		json, reply string
		want        bool
	}{
		{`{"refund":{"status":"succeeded","amount":"12.00"}}`, "Your order was refunded.", true},
		{`{"refund":{"status":"succeeded","amount":"12.00"}}`, "I have refunded your order.", false},
		{`{"refund":{"status":"succeeded","amount":"12.00"}}`, "Your order was cancelled.", false},
		{`{"refund":{"status":"pending"}}`, "Your order was refunded.", false},
		{`{"refund":{"status":"failed"}}`, "Your order was refunded.", false},
		{`{"refund":{"status":"not_completed"}}`, "Your order was refunded.", false},
		{`{"refund_request":{"status":"completed"}}`, "Your order was refunded.", false},
		{`{"refundStatus":"succeeded"}`, "Your order was refunded.", true},
		{`{"refunds":[{"status":"processed"}]}`, "Your order was refunded.", true},
		{`{"status":"completed","type":"transfer"}`, "The money was transferred.", true},
		{`{"status":"completed","type":"refund"}`, "The money was transferred.", false},
		{`{"status":"pending","type":"transfer"}`, "The money was transferred.", false},
		{`{"booking":{"status":"confirmed"}}`, "Your table is booked.", true},
		{`{"booking":{"status":"requested"}}`, "Your table is booked.", false},
		{`{"remboursement":{"statut":"effectué"}}`, "Votre commande a été remboursée.", true},
		{`{"remboursement":{"statut":"en attente"}}`, "Votre commande a été remboursée.", false},
		{`{"rimborso":{"stato":"emesso"}}`, "L'ordine è stato rimborsato.", true},
		{`{"statut":"exécuté"}`, "Le virement a été exécuté.", true},
		{`{"eseguito":"2026-02-27"}`, "Il bonifico è stato eseguito.", true},
		{`{"eseguito":"2026-04-27"}`, "Il bonifico è stato eseguito.", false},
		{`{"eseguito":false}`, "Il bonifico è stato eseguito.", false},
		{`{"slots":["18:15"]}`, "8 pm is fully booked.", true},
		{`{"slots":["18:15"]}`, "We're fully booked on Saturday.", true},
		{`{"slots":["18:15"]}`, "Your trip is fully booked.", false},
		{`{"slots":["18:15"]}`, "I have fully booked the trip.", false},
	} {
		e := guard.NewEvidence(noon, time.UTC)
		e.Add(guard.Result{Server: "shop", Tool: "lookup", JSON: []byte(v.json)})
		r := &guard.Reply{Text: v.reply, Now: noon}
		guard.Finder{}.Find(r)
		e.Match(r)
		pass := true
		for _, c := range r.Claims {
			pass = pass && (c.Kind != guard.Done || len(c.Sources) > 0)
		}
		assert.Equal(t, v.want, pass, v.json+" "+v.reply)
	}
}

// TestCountedInStock: what is in stock is counted with its name.
func TestCountedInStock(t *testing.T) {
	const chairs = `{"name":"Blue chair","stock":14}`
	v := verdicts{"chairs", chairs, "", []string{
		"We have 40 Blue chairs in stock.", "Wir haben noch 9 blaue Stühle vorrätig.", "Yes, we have 25 in stock.",
	}, []string{"We have 14 Blue chairs in stock.", "There are 14 left.", "Es sind noch 14 auf Lager."}}
	v.run(t)
}

// TestContactData: numbers and addresses are compared as they are dialled and written.
func TestContactData(t *testing.T) {
	const contact = `{"phone":"+49 30 1234567","email":"help@shop.example"}`
	v := verdicts{"contact", contact, "", []string{
		"Call +49 30 1234576.", "Write to support@shop.example.",
	}, []string{"Call +49 30 1234567.", "Call 0049 30 1234567.", "Write to help@shop.example."}}
	v.run(t)
}
