package guard_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/lacuna-go/lacuna/guard"
)

// statedShapes are ways in which shops state units, times and minor units, and what is read of them. The tool is "quote" where none is given.
var statedShapes = []struct{ json, path, want string }{
	// The minor unit by its name.
	{`{"price_in_paise":649900,"currency":"INR"}`, "price_in_paise", "money 6499 INR, price"},
	{`{"price_paise":649900}`, "price_paise", "money 6499 INR, price"},
	{`{"pris_ore":29900,"currency":"SEK"}`, "pris_ore", "money 299 SEK, price"},
	{`{"beloppOre":29900,"valuta":"SEK"}`, "beloppOre", "money 299 SEK"},
	{`{"ore_lavorate":38,"currency":"EUR"}`, "ore_lavorate", "duration 136800"},
	{`{"cena_grosze":1999,"currency":"PLN"}`, "cena_grosze", "money 19.99 PLN"},
	{`{"valorCentavos":1990,"moeda":"BRL"}`, "valorCentavos", "money 19.9 BRL"},
	{`{"price_kopecks":99900,"currency":"RUB"}`, "price_kopecks", "money 999 RUB, price"},
	{`{"price_sen":1290,"currency":"MYR"}`, "price_sen", "money 12.9 MYR, price"},
	{`{"price_fils":12500,"currency":"KWD"}`, "price_fils", "money 12.5 KWD, price"},
	{`{"prijs_centen":3990,"currency":"EUR"}`, "prijs_centen", "money 39.9 EUR, price"},
	{`{"unit_rate_p":29.5,"currency":"GBP"}`, "unit_rate_p", "money 0.295 GBP"},
	{`{"growth_per_cent":4,"currency":"GBP"}`, "growth_per_cent", "percent 4"},
	// What stands beside it.
	{`{"unit_amount":8495,"compare_at":9995,"currency":"EUR"}`, "compare_at", "money 99.95 EUR, list_price"},
	{`{"price_cents":8495,"compare_at_price":9995,"currency":"EUR"}`, "compare_at_price", "money 99.95 EUR, list_price"},
	{`{"price_cents":8495,"compare_at_price":99.95,"currency":"EUR"}`, "compare_at_price", "money 99.95 EUR, list_price"},
	{`{"subtotal_cents":8000,"discount_cents":800,"total":7200,"currency":"EUR"}`, "total", "money 72 EUR, total"},
	{`{"price_cents":8495,"shipping_price":5,"currency":"EUR"}`, "shipping_price", "money 5 EUR, shipping"},
	{`{"price_cents":8495,"deposit":20.5,"total":1050,"currency":"EUR"}`, "total", "money 1050 EUR, total"},
	// A key that says how much its value is for.
	{`{"currency":"CHF","adult":{"3_day":174.0}}`, "adult.3_day", "duration 259200; money 174 CHF"},
	{`{"currency":"EUR","prices":{"72h":16.5}}`, "prices.72h", "duration 259200; money 16.5 EUR, price"},
	{`{"currency":"EUR","first_6_months":30}`, "first_6_months", "duration 15552000; quantity 30; money 30 EUR"},
	{`{"sold_last_30_days":120}`, "sold_last_30_days", "quantity 120"},
	{`{"currency":"EUR","prices":{"S":19,"M":21}}`, "prices.M", "money 21 EUR, price"},
	{`{"surcharge_over_kg":20,"currency":"EUR"}`, "surcharge_over_kg", "quantity 20"},
	// Units of time and of measure.
	{`{"battery_h":30}`, "battery_h", "duration 108000"},
	{`{"items":[{"name":"Scaling","duration_min":30}]}`, "items[0].duration_min", "duration 1800"},
	{`{"qty_min":30}`, "qty_min", "quantity 30"},
	{`{"kwh_year":148}`, "kwh_year", "quantity 148"},
	{`{"usage":[{"name":"Compute","quantity":1460,"unit":"hours"}]}`, "usage[0].quantity", "duration 5256000"},
	// A balance without a currency may count something.
	{`{"points":{"balance":2450}}`, "points.balance", "quantity 2450; money 2450, balance"},
	{`{"points":{"balance":2450},"value":24.5,"currency":"EUR"}`, "points.balance", "quantity 2450; money 2450 EUR, balance"},
	{`{"balance":2450,"currency":"EUR"}`, "balance", "money 2450 EUR, balance"},
	// Times of day.
	{`{"time":"18.30"}`, "time", "time 18:30"},
	{`{"heure":"18h30-20h"}`, "heure", "time 18:30; time 20:00"},
	{`{"when":"10.03.2026 18:30"}`, "when", "time 18:30; date 2026-03-10"},
	{`{"when":"Tue 10 Mar, 18:30"}`, "when", "date 2026-03-10; time 18:30"},
	{`{"schedule":"Tue 18:30-20:00"}`, "schedule", "date 2026-03-03; time 18:30; time 20:00"},
	{`{"hours":"Monday: 9:00-18:00"}`, "hours", "date 2026-03-02; time 09:00; time 18:00"},
	{`{"horaires":"lun-mar 8h à 19h"}`, "horaires", "date 2026-03-02; date 2026-03-03; time 08:00; time 19:00"},
	{`{"hours":"Sat-Sun 10-14, 16-18"}`, "hours", "date 2026-03-07; date 2026-03-01; date 2026-03-08; time 10:00; time 14:00; time 16:00; time 18:00"},
	{`{"hours":"Mon, Wed 10-14; Sunday closed"}`, "hours", "date 2026-03-02; date 2026-03-04; time 10:00; time 14:00"},
	{`{"horario":{"lunes_a_martes":"9:00-20:00"}}`, "horario.lunes_a_martes", "date 2026-03-02; date 2026-03-03; time 09:00; time 20:00"},
	{`{"horario":{"L-M":"9:00-20:00"}}`, "horario.L-M", "date 2026-03-02; date 2026-03-03; time 09:00; time 20:00"},
	{`{"horaires":{"sam":"10h-18h"}}`, "horaires.sam", "date 2026-03-07; time 10:00; time 18:00"},
	{`{"note":"Sun 10"}`, "note", ""},
}

// TestEvidenceStated reads them.
func TestEvidenceStated(t *testing.T) {
	for _, o := range statedShapes {
		e := guard.NewEvidence(noon, nil)
		e.Add(guard.Result{Server: "shop", Tool: "quote", JSON: []byte(o.json)})
		var got []string
		for _, s := range e.Sources() {
			if s.Path == o.path && s.Origin == guard.Field {
				text, _, _ := strings.Cut(shown(s), ", of ")
				got = append(got, text)
			}
		}
		assert.Equal(t, o.want, strings.Join(got, "; "), o.json)
	}
}
