package guard_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/lacuna-go/lacuna/guard"
)

// TestOnePartPerFigure: a figure that a tool returned once is not two things in one sentence or list, while another of its
// record goes unsaid.
func TestOnePartPerFigure(t *testing.T) {
	bill := `{"currency":"EUR","goods":"64.20","handling":"3.80","total":"68.00","kwh":412,"kwh_before":305,"rate_percent":4.1,"apr_percent":4.6}`
	plans := `{"currency":"EUR","plans":[{"name":"Solo","monthly":"9.00"},{"name":"Duo","monthly":"14.00"},{"name":"Crew","monthly":"21.00"}]}`
	twins := `{"currency":"EUR","sizes":[{"size":"S","price":"30.00"},{"size":"M","price":"30.00"},{"size":"L","price":"34.00"}]}`
	for _, v := range []verdicts{
		{
			"fields", bill, "",
			[]string{
				"The goods are €64.20, with €3.80 handling that makes €64.20.", "You used 412 kWh, against 412 kWh the month before.",
				"Der Zins liegt bei 4,1 %, effektiv sind es 4,1 %.",
			},
			[]string{
				"The goods are €64.20, with €3.80 handling that makes €68.", "You used 412 kWh, against 305 kWh the month before.",
				"Der Zins liegt bei 4,1 %, effektiv sind es 4,6 %.", "You pay €68 in total. I'll book the €68.",
			},
		},
		{
			"records", plans, "",
			[]string{"Solo is €9 a month, Duo €9.", "- first: €9\n- second: €9", "| | a month |\n|---|---|\n| small | €14 |\n| large | €14 |"},
			[]string{"Solo is €9 a month, Duo €14.", "- Solo: €9\n- Duo: €14", "Pro Jahr: 12 × €9 = €108, bei Solo also €9 im Monat."},
		},
		{"two of the same price", twins, "", nil, []string{"S costs €30 and M costs €30 too.", "- S: €30\n- M: €30\n- L: €34"}},
	} {
		v.run(t)
	}
}

// TestCodeBeforeWord: a code that is also a word is a currency where the sentence goes on behind it.
func TestCodeBeforeWord(t *testing.T) {
	for _, text := range []string{"It costs 828 SEK each.", "Det kostar 828 SEK per natt.", "That is 45 CAD each.", "CAD 45 in total", "90 RON for both", "31,76 livres de taxes"} {
		assert.Len(t, moneyIn(text), 1, text)
	}
	for _, text := range []string{"ALL 5 of you", "3 TOP tips", "TRY 5 recipes", "2 PEN drives", "2,50 livres de pommes"} {
		assert.Empty(t, moneyIn(text), text)
	}
	assert.Equal(t, []string{"GBP 880,00", "GBP 747,50"}, moneyIn("~~GBP 880,00~~ **GBP 747,50**"))
}

func moneyIn(text string) (list []string) {
	r := &guard.Reply{Text: text}
	guard.Finder{}.Find(r)
	for i := range r.Claims {
		if r.Claims[i].Kind == guard.Money {
			list = append(list, r.Claims[i].Text)
		}
	}
	return list
}

// TestHere: "hier" is yesterday in French, and a place in German and Dutch.
func TestHere(t *testing.T) {
	for _, v := range []struct {
		lang, text string
		dates      int
	}{
		{"de", "Hier die ersten drei:", 0},
		{"nl", "Hier vindt u alles.", 0},
		{"", "Hier ist Ihre Rechnung.", 0},
		{"fr", "Votre colis est arrivé hier.", 1},
		{"", "Expédié hier.", 1},
	} {
		r := &guard.Reply{Text: v.text, Language: v.lang}
		guard.Finder{}.Find(r)
		dates := 0
		for i := range r.Claims {
			if r.Claims[i].Kind == guard.Date {
				dates++
			}
		}
		assert.Equal(t, v.dates, dates, v.text)
	}
}

// TestTrueParts: what true replies say of totals, list prices and instalments.
func TestTrueParts(t *testing.T) {
	stay := `{"offer":{"nights":8,"price":{"currency":"EUR","total":"1151.60","tax":"24.00","average":{"per":"night","base":"140.95"}}}}`
	chair := `{"title":"Sedia","currency":"EUR","salePrice":"58.49","listPrice":"84.00"}`
	bill := `{"invoice_id":"INV-46","currency":"EUR","net_amount":"449.49","vat_amount":"44.95","gross_amount":"494.44"}`
	for _, v := range []verdicts{
		{"a stay", stay, "", []string{"The total for 8 nights is €140.95."}, []string{"The total for 8 nights is €1,151.60, including €24 in taxes."}},
		{"a list price", chair, "", []string{"- Prezzo di listino: 58,49 €"}, []string{"- Prezzo: 58,49 €\n- Prezzo di listino: 84 €"}},
		{"instalments", bill, "", []string{"In 4 Raten wären das bei 494,44 € je 120,00 €."}, []string{"In 4 Raten wären das bei 494,44 € je 123,61 €."}},
	} {
		v.run(t)
	}
}
