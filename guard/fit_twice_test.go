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
				"Der Zins liegt bei 4,1 %, effektiv sind es 4,6 %.", "You pay €68 in total. I'll book the €68.", "With the lift you pay €64.20 plus €3.80, without it only the €3.80.",
			},
		},
		{
			"records", plans, "",
			[]string{"Solo is €9 a month, Duo €9.", "- first: €9\n- second: €9", "| | a month |\n|---|---|\n| small | €14 |\n| large | €14 |"},
			[]string{"Solo is €9 a month, Duo €14.", "- Solo: €9\n- Duo: €14", "Pro Jahr: 12 × €9 = €108, bei Solo also €9 im Monat."},
		},
		{
			"derived to the same", `{"name":"Grinder","currency":"EUR","price":"519.20","list_price":"649.00","discount_percent":20}`, "",
			[]string{"It is €519.20 instead of €519.20, that's 20% off."},
			[]string{"It is €519.20 instead of €649, that's 20% off."},
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

// TestHyphenedCurrency: a nation and its money in one word, and nations of Dutch.
func TestHyphenedCurrency(t *testing.T) {
	for _, text := range []string{"Das kostet 290,99 US-Dollar.", "Preis: 45 Kanada-Dollar", "Dat kost 6.080 Japanse yen.", "Dat is 90 Noorse kroon."} {
		assert.Len(t, moneyIn(text), 1, text)
	}
	assert.Empty(t, moneyIn("3 US-Firmen"))
}

// TestPartsOfRecord: what the words beside an amount say of its record.
func TestPartsOfRecord(t *testing.T) {
	bag := `{"title":"Bag","currency":"EUR","priceRange":{"minPrice":"63.00","maxPrice":"75.00"},"variants":[{"size":"S","price":"63.00"},{"size":"M","price":"75.00"}]}`
	cart := `{"currency":"EUR","subtotal":"83.00","shipping":"7.00","total":"90.00","lines":[{"description":"Wool hat","quantity":2,"unit_price":"24.00"},{"description":"Tent peg","quantity":5,"unit_price":"7.00"}]}`
	bank := `{"accounts":[{"name":"Checking","balances":{"currency":"EUR","current":"680.00","available":"670.00"}},{"name":"Savings","balances":{"currency":"EUR","current":"3751.00","available":"3751.00"}}]}`
	bill := `{"currency":"EUR","net":"200.00","vat":"38.00","gross":"238.00"}`
	order := `{"order_id":"O-15662","currency":"EUR","amount":"272.00","amount_refunded":"98.00"}`
	stay := `{"price":{"currency":"EUR","total":"520.00","average":{"per":"night","base":"65.00"}}}`
	for _, v := range []verdicts{
		{"another size's end", bag, "", []string{"The S is €75."}, []string{"The S is €63.", "The bag is €63 to €75.", "The bag starts at €63."}},
		{"shipping for each", `{"currency":"EUR","shipping":"7.00","price":"24.00"}`, "", []string{"2 hats at €7 each."}, []string{"2 hats at €24 each.", "Shipping is €7 each."}},
		{"lines by description", cart, "", []string{"The wool hat is €7."}, []string{"The wool hat is €24.", "The tent pegs are €7 each."}},
		{"a sum that leaves the shipping out", cart, "", []string{"The subtotal is €83 and shipping is €7, which makes €83 in total."}, []string{"The subtotal is €83 and shipping is €7, which makes €90 in total."}},
		{
			"part of which account", bank, "",
			[]string{"You have €680 in your checking account, of which €3,751 is available."},
			[]string{"You have €680 in your checking account, of which €670 is available."},
		},
		{
			"what includes the tax", bill, "",
			[]string{"In den 200 € sind 38 € MwSt. enthalten.", "The €200 include €38 VAT.", "200 € è il prezzo IVA inclusa.", "Los 200 € incluyen el 19 % de IVA (38 €).", "Die 200 € für das Regal sind inkl. 19 % MwSt. (38 €)."},
			[]string{"In den 238 € sind 38 € MwSt. enthalten.", "The €238 include €38 VAT.", "It is €200 plus €38 VAT, €238 including VAT.", "238 € è il prezzo IVA inclusa.", "200 € netto, IVA esclusa."},
		},
		{
			"with and without tax", `{"article":"Table","currency":"EUR","excl":"412.40","btw_procent":21,"btw":"86.60","incl":"499.00"}`, "",
			[]string{"De € 412,40 is inclusief 21% btw.", "Die 412,40 € sind brutto.", "Hors taxes, elle coûte 499,00 €."},
			[]string{"De € 499,00 is inclusief 21% btw.", "Die 499,00 € sind brutto.", "Hors taxes, elle coûte 412,40 €."},
		},
		{"a refund for the whole", order, "", []string{"Order total: €98"}, []string{"Order total: €272", "Your refund is €98."}},
		{"all nights for one", stay, "", []string{"It is €520 per night."}, []string{"It is €65 per night.", "It is €520 in total."}},
	} {
		v.run(t)
	}
}

// TestNightsInWords: the price of one night is not that of several, in each language.
func TestNightsInWords(t *testing.T) {
	stay := `{"hotel":"Astoria","currency":"EUR","nights":3,"nightly_rate":"95.00","total":"291.00","taxes":"6.00"}`
	cart := `{"currency":"EUR","subtotal":"506.00","shipping":"11.00","total":"517.00","lines":[{"name":"Jacket","price":"285.00"},{"name":"Lamp","price":"221.00"}]}`
	plan := `{"plan":"Basis","currency":"EUR","monthly":"23.00","setup_fee":"41.00"}`
	for _, v := range []verdicts{
		{
			"nights", stay, "",
			[]string{"3 noches cuestan 95 €.", "3 notti costano 95 €.", "3 nuits coûtent 95 €.", "3 Nächte kosten 95 €.", "3 nachten kosten € 95."},
			[]string{"3 noches cuestan 291 €.", "3 notti costano 291 €.", "3 nuits coûtent 291 €.", "3 Nächte kosten 291 €.", "3 nachten kosten € 291."},
		},
		{"a total that includes shipping", cart, "", []string{"In total you pay €506, including €11 for shipping."}, []string{"In total you pay €517, including €11 for shipping."}},
		{
			"an article is no size", `{"name":"Imperméable","currency":"EUR","sizes":[{"size":"M","price":"88.00"},{"size":"L","price":"90.00"}]}`, "",
			[]string{"L’imperméable coûte 88 € en M et 88 € en L."},
			[]string{"L’imperméable coûte 88 € en M et 90 € en L.", "L'imperméable est à 88 € en M."},
		},
		{"setup in Dutch", plan, "", []string{"Daar komen eenmalige installatiekosten van € 23 bij."}, []string{"Daar komen eenmalige installatiekosten van € 41 bij."}},
	} {
		v.run(t)
	}
}
