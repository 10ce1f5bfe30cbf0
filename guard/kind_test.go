package guard_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/lacuna-go/lacuna/guard"
)

// values renders the claims of one kind: dates as start..end, ids as their normal form, figures as amounts.
func values(r *guard.Reply, kind guard.Kind) []string {
	list := []string{}
	for _, rec := range r.Records() {
		switch {
		case rec.Kind != kind.String():
		case rec.Start != "" && rec.Start == rec.End:
			list = append(list, rec.Start)
		case rec.Start != "":
			list = append(list, rec.Start+".."+rec.End)
		case rec.Value != "":
			list = append(list, rec.Value)
		case rec.Min+rec.Max != "":
			list = append(list, rec.Min+".."+rec.Max)
		default:
			list = append(list, rec.Amount)
		}
	}
	return list
}

func TestFindKinds(t *testing.T) { // the turn is on Sunday, 1 March 2026
	for _, test := range []struct {
		name string
		kind guard.Kind
		text string
		want string
	}{
		{"iso", guard.Date, "on 2026-03-04", "2026-03-04"},
		{"German dots", guard.Date, "am 04.03.2026", "2026-03-04"},
		{"month and day", guard.Date, "March 4th, 2026", "2026-03-04"},
		{"day and month", guard.Date, "4. März 2026", "2026-03-04"},
		{"French", guard.Date, "le 4 mars 2026", "2026-03-04"},
		{"Spanish", guard.Date, "el 4 de marzo de 2026", "2026-03-04"},
		{"Chinese", guard.Date, "2026年3月4日", "2026-03-04"},
		{"in words", guard.Date, "the fourth of March", "2026-03-04"},
		{"tomorrow", guard.Date, "It ships tomorrow.", "2026-03-02"},
		{"day after tomorrow, German", guard.Date, "übermorgen", "2026-03-03"},
		{"in days", guard.Date, "in 3 days", "2026-03-04"},
		{"days ago, German", guard.Date, "vor 3 Tagen", "2026-02-26"},
		{"weekday", guard.Date, "on Wednesday", "2026-03-04"},
		{"next week", guard.Date, "next week", "2026-03-02..2026-03-08"},
		{"range", guard.Date, "from 4 to 6 March", "2026-03-04..2026-03-06"},
		{"range, month first", guard.Date, "March 4-6, 2026", "2026-03-04..2026-03-06"},
		{"first Monday", guard.Date, "first Monday of April", "2026-04-06"},
		{"Easter", guard.Date, "by Easter", "2026-04-05"},
		{"no such day", guard.Date, "2026-02-30", ""},
		{"fraction", guard.Date, "3/4 of it", ""},
		{"the verb", guard.Date, "we may 5 times", ""},

		{"percent", guard.Percent, "20% off", "20"},
		{"percent, comma", guard.Percent, "4,5 Prozent", "4.5"},
		{"percent in words", guard.Percent, "twenty per cent", "20"},
		{"percent range", guard.Percent, "20-30 %", "20..30"},
		{"percent, negative", guard.Percent, "-5%", "-5"},
		{"percent, Turkish", guard.Percent, "%20 indirim", "20"},
		{"percent, Chinese", guard.Percent, "百分之二十", "20"},
		{"percent, Japanese", guard.Percent, "五割", "50"},

		{"duration", guard.Duration, "3 days", "259200"},
		{"window", guard.Duration, "3-5 business days", "259200..432000"},
		{"German window", guard.Duration, "2 bis 3 Werktage", "172800..259200"},
		{"stock", guard.Quantity, "14 left in stock", "14"},
		{"weight", guard.Quantity, "2 kg", "2"},

		{"part number", guard.ID, "the JKT-114 is", "JKT114"},
		{"order number", guard.ID, "order 123456", "123456"},
		{"hash", guard.ID, "#A-77", "A77"},
		{"url", guard.URL, "see https://www.Example.com/a/b.", "example.com/a/b"},
		{"bare host", guard.URL, "see shop.example.com, please", "shop.example.com"},
		{"email", guard.Email, "mail A.b+c@example.com.", "a.b+c@example.com"},
		{"phone", guard.Phone, "+49 (30) 123-4567", "+49301234567"},
		{"phone in brackets", guard.Phone, "(541) 754-3010", "5417543010"},
		{"phone after its word", guard.Phone, "Tel.: 0301234567", "0301234567"},

		{"done", guard.Done, "I have refunded you.", "refund"},
		{"done, passive", guard.Done, "Your order was cancelled.", "cancel"},
		{"done, German", guard.Done, "Ich habe die Bestellung storniert.", "cancel"},
		{"done, French", guard.Done, "Votre commande a été expédiée.", "ship"},
		{"not yet", guard.Done, "I will have it refunded.", ""},
		{"a question", guard.Done, "Was it cancelled?", ""},
		{"not done", guard.Done, "It has not been shipped.", ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			assert.Equal(t, test.want, strings.Join(values(find(t, test.text), test.kind), " "))
		})
	}
}

