package guard_test

import "testing"

// TestServices: kinds of fault in the short answers of every day.
func TestServices(t *testing.T) {
	for _, v := range []verdicts{
		{
			"the price of before", `{"name":"Kettle","price":39,"list_price":49,"currency":"EUR"}`, "",
			[]string{"It's €49.", "They're €49 right now."},
			[]string{"It's €39.", "It was €49 and is now €39.", "The regular price is €49."},
		},
		{
			"what is available", `{"account":"Everyday","currency":"EUR","available":812.4,"current":862.4,"pending":-50}`, "",
			[]string{"Your available balance is €862.40."},
			[]string{"Your available balance is €812.40.", "Your current balance is €862.40."},
		},
		{
			"what a card held at first", `{"balance":{"amount":"18.20","currency":"EUR"},"initial":{"amount":"40.00","currency":"EUR"}}`, "",
			[]string{"There's €40 left on it."},
			[]string{"There's €18.20 left on it.", "€18.20 of the original €40."},
		},
		{
			"a fee beside what an order has to reach", `{"currency":"EUR","slots":[{"start":"2026-03-09T18:00:00Z","fee":4.5},{"start":"2026-03-10T07:00:00Z","fee":2}],"minimum_basket":40}`, "",
			[]string{"On 10 March it is €4.50."},
			[]string{"On 10 March it is €2.", "On 9 March for €4.50, or on 10 March for just €2."},
		},
		{
			"a fee that is denied", `{"currency":"EUR","monthly_fee":29.9,"joining_fee":15}`, "",
			[]string{"It's €29.90 a month with no joining fee."},
			[]string{"It's €29.90 a month with no cancellation fee.", "There's no joining fee if you sign up for a year."},
		},
		{
			"several at a rate", `{"currency":"EUR","plan":"Team","per_seat_monthly":12,"per_seat_yearly":120}`, "",
			[]string{"8 seats at €120 a year each come to €980 a year.", "8 seats would be €960 a month."},
			[]string{"8 seats at €120 a year each come to €960 a year.", "For 8 seats you'd pay €96 a month."},
		},
		{
			"on its way", `{"order_id":"O-7","status":"in_transit"}`, "",
			[]string{"Your order has been delivered."},
			[]string{"Your order has been shipped.", "It is being processed.", "It hasn't been delivered yet."},
		},
		{
			"has come", `{"order_id":"O-7","status":"delivered"}`, "",
			nil,
			[]string{"Your order has been delivered.", "It was delivered, so it has been shipped."},
		},
		{
			"a refund that was carried out", `{"refund":{"id":"R-1","status":"processed"}}`, "",
			[]string{"I sent it back to your card."},
			[]string{"You have been refunded.", "We sent it back to your card."},
		},
		{
			"within how many days", `{"refund_amount":68,"refund_within_days":5,"currency":"EUR"}`, "",
			nil,
			[]string{"You'll get €68 back within 5 days."},
		},
		{
			"what is still to spend", `{"statement_balance":742.18,"credit_limit":5000,"available_credit":4257.82,"currency":"EUR"}`, "",
			[]string{"You have €4,275.82 in available credit."},
			[]string{"You have €4,257.82 in available credit.", "Please pay in time, otherwise the card is cancelled."},
		},
		{
			"until when", `{"check_in":"2026-03-09","check_out":"2026-03-11","free_cancellation_until":"2026-03-08"}`, "",
			[]string{"You can cancel until 9 March."},
			[]string{"You can cancel until 8 March.", "You have the room until 11 March.", "Check-in is on 9 March."},
		},
	} {
		v.run(t)
	}
}