func TestWeekdayMismatch(t *testing.T) {
	r := match(t, "It arrives on Monday, 4 March.", pricing(`{"delivery_date":"2026-03-04"}`))
	require.Len(t, r.Claims, 1)
	assert.Equal(t, guard.WeekdayMismatch, r.Claims[0].Reason)
	assert.Empty(t, r.Claims[0].Sources)
}

func TestDone(t *testing.T) {
	e := guard.NewEvidence(noon, nil)
	e.AddDone("payments", "create_refund")
	for text, sourced := range map[string]bool{
		"I have refunded you.":           true,
		"I have cancelled your order.":   false,
		"Your refund has been issued.":   true,
		"Your order was placed.":         false,
		"We refunded it, as you wished.": true,
	} {
		r := find(t, text)
		e.Match(r)
		require.Len(t, r.Claims, 1, text)
		assert.Equal(t, sourced, len(r.Claims[0].Sources) > 0, text)
	}
}

func TestDeedsOfOnesOwn(t *testing.T) {
	e := guard.NewEvidence(noon, nil)
	e.AddDone("account", "freeze_membership")
	e.AddDone("orders", "cancellation_terms") // only looks
	e.AddDone("orders", "get_refund")
	for text, sourced := range map[string]bool{
		"I've frozen your membership.":          true,
		"We've put one pair aside for you.":     false,
		"I've waived the fee.":                  false,
		"Ik heb je abonnement opgezegd.":        false,
		"Ich habe Ihnen eins zurückgelegt.":     false,
		"I have refunded you.":                  false,
		"I've blocked the card for you.":        false,
		"Ich habe den Abschlag auf 60 gesenkt.": false,
	} {
		r := find(t, text)
		e.Match(r)
		if assert.NotEmpty(t, r.Claims, text) {
			assert.Equal(t, guard.Done, r.Claims[0].Kind, text)
			assert.Equal(t, sourced, len(r.Claims[0].Sources) > 0, text)
		}
	}
	for _, text := range []string{"We've lowered our prices.", "Your card is blocked.", "The sale was extended.", "We're on the other side.", "Your plan was paused."} {
		assert.Empty(t, find(t, text).Claims, text)
	}
}

func TestDerivedProof(t *testing.T) {
	r := match(t, "Was €249, now €209: you save €40.", pricing(jacket))
	c := r.Claims[2]
	require.True(t, c.Derived)
	require.Len(t, c.Sources, 1)
	assert.Equal(t, "difference", c.Sources[0].Op)
	assert.Equal(t, guard.Derived, c.Sources[0].Origin)
	var paths []string
	for _, o := range c.Sources[0].Operands {
		paths = append(paths, o.Path)
	}
	assert.Equal(t, []string{"list_price.amount", "price.amount"}, paths)
}
